// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A picture as data: marks in painting order, and the things of the plan that they show. One description serves the
// screen, files, the mouse, the keyboard, lessons and screen readers. Plain values; built anew when the plan, the size,
// the theme or a zoom changes.
#pragma once

#include "widgets/theme/theme.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/ticks.h"

#include <QPointF>
#include <QRectF>
#include <QStringList>

#include <compare>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

class QPainter;

namespace pgram {

/// The thing that a mark shows: {"stage", 3}, {"layer", 17}, {"pair", from, to}. The kind is a literal.
struct Ref {
    std::string_view kind;
    int index = -1;
    int other = -1;

    auto operator<=>(const Ref&) const = default;
    [[nodiscard]] bool isKnown() const { return !kind.empty(); }
    [[nodiscard]] bool is(std::string_view wanted) const { return kind == wanted; }
};

/// A range of values along a line of pixels.
struct Ruler {
    double from = 0;    ///< pixel of `begin`
    double length = 1;  ///< in pixels
    double begin = 0;
    double end = 1;

    [[nodiscard]] double pixel(double value) const { return from + length * (value - begin) / (end - begin); }
    [[nodiscard]] double value(double pixel) const { return begin + (end - begin) * (pixel - from) / length; }
    /// Pixels per unit of value.
    [[nodiscard]] double scale() const { return length / (end - begin); }
};

/// A piece of a bar.
struct BarPart {
    double value = 0;
    QColor color;
    bool overlapped = false;  ///< hatched: it costs no time of its own
    QString name = {};        ///< in the piece, where there is room
};

struct BarCell {
    std::vector<BarPart> parts;
    QStringList figures;  ///< behind the bar, the longest form first; all rows use the same form
};

struct BarRow {
    Ref ref;
    QString name;
    QString detail;  ///< below the name, where there is room
    QString brief;   ///< beside the name in low rows
    std::vector<BarCell> cells;
};

/// Rows of stacked bars, each column of cells on a scale of its own.
struct BarTable {
    std::vector<QStringList> titles;  ///< forms of each column's title, the longest first
    std::vector<BarRow> rows;
    double highestRow = 4.2;  ///< in line heights
    double names = 0;         ///< width of the names; 0 = as wide as they need
};

/// The place of a table of bars.
struct BarsPlace {
    double names = 0;   ///< width of the names
    double bottom = 0;  ///< end of the last row
};

class Scene {
public:
    Scene(const Theme& theme, const QRectF& area) : m_theme(theme), m_area(area) {}

    [[nodiscard]] const Theme& theme() const { return m_theme; }
    [[nodiscard]] const QRectF& area() const { return m_area; }
    [[nodiscard]] double line() const { return m_theme.lineHeight; }

    // Marks. One with a reference is found by the mouse, the keyboard and a screen reader.

    void fill(const QRectF& area, const QColor& color, const Ref& ref = {});
    void hatch(const QRectF& area, const QColor& color, double spacing, double width = 1);
    void frame(const QRectF& area, const QColor& color, double width, Qt::PenStyle style = Qt::SolidLine);
    /// The text is not clipped to the area.
    void text(const QRectF& area, const QString& text, const QFont& font, const QColor& color,
              int flags = Qt::AlignVCenter);
    /// The first of the texts that is no wider than the area; returns it.
    QString fitting(const QRectF& area, const QStringList& longestFirst, const QFont& font, const QColor& color,
                    int flags = Qt::AlignVCenter);
    /// Many things as one mark, painted by a function; `area` is what it covers.
    void drawing(const QRectF& area, std::function<void(QPainter&)> paint);
    /// The frame of what is selected.
    void selected(const QRectF& area);
    /// The marks between the two are cut to the area.
    void clip(const QRectF& area);
    void unclip();

    /// An area that answers for a thing without a mark of its own.
    void target(const QRectF& area, const Ref& ref);
    /// An area of a thing that does not answer to the mouse.
    void place(const QRectF& area, const Ref& ref);
    /// An area of many things, each found by functions.
    void targets(const QRectF& area, std::function<Ref(const QPointF&)> at, std::function<QRectF(const Ref&)> areaOf);

    // Recipes of marks.

    /// At the top of the picture, or of `area`; returns what is left below.
    QRectF heading(const Heading& heading) { return this->heading(m_area, heading); }
    QRectF heading(const QRectF& area, const Heading& heading);
    /// A quiet sentence in the middle of an area.
    void note(const QRectF& area, const QString& text);
    BarsPlace bars(const QRectF& area, const BarTable& table);
    /// Grid lines through `panel` with their labels in a line above; no label where `leaveOut` holds.
    void ticks(const Ruler& ruler, const QRectF& panel, AxisUnit unit,
               const std::function<bool(const Tick&)>& leaveOut = {});

    /// Rulers by name, for those who ask what value is at a place.
    void keep(std::string_view name, const Ruler& ruler) { m_rulers[std::string(name)] = ruler; }
    [[nodiscard]] std::optional<Ruler> ruler(std::string_view name) const;

    // Answers.

    /// The topmost thing at a place.
    [[nodiscard]] Ref at(const QPointF& position) const;
    /// Everything that shows the thing; empty where nothing does.
    [[nodiscard]] QRectF areaOf(const Ref& ref) const;
    /// The things of a kind, each once, in the order of their marks.
    [[nodiscard]] std::vector<Ref> refs(std::string_view kind) const;
    [[nodiscard]] const std::vector<Ref>& refs() const { return m_refs; }
    /// All texts, in the order of painting.
    [[nodiscard]] QStringList texts() const;

    void paint(QPainter& painter) const;

private:
    struct Mark {
        QString text;
        std::function<void(QPainter&)> paint;
    };
    struct Target {
        QRectF area;
        Ref ref;
        std::function<Ref(const QPointF&)> at = {};
        std::function<QRectF(const Ref&)> areaOf = {};
    };

    Theme m_theme;
    QRectF m_area;
    std::vector<Mark> m_marks;
    std::vector<Target> m_targets;
    std::vector<Ref> m_refs;  ///< things of the targets, each once
    std::set<Ref> m_known;    ///< the same things
    std::map<std::string, Ruler> m_rulers;
};

}  // namespace pgram
