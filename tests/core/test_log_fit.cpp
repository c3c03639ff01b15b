// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constants of collectives and of a link from seconds that are computed from known ones, and errors of what is left
// out.
#include "core/fidelity/collective_fit.h"
#include "core/fidelity/log_fit.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <random>

using namespace pgram;

namespace {

LinkLevel fittedLink()
{
    LinkLevel link;
    link.span = 8;
    link.bandwidth = 4e11;
    link.efficiency.value = 0.8;
    link.latency = 3e-6;
    return link;
}

std::vector<MeasuredCollective> measuredWith(const CollectiveConstants& truth, std::initializer_list<int> groups,
                                             double noise = 0)
{
    std::mt19937 random{7};
    std::vector<MeasuredCollective> measured;
    for (const int ranks : groups) {
        for (double bytes = 4096; bytes < 2e9; bytes *= 8) {
            const double factor = std::uniform_real_distribution(1 - noise, 1 + noise)(random);
            measured.push_back({ranks, bytes, factor * collectiveTime(fittedLink(), truth, ranks, bytes)});
        }
    }
    return measured;
}

constexpr CollectiveConstants usualStart{1e-5, 1e-6, 1, 0.35, 0.5};
constexpr CollectiveConstants drawnConstants[]{
    {7.9e-6, 1.8e-6, 1.09, 0.35, 0.75}, {4.5e-6, 8e-7, 1.1, 0.65, 0.68}, {2e-5, 4e-6, 0.5, 0.2, 0.4}};

}  // namespace

class TestLogFit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Sizes from 4 KiB to 1 GiB on 2, 4 and 8 devices determine all that the form has.
    void collectivesAreMet()
    {
        for (const CollectiveConstants& truth : drawnConstants) {
            const auto measured = measuredWith(truth, {2, 4, 8});
            const CollectiveFit fit = fitCollective(fittedLink(), usualStart, measured);
            QVERIFY2(fit.meanError < 0.01, std::to_string(fit.meanError).c_str());
            const MeasuredCollective other{6, 3e6, collectiveTime(fittedLink(), truth, 6, 3e6)};
            QVERIFY(std::abs(collectiveError(fittedLink(), fit.constants, other)) < 0.03);
        }
    }

    /// Two devices do not tell the seconds per rank from the start, nor the loss from the rate.
    void oneGroupDeterminesLess()
    {
        const auto measured = measuredWith(drawnConstants[0], {2});
        const CollectiveFit fit = fitCollective(fittedLink(), usualStart, measured);
        QVERIFY(fit.meanError < 0.01);
        QVERIFY(fit.isDetermined[0] != fit.isDetermined[1] && fit.isDetermined[2] != fit.isDetermined[3]);
    }

    void linkByHand()
    {
        std::vector<MeasuredCollective> messages;
        for (double bytes = 4096; bytes < 2e9; bytes *= 8) {
            messages.push_back({2, bytes, 1e-5 + bytes / 1e11});
        }
        const LinkFit fit = fitLink(fittedLink(), messages);
        QVERIFY(fit.isDetermined && std::abs(fit.latency - 1e-5) < 1e-9 && std::abs(fit.efficiency - 0.25) < 1e-6);
        QVERIFY(!fitLink(fittedLink(), std::vector<MeasuredCollective>{{2, 8, 1e-5}}).isDetermined);
    }

    /// 6/x = 3 at 2; a constant that changes nothing, or a time that no value reaches, is not determined.
    void solvedByHand()
    {
        const auto falling = [](double value) { return 6 / value; };
        QVERIFY(std::abs(*solvedFor(3, {0.1, 10}, falling) - 2) < 1e-9);
        QVERIFY(std::abs(*solvedFor(8, {0.1, 10}, [](double value) { return 4 * value; }) - 2) < 1e-9);
        QVERIFY(!solvedFor(100, {0.1, 10}, falling));
        QVERIFY(!solvedFor(1.0001, {0.1, 10}, [](double value) { return 1 + value / 1e5; }));
    }

    /// Measurements 1, 1, 1, 2 and the mean as a fit: the halves have means 1 and 1.5, so that two of four are met by 1
    /// (errors 0 and 1/2), and the others by 1.5 (errors 1/2 each).
    void leftOutByHand()
    {
        const double measured[]{1, 1, 1, 2};
        const auto errors = [&](std::span<const std::size_t> known, std::span<const std::size_t> left) {
            const double mean = (measured[known[0]] + measured[known[1]]) / 2;
            return std::vector<double>{std::log(mean / measured[left[0]]), std::log(mean / measured[left[1]])};
        };
        QVERIFY(std::abs(*leftOutError(4, errors) - 1.5 / 4) < 1e-12);
        QVERIFY(!leftOutError(3, errors));
    }
};

PGRAM_TEST(TestLogFit)
#include "test_log_fit.moc"
