// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A view as a figure for a paper: millimetres, points and dots per inch come out of the files as they were asked for,
// and the dialog remembers them.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/picture_answer.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/theme/appearance.h"
#include "widgets/views/memory/memory_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFontInfo>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <set>

using namespace pgram;

namespace {

std::set<QString> valuesOf(const QByteArray& svg, const QString& attribute)
{
    std::set<QString> found;
    const QRegularExpression value(QStringLiteral(" %1=\"([^\"]*)\"").arg(attribute));
    for (auto each = value.globalMatch(QString::fromUtf8(svg)); each.hasNext();) {
        found.insert(each.next().captured(1));
    }
    return found;
}

struct PaperFigure {
    QTemporaryDir folder;
    ViewFixture fixture;
    MemoryView view{&fixture.document, &fixture.selection, &fixture.time};

    PaperFigure() { view.resize(1000, 600); }
    QString write(const QString& suffix, const PictureOptions& options)
    {
        const QString file = folder.filePath(QStringLiteral("figure.") + suffix);
        const QString failure = view.exportPicture(file, options);
        return failure.isEmpty() ? file : failure;
    }
};

PictureOptions columnOf(double millimetres, double points, double dpi)
{
    PictureOptions options{.width = millimetres, .typeSize = points, .captioned = false};
    options.setDpi(dpi);
    return options;
}

}  // namespace

class TestPaperFigure : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPngHasItsDots()
    {
        PaperFigure figure;
        const QImage image(figure.write(QStringLiteral("png"), columnOf(84, 8, 600)));
        QCOMPARE(image.width(), qRound(84 / 25.4 * 600));
        QCOMPARE(image.height(), qRound(84 * 0.6 / 25.4 * 600));
        QCOMPARE(image.dotsPerMeterX(), qRound(600 / 0.0254));
        QCOMPARE(image.dotsPerMeterY(), qRound(600 / 0.0254));
        QVERIFY(colorCount(image) > 10);
    }

    void anSvgIsInMillimetres()
    {
        PaperFigure figure;
        const QByteArray svg = contentsOf(figure.write(QStringLiteral("svg"), columnOf(84, 8, 300)));
        QVERIFY2(svg.contains("width=\"84.000mm\" height=\"50.400mm\""), svg.left(600).constData());
        QVERIFY2(svg.contains("viewBox=\"0 0 317.48"), svg.left(600).constData());
        // Units are 1/96 inch: 8 points are 10.67 of them.
        double largest = 0;
        const QRegularExpression text(QStringLiteral("<text[^>]* font-size=\"([0-9.]+)\""));
        for (auto each = text.globalMatch(QString::fromUtf8(svg)); each.hasNext();) {
            largest = std::max(largest, each.next().captured(1).toDouble());
        }
        QVERIFY2(std::abs(largest - 8 * 96.0 / 72) < 0.01, qPrintable(QString::number(largest)));
        for (const QString& family : valuesOf(svg, QStringLiteral("font-family"))) {
            QVERIFY2(family.endsWith(QStringLiteral("', sans-serif")) ||
                         family.endsWith(QStringLiteral("', monospace")),
                     qPrintable(family));
            const QString first = family.section(u'\'', 1, 1);
            QCOMPARE(QFontInfo(QFont(first)).family(), first);  // there is such a font
        }
    }

    void aPdfHasItsPage()
    {
        PaperFigure figure;
        PictureOptions options = columnOf(174, 9, 300);
        options.height = 60;
        const QByteArray pdf = contentsOf(figure.write(QStringLiteral("pdf"), options));
        const QRegularExpression box(QStringLiteral("/MediaBox \\[0 0 ([0-9.]+) ([0-9.]+)\\]"));
        const auto page = box.match(QString::fromLatin1(pdf));
        QVERIFY(page.hasMatch());
        QVERIFY(std::abs(page.captured(1).toDouble() - 174 / 25.4 * 72) <= 0.5);
        QVERIFY(std::abs(page.captured(2).toDouble() - 60 / 25.4 * 72) <= 0.5);
    }

    /// On paper it is light, and the window stays as it is.
    void theViewIsAsItWas()
    {
        PaperFigure figure;
        figure.view.setPalette(darkPalette());
        const QFont font = figure.view.font();
        const QByteArray dark = contentsOf(figure.write(QStringLiteral("svg"), {.captioned = false}));
        const QByteArray paper = contentsOf(figure.write(QStringLiteral("svg"), columnOf(84, 8, 300)));
        QCOMPARE(figure.view.palette().color(QPalette::Base), darkPalette().color(QPalette::Base));
        QCOMPARE(figure.view.font(), font);
        QCOMPARE(contentsOf(figure.write(QStringLiteral("svg"), {.captioned = false})), dark);
        figure.view.setPalette(lightPalette());
        QCOMPARE(contentsOf(figure.write(QStringLiteral("svg"), columnOf(84, 8, 300))), paper);
    }

    void theDialogRemembers()
    {
        const QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        {
            PictureDialog dialog(&settings, nullptr);
            const PictureOptions usual = dialog.options();
            QVERIFY(usual.width == 0 && usual.typeSize == 0 && usual.captioned);
            auto* columns = dialog.findChild<QComboBox*>();
            columns->setCurrentIndex(columns->findData(129.0));
            Q_EMIT columns->activated(columns->currentIndex());
            QCOMPARE(dialog.options().width, 129.0);
            QCOMPARE(dialog.options().typeSize, 8.0);  // what journals print
            dialog.findChild<QuantityEdit*>(QStringLiteral("dpi"))->setValue(1200);
            dialog.findChild<QCheckBox*>()->setChecked(false);
            dialog.accept();
        }
        const PictureOptions again = PictureDialog(&settings, nullptr).options();
        QCOMPARE(again.width, 129.0);
        QCOMPARE(again.height, 0.0);
        QCOMPARE(again.typeSize, 8.0);
        QCOMPARE(again.scale, 1200 / 96.0);
        QVERIFY(!again.captioned);
    }

    void whatIsDeclinedIsForgotten()
    {
        const QTemporaryDir folder;
        Settings settings(folder.filePath(QStringLiteral("settings.ini")));
        PictureDialog dialog(&settings, nullptr);
        dialog.findChild<QuantityEdit*>(QStringLiteral("dpi"))->setValue(1200);
        dialog.reject();
        QCOMPARE(PictureDialog(&settings, nullptr).options().scale, usualDpi / 96.0);
    }

    void theMenuAsksForTheSize()
    {
        WindowFixture fixture;
        fixture.window->session()->add(samplePlan(4, 12, 8));
        const QString file = fixture.path(QStringLiteral("column.png"));
        const PictureAnswer answer(file, [](PictureDialog& dialog) {
            auto* columns = dialog.findChild<QComboBox*>();
            columns->setCurrentIndex(columns->findData(84.0));
            dialog.findChild<QuantityEdit*>(QStringLiteral("dpi"))->setValue(600);
            keepPicture(&dialog, QStringLiteral("picture-dialog"));
        });
        fixture.window->actions()["exportPicture"]->trigger();
        QVERIFY(answer.answered());
        QCOMPARE(QImage(file).width(), qRound(84 / 25.4 * 600));
    }
};

PGRAM_TEST(TestPaperFigure)
#include "test_paper_figure.moc"
