// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tensors in memories of several kinds: against every way to place each of them, a case by hand, and BERT with
// adapters.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/presets/preset_store.h"
#include "core/serving/edge.h"
#include "tests/core/near.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/schema_check.h"

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace pgram;
using test::near;

namespace {

struct Case {
    std::vector<TensorClass> classes;
    std::vector<MemoryTier> tiers;
    double perWake = 1;
};

/// Whole bytes, so that sums are exact in any order.
Case randomCase(std::mt19937& random)
{
    const auto from = [&random](int least, int most) {
        return static_cast<double>(std::uniform_int_distribution(least, most)(random));
    };
    Case made;
    const double tiers = from(1, 3);
    double all = 0;
    for (double left = from(1, 4); left > 0; --left) {
        TensorClass tensor{
            "t", static_cast<int>(from(1, left > 2 ? 2 : 3)), from(0, 9), from(0, 20), from(0, 5), from(0, 2) > 0};
        all += tensor.count * tensor.bytes;
        made.classes.push_back(tensor);
    }
    for (int i = 0; i < tiers; ++i) {
        made.tiers.push_back(
            {"m", std::floor(all * from(1, 10) / 8), from(1, 9), from(1, 9), from(1, 9), from(0, 1) > 0});
    }
    made.tiers.back().isVolatile = false;
    made.perWake = from(1, 4);
    return made;
}

/// Every tensor into every tier.
double bruteForce(const Case& asked, TierGoal goal)
{
    std::vector<const TensorClass*> tensors;
    for (const TensorClass& each : asked.classes) {
        tensors.insert(tensors.end(), static_cast<std::size_t>(each.count), &each);
    }
    std::vector<double> left;
    for (const MemoryTier& tier : asked.tiers) {
        left.push_back(tier.capacity);
    }
    const auto place = [&](const auto& self, std::size_t next) -> double {
        if (next == tensors.size()) {
            return 0;
        }
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t tier = 0; tier < left.size(); ++tier) {
            if (tensors[next]->bytes <= left[tier]) {
                left[tier] -= tensors[next]->bytes;
                const double own = goal == TierGoal::Energy
                                       ? energyIn(*tensors[next], asked.tiers, tier, asked.perWake)
                                       : latencyIn(*tensors[next], asked.tiers, tier, asked.perWake);
                best = std::min(best, own + self(self, next + 1));
                left[tier] += tensors[next]->bytes;
            }
        }
        return best;
    };
    return place(place, 0);
}

EdgeQuestion bert(int tasks)
{
    const PresetStore store(presetsFolder());
    EdgeQuestion question;
    question.model = *store.model("bert-base");
    question.format = *parseWeightFormat("int8", "--weights");
    question.tiers = *loadTiers(presetsFolder() / "tiers" / "rram-sram.json");
    question.tasks = tasks;
    return question;
}

}  // namespace

class TestTiers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void placementsEqualBruteForce()
    {
        std::mt19937 random(7);
        int fitting = 0;
        for (int i = 0; i < 1000; ++i) {
            const Case asked = randomCase(random);
            for (const TierGoal goal : {TierGoal::Energy, TierGoal::Latency}) {
                const TierPlacement best = bestPlacement(asked.classes, asked.tiers, goal, asked.perWake);
                const double least = bruteForce(asked, goal);
                QCOMPARE(best.fits(), std::isfinite(least));
                if (best.fits()) {
                    ++fitting;
                    QVERIFY(near(goal == TierGoal::Energy ? best.energy : best.latency, least));
                    for (std::size_t tier = 0; tier < asked.tiers.size(); ++tier) {
                        double bytes = 0;
                        for (std::size_t each = 0; each < asked.classes.size(); ++each) {
                            bytes += best.counts[each][tier] * asked.classes[each].bytes;
                        }
                        QVERIFY(bytes <= asked.tiers[tier].capacity);
                    }
                }
            }
        }
        QVERIFY(fitting > 500 && fitting < 2000);
    }

    /// Two adapters fit beside the backbone in the fast memory; loading them at each wake-up may cost more than it
    /// saves.
    void byHand()
    {
        const std::vector<TensorClass> classes{{"layers", 1, 10, 40, 0, true}, {"adapters", 3, 2, 1, 0, true}};
        std::vector<MemoryTier> tiers{{"fast", 14, 10, 1, 1, false}, {"slow", 100, 1, 5, 5, false}};
        const TierPlacement best = bestPlacement(classes, tiers, TierGoal::Energy, 1);
        QCOMPARE(best.counts, (std::vector<std::vector<int>>{{1, 0}, {2, 1}}));
        QCOMPARE(best.energy, 40 + 2 * 1 + 5.0);
        QCOMPARE(best.latency, 4 + 0.2 + 1);
        tiers[0].isVolatile = true;  // each byte: 5 to read, 1 to write
        const TierPlacement woken = bestPlacement(classes, tiers, TierGoal::Energy, 1);
        QCOMPARE(woken.counts, (std::vector<std::vector<int>>{{1, 0}, {0, 3}}));  // 1 + 12 for an adapter, or 5
        QCOMPARE(woken.energy, 40 + 60 + 15.0);
        QVERIFY(!placementInOne(classes, tiers, 0, 1).fits());
        QCOMPARE(placementInOne(classes, tiers, 1, 1).energy, 200 + 15.0);
    }

    /// Tasks that share a model need little beside it; a model for each task is loaded at every switch.
    void tasksShareAModel()
    {
        const auto answer = edgePlacement(bert(8));
        QVERIFY(answer.has_value());
        QVERIFY(answer->leastEnergy.fits() && answer->leastLatency.fits());
        QVERIFY(answer->leastLatency.latency <= answer->leastEnergy.latency);
        QVERIFY(answer->leastEnergy.energy <= answer->leastLatency.energy);
        for (const TierPlacement& one : answer->inOne) {
            QVERIFY(!one.fits() || one.energy >= answer->leastEnergy.energy);
        }
        EdgeQuestion often = bert(8);
        often.perWake = 1000;
        const auto awake = edgePlacement(often);
        QVERIFY(awake->reloading.energy > awake->leastEnergy.energy);
        often.perSwitch = 1000;
        QVERIFY(edgePlacement(often)->reloading.energy < awake->reloading.energy);
        QVERIFY(near(answer->classes[1].bytes, 12 * 7087872.0));
        QVERIFY(near(answer->classes[1].read, 12 * 7087872.0));
        QVERIFY(near(answer->classes[2].bytes, 2.0 * 12 * 2 * (2 * 768 * 64 + 64 + 768)));
    }

    /// ALBERT's block is stored once, and read by each of its twelve layers.
    void layersThatShareParameters()
    {
        EdgeQuestion question = bert(8);
        question.model = *PresetStore(presetsFolder()).model("albert-base");
        const auto answer = edgePlacement(question);
        QVERIFY(near(answer->classes[1].bytes, 7087872.0));
        QVERIFY(near(answer->classes[1].read, 12 * 7087872.0));
        QVERIFY(answer->leastEnergy.energy < edgePlacement(bert(8))->leastEnergy.energy);
    }

    void theShippedFileKeepsToItsSchema()
    {
        const std::string text = *readTextFile(presetsFolder() / "tiers" / "rram-sram.json");
        const QString problem = test::schemaProblem(text, "tiers");
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void whatIsRefused()
    {
        EdgeQuestion question = bert(1);
        question.tiers.back().isVolatile = true;
        QVERIFY(!edgePlacement(question));
        question = bert(1);
        question.model.runs.resize(1);
        QVERIFY(!edgePlacement(question));
        for (const char* text : {"{", "[]", R"({"format": "parallelogram-tiers", "version": 1, "tiers": []})",
                                 R"({"format": "parallelogram-tiers", "version": 1, "tiers": [{"name": "a",
                                    "capacity_bytes": -1, "bytes_per_s": 1, "read_j_per_byte": 0,
                                    "write_j_per_byte": 0}]})",
                                 R"({"format": "parallelogram-model", "version": 1, "tiers": []})"}) {
            QVERIFY2(!parseTiers(text, "tiers.json"), text);
        }
    }
};

PGRAM_TEST(TestTiers)
#include "test_tiers.moc"
