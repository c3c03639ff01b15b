// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram tree: the paper's decision trees, one for each pipeline degree, with the verdict on every leaf.
#include "app/pgram/command.h"
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

Json countsToJson(const TreeCounts& counts)
{
    return Json{{"before", counts.before}, {"after", counts.after}};
}

Json nodeToJson(const TreeNode& node)
{
    Json levels = Json::array();
    for (const TreeLevel& level : node.levels) {
        levels.push_back({{"dimension", level.dimension->title}, {"degree", level.degree}});
    }
    Json json{{"parent", node.parent >= 0 ? Json(node.parent) : Json(nullptr)},
              {"levels", std::move(levels)},
              {"remaining", node.remaining},
              {"leaf", node.leaf},
              {"kept", !node.pruned.has_value()}};
    if (node.leaf) {
        json["strategies"] = namesOf(node);
    }
    if (node.pruned) {
        json["pruned"] = verdictToJson(*node.pruned);
    }
    return json;
}

Json treeToJson(const DecisionTree& tree)
{
    Json nodes = Json::array();
    Json leaves = Json::array();
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        nodes.push_back(nodeToJson(tree.nodes[i]));
        if (tree.nodes[i].leaf) {
            leaves.push_back(i);
        }
    }
    return Json{{"pipeline", tree.pipeline},
                {"group_size", tree.groupSize},
                {"counts", countsToJson(countStrategies({&tree, 1}))},
                {"nodes", std::move(nodes)},
                {"leaves", std::move(leaves)}};
}

Json toJson(int devices, const Space& space, const std::vector<DecisionTree>& trees)
{
    Json json = outputObject("tree");
    json["devices"] = devices;
    json["space"] = toString(space);
    json["counts"] = countsToJson(countStrategies(trees));
    json["trees"] = Json::array();
    for (const DecisionTree& tree : trees) {
        json["trees"].push_back(treeToJson(tree));
    }
    return json;
}

/// Draws one tree with its branches; nodes come depth first.
class Drawing {
public:
    explicit Drawing(const DecisionTree& tree) : m_tree(tree), m_children(tree.nodes.size())
    {
        for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
            m_children[static_cast<std::size_t>(tree.nodes[i].parent)].push_back(i);
        }
    }

    std::string text()
    {
        m_text = fmt::format(
            "\n{}, {}: {}\n", m_tree.pipeline == 1 ? "No pipeline" : fmt::format("{} stages", m_tree.pipeline),
            m_tree.groupSize == 1 ? "one device each" : fmt::format("{} devices each", m_tree.groupSize),
            describe(countStrategies({&m_tree, 1})));
        if (m_tree.nodes.front().leaf) {
            m_text += fmt::format("    {}\n", fmt::join(namesOf(m_tree.nodes.front()), ", "));
        }
        drawChildren(0, "");
        return m_text;
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
    }

    const DecisionTree& m_tree;
    std::vector<std::vector<std::size_t>> m_children;
    std::string m_text;
};

std::string toText(int devices, const Space& space, const std::vector<DecisionTree>& trees)
{
    std::string text = fmt::format("{} devices, {}: {}\n", devices, toString(space), describe(countStrategies(trees)));
    for (const DecisionTree& tree : trees) {
        text += Drawing(tree).text();
    }
    return text;
}

Result<ExitCode> run(const TreeOptions& options, bool json)
{
    Result<Space> space = ofOption(parseSpace(options.space), "--space");
    if (!space) {
        return tl::unexpected(space.error());
    }
    space->takeaway3 = !options.mixed;
    space->anyDivisor = options.anyDivisor;
    const auto trees = decisionTrees(options.devices, *space, mostStrategies);
    if (!trees) {
        return badInput(
            fmt::format("the trees have more than {} branches and strategies, too many to print", mostStrategies), "",
            "Ask for fewer --devices or a smaller --space, or leave out --mixed and --any-divisor");
    }
    if (json) {
        printJson(toJson(options.devices, *space, *trees));
    } else {
        printText(toText(options.devices, *space, *trees));
    }
    return ExitOk;
}

}  // namespace

void addTree(CLI::App& app, Invocation& invocation)
{
    const auto options = std::make_shared<TreeOptions>();
    CLI::App* command = addCommand(app, invocation, "tree", "Show the decision tree with its verdicts and counts",
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
    command->callback(
        [options, &invocation] { invocation.run = [options, &invocation] { return run(*options, invocation.json); }; });
}

}  // namespace pgram::cli
