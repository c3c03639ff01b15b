// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys and gestures that the help names, against those that the program has.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/study_results.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/shell/guide/help_pages.h"
#include "widgets/shell/guide/help_window.h"
#include "widgets/views/study/study_view.h"

#include <QRegularExpression>
#include <QShortcut>

#include <functional>
#include <map>

using namespace pgram;

namespace {

QStringList found(const QString& text, const char* pattern)
{
    QStringList all;
    const QRegularExpression expression(QString::fromUtf8(pattern), QRegularExpression::UseUnicodePropertiesOption);
    for (auto match = expression.globalMatch(text); match.hasNext();) {
        all.append(match.next().captured());
    }
    return all;
}

void drag(QWidget& view, QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {})
{
    QTest::mouseMove(&view, from);
    QTest::mousePress(&view, Qt::LeftButton, modifiers, from);
    QTest::mouseMove(&view, to);
    QTest::mouseRelease(&view, Qt::LeftButton, modifiers, to);
}

QPoint placeIn(View& view, const char* kind, int index)
{
    return view.areaOf({kind, index}).center().toPoint();
}

QString written(const QKeySequence& key)
{
    return key.toString().replace(text("PgUp"), text("Page Up")).replace(text("PgDown"), text("Page Down"));
}

/// Keys that do something in a window without being an action of the menus.
QStringList shortcutsIn(const QWidget& window)
{
    QStringList keys;
    for (const QShortcut* shortcut : window.findChildren<QShortcut*>()) {
        keys.append(written(shortcut->key()));
    }
    for (const QAbstractButton* button : window.findChildren<QAbstractButton*>()) {
        keys.append(written(button->shortcut()));
    }
    return keys;
}

/// Words of a page for a gesture, and a function that tries the gesture.
struct Gestured {
    QString says;
    std::function<bool(View&)> works;
};

}  // namespace

class TestHelpKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A page writes {{key:ACTION}} for the key of an action, and so names the action that the key does.
    void keysOfActionsExist()
    {
        for (const QString& language : {text("en"), text("zh_CN")}) {
            for (const QString& page : helpPages()) {
                for (const QString& place : found(helpText(page, language), "(?<=\\{\\{key:)[A-Za-z0-9-]+")) {
                    const QAction* action = m_fixture.window->actions()[place.toUtf8().constData()];
                    QVERIFY2(action != nullptr && !action->shortcut().isEmpty(), qPrintable(page + u' ' + place));
                }
            }
        }
    }

    /// All other keys are those of the page's view, or of the window of the help, or of a presenter.
    void otherKeysExist()
    {
        m_fixture.session()->add(samplePlan(4, 16, 8));
        const HelpWindow help(&m_fixture.bench->fidelity, &m_fixture.language);
        QStringList common = shortcutsIn(help) + shortcutsIn(*m_fixture.window);
        common << text("Esc") << text("Escape");
        for (const QString& language : {text("en"), text("zh_CN")}) {
            for (const QString& page : helpPages()) {
                QStringList known = common;
                for (View* view : m_fixture.window->views()->views()) {
                    known += isPageOf(page, *view) ? keysOf(*view) : QStringList();
                }
                for (const QString& key : keysIn(helpText(page, language))) {
                    QVERIFY2(known.contains(key), qPrintable(page + text(": ") + key));
                }
            }
        }
    }

    /// Every gesture on a page of a view is in this table, and does what the page says.
    void gesturesWork()
    {
        std::map<QString, std::vector<Gestured>> table = gestures();
        for (const QString& page : helpPages()) {
            const QString shown = helpText(page, text("en")).simplified();
            QString rest = shown;
            for (const Gestured& gesture : table[page]) {
                QVERIFY2(shown.contains(gesture.says), qPrintable(page + text(": ") + gesture.says));
                QVERIFY2(gesture.works(shownFor(page)), qPrintable(gesture.says));
                rest.remove(gesture.says);
            }
            if (page.startsWith(text("view-"))) {
                const QStringList unknown =
                    found(rest, "(?i)\\b(drag\\w*|(the|mouse) wheel|double click|(shift|ctrl|alt)\\+click)");
                QVERIFY2(unknown.isEmpty(), qPrintable(page + text(": ") + unknown.join(text(", "))));
            }
        }
    }

private:
    static QStringList keysIn(const QString& page)
    {
        QString plain = page;
        plain.remove(QRegularExpression(text("```.*?```"), QRegularExpression::DotMatchesEverythingOption));
        plain.replace(text("左箭头"), text("Left")).replace(text("右箭头"), text("Right"));
        return found(plain,
                     "\\b(?:(?:Ctrl|Alt|Shift)\\+)+(?:[A-Z0-9]\\b|Home|End|Left|Right|Up|Down|Enter|Page (?:Up|Down))"
                     "|\\bF[0-9]{1,2}\\b|\\bPage (?:Up|Down)\\b|\\bEsc(?:ape)?\\b|(?<=\\*\\*)[A-Z](?=\\*\\*)");
    }

    static bool isPageOf(const QString& page, const View& view)
    {
        return helpText(page, text("en")).contains(text("@ view:") + view.viewName());
    }

    static QStringList keysOf(View& view)
    {
        QStringList keys;
        for (const ViewKey& row : view.keys()) {
            for (const QKeySequence& key : row.keys) {
                keys.append(written(key));
            }
        }
        return keys;
    }

    /// The view of a page with a new plan, and the middle of its time.
    View& shownFor(const QString& page)
    {
        m_fixture.session()->add(samplePlan(4, 16, 8));
        m_fixture.window->resize(1280, 800);
        ViewArea* views = m_fixture.window->views();
        for (View* view : views->views()) {
            if (isPageOf(page, *view)) {
                views->setCurrent(view);
            }
        }
        QCoreApplication::processEvents();
        time().show(time().limit() * 0.4, time().limit() * 0.6);
        return *views->current();
    }
    [[nodiscard]] TimeWindow& time() const { return m_fixture.bench->time; }

    std::map<QString, std::vector<Gestured>> gestures()
    {
        const auto middle = [](View& view) { return view.areaOf({"stage", 1}).center().toPoint(); };
        return {{text("view-timeline"),
                 {{text("The wheel zooms"),
                   [=, this](View& view) {
                       const double before = time().length();
                       turnWheel(view, middle(view), 120);
                       return time().length() < before;
                   }},
                  {text("dragging moves"),
                   [=, this](View& view) {
                       const double before = time().begin();
                       drag(view, middle(view), middle(view) + QPoint(100, 0));
                       return time().begin() < before;
                   }},
                  {text("Shift+drag measures a span"),
                   [=, this](View& view) {
                       const double before = time().begin();
                       const QImage picture = pictureOf(view);
                       drag(view, middle(view), middle(view) + QPoint(200, 0), Qt::ShiftModifier);
                       return time().begin() == before && pictureOf(view) != picture;
                   }}}},
                {text("view-map"),
                 {{text("Shift+click a range"),
                   [this](View& view) {
                       QTest::mouseClick(&view, Qt::LeftButton, {}, placeIn(view, "layer", 2));
                       QTest::mouseClick(&view, Qt::LeftButton, Qt::ShiftModifier, placeIn(view, "layer", 5));
                       const Selection& selected = m_fixture.bench->selection.current();
                       return selected.firstLayer == 2 && selected.layerCount == 4;
                   }},
                  {text("Drag the line between two stages to move the cut"),
                   [this](View& view) {
                       const auto first = [this] { return m_fixture.document()->plan()->chunks[1].firstLayer; };
                       const int before = first();
                       drag(view, placeIn(view, "cut", 0), placeIn(view, "layer", before - 3));
                       return first() < before;
                   }}}},
                {text("view-study"),
                 {{text("Drag along an axis"),
                   [this](View& view) {
                       StudyView& study = withResults(view);
                       const std::size_t all = study.rows().rows().size();
                       // A dock that appears between takes width from the view.
                       const auto dragged = [&] {
                           const CoordinatesLayout layout = study.coordinatesNow();
                           drag(view, QPointF(layout.x[2], layout.y(0.5)).toPoint(),
                                QPointF(layout.x[2], layout.lines.top()).toPoint());
                           return study.rows().rows().size() < all;
                       };
                       return QTest::qWaitFor(dragged, waitLimit);
                   }},
                  {text("A double click"), [this](View& view) {
                       StudyView& study = withResults(view);
                       const int before = m_fixture.session()->count();
                       QTest::mouseDClick(&view, Qt::LeftButton, {},
                                          study.pointOf(static_cast<int>(study.front().front())).toPoint());
                       return m_fixture.session()->count() == before + 1;
                   }}}}};
    }

    StudyView& withResults(View& view)
    {
        auto& study = dynamic_cast<StudyView&>(view);
        if (!m_fixture.bench->results.open(m_results.file())) {
            qFatal("the results cannot be read");
        }
        while (study.isWorking()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        (void)study.plotNow(0);
        return study;
    }

    WindowFixture m_fixture;
    StudyFiles m_results;
};

PGRAM_TEST(TestHelpKeys)
#include "test_help_keys.moc"
