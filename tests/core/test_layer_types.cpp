// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Types of layers: which layers share their costs, and which ranges of layers are alike.
#include "core/search/task/layer_types.h"
#include "tests/core/small_models.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <random>

using namespace pgram;

namespace {

/// Returns a model whose runs have these widths of feed-forward, two layers each.
Architecture modelOf(const std::vector<int>& widths)
{
    Architecture model;
    model.sequenceLength = 64;
    for (const int width : widths) {
        model.runs.push_back(test::block(LayerKind::Decoder, "run", 2, 64));
        model.runs.back().name += std::to_string(model.runs.size());
        model.runs.back().ffn = width;
    }
    return model;
}

}  // namespace

class TestLayerTypes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalRunsShareAType()
    {
        const LayerTypes types(modelOf({64, 128, 64, 128, 256}));
        QCOMPARE(types.ofRun, (std::vector<int>{0, 1, 0, 1, 2}));
        QCOMPARE(types.ofLayer, (std::vector<int>{0, 0, 1, 1, 0, 0, 1, 1, 2, 2}));
        QCOMPARE(types.runs, (std::vector<int>{0, 1, 4}));
        QCOMPARE(types.counts, (std::vector<int>{4, 4, 2}));
        QCOMPARE(types.usual(), std::size_t{0});
    }

    /// A schedule may free what the last layer keeps before that layer's backward runs.
    void lastLayerAloneIsApart()
    {
        Architecture model = modelOf({64, 64, 64});
        model.runs.back().count = 1;
        QCOMPARE(LayerTypes(model).ofRun, (std::vector<int>{0, 0, 1}));
    }

    void pinsDivideATypeInTwo()
    {
        LayerStrategy strategy;
        strategy.data = 2;
        const std::vector<std::optional<Allowed>> pinned{std::nullopt, Allowed{strategy}, std::nullopt,
                                                         Allowed{strategy}};
        QCOMPARE(LayerTypes(modelOf({64, 64, 64, 64}), pinned).ofRun, (std::vector<int>{0, 1, 0, 1}));
    }

    /// Against a comparison of all ranges.
    void lastLikeIsTheLastRangeOfTheSameTypes()
    {
        std::mt19937 random(5);
        for (int round = 0; round < 200; ++round) {
            const int size = 1 + static_cast<int>(random() % 24);
            const unsigned kinds = 1 + static_cast<unsigned>(random() % 3);
            std::vector<int> types;
            for (int i = 0; i < size; ++i) {
                const bool repeats = round % 2 == 0 && i >= 3;
                types.push_back(repeats ? types[static_cast<std::size_t>(i) - 3] : static_cast<int>(random() % kinds));
            }
            AlikeRanges ranges(types);
            for (int first = 0; first < size; ++first) {
                for (int end = first + 1; end <= size; ++end) {
                    int last = size - (end - first);
                    while (!std::equal(types.begin() + first, types.begin() + end, types.begin() + last)) {
                        --last;
                    }
                    QCOMPARE(ranges.lastLike(first, end), last);
                }
            }
        }
    }
};

PGRAM_TEST(TestLayerTypes)
#include "test_layer_types.moc"
