// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/audit.h"

#include "widgets/theme/color.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHash>
#include <QKeySequence>
#include <QLabel>
#include <QMenu>
#include <QTest>

#include <algorithm>
#include <map>

namespace pgram {

namespace {

/// The widget belongs to another one that speaks for it.
bool isPart(const QWidget* widget)
{
    if (widget->focusProxy() != nullptr || widget->objectName().startsWith(QLatin1StringView("qt_"))) {
        return true;
    }
    for (const QWidget* up = widget; up != nullptr; up = up->parentWidget()) {
        if (up->inherits("QComboBoxPrivateContainer") || up->inherits("QCompleter")) {
            return true;
        }
    }
    return false;
}

bool takesFocus(const QWidget* widget)
{
    return (widget->focusPolicy() & Qt::TabFocus) != 0;
}

QString nameOf(QWidget* widget)
{
    // Qt says the chosen text of a box as its name, and leaves the name to the label, which a reader follows.
    if (const auto* box = qobject_cast<QComboBox*>(widget); box != nullptr && !box->accessibleName().isEmpty()) {
        return box->accessibleName();
    }
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(widget);
    return spoken == nullptr ? QString() : spoken->text(QAccessible::Name).trimmed();
}

/// What stands most often in a part of a picture: the ground under a text.
QColor groundOf(const QImage& picture, const QRect& area)
{
    QHash<QRgb, int> counts;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
            if (picture.rect().contains(x, y)) {
                ++counts[picture.pixel(x, y)];
            }
        }
    }
    const auto most = std::max_element(counts.cbegin(), counts.cend());
    return most == counts.cend() ? QColor() : QColor(most.key());
}

/// The pixel of a text that is farthest from its ground: the middle of a stroke, which smoothing has not paled.
double contrastIn(const QImage& picture, const QRect& area)
{
    const QColor ground = groundOf(picture, area);
    double best = 1;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
            if (picture.rect().contains(x, y)) {
                best = std::max(best, contrast(ground, picture.pixelColor(x, y)));
            }
        }
    }
    return best;
}

QString textOf(const QWidget* widget)
{
    if (const auto* label = qobject_cast<const QLabel*>(widget)) {
        return label->text();
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
        return button->text();
    }
    return {};
}

constexpr int mostStops = 8;

void sendTab(QWidget* at, bool backwards)
{
    backwards ? QTest::keyClick(at, Qt::Key_Backtab, Qt::ShiftModifier) : QTest::keyClick(at, Qt::Key_Tab);
}

QStringList missing(const std::vector<QWidget*>& wanted, const std::set<QWidget*>& seen, const QString& way)
{
    QStringList complaints;
    for (const QWidget* widget : wanted) {
        if (!seen.contains(const_cast<QWidget*>(widget))) {
            complaints.append(QStringLiteral("%1 never reaches %2").arg(way, placeOf(widget)));
        }
    }
    return complaints;
}

}  // namespace

QString placeOf(const QWidget* widget)
{
    QStringList parts;
    for (; widget != nullptr; widget = widget->parentWidget()) {
        QString part = QString::fromLatin1(widget->metaObject()->className());
        if (!widget->objectName().isEmpty()) {
            part += QLatin1Char('#') + widget->objectName();
        }
        parts.prepend(part);
    }
    return parts.join(QLatin1Char('/'));
}

std::vector<QWidget*> focusableWidgets(QWidget* window)
{
    std::vector<QWidget*> found;
    for (QWidget* widget : window->findChildren<QWidget*>()) {
        if (widget->window() == window && widget->isVisible() && widget->isEnabled() && takesFocus(widget) &&
            !isPart(widget)) {
            found.push_back(widget);
        }
    }
    return found;
}

QStringList nameComplaints(QWidget* window)
{
    QStringList complaints;
    std::map<std::tuple<QWidget*, const char*, QString>, QWidget*> siblings;
    for (QWidget* widget : focusableWidgets(window)) {
        const QString name = nameOf(widget);
        const char* kind = widget->metaObject()->className();
        if (name.isEmpty() || name.startsWith(QLatin1Char('Q')) || name.contains(QStringLiteral("pgram::"))) {
            complaints.append(QStringLiteral("no name (\"%1\"): %2").arg(name, placeOf(widget)));
        }
        const auto [known, isNew] = siblings.try_emplace({widget->parentWidget(), kind, name}, widget);
        if (!isNew) {
            complaints.append(QStringLiteral("\"%1\" twice: %2").arg(name, placeOf(widget)));
        }
    }
    return complaints;
}

QStringList tabComplaints(QWidget* window, bool backwards)
{
    const QString way = backwards ? QStringLiteral("Shift+Tab") : QStringLiteral("Tab");
    const std::vector<QWidget*> wanted = focusableWidgets(window);
    if (wanted.empty()) {
        return {QStringLiteral("nothing can be reached by keyboard in %1").arg(placeOf(window))};
    }
    QWidget* const start = wanted.front();
    start->setFocus(Qt::TabFocusReason);
    std::set<QWidget*> seen;
    // Each stop once and back to the first; twice as many for what shows itself only when it is reached.
    QWidget* before = nullptr;
    int stops = 0;
    for (std::size_t step = 0; step < 3 * wanted.size() + 20; ++step) {
        QWidget* at = QApplication::focusWidget();
        // A view of several plots has a stop in each.
        stops = at == before ? stops + 1 : 0;
        if (at == before && stops < mostStops) {
            sendTab(at, backwards);
            continue;
        }
        before = at;
        if (at == nullptr || at->window() != window) {
            return {QStringLiteral("%1 loses the focus of %2 after %3").arg(way, placeOf(window)).arg(seen.size())};
        }
        if (!seen.insert(at).second) {
            return at == start ? missing(wanted, seen, way)
                               : QStringList(QStringLiteral("%1 is caught at %2").arg(way, placeOf(at)));
        }
        sendTab(at, backwards);
    }
    return {QStringLiteral("%1 does not come back").arg(way)};
}

QStringList contrastComplaints(QWidget* window)
{
    constexpr double least = 4.5;
    QStringList complaints;
    const QImage picture = window->grab().toImage().convertToFormat(QImage::Format_RGB32);
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
        const bool shown = widget->window() == window && widget->isVisible() && widget->isEnabled();
        // What is scrolled away in part shows too little of its text.
        if (!shown || textOf(widget).isEmpty() || widget->visibleRegion() != QRegion(widget->rect())) {
            continue;
        }
        // Without the frame of a button, which has a colour of its own.
        const int frame = qobject_cast<const QAbstractButton*>(widget) != nullptr ? 4 : 0;
        const QRect inner = widget->rect().adjusted(frame, frame, -frame, -frame);
        const QRect area(widget->mapTo(window, inner.topLeft()), inner.size());
        const double found = contrastIn(picture, area);
        if (found < least) {
            complaints.append(
                QStringLiteral("contrast %1 of \"%2\": %3").arg(found, 0, 'f', 2).arg(textOf(widget), placeOf(widget)));
        }
    }
    return complaints;
}

QStringList mnemonicComplaints(const QList<QAction*>& entries, const QString& menu)
{
    const bool inBar = menu.isEmpty();  // Inside a menu the arrows go everywhere.
    QStringList complaints;
    std::map<QKeySequence, QString> taken;
    for (const QAction* entry : entries) {
        if (entry->isSeparator() || !entry->isVisible()) {
            continue;
        }
        const QKeySequence letter = QKeySequence::mnemonic(entry->text());
        if (letter.isEmpty()) {
            complaints +=
                inBar ? QStringList(QStringLiteral("\"%1\" has no letter").arg(entry->text())) : QStringList();
        } else if (const auto [known, isNew] = taken.try_emplace(letter, entry->text()); !isNew) {
            complaints.append(
                QStringLiteral("%1: \"%2\" and \"%3\" share a letter").arg(menu, known->second, entry->text()));
        }
        if (entry->menu() != nullptr) {
            complaints.append(mnemonicComplaints(entry->menu()->actions(), entry->text()));
        }
    }
    return complaints;
}

QStringList shortcutComplaints(QWidget* window)
{
    QStringList complaints;
    std::map<QKeySequence, const QAction*> taken;
    for (const QAction* action : window->findChildren<QAction*>()) {
        const bool everywhere =
            action->shortcutContext() == Qt::WindowShortcut || action->shortcutContext() == Qt::ApplicationShortcut;
        for (const QKeySequence& key : everywhere ? action->shortcuts() : QList<QKeySequence>()) {
            const auto [known, isNew] = taken.try_emplace(key, action);
            if (!isNew) {
                complaints.append(
                    QStringLiteral("%1: \"%2\" and \"%3\"").arg(key.toString(), known->second->text(), action->text()));
            }
        }
    }
    return complaints;
}

}  // namespace pgram
