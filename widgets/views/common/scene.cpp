// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/scene.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgram {

void Scene::fill(const QRectF& area, const QColor& color, const Ref& ref)
{
    m_marks.push_back({{}, [area, color](QPainter& painter) { painter.fillRect(area, color); }});
    target(area, ref);
}

void Scene::hatch(const QRectF& area, const QColor& color, double spacing, double width)
{
    m_marks.push_back({{}, [=](QPainter& painter) { paintHatch(painter, area, color, spacing, width); }});
}

void Scene::frame(const QRectF& area, const QColor& color, double width, Qt::PenStyle style)
{
    m_marks.push_back({{}, [=](QPainter& painter) {
                           painter.setPen(QPen(color, width, style));
                           painter.setBrush(Qt::NoBrush);
                           painter.drawRect(area);
                       }});
}

void Scene::text(const QRectF& area, const QString& text, const QFont& font, const QColor& color, int flags)
{
    if (!text.isEmpty()) {
        m_marks.push_back(
            {text, [=](QPainter& painter) { paintText(painter, font, color, area, flags | Qt::TextDontClip, text); }});
    }
}

QString Scene::fitting(const QRectF& area, const QStringList& longestFirst, const QFont& font, const QColor& color,
                       int flags)
{
    QString fits = firstFitting(font, area.width(), longestFirst);
    text(area, fits, font, color, flags);
    return fits;
}

void Scene::drawing(const QRectF& area, std::function<void(QPainter&)> paint)
{
    if (!area.isEmpty()) {
        m_marks.push_back({{}, std::move(paint)});
    }
}

void Scene::selected(const QRectF& area)
{
    frame(area, m_theme.surface, 5);
    frame(area, m_theme.accent, 3);
}

void Scene::clip(const QRectF& area)
{
    m_marks.push_back({{}, [area](QPainter& painter) {
                           painter.save();
                           painter.setClipRect(area, Qt::IntersectClip);
                       }});
}

void Scene::unclip()
{
    m_marks.push_back({{}, [](QPainter& painter) { painter.restore(); }});
}

void Scene::target(const QRectF& area, const Ref& ref)
{
    if (!ref.isKnown()) {
        return;
    }
    m_targets.push_back({area, ref});
    if (m_known.insert(ref).second) {
        m_refs.push_back(ref);
    }
}

void Scene::place(const QRectF& area, const Ref& ref)
{
    m_targets.push_back({area, ref, [](const QPointF&) { return Ref{}; }});
}

void Scene::targets(const QRectF& area, std::function<Ref(const QPointF&)> at, std::function<QRectF(const Ref&)> areaOf)
{
    m_targets.push_back({area, {}, std::move(at), std::move(areaOf)});
}

QRectF Scene::heading(const QRectF& area, const Heading& heading)
{
    m_marks.push_back({heading.title, [theme = m_theme, area, heading](QPainter& painter) {
                           paintHeading(painter, theme, area, heading);
                       }});
    return belowHeading(m_theme, area, heading);
}

void Scene::note(const QRectF& area, const QString& text)
{
    m_marks.push_back(
        {text, [theme = m_theme, area, text](QPainter& painter) { paintNote(painter, theme, area, text); }});
}

void Scene::ticks(const Ruler& ruler, const QRectF& panel, AxisUnit unit,
                  const std::function<bool(const Tick&)>& leaveOut)
{
    const double top = panel.top() - line() * 1.15;
    const int most = std::max(2, static_cast<int>(panel.width() / (line() * 5)));
    double taken = 0;  // by the labels before
    for (const Tick& tick : ticksOf(ruler.begin, ruler.end, most, unit)) {
        const double x = ruler.pixel(tick.value);
        if (leaveOut && leaveOut(tick)) {
            continue;
        }
        fill(QRectF(std::round(x), panel.top(), 1, panel.height()), m_theme.grid);
        const double width = textWidth(m_theme.smallFont, tick.label);
        const double place =
            std::clamp(x - width / 2, panel.left() - m_theme.gap, panel.right() - width + m_theme.margin);
        if (place >= taken) {
            taken = place + width + m_theme.gap;
            text(QRectF(place, top, width + 2, line()), tick.label, m_theme.smallFont, m_theme.mutedText);
        }
    }
}

std::optional<Ruler> Scene::ruler(std::string_view name) const
{
    const auto found = m_rulers.find(std::string(name));
    return found == m_rulers.end() ? std::nullopt : std::optional(found->second);
}

Ref Scene::at(const QPointF& position) const
{
    for (auto target = m_targets.rbegin(); target != m_targets.rend(); ++target) {
        if (!target->area.contains(position)) {
            continue;
        }
        if (const Ref found = target->at ? target->at(position) : target->ref; found.isKnown()) {
            return found;
        }
    }
    return {};
}

QRectF Scene::areaOf(const Ref& ref) const
{
    QRectF area;
    for (const Target& target : m_targets) {
        if (target.areaOf) {
            area |= target.areaOf(ref);
        } else if (target.ref == ref) {
            area |= target.area;
        }
    }
    return area;
}

std::vector<Ref> Scene::refs(std::string_view kind) const
{
    std::vector<Ref> found;
    std::ranges::copy_if(m_refs, std::back_inserter(found), [&](const Ref& ref) { return ref.is(kind); });
    return found;
}

QStringList Scene::texts() const
{
    QStringList texts;
    for (const Mark& mark : m_marks) {
        if (!mark.text.isEmpty()) {
            texts.append(mark.text);
        }
    }
    return texts;
}

void Scene::paint(QPainter& painter) const
{
    for (const Mark& mark : m_marks) {
        mark.paint(painter);
    }
}

}  // namespace pgram
