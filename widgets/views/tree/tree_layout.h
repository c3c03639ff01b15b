// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the decision trees stand: pure geometry, no painting. One section a tree, a row a leaf; a level is a box, its
// children stand right of it, the first on its own row. Branches fold into the row of their box, those without a kept
// leaf into one row a parent, and whole trees into their title. Sections fill columns, like lines of a newspaper; the
// strategies of a leaf stand in columns by kind, or, where these have no room, one behind the other.
// The part of a layout that is seen, and at what scale: plain arithmetic.
#pragma once

#include "core/strategy/decision_tree.h"

#include <QPointF>
#include <QRectF>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace pgram {

/// Labels are not shown at less than this, unless the whole is asked for.
inline constexpr double readableScale = 0.85;

struct TreeMetrics {
    double rowHeight = 26;
    double titleHeight = 28;    ///< of a section
    double captionHeight = 18;  ///< above the columns of cells
    double levelWidth = 64;
    double levelGap = 18;
    double cellWidth = 170;
    double cellGap = 4;
    double sectionGap = 16;
};

/// What is folded: the choice for all, and what was chosen one by one.
struct TreeFolding {
    bool othersOpen = true;                        ///< trees beside the first
    bool cutsOpen = true;                          ///< branches without a kept leaf
    bool branchesOpen = true;                      ///< branches with one
    std::map<int, bool> trees;                     ///< by P
    std::map<std::pair<int, int>, bool> cuts;      ///< by P and parent node
    std::map<std::pair<int, int>, bool> branches;  ///< by P and node
    /// The strategies that are looked for: others are not shown, nor what was cut; nothing = all.
    std::optional<std::set<LayerStrategy>> only;

    [[nodiscard]] bool isBranchOpen(int pipeline, int node) const;
};

/// Something that can be pointed at, in reading order.
struct TreeStop {
    enum class Kind {
        Title,   ///< of a section: opens and closes it
        Level,   ///< an inner node, or a leaf that was cut
        Leaf,    ///< one strategy of a kept leaf
        Cuts,    ///< the branches below `node` that have no kept leaf
        Branch,  ///< what stands below `node`, which is folded
    };
    Kind kind = Kind::Title;
    int tree = 0;     ///< index into the trees
    int node = 0;     ///< index into the tree's nodes
    int variant = 0;  ///< index into the node's strategies
    int row = 0;      ///< of all rows, counted through the sections
    QRectF rect;
};

struct TreeEdge {
    QPointF from;  ///< turns where it is half a gap away from `to`
    QPointF to;
    bool cut = false;
};

struct TreeSection {
    int tree = 0;
    bool open = false;
    QRectF title;
    QRectF area;             ///< title and rows
    double cellsLeft = 0;    ///< the first column of cells
    bool captioned = false;  ///< each kind of strategy has a column

    /// The title stays in sight while its rows are.
    [[nodiscard]] QRectF titleIn(const QRectF& visible) const;
};

struct TreeLayout {
    std::vector<TreeSection> sections;
    std::vector<TreeStop> stops;
    std::vector<TreeEdge> edges;
    QSizeF size;

    /// -1 = none; titles are where `visible` leaves them.
    [[nodiscard]] int stopAt(const QPointF& position, const QRectF& visible) const;
    /// Where an arrow key leads: `rows` down, or `columns` to the right in the row; `from` where there is nothing.
    [[nodiscard]] int neighbour(int from, int rows, int columns) const;
    /// The stop of the same thing as `wanted` of another layout; its section's title where that is folded away.
    [[nodiscard]] int find(const TreeStop& wanted) const;
};

/// A leaf's strategies stand in columns by what tells them apart: all but its levels.
struct VariantKind {
    KeptPart kept = KeptPart::All;
    SequenceParallel sequence = SequenceParallel::None;  ///< none for Ulysses, which is a level
    int expert = 1;
    int expertParts = 0;    ///< ranks that split one expert; 0 = the tensor group
    int zero = 0;           ///< of token ranks without a data level
    unsigned switches = 0;  ///< a bit for each of otherSwitches(), the first one highest
    TensorLayout layout = TensorLayout::Line;
    int depth = 1;
    auto operator<=>(const VariantKind&) const = default;
};
/// What else is on or off in a leaf's strategy, in the order of the tree.
[[nodiscard]] const std::vector<const DimensionRules*>& otherSwitches();
[[nodiscard]] std::vector<VariantKind> variantKinds(const std::vector<DecisionTree>& trees);

/// What of a tree a fold hides: nodes that have no kept leaf at or below them.
struct TreeShape {
    std::vector<std::vector<int>> children;
    std::vector<bool> live;    ///< a kept leaf at or below
    std::vector<int> leaves;   ///< at or below
    std::vector<int> ruledBy;  ///< the first node at or below that carries a verdict; -1 = none
};
[[nodiscard]] TreeShape shapeOf(const DecisionTree& tree);
/// Of the kept leaves at or below `node`.
[[nodiscard]] std::vector<LayerStrategy> strategiesBelow(const DecisionTree& tree, int node);

/// `trees` in the order in which they are shown, the plan's first.
[[nodiscard]] TreeLayout layoutTrees(const std::vector<DecisionTree>& trees, const TreeFolding& folding,
                                     const TreeMetrics& metrics, double width);

struct TreeWindow {
    QRectF area;  ///< of the widget or picture
    QSizeF size;  ///< of the layout
    double scale = 1;
    QPointF scroll;  ///< the place that is at the area's top left corner

    [[nodiscard]] QPointF toWidget(const QPointF& place) const { return area.topLeft() + (place - scroll) * scale; }
    [[nodiscard]] QPointF toPlace(const QPointF& position) const
    {
        return (position - area.topLeft()) / scale + scroll;
    }
    [[nodiscard]] QRectF visible() const { return {scroll, area.size() / scale}; }
    void scrollBy(const QPointF& places);
    /// Keeps the place under `position` where it is.
    void zoomAt(double factor, const QPointF& position);
    void showAll();
    /// As little as brings `rect` into sight.
    void reveal(const QRectF& rect);

private:
    void clamp();
};

struct TreeArrangement {
    TreeLayout layout;
    TreeWindow window;
    TreeFolding folding;  ///< that was laid out
};

/// Lays out into `area` with as little folded as leaves it readable; what was folded by hand stays as it is. `whole`
/// shrinks until nothing is out of sight, for a picture.
[[nodiscard]] TreeArrangement arrangeTrees(const std::vector<DecisionTree>& trees, const TreeMetrics& metrics,
                                           const TreeFolding& folding, bool byHand, const QRectF& area, bool whole);

}  // namespace pgram
