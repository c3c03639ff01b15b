// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures in files have the colours of the screen, whatever the file.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/view_fixture.h"
#include "widgets/theme/theme.h"
#include "widgets/views/all_views.h"
#include "widgets/views/communication/communication_view.h"
#include "widgets/views/communication/traffic_sums.h"
#include "widgets/views/timeline/timeline_view.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace pgram;

namespace {

QByteArray pictureOf(View& view, const QString& fileName)
{
    const QTemporaryDir folder;
    const QString name = folder.filePath(fileName);
    view.resize(1280, 800);
    QFile file(view.exportPicture(name).isEmpty() ? name : QString());
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray pdfOf(View& view)
{
    return pictureOf(view, QStringLiteral("picture.pdf"));
}

/// What a PDF draws with, unpacked: its streams one behind the other.
QByteArray streamsOf(const QByteArray& pdf)
{
    QByteArray all;
    for (qsizetype at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 1)) {
        const qsizetype first = at + 7;
        const qsizetype last = pdf.indexOf("endstream", first);
        if (last > first) {
            // qUncompress() wants the size ahead, and takes a small one for a hint.
            all += qUncompress(QByteArray("\0\1\0\0", 4) + pdf.mid(first, last - first));
        }
    }
    return all;
}

/// The colours that the shapes of a PDF are filled with.
std::set<QRgb> fillsOf(const QByteArray& streams)
{
    std::set<QRgb> colors;
    static const QRegularExpression fill(QStringLiteral("([0-9.]+) ([0-9.]+) ([0-9.]+) scn"));
    for (auto found = fill.globalMatch(QString::fromLatin1(streams)); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        colors.insert(
            QColor::fromRgbF(match.captured(1).toFloat(), match.captured(2).toFloat(), match.captured(3).toFloat())
                .rgb());
    }
    return colors;
}

}  // namespace

class TestPictureColors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// A JPEG has other colours than the scale below it.
    void noViewOfAPdfIsAJpeg()
    {
        ViewFixture fixture(8, 16, 512);
        for (View* made : planViews(&fixture)) {
            const std::unique_ptr<View> view(made);
            const QByteArray pdf = pdfOf(*view);
            QVERIFY(pdf.startsWith("%PDF-"));
            QVERIFY2(!pdf.contains("DCTDecode"), qPrintable(view->viewName()));
        }
    }

    /// Too many operations for shapes: the rows are pixels, of the very colours.
    void aDenseTimelineKeepsItsColors()
    {
        ViewFixture fixture(8, 16, 512);
        TimelineView view(&fixture.document, &fixture.selection);
        const QByteArray pdf = pdfOf(view);
        QVERIFY(pdf.contains("/Subtype /Image"));
        const QColor forward = Theme(view.palette(), view.font()).of(TimelineKind::Forward);
        const std::array<char, 3> pixel{static_cast<char>(forward.red()), static_cast<char>(forward.green()),
                                        static_cast<char>(forward.blue())};
        QVERIFY(streamsOf(pdf).contains(QByteArray(pixel.data(), 3)));
    }

    void thePairsOfDevicesAreShapesInTheirColors()
    {
        ViewFixture fixture(8, 16, 8);
        CommunicationView view(&fixture.document, &fixture.selection);
        const QByteArray pdf = pdfOf(view);
        QVERIFY(!pdf.contains("/Subtype /Image"));
        const std::set<QRgb> fills = fillsOf(streamsOf(pdf));
        const Theme theme(view.palette(), view.font());
        const TrafficMap traffic(fixture.document.plan()->cluster.devices,
                                 trafficMatrix(*fixture.document.plan(), *fixture.document.estimate()));
        int pairs = 0;
        for (int from = 0; from < traffic.devices(); ++from) {
            for (int to = 0; to < traffic.devices(); ++to) {
                if (const Volume bytes = traffic.bytes(from, to); bytes > 0) {
                    const QColor color = theme.heat(traffic.share(bytes));
                    QVERIFY2(fills.contains(color.rgb()), qPrintable(color.name()));
                    ++pairs;
                }
            }
        }
        QVERIFY(pairs > 10);
    }

    void aNameIsTextInEverySvg()
    {
        ViewFixture fixture(4, 16, 8);
        Plan plan = samplePlan(2, 16, 8);
        plan.name = "a<b>&\"c</title><script>\x01";
        fixture.session.show(fixture.session.add(plan));
        for (View* made : planViews(&fixture)) {
            const std::unique_ptr<View> view(made);
            const QByteArray svg = pictureOf(*view, QStringLiteral("picture.svg"));
            QXmlStreamReader reader(svg);
            QStringList titles;
            while (!reader.atEnd()) {
                if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == u"title") {
                    titles.append(reader.readElementText());
                }
                QVERIFY(reader.name() != u"script");
            }
            QVERIFY2(!reader.hasError(), qPrintable(view->viewName() + u' ' + reader.errorString()));
            QCOMPARE(titles.size(), 1);
            const bool isOfPlan = titles.front().startsWith(QStringLiteral("a<b>&\"c</title><script>\uFFFD"));
            QVERIFY2(isOfPlan || view->viewName() == QStringLiteral("compare"), qPrintable(titles.front()));
        }
    }
};

PGRAM_TEST(TestPictureColors)
#include "test_picture_colors.moc"
