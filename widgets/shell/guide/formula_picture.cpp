// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/formula_picture.h"

#include <QFontInfo>
#include <QFontMetrics>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

using Kind = FormulaNode::Kind;

// In units of the font's size.
constexpr double axis = 0.26;  // height of fraction lines and of the middle of signs above the base line
constexpr double lineWidth = 0.055;
constexpr double scriptSize = 0.72;
constexpr double smallest = 0.55;  // of scripts' scripts
constexpr double sumSize = 1.45;
constexpr double relationSpace = 0.28;
constexpr double binarySpace = 0.2;
constexpr double thinSpace = 0.16;
constexpr double lineGap = 0.42;

/// A text or a line at its place.
struct Piece {
    QPointF at;
    QFont font;
    QString text;
    QPainterPath path;
    double pen = 0;
};

/// What is set, around its base line: y grows downwards.
struct Box {
    double width = 0;
    double ascent = 0;
    double descent = 0;
    std::vector<Piece> pieces;

    [[nodiscard]] double height() const { return ascent + descent; }
    void put(Box part, double x, double y)
    {
        for (Piece& piece : part.pieces) {
            piece.at += QPointF(x, y);
            pieces.push_back(std::move(piece));
        }
        ascent = std::max(ascent, part.ascent - y);
        descent = std::max(descent, part.descent + y);
        width = std::max(width, x + part.width);
    }
    void draw(const QPainterPath& path, double pen) { pieces.push_back({{}, {}, {}, path, pen}); }
};

/// How large, and whether there is room above and below.
struct Style {
    double size = 1;  ///< of the whole formula's
    bool display = true;
};

class Setter {
public:
    explicit Setter(const QFont& around) : m_points(QFontInfo(around).pointSizeF())
    {
        m_font.setFamilies({QStringLiteral("STIX Two Text"), QStringLiteral("TeX Gyre Termes"),
                            QStringLiteral("Libertinus Serif"), QStringLiteral("Liberation Serif"),
                            QStringLiteral("Times New Roman"), QStringLiteral("DejaVu Serif")});
        m_font.setStyleHint(QFont::Serif);
        m_font.setHintingPreference(QFont::PreferNoHinting);
    }

    [[nodiscard]] Box lines(const Formula& formula, bool display) const
    {
        const Style style{1, display};
        std::vector<std::vector<Box>> set;
        double left = 0;  // width of the first cells, which end at the alignment
        for (const auto& cells : formula.lines) {
            auto& boxes = set.emplace_back();
            for (std::size_t i = 0; i < cells.size(); ++i) {
                boxes.push_back(row(cells[i], style, i > 0));
            }
            left = std::max(left, boxes.size() > 1 ? boxes.front().width : 0);
        }
        Box all;
        for (std::vector<Box>& boxes : set) {
            Box line;
            double x = boxes.size() > 1 ? left - boxes.front().width : 0;
            for (Box& box : boxes) {
                const double width = box.width;
                line.put(std::move(box), x, 0);
                x += width;
            }
            if (set.size() > 1) {  // lines of one height, whatever they hold
                line.ascent = std::max(line.ascent, 0.78 * em(style));
                line.descent = std::max(line.descent, 0.22 * em(style));
            }
            const double y = all.pieces.empty() ? 0 : all.descent + em(style) * lineGap + line.ascent;
            all.put(std::move(line), 0, y);
        }
        return all;
    }

    [[nodiscard]] double em(const Style& style) const { return QFontMetricsF(font(style, false)).height() * 0.85; }

private:
    [[nodiscard]] QFont font(const Style& style, bool italic) const
    {
        QFont font = m_font;
        font.setPointSizeF(m_points * style.size);
        font.setItalic(italic);
        return font;
    }

    static Style smaller(const Style& style) { return {std::max(smallest, style.size * scriptSize), false}; }

    [[nodiscard]] Box glyphs(const QString& text, const Style& style, bool italic) const
    {
        const QFont font = this->font(style, italic);
        const QFontMetricsF metrics(font);
        const QRectF tight = metrics.tightBoundingRect(text);
        Box box;
        box.width = std::max(metrics.horizontalAdvance(text), tight.right());  // a slanted letter leans out
        box.ascent = -tight.top();
        box.descent = tight.bottom();
        box.pieces.push_back({{}, font, text, {}, 0});
        return box;
    }

    /// `continues`: something stands in front of it, so that its first sign is between two things.
    [[nodiscard]] Box row(const FormulaRow& row, const Style& style, bool continues = false) const
    {
        Box all;
        double x = 0;
        const double unit = em(style);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const Kind kind = row[i].kind;
            const Kind before = i > 0 ? row[i - 1].kind : continues ? Kind::Text : Kind::Relation;
            const bool isSign =
                kind == Kind::Binary && (before == Kind::Relation || before == Kind::Binary || before == Kind::Comma);
            const bool tight = style.size < 1;
            const double space = kind == Kind::Relation            ? relationSpace
                                 : kind == Kind::Binary && !isSign ? binarySpace
                                                                   : 0;
            x += unit * space * (tight ? 0.4 : 1);
            Box part = node(row[i], style);
            const double width = part.width;
            all.put(std::move(part), x, 0);
            x += width + unit * space * (tight ? 0.4 : 1);
            x += i + 1 < row.size() && isApart(row[i], row[i + 1]) ? unit * thinSpace : 0;
        }
        all.width = std::max(all.width, x);
        return all;
    }

    /// Factors, one of which is a word or an operator.
    static bool isApart(const FormulaNode& before, const FormulaNode& after)
    {
        const auto isFactor = [](const FormulaNode& node) {
            return node.kind != Kind::Relation && node.kind != Kind::Binary && node.kind != Kind::Comma &&
                   node.kind != Kind::Space && node.text != QStringLiteral("/");
        };
        if (before.kind == Kind::Comma) {
            return true;
        }
        const bool isCall = isOperator(before) && after.kind == Kind::Fenced && before.text != QStringLiteral("∑");
        const bool isNamed =
            isOperator(before) || isOperator(after) || isWord(before) || (isWord(after) && before.kind != Kind::Fenced);
        return isFactor(before) && isFactor(after) && isNamed && !isCall;
    }
    static bool isOperator(const FormulaNode& node)
    {
        return node.kind == Kind::Operator ||
               (node.kind == Kind::Scripts && node.parts[0].front().kind == Kind::Operator);
    }
    static bool isWord(const FormulaNode& node)
    {
        const FormulaNode& base = node.kind == Kind::Scripts ? node.parts[0].front() : node;
        return base.kind == Kind::Text && base.text.size() > 1 && base.text.front().isLetter();
    }

    [[nodiscard]] Box node(const FormulaNode& node, const Style& style) const
    {
        switch (node.kind) {
        case Kind::Letter:
            return glyphs(node.text, style, true);
        case Kind::Space: {
            Box space;
            space.width = em(style) * 1.6;
            return space;
        }
        case Kind::Operator:
            return bigOperator(node, style);
        case Kind::Group:
            return row(node.parts[0], style);
        case Kind::Scripts:
            return scripts(node, style);
        case Kind::Fraction:
            return fraction(node, style);
        case Kind::Root:
            return root(node, style);
        case Kind::Fenced:
            return fenced(node, style);
        default:
            return glyphs(node.text, style, false);
        }
    }

    [[nodiscard]] Box bigOperator(const FormulaNode& node, const Style& style) const
    {
        if (node.text != QStringLiteral("∑")) {
            return glyphs(node.text, style, false);
        }
        const Box sign = glyphs(node.text, {style.size * (style.display ? sumSize : 1.1), false}, false);
        Box centred;
        centred.put(sign, 0, (sign.ascent - sign.descent) / 2 - axis * em(style));
        return centred;
    }

    [[nodiscard]] Box scripts(const FormulaNode& node, const Style& style) const
    {
        const FormulaNode& inner = node.parts[0].front();
        Box base = this->node(inner, style);
        Box below = row(node.parts[1], smaller(style));
        Box above = row(node.parts[2], smaller(style));
        const double unit = em(style);
        if (inner.kind == Kind::Operator && style.display) {
            const double gap = 0.12 * unit;
            const double width = std::max({base.width, below.width, above.width});
            const double down = base.descent + gap + below.ascent;
            const double up = base.ascent + gap + above.descent;
            Box all;
            putSome(all, below, (width - below.width) / 2, down);
            putSome(all, above, (width - above.width) / 2, -up);
            all.put(base, (width - base.width) / 2, 0);
            all.width = width;
            return all;
        }
        // The font's prime stands high by itself.
        const bool isPrime = !node.parts[2].empty() && node.parts[2].front().text == QStringLiteral("′");
        above = isPrime ? row(node.parts[2], style) : above;
        const double up =
            isPrime ? std::max(0.0, base.ascent - 0.75 * unit) : std::max(0.36 * unit, base.ascent - 0.3 * unit);
        double down = std::max(0.16 * unit, base.descent + 0.02 * unit);
        if (!below.pieces.empty() && !above.pieces.empty()) {
            down = std::max(down, below.ascent + above.descent - up + 0.08 * unit);
        }
        const double x = base.width + 0.03 * unit;
        putSome(base, std::move(below), x, down);
        putSome(base, std::move(above), x, -up);
        return base;
    }

    static void putSome(Box& into, Box part, double x, double y)
    {
        if (!part.pieces.empty()) {
            into.put(std::move(part), x, y);
        }
    }

    [[nodiscard]] Box fraction(const FormulaNode& node, const Style& style) const
    {
        const Style parts = style.display ? Style{style.size, false} : smaller(style);
        Box above = row(node.parts[0], parts);
        Box below = row(node.parts[1], parts);
        const double unit = em(style);
        const double pad = 0.12 * unit;
        const double gap = (style.display ? 0.16 : 0.1) * unit;
        const double width = std::max(above.width, below.width) + 2 * pad;
        const double up = axis * unit + gap + above.descent;
        const double down = gap + below.ascent - axis * unit;
        Box all;
        all.put(above, (width - above.width) / 2, -up);
        all.put(below, (width - below.width) / 2, down);
        QPainterPath line(QPointF(0.04 * unit, -axis * unit));
        line.lineTo(width - 0.04 * unit, -axis * unit);
        all.draw(line, lineWidth * unit);
        all.width = width;
        return all;
    }

    [[nodiscard]] Box root(const FormulaNode& node, const Style& style) const
    {
        Box inner = row(node.parts[0], style);
        const double unit = em(style);
        const double top = -(inner.ascent + 0.14 * unit);
        const double bottom = inner.descent + 0.04 * unit;
        const double x = 0.55 * unit;
        QPainterPath sign(QPointF(0.02 * unit, bottom - 0.45 * (bottom - top)));
        sign.lineTo(0.16 * unit, bottom - 0.52 * (bottom - top));
        sign.lineTo(0.32 * unit, bottom);
        sign.lineTo(x - 0.04 * unit, top);
        sign.lineTo(x + inner.width + 0.06 * unit, top);
        Box all;
        all.put(std::move(inner), x, 0);
        all.draw(sign, lineWidth * unit);
        all.ascent = std::max(all.ascent, -top + lineWidth * unit);
        all.width += 0.08 * unit;
        return all;
    }

    [[nodiscard]] Box fenced(const FormulaNode& node, const Style& style) const
    {
        Box inner = row(node.parts[0], style);
        const double unit = em(style);
        const double middle = -axis * unit;
        const double half =
            std::max({inner.ascent - axis * unit, inner.descent + axis * unit, 0.42 * unit}) + 0.07 * unit;
        Box all;
        if (constexpr double ofFont = 0.68; half < ofFont * unit) {
            for (Box part : {glyphs(node.text[0], style, false), inner, glyphs(node.text[1], style, false)}) {
                const double width = part.width;
                all.put(std::move(part), all.width, 0);
                all.width = std::max(all.width, width);
            }
            return all;
        }
        const double wide = (0.22 + 0.06 * std::min(3.0, half / unit)) * unit;
        all.put(std::move(inner), wide + 0.04 * unit, 0);
        const double right = all.width + 0.04 * unit;
        all.draw(fence(node.text[0], wide, middle, half, false), lineWidth * unit);
        all.draw(fence(node.text[1], wide, middle, half, true).translated(right, 0), lineWidth * unit);
        all.width = right + wide;
        all.ascent = std::max(all.ascent, half - middle);
        all.descent = std::max(all.descent, half + middle);
        return all;
    }

    /// From x = 0 to `wide`, around `middle`.
    static QPainterPath fence(QChar sign, double wide, double middle, double half, bool closes)
    {
        const double top = middle - half;
        const double bottom = middle + half;
        const double outer = closes ? 0.8 * wide : 0.2 * wide;
        const double inner = closes ? 0.2 * wide : 0.8 * wide;
        QPainterPath path;
        if (sign == QLatin1Char('(') || sign == QLatin1Char(')')) {
            path.moveTo(inner, top);
            const double far = outer - 0.35 * (inner - outer);
            path.cubicTo(far, top + 0.5 * half, far, bottom - 0.5 * half, inner, bottom);
            return path;
        }
        if (sign == QLatin1Char('|')) {
            path.moveTo(wide / 2, top);
            path.lineTo(wide / 2, bottom);
            return path;
        }
        const bool hasTop = QStringLiteral("[]⌈⌉").contains(sign);
        const bool hasFoot = QStringLiteral("[]⌊⌋").contains(sign);
        path.moveTo(hasTop ? inner : outer, top);
        path.lineTo(outer, top);
        path.lineTo(outer, bottom);
        path.lineTo(hasFoot ? inner : outer, bottom);
        return path;
    }

    QFont m_font;
    double m_points;
};

void paint(QPainter& painter, const Box& box, const QColor& color)
{
    for (const Piece& piece : box.pieces) {
        if (piece.pen > 0) {
            painter.setPen(QPen(color, piece.pen, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
            painter.drawPath(piece.path.translated(piece.at));
        } else {
            painter.setPen(color);
            painter.setFont(piece.font);
            painter.drawText(piece.at, piece.text);
        }
    }
}

}  // namespace

QImage formulaPicture(const Formula& formula, const FormulaLook& look)
{
    const Setter setter(look.font);
    const Box box = setter.lines(formula, !look.isInline);
    constexpr double margin = 1;
    double top = std::ceil(box.ascent + margin);
    double foot = std::ceil(box.descent + margin);
    if (look.isInline) {
        const double half = QFontMetrics(look.font).xHeight() / 2.0;
        foot = std::max(foot, top - half);
        top = foot + half;
    }
    const QSizeF size(std::ceil(box.width + 2 * margin), top + foot);
    QImage image((size * look.ratio).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(look.ratio);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.translate(margin, top);
    paint(painter, box, look.color);
    return image;
}

}  // namespace pgram
