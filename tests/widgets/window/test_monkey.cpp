// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Somebody who presses everything: random clicks, drags, wheels and keys all over the real window, its menus and its
// dialogs. It must not crash, hang, or lose the window. A thousand events, in the deep tier ten thousand;
// PARALLELOGRAM_MONKEY=n sends n events, PARALLELOGRAM_SEED=n others, and PARALLELOGRAM_MONKEY_LIMIT=ms fails when one
// event keeps the window from answering for longer (processor time of its thread, which a busy machine does not
// stretch). Every 36,000 events, an hour at ten a second, it prints the resident memory and the slowest event so far.

#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/views/common/view.h"

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QDesktopServices>
#include <QDialog>
#include <QFile>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QRandomGenerator>
#include <QWheelEvent>

#include <ctime>
#include <functional>
#include <optional>
#include <unistd.h>

using namespace pgram;

namespace {

/// Returns the processor time of the calling thread.
double processorMilliseconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Returns the action of a menu at a place; the highlighted one without a place.
const QAction* actionOf(const QWidget& widget, std::optional<QPoint> at)
{
    if (const auto* menu = qobject_cast<const QMenu*>(&widget)) {
        return at ? menu->actionAt(*at) : menu->activeAction();
    }
    if (const auto* bar = qobject_cast<const QMenuBar*>(&widget)) {
        return at ? bar->actionAt(*at) : bar->activeAction();
    }
    return nullptr;
}

/// Returns the name of what an event hits: "QMenu#contextMenu 'Copy picture'".
QString described(const QWidget& widget, std::optional<QPoint> at)
{
    const auto* area = qobject_cast<const QAbstractScrollArea*>(widget.parentWidget());
    const QWidget& named = area != nullptr && area->viewport() == &widget ? *area : widget;
    const QString name =
        QStringLiteral("%1#%2").arg(QString::fromLatin1(named.metaObject()->className()), named.objectName());
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const QAction* action = actionOf(widget, at);
    const QString words = button != nullptr ? button->text() : action != nullptr ? action->text() : QString();
    return words.isEmpty() ? name : QStringLiteral("%1 '%2'").arg(name, words);
}

struct Slow {
    double milliseconds = 0;
    QString event;
};

constexpr int eventsPerHour = 36'000;
constexpr std::size_t slowestKept = 8;

/// Returns the resident memory of this process in MiB.
double residentMebibytes()
{
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const QList<QByteArray> pages = file.readAll().split(' ');
    return pages.size() < 2 ? 0 : pages[1].toDouble() * static_cast<double>(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

/// Sends one event after another through the event queue, so that it goes on inside the loops of menus and dialogs.
class Monkey : public QObject {
public:
    Monkey(const WindowFixture& fixture, quint32 seed, int events)
        : m_fixture(fixture), m_random(seed), m_events(events), m_left(events)
    {}

    void start() { post(); }
    [[nodiscard]] bool isDone() const { return m_left <= 0; }
    /// Returns the slowest events, the slowest first.
    [[nodiscard]] const std::vector<Slow>& slowest() const { return m_slowest; }

private:
    void post()
    {
        QMetaObject::invokeMethod(
            this, [this] { step(); }, Qt::QueuedConnection);
    }

    void step()
    {
        account();
        if (m_left-- <= 0) {
            leaveDialogs();
            return;
        }
        post();
        if (leaveSome()) {
            return;
        }
        if (below(3) == 0) {
            key();
        } else {
            mouse();
        }
    }

    /// What the event before this one, and all that it set off, took of the thread.
    void account()
    {
        const double now = processorMilliseconds();
        if (!m_event.isEmpty()) {
            keepIfSlow(now - m_since);
        }
        if (const int done = m_events - m_left; done > 0 && done % eventsPerHour == 0) {
            const Slow slowest = m_slowest.empty() ? Slow() : m_slowest.front();
            qInfo("%d events: %.0f MiB, %.0f s of the processor, slowest %.0f ms: %s", done, residentMebibytes(),
                  now / 1e3, slowest.milliseconds, qPrintable(slowest.event));
        }
        m_before = m_event;
        m_since = now;
    }

    void keepIfSlow(double milliseconds)
    {
        if (m_slowest.size() == slowestKept && milliseconds <= m_slowest.back().milliseconds) {
            return;
        }
        const auto place = std::ranges::upper_bound(m_slowest, milliseconds, std::greater(), &Slow::milliseconds);
        m_slowest.insert(place, {milliseconds, m_before + QStringLiteral(" | ") + m_event});
        m_slowest.resize(std::min(m_slowest.size(), slowestKept));
    }

    [[nodiscard]] int below(int end) { return static_cast<int>(m_random.bounded(end)); }

    void leaveDialogs()
    {
        if (QWidget* popup = QApplication::activePopupWidget()) {
            popup->close();
            post();
        } else if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
            dialog->reject();
            post();
        }
    }

    /// Files and printers are left alone, searches stay short, and what pops up does not stay for ever.
    bool leaveSome()
    {
        if (m_fixture.window->planning()->isRunning() && below(20) == 0) {
            m_event = QStringLiteral("stop");
            m_fixture.window->planning()->stop();
            return true;
        }
        QWidget* modal = QApplication::activeModalWidget();
        QWidget* popup = QApplication::activePopupWidget();
        if (popup != nullptr && below(8) == 0) {
            m_event = QStringLiteral("close ") + QString::fromLatin1(popup->metaObject()->className());
            popup->close();
            return true;
        }
        if (auto* dialog = qobject_cast<QDialog*>(modal)) {
            const bool outside =
                qobject_cast<QFileDialog*>(dialog) != nullptr || dialog->inherits("QAbstractPrintDialog");
            if (outside || below(12) == 0) {
                m_event = QStringLiteral("reject ") + QString::fromLatin1(dialog->metaObject()->className());
                dialog->reject();
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] QWidget* top() const
    {
        if (QWidget* popup = QApplication::activePopupWidget()) {
            return popup;
        }
        if (QWidget* modal = QApplication::activeModalWidget()) {
            return modal;
        }
        // The platform without a display leaves a menu that was closed the active window.
        QWidget* active = QApplication::activeWindow();
        return active != nullptr && active->isVisible() ? active : m_fixture.window.get();
    }

    void mouse()
    {
        QWidget* window = top();
        const QPoint at(below(std::max(1, window->width())), below(std::max(1, window->height())));
        QWidget* target = window->childAt(at);
        target = target != nullptr ? target : window;
        if (!target->isEnabled()) {
            target = window;
        }
        const QPoint inside = target->mapFrom(window, at);
        static constexpr std::array modifiers{Qt::NoModifier, Qt::NoModifier, Qt::NoModifier, Qt::ShiftModifier,
                                              Qt::ControlModifier};
        const Qt::KeyboardModifiers held = modifiers[static_cast<std::size_t>(below(modifiers.size()))];
        switch (below(6)) {
        case 0:
            wheel(target, inside, held);
            break;
        case 1:
            drag(target, inside, held);
            break;
        case 2:
            name("double click", *target, inside);
            QTest::mouseDClick(target, Qt::LeftButton, held, inside);
            break;
        case 3:
            name("right click", *target, inside);
            menu(target, inside);
            break;
        default:
            name("click", *target, inside);
            QTest::mouseClick(target, Qt::LeftButton, held, inside);
        }
    }

    void wheel(QWidget* target, const QPoint& at, Qt::KeyboardModifiers held)
    {
        name("wheel", *target, at);
        const QPoint turn(below(3) == 0 ? 120 * (below(5) - 2) : 0, 120 * (below(7) - 3));
        QWheelEvent event(at, target->mapToGlobal(QPointF(at)), {}, turn, Qt::NoButton, held, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(target, &event);
    }

    void drag(QWidget* target, const QPoint& from, Qt::KeyboardModifiers held)
    {
        QPointer<QWidget> alive(target);
        const QPoint to(below(std::max(1, target->width())), below(std::max(1, target->height())));
        name("drag", *target, to);  // A menu takes what it is let go on.
        QTest::mousePress(target, Qt::LeftButton, held, from);
        for (int part = 1; part <= 3 && alive; ++part) {
            QTest::mouseMove(target, from + (to - from) * part / 3);
        }
        if (alive) {
            QTest::mouseRelease(target, Qt::LeftButton, held, to);
        }
    }

    static void menu(QWidget* target, const QPoint& at)
    {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, target->mapToGlobal(at));
        QCoreApplication::sendEvent(target, &event);
    }

    void key()
    {
        static constexpr std::array keys{
            Qt::Key_Tab,  Qt::Key_Backtab, Qt::Key_Up,     Qt::Key_Down,     Qt::Key_Left,  Qt::Key_Right,
            Qt::Key_Home, Qt::Key_End,     Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Space, Qt::Key_Return,
            Qt::Key_Plus, Qt::Key_Minus,   Qt::Key_Delete, Qt::Key_Escape,   Qt::Key_F2,    Qt::Key_F5,
            Qt::Key_F6,   Qt::Key_F10,     Qt::Key_Menu,   Qt::Key_0,        Qt::Key_1,     Qt::Key_2,
            Qt::Key_9,    Qt::Key_A,       Qt::Key_D,      Qt::Key_E,        Qt::Key_F,     Qt::Key_G,
            Qt::Key_K,    Qt::Key_P,       Qt::Key_R,      Qt::Key_S,        Qt::Key_T,     Qt::Key_V,
            Qt::Key_W,    Qt::Key_Y,       Qt::Key_Z,      Qt::Key_Comma,    Qt::Key_Slash, Qt::Key_Backspace};
        static constexpr std::array held{Qt::KeyboardModifiers(),
                                         Qt::KeyboardModifiers(),
                                         Qt::KeyboardModifiers(),
                                         Qt::KeyboardModifiers(Qt::ShiftModifier),
                                         Qt::KeyboardModifiers(Qt::ControlModifier),
                                         Qt::KeyboardModifiers(Qt::AltModifier),
                                         Qt::ControlModifier | Qt::ShiftModifier};
        const Qt::Key pressed = keys[static_cast<std::size_t>(below(static_cast<int>(keys.size())))];
        const Qt::KeyboardModifiers with = held[static_cast<std::size_t>(below(static_cast<int>(held.size())))];
        QWidget* window = top();
        QWidget* focused = window->focusWidget() != nullptr ? window->focusWidget() : window;
        name(qPrintable(QKeySequence(QKeyCombination(with, pressed)).toString()), *focused);
        QTest::keyClick(focused, pressed, with);
    }

    void name(const char* what, const QWidget& target, std::optional<QPoint> at = std::nullopt)
    {
        m_event = QStringLiteral("%1 on %2").arg(QString::fromUtf8(what), described(target, at));
        if (qEnvironmentVariableIsSet("PARALLELOGRAM_MONKEY_LOG")) {
            qInfo("%d %s", m_left, qPrintable(m_event));
        }
    }

    const WindowFixture& m_fixture;
    QRandomGenerator m_random;
    int m_events;
    int m_left;
    QString m_event;
    QString m_before;
    double m_since = 0;
    std::vector<Slow> m_slowest;
};

/// Links of the help go nowhere.
class NoBrowser : public QObject {
    Q_OBJECT
public Q_SLOTS:
    void open(const QUrl&) {}
};

}  // namespace

class TestMonkey : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pressesEverything();
};

void TestMonkey::pressesEverything()
{
    const int events = static_cast<int>(test::numberFrom("PARALLELOGRAM_MONKEY", test::isDeep() ? 10'000 : 1000));
    const quint32 seed = test::numberFrom("PARALLELOGRAM_SEED", 7);
    const unsigned limit = test::numberFrom("PARALLELOGRAM_MONKEY_LIMIT", 0);
    qInfo("%d events, seed %u", events, seed);
    NoBrowser browser;
    QDesktopServices::setUrlHandler(QStringLiteral("https"), &browser, "open");
    WindowFixture fixture;
    fixture.window->actions()["quit"]->setEnabled(false);
    fixture.planAndWait();
    fixture.session()->add(samplePlan(4, 24, 8));
    fixture.session()->add(samplePlan(16, 96, 64));
    Monkey monkey(fixture, seed, events);
    monkey.start();
    const int patience = 20'000 + 1000 * events;
    QTRY_VERIFY_WITH_TIMEOUT(monkey.isDone(), patience);
    QTRY_VERIFY(QApplication::activeModalWidget() == nullptr);
    QVERIFY(fixture.window->isVisible());
    const std::vector<Slow>& slowest = monkey.slowest();
    for (const Slow& slow : slowest) {
        qInfo("%7.1f ms  %s", slow.milliseconds, qPrintable(slow.event));
    }
    QVERIFY2(limit == 0 || slowest.front().milliseconds <= limit, qPrintable(slowest.front().event));
    // It still answers: a plan can be added, shown and edited.
    const int row = fixture.session()->add(samplePlan(2, 8, 4));
    fixture.document()->setGlobalBatch(64);
    QVERIFY(fixture.session()->at(row).isModified());
    fixture.window->planning()->stop();
    QTRY_VERIFY(!fixture.window->planning()->isRunning());
    QDesktopServices::unsetUrlHandler(QStringLiteral("https"));
}

PGRAM_TEST(TestMonkey)
#include "test_monkey.moc"
