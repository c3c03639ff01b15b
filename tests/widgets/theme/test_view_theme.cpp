// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The theme: labels can be read on every colour, kinds that stand side by side stay apart for colour-blind eyes, and
// hatches stay inside their areas.
#include "tests/pgram_test.h"
#include "widgets/theme/appearance.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/ticks.h"

#include <cmath>

using namespace pgram;

namespace {

using Lab = std::array<double, 3>;

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// CIE L*a*b* of a linear sRGB colour, D65.
Lab labOf(const std::array<double, 3>& rgb)
{
    const double x = (0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.9505;
    const double y = 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
    const double z = (0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.089;
    const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
    return {116 * f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))};
}

using Vision = std::array<std::array<double, 3>, 3>;
// Complete deficiencies after Machado, Oliveira and Fernandes (2009), on linear sRGB.
constexpr Vision normal{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Vision protan{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Vision deutan{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Vision tritan{
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};

Lab seen(const QColor& color, const Vision& vision)
{
    const std::array<double, 3> rgb{linear(color.redF()), linear(color.greenF()), linear(color.blueF())};
    std::array<double, 3> result{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            result[row] += vision[row][column] * rgb[column];
        }
        result[row] = std::clamp(result[row], 0.0, 1.0);
    }
    return labOf(result);
}

double difference(const QColor& a, const QColor& b, const Vision& vision)
{
    const Lab x = seen(a, vision);
    const Lab y = seen(b, vision);
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

/// Different colours differ by `least` for every eye.
void expectApart(const std::vector<QColor>& colors, double least)
{
    for (std::size_t i = 0; i < colors.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            for (const Vision* vision : {&normal, &protan, &deutan, &tritan}) {
                const double apart = difference(colors[i], colors[j], *vision);
                QVERIFY2(
                    apart >= least || colors[i] == colors[j],
                    qPrintable(
                        QStringLiteral("%1 %2 differ by %3 only").arg(colors[i].name(), colors[j].name()).arg(apart)));
            }
        }
    }
}

Theme themeOf(bool dark)
{
    return {dark ? darkPalette() : lightPalette(), QFont()};
}

constexpr std::array allParts{StrategyPart::DP, StrategyPart::ZeRO1,   StrategyPart::ZeRO2, StrategyPart::SDP,
                              StrategyPart::TP, StrategyPart::Ulysses, StrategyPart::CP,    StrategyPart::EP,
                              StrategyPart::PP, StrategyPart::Single};

std::vector<QColor> allColors(const Theme& theme)
{
    std::vector<QColor> colors;
    for (const StrategyPart part : allParts) {
        colors.push_back(theme.of(part));
    }
    for (const MemoryKind kind : allMemoryKinds) {
        colors.push_back(theme.of(kind));
    }
    for (const TimelineKind kind : allTimelineKinds) {
        colors.push_back(theme.of(kind));
    }
    for (int kind = 0; kind <= static_cast<int>(TrafficKind::HostTransfer); ++kind) {
        colors.push_back(theme.of(static_cast<TrafficKind>(kind)));
    }
    for (int step = 0; step <= 10; ++step) {
        colors.push_back(theme.heat(step / 10.0));
    }
    return colors;
}

}  // namespace

class TestViewTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contrastOfKnownPairs()
    {
        QCOMPARE(contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrast(Qt::white, Qt::black), 21.0);
        QCOMPARE(contrast(Qt::red, Qt::red), 1.0);
        // #767676 is the well-known darkest grey that just passes 4.5 on white.
        QVERIFY(contrast(QColor(0x76, 0x76, 0x76), Qt::white) >= 4.5);
        QVERIFY(contrast(QColor(0x77, 0x77, 0x77), Qt::white) < 4.5);
    }

    void everyLabelCanBeRead()
    {
        for (const bool dark : {false, true}) {
            const Theme theme = themeOf(dark);
            QCOMPARE(theme.dark, dark);
            for (const QColor& color : allColors(theme)) {
                QVERIFY2(contrast(labelColor(color), color) >= 4.4, qPrintable(color.name()));
            }
            QVERIFY(contrast(theme.text, theme.surface) >= 7);
            QVERIFY(contrast(theme.mutedText, theme.surface) >= 4.5);
            QVERIFY(contrast(theme.bad, theme.surface) >= 4.5);
            QVERIFY(contrast(theme.good, theme.surface) >= 4.5);
            QVERIFY(contrast(theme.accent, theme.surface) >= 3);
        }
    }

    /// Every two that can stand side by side, in a strip, a bar, a row of the timeline or a legend.
    void allOfAPictureStayApartForColorBlindEyes()
    {
        for (const bool dark : {false, true}) {
            const Theme theme = themeOf(dark);
            const auto colors = [&theme](const auto& kinds) {
                std::vector<QColor> list;
                for (const auto kind : kinds) {
                    list.push_back(theme.of(kind));
                }
                return list;
            };
            std::vector<TrafficKind> traffic;  // the last, that of tied embeddings, has the quiet colour of overhead
            for (int kind = 0; kind <= static_cast<int>(TrafficKind::HostTransfer); ++kind) {
                traffic.push_back(static_cast<TrafficKind>(kind));
            }
            expectApart(colors(allParts), 10);
            expectApart(colors(allMemoryKinds), 15);
            expectApart(colors(allTimelineKinds), 10);
            expectApart(colors(traffic), 10);
        }
    }

    void heatRunsOneWay()
    {
        for (const bool dark : {false, true}) {
            const Theme theme = themeOf(dark);
            for (int step = 1; step <= 20; ++step) {
                const double before = luminance(theme.heat((step - 1) / 20.0));
                const double after = luminance(theme.heat(step / 20.0));
                QVERIFY(dark ? after > before : after < before);
            }
        }
    }

    void partsFollowTheShortName()
    {
        LayerStrategy strategy{.tensor = 2, .data = 8, .zero = 3, .shard = 4};
        strategy.placement = TensorPlacement::Middle;
        for (const ShardPlacement shard : {ShardPlacement::Inner, ShardPlacement::Outer}) {
            strategy.shardPlacement = shard;
            QStringList names;
            for (const StrategyShare& share : partsOf(strategy)) {
                names << QString::fromLatin1(shortName(share.part)) + QString::number(share.degree);
            }
            QCOMPARE(names.join(u'·'), QString::fromStdString(shortName(strategy)));
        }
        QCOMPARE(partsOf(LayerStrategy{}), std::vector<StrategyShare>{StrategyShare{}});
    }

    void hatchStaysInside()
    {
        const QRectF area(3.5, 7.25, 40, 13);
        for (const HatchDirection direction : {HatchDirection::Rising, HatchDirection::Falling}) {
            std::vector<QLineF> lines;
            appendHatch(lines, area, 5, direction);
            QVERIFY(lines.size() >= 10);
            const QRectF wide = area.adjusted(-1e-9, -1e-9, 1e-9, 1e-9);
            for (const QLineF& line : lines) {
                QVERIFY(wide.contains(line.p1()) && wide.contains(line.p2()));
                QCOMPARE(line.dy() / line.dx(), direction == HatchDirection::Rising ? -1.0 : 1.0);
            }
        }
    }

    void ticksAreRoundAndFew()
    {
        const std::vector<Tick> seconds = ticksOf(0, 0.622, 6, AxisUnit::Time);
        QCOMPARE(seconds.size(), std::size_t{4});
        QCOMPARE(seconds[1].label, QStringLiteral("200 ms"));
        QCOMPARE(seconds[3].value, 0.6);
        const std::vector<Tick> bytes = ticksOf(0, 3.2 * 1073741824.0, 4, AxisUnit::Memory);
        QCOMPARE(bytes.back().label, QStringLiteral("3 GiB"));
        QCOMPARE(bytes.back().value, 3 * 1073741824.0);
        const std::vector<Tick> close = ticksOf(0.500001, 0.500003, 5, AxisUnit::Time);
        QVERIFY(!close.empty() && close.size() <= 6);
        QVERIFY(close.front().label != close.back().label);
        QVERIFY(ticksOf(1, 1, 5, AxisUnit::Time).empty());
        const std::vector<Tick> plain = ticksOf(0.79, 0.9, 5, AxisUnit::Number);
        QCOMPARE(plain.front().label, QStringLiteral("0.80"));
        const std::vector<Tick> shares = ticksOf(-0.6, 0.6, 3, AxisUnit::Change);
        QCOMPARE(shares.front().label + shares[1].label + shares.back().label, QStringLiteral("−50 %0 %+50 %"));
    }

    void logarithmicTicksAreRoundAndFew()
    {
        const auto labels = [](double low, double high, int most, AxisUnit unit) {
            QStringList texts;
            for (const Tick& tick : logTicksOf(low, high, most, unit)) {
                texts.append(tick.label);
            }
            return texts.join(u' ');
        };
        QCOMPARE(labels(0.8e-3, 25e-3, 6, AxisUnit::Time), QStringLiteral("1 ms 2 ms 5 ms 10 ms 20 ms"));
        QCOMPARE(labels(0.8e-3, 25e-3, 3, AxisUnit::Time), QStringLiteral("1 ms 3 ms 10 ms"));
        QCOMPARE(labels(20e-6, 2, 3, AxisUnit::Time), QStringLiteral("100 µs 10 ms 1 s"));
        QCOMPARE(labels(0.5, 1.5, 4, AxisUnit::Number), QStringLiteral("0.5 1"));
        // Zoomed into one power of ten.
        QCOMPARE(labels(2.05, 2.45, 5, AxisUnit::Time), QStringLiteral("2.1 s 2.2 s 2.3 s 2.4 s"));
        QVERIFY(logTicksOf(0, 1, 5, AxisUnit::Time).empty());
        QVERIFY(logTicksOf(2, 1, 5, AxisUnit::Time).empty());
    }
};

PGRAM_TEST(TestViewTheme)
#include "test_view_theme.moc"
