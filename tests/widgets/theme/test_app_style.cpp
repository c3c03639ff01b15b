// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Fusion draws too faint: boxes to tick and dock buttons in the dark, and the keyboard's focus, by their pixels.

#include "tests/pgram_test.h"
#include "widgets/kit/choice_row.h"
#include "widgets/theme/appearance.h"
#include "widgets/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QDockWidget>
#include <QMainWindow>
#include <QPushButton>
#include <QVBoxLayout>

using namespace pgram;

namespace {

QImage pictureOf(QWidget& widget)
{
    return widget.grab().toImage().convertToFormat(QImage::Format_RGB32);
}

/// The best contrast of any pixel of the area with `ground`.
double bestContrast(const QImage& image, const QRect& area, const QColor& ground)
{
    double best = 1;
    for (int y = area.top(); y <= area.bottom(); ++y) {
        for (int x = area.left(); x <= area.right(); ++x) {
            best = std::max(best, contrast(image.pixelColor(x, y), ground));
        }
    }
    return best;
}

}  // namespace

class TestAppStyle : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase_data();
    void init()
    {
        QFETCH_GLOBAL(bool, dark);
        applyTheme(dark ? ThemeChoice::Dark : ThemeChoice::Light);
    }
    void cleanupTestCase() { applyTheme(ThemeChoice::Light); }
    void untickedBoxesAreSeen();
    void dockButtonsAreSeen();
    void theKeyboardsFocusIsSeen();
    void theDesktopsPaletteIsTaken();
};

void TestAppStyle::initTestCase_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestAppStyle::untickedBoxesAreSeen()
{
    QCheckBox box;
    box.resize(40, 24);
    const QColor ground = box.palette().color(QPalette::Window);
    const QImage image = pictureOf(box);
    QVERIFY(bestContrast(image, image.rect(), ground) >= 3);
    QVERIFY(contrast(boxFrameColor(box.palette()), box.palette().color(QPalette::Base)) >= 3);
}

void TestAppStyle::dockButtonsAreSeen()
{
    QMainWindow window;
    auto* dock = new QDockWidget(&window);
    window.addDockWidget(Qt::LeftDockWidgetArea, dock);
    window.resize(300, 200);
    window.show();
    QCoreApplication::processEvents();
    const QImage image = pictureOf(window);
    int seen = 0;
    for (const QAbstractButton* button : dock->findChildren<QAbstractButton*>()) {
        const QRect place(button->mapTo(&window, QPoint()), button->size());
        QVERIFY(bestContrast(image, place, window.palette().color(QPalette::Window)) >= 4.5);
        ++seen;
    }
    QCOMPARE(seen, 2);
}

void TestAppStyle::theKeyboardsFocusIsSeen()
{
    QWidget window;
    auto* column = new QVBoxLayout(&window);
    auto* toggle = new ToggleButton;
    auto* pressed = new ToggleButton;
    pressed->setChecked(true);
    auto* push = new QPushButton(QStringLiteral("Plan"));
    for (QAbstractButton* button : {static_cast<QAbstractButton*>(toggle), static_cast<QAbstractButton*>(pressed),
                                    static_cast<QAbstractButton*>(push)}) {
        column->addWidget(button);
    }
    window.resize(200, 160);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    for (QWidget* button :
         {static_cast<QWidget*>(toggle), static_cast<QWidget*>(pressed), static_cast<QWidget*>(push)}) {
        (button == toggle ? static_cast<QWidget*>(push) : toggle)->setFocus(Qt::ShortcutFocusReason);
        const QImage before = pictureOf(*button);
        button->setFocus(Qt::ShortcutFocusReason);  // by the keyboard
        const QImage after = pictureOf(*button);
        // Two pixels of the upper edge have changed well.
        const int middle = before.width() / 4;
        int strong = 0;
        for (int y = 0; y < 6; ++y) {
            strong += contrast(before.pixelColor(middle, y), after.pixelColor(middle, y)) >= 3 ? 1 : 0;
        }
        QVERIFY2(strong >= 2, qPrintable(QString::number(strong)));
    }
}

void TestAppStyle::theDesktopsPaletteIsTaken()
{
    const QPalette ofStyle(Qt::white);
    QCOMPARE(systemPalette(ofStyle, ofStyle), lightPalette());
    QCOMPARE(systemPalette(darkPalette(), darkPalette()), darkPalette());
    QPalette highContrast(Qt::yellow, Qt::black, Qt::black, Qt::black, Qt::black, Qt::yellow, Qt::white, Qt::black,
                          Qt::black);
    highContrast.setColor(QPalette::Highlight, Qt::cyan);
    highContrast.setColor(QPalette::HighlightedText, Qt::black);
    QCOMPARE(systemPalette(highContrast, ofStyle), highContrast);
    highContrast.setColor(QPalette::ButtonText, QColor(60, 60, 60));
    QCOMPARE(systemPalette(highContrast, ofStyle), darkPalette());
}

PGRAM_TEST(TestAppStyle)
#include "test_app_style.moc"
