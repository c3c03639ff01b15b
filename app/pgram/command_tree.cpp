// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram tree: the paper's decision trees, one for each pipeline degree, with the verdict on every leaf.
#include "app/pgram/command.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/search_output.h"
#include "core/strategy/decision_tree.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <memory>

namespace pgram::cli {

namespace {

struct TreeOptions {
    int devices = 0;
    std::string space = "dp,sdp,tp,pp";
    bool mixed = false;
    bool anyDivisor = false;
};

constexpr int mostTreeDevices = 16384;
constexpr std::size_t mostStrategies = 250000;  // some 40 MB of text, a gigabyte of memory as JSON

std::vector<std::string> namesOf(const TreeNode& node)
{
    std::vector<std::string> names;
    for (const LayerStrategy& strategy : node.strategies) {
        names.push_back(shortName(strategy));
    }
    return names;
}

std::vector<const char*> dimensionNames()
{
    std::vector<const char*> names;
    std::ranges::transform(dimensionRules(), std::back_inserter(names), &DimensionRules::name);
    return names;
}

std::string describe(const TreeCounts& counts)
{
    const char* noun = counts.before == 1 ? "layer strategy" : "layer strategies";
    return fmt::format("{} {}, {} after pruning", counts.before, noun, counts.after);
}

constexpr std::string_view levelTitles[]{"DP", "ZeRO-1", "ZeRO-2", "SDP", "TP", "CP", "Ulysses"};

constexpr Field<TreeCounts> countRows[] = {
    figure<&TreeCounts::before>("before").atLeast(0).says("Layer strategies of all leaves"),
    figure<&TreeCounts::after>("after").atLeast(0).says("Layer strategies of the leaves that are kept"),
};

constexpr Field<TreeLevel> levelRows[] = {
    figure<[](const TreeLevel& level) { return level.dimension->title; }>("dimension").oneOf(levelTitles),
    figure<&TreeLevel::degree>("degree").atLeast(2),
};

constexpr Field<TreeNode> nodeRows[] = {
    figure<[](const TreeNode& node) { return onlyIf(node.parent >= 0, node.parent); }>("parent").atLeast(0).says(
        "Index into nodes; null at the root"),
    listed<levelRows, &TreeNode::levels>("levels").says("Outermost first"),
    figure<&TreeNode::remaining>("remaining").atLeast(1).says("Devices still to be split below"),
    figure<&TreeNode::leaf>("leaf"),
    figure<[](const TreeNode& node) { return !node.pruned; }>("kept"),
    figure<namesOf>("strategies")
        .when([](const TreeNode& node) { return node.leaf; })
        .notEmpty()
        .says("Strategies of a leaf, in short form"),
    nested<verdictRows, [](const TreeNode& node) { return node.pruned.value_or(Verdict()); }>("pruned").when(
        [](const TreeNode& node) { return node.pruned.has_value(); }),
};

TreeCounts countsOf(const DecisionTree& tree)
{
    return countStrategies({&tree, 1});
}

std::vector<std::size_t> leavesOf(const DecisionTree& tree)
{
    std::vector<std::size_t> leaves;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].leaf) {
            leaves.push_back(i);
        }
    }
    return leaves;
}

constexpr Field<DecisionTree> treeRows[] = {
    figure<&DecisionTree::pipeline>("pipeline").atLeast(1).says("Number of stages P"),
    figure<&DecisionTree::groupSize>("group_size").atLeast(1).says("Devices per stage"),
    nested<countRows, countsOf>("counts"),
    listed<nodeRows, &DecisionTree::nodes>("nodes").notEmpty().says("Depth first"),
    figure<leavesOf>("leaves").atLeast(0).says("Indices into nodes"),
};

/// Answer of the command.
struct Trees {
    int devices;
    Space space;
    std::vector<DecisionTree> trees;
};

constexpr Field<Trees> treesRows[] = {
    figure<&Trees::devices>("devices").atLeast(1),
    figure<[](const Trees& all) { return toString(all.space); }>("space"),
    nested<countRows, [](const Trees& all) { return countStrategies(all.trees); }>("counts"),
    listed<treeRows, &Trees::trees>("trees").notEmpty(),
};

constexpr AnswerFormat<Trees> treeAnswer{
    "tree", "The decision trees, one for each pipeline degree, with the verdict on every node.", treesRows, {"trees"}};

/// Prints one tree with its branches, in pieces; nodes come depth first.
class Drawing {
public:
    explicit Drawing(const DecisionTree& tree) : m_tree(tree), m_children(tree.nodes.size())
    {
        for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
            m_children[static_cast<std::size_t>(tree.nodes[i].parent)].push_back(i);
        }
    }

    void print()
    {
        m_text = fmt::format(
            "\n{}, {}: {}\n", m_tree.pipeline == 1 ? "No pipeline" : fmt::format("{} stages", m_tree.pipeline),
            m_tree.groupSize == 1 ? "one device each" : fmt::format("{} devices each", m_tree.groupSize),
            describe(countStrategies({&m_tree, 1})));
        if (m_tree.nodes.front().leaf) {
            m_text += fmt::format("    {}\n", fmt::join(namesOf(m_tree.nodes.front()), ", "));
        }
        drawChildren(0, "");
        printText(m_text);
    }

private:
    void drawChildren(std::size_t parent, const std::string& indent)
    {
        const std::vector<std::size_t>& children = m_children[parent];
        for (std::size_t i = 0; i < children.size(); ++i) {
            const bool last = i + 1 == children.size();
            drawNode(m_tree.nodes[children[i]], indent + (last ? "└── " : "├── "));
            drawChildren(children[i], indent + (last ? "    " : "│   "));
        }
    }

    void drawNode(const TreeNode& node, const std::string& branch)
    {
        const TreeLevel& level = node.levels.back();
        m_text += fmt::format("{}{} {}", branch, level.dimension->title, level.degree);
        if (node.leaf && !node.pruned) {
            m_text += fmt::format("  →  {}", fmt::join(namesOf(node), ", "));
        }
        if (node.leaf && node.pruned) {
            m_text += fmt::format("  ✗  pruned: {}", explain(*node.pruned).english());
        }
        m_text += '\n';
        if (m_text.size() > longestPiece) {
            printText(m_text);
            m_text.clear();
        }
    }

    static constexpr std::size_t longestPiece = 65536;  ///< characters
    const DecisionTree& m_tree;
    std::vector<std::vector<std::size_t>> m_children;
    std::string m_text;
};

void printTrees(const Trees& all)
{
    printText(
        fmt::format("{} devices, {}: {}\n", all.devices, toString(all.space), describe(countStrategies(all.trees))));
    for (const DecisionTree& tree : all.trees) {
        Drawing(tree).print();
    }
}

Result<ExitCode> run(const TreeOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(Space space, ofOption(parseSpace(options.space), "--space"));
    space.takeaway3 = !options.mixed;
    space.anyDivisor = options.anyDivisor;
    auto trees = decisionTrees(options.devices, space, mostStrategies);
    if (!trees) {
        return badInput(
            fmt::format("the trees have more than {} branches and strategies, too many to print", mostStrategies), "",
            "Ask for fewer --devices or a smaller --space, or leave out --mixed and --any-divisor");
    }
    const Trees all{options.devices, space, std::move(*trees)};
    if (invocation.isText()) {
        printTrees(all);
    } else {
        printAnswer(invocation, treeAnswer, all, {});
    }
    return ExitOk;
}

}  // namespace

void addTree(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<TreeOptions, treeAnswer>(
        app, invocation, run, "tree", "Show the decision tree with its verdicts and counts",
        "  pgram tree --devices 8 --space dp,sdp,tp,pp\n"
        "  pgram tree --devices 16 --space dp,sdp,tp,pp,ckpt --json");
    command->add_option("--devices", options->devices, "devices of the cluster")
        ->required()
        ->type_name("N")
        ->check(CLI::Range(1, mostTreeDevices));
    command
        ->add_option("--space", options->space,
                     fmt::format("dimensions: {}; {}", fmt::join(dimensionNames(), ", "), spaceGroupsHelp))
        ->type_name("LIST")
        ->capture_default_str();
    command->add_flag("--mixed", options->mixed, "allow DP and SDP in one tree (hybrid sharding): Takeaway 3 off");
    command->add_flag("--any-divisor", options->anyDivisor, "degrees beyond powers of two");
}

}  // namespace pgram::cli
