// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The values chosen for a question that leaves them open, and the plans that they lead to.
#include "core/questions/faster_plan.h"
#include "core/questions/usual_request.h"
#include "tests/core/shipped_presets.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"

#include <array>

using namespace pgram;

namespace {

struct Pair {
    const char* model;
    const char* cluster;
};

/// Models on clusters that hold them. Every seventh runs in the quick tier.
constexpr std::array pairs{
    Pair{"llama3.1-8b", "dgx-h100"},        Pair{"llama2-7b", "a100-8"},
    Pair{"llama2-13b", "a100-16"},          Pair{"llama3.1-70b", "dgx-h100-64"},
    Pair{"qwen3-30b-a3b", "dgx-h100-64"},   Pair{"mixtral-8x7b", "dgx-h100-64"},
    Pair{"bert-huge-32", "rtx-titan-8"},    Pair{"gpt2-xl", "a100-8"},
    Pair{"llama3.1-405b", "dgx-h100-1024"}, Pair{"gpt3-175b", "dgx-a100-64"},
    Pair{"qwen2.5-7b", "dgx-a100"},         Pair{"qwen2.5-32b", "dgx-h100-64"},
    Pair{"llama3-8b", "hgx-b200"},          Pair{"llama2-70b", "dgx-a100-64"},
    Pair{"tinyllama-1.1b", "rtx-4090-8"},   Pair{"gpt3-1.3b", "a100-8"},
    Pair{"gpt3-6.7b", "a100-16"},           Pair{"t5-3b", "a100-16"},
    Pair{"vit-huge-32", "rtx-titan-8"},     Pair{"swin-huge-32", "a100-8"},
    Pair{"bert-large", "a100-8"},           Pair{"gemma2-2b", "dgx-h100"},
    Pair{"llama3-8b", "mi300x-8"},          Pair{"pythia-160m", "a100-8"},
    Pair{"qwen3-0.6b", "rtx-4090-8"},       Pair{"resnet-50", "a100-8"},
    Pair{"deepseek-v3", "dgx-h100-1024"},   Pair{"llama3-8b", "h100-8-h200-8"},
    Pair{"smollm2-135m", "consumer-8"},     Pair{"gpt3-13b", "dgx-h200"},
};

SearchRequest subject(const Pair& pair)
{
    SearchRequest request;
    request.model = loaded(shippedPresets().model(pair.model));
    request.cluster = loaded(shippedPresets().cluster(pair.cluster));
    if (request.cluster.device.peakBf16 <= 0) {
        request.training.precision = Precision::Fp32;
    }
    return request;
}

std::int64_t batchOf(const Pair& pair, std::int64_t sequence = 0)
{
    SearchRequest request = subject(pair);
    request.training.sequenceLength = sequence;
    chooseUsual(request, {.batch = true, .search = false});
    return request.training.globalBatch;
}

}  // namespace

class TestUsualRequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // 4 Mi tokens in samples of 4,096 are 1,024; 16 Mi in samples of 8,192 are 2,048.
    void batchFollowsSizeAndSequence()
    {
        QCOMPARE(batchOf({"llama2-7b", "a100-8"}), 1024);
        QCOMPARE(batchOf({"llama2-7b", "a100-8"}, 16384), 256);
        QCOMPARE(batchOf({"llama3.1-405b", "dgx-h100-1024"}, 8192), 2048);
        QCOMPARE(batchOf({"gpt3-1.3b", "a100-8"}), 512);
        QCOMPARE(batchOf({"swin-huge-32", "a100-8"}), 1024);
        QCOMPARE(batchOf({"resnet-50", "a100-8"}), 256);
    }

    // 1,024 devices share samples of 128 Ki tokens by eights: 128 samples, where 16 Mi tokens are 128, too.
    void eightDevicesGetASample() { QCOMPARE(batchOf({"llama3-8b", "dgx-h100-1024"}, 131072), 128); }

    void adaptersTakeTheirRecipesBatch()
    {
        SearchRequest request = subject({"llama2-7b", "a100-8"});
        request.training.tuning.method = TuningMethod::Lora;
        QCOMPARE(usualBatch(request).value, std::string("128"));
    }

    void onlyOpenPartsAreChosen()
    {
        const SearchRequest asked = subject({"llama2-7b", "a100-8"});
        SearchRequest request = asked;
        QVERIFY(chooseUsual(request, {.batch = false, .search = false}).empty());
        QVERIFY(request == asked);
        const std::vector<ValueNote> batch = chooseUsual(request, {.batch = true, .search = false});
        QCOMPARE(batch.size(), std::size_t{1});
        QVERIFY(request.space == asked.space);
        request = asked;
        request.space.anyDivisor = true;
        const std::vector<ValueNote> search = chooseUsual(request, {.batch = false, .search = true});
        QCOMPARE(request.training.globalBatch, asked.training.globalBatch);
        QVERIFY(request.space.sp && request.space.zero1 && request.space.selective && request.space.ep);
        QVERIFY(request.space.anyDivisor);
        QCOMPARE(search.size(), std::size_t{3});
    }

    void firstPlansAreNearTheModernOptimum_data()
    {
        QTest::addColumn<int>("pair");
        QCOMPARE(pairs.size(), std::size_t{30});
        for (std::size_t i = 0; i < pairs.size(); i += test::isDeep() ? 1 : 7) {
            QTest::addRow("%s on %s", pairs[i].model, pairs[i].cluster) << static_cast<int>(i);
        }
    }
    void firstPlansAreNearTheModernOptimum()
    {
        QFETCH(int, pair);
        SearchRequest request = subject(pairs[static_cast<std::size_t>(pair)]);
        chooseUsual(request, {});
        const SearchResult first = loaded(search(request));
        request.schedules.clear();
        request.method = SearchRequest().method;
        const SearchResult modern = loaded(search(request));
        QVERIFY(first.plan && first.estimate->fits && modern.plan);
        QVERIFY(first.estimate->mfu >= 0.9 * modern.estimate->mfu);
    }

    // With sequence parallelism over NVLink, a plan of 13B is faster than those of the paper's space.
    void fasterPlanNamesWhatWasNotAllowed()
    {
        SearchRequest request = subject({"llama2-13b", "a100-16"});
        request.training.globalBatch = 64;
        const SearchResult found = loaded(search(request));
        const std::optional<Offer> offer = loaded(fasterPlan(request, found));
        QVERIFY(offer.has_value());
        QVERIFY(offer->figures->stepTime < 0.99 * found.estimate->stepTime);
        QVERIFY(!offer->changes.empty());
        const SearchResult again = loaded(search(offer->request));
        QVERIFY(again.estimate->stepTime <= offer->figures->stepTime * 1.001);
        QVERIFY(!loaded(fasterPlan(offer->request, again)).has_value());
    }
};

PGRAM_TEST(TestUsualRequest)
#include "test_usual_request.moc"
