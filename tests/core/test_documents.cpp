// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Lengths of the documents of packed samples: what is read, the sums of their squares by hand, and FLOP beside a sum
// over every document.
#include "core/base/json.h"
#include "core/model/documents.h"
#include "core/model/layer_work.h"
#include "core/model/training_json.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <random>
#include <vector>

using namespace pgram;

namespace {

DocumentLengths lengthsOf(const std::string& text)
{
    return loaded(DocumentLengths::parse(text));
}

LayerSpec block()
{
    LayerSpec layer{.kind = LayerKind::Decoder, .name = "block", .hidden = 256, .heads = 4, .kvHeads = 2};
    layer.headDim = 64;
    layer.ffn = 512;
    layer.dropout = false;
    return layer;
}

/// Draws a length of three distributions.
int drawn(std::string_view text, std::mt19937& random)
{
    if (text == "100-1500") {
        return std::uniform_int_distribution(100, 1500)(random);
    }
    if (text == "512x3,4096") {
        return random() % 4 == 0 ? 4096 : 512;
    }
    const double deviation = std::log(2000.0 / 300) / 1.6448536;
    const double length = 300 * std::exp(deviation * std::normal_distribution(0.0, 1.0)(random));
    return std::max(1, static_cast<int>(std::min(length, 1e6)));
}

}  // namespace

class TestDocuments : public QObject {
    Q_OBJECT

private slots:
    void lengthsByHand()
    {
        const DocumentLengths none = lengthsOf("");
        QVERIFY(none.isEmpty() && none == lengthsOf("0") && none.pairTokens(1000) == 0);
        QCOMPARE(lengthsOf("2k").equal(), 2048);
        QCOMPARE(lengthsOf("2048").pairTokens(8192), 2048.0);
        QCOMPARE(lengthsOf("2048").pairTokens(1024), 1024.0);
        // Three documents of 512 tokens and one of 2,048: mean 896, squares 3 * 512^2 + 2048^2 over 3,584 tokens.
        const DocumentLengths list = lengthsOf("512x3,2048");
        QCOMPARE(list.equal(), 0);
        QCOMPARE(list.meanTokens(8192), 896.0);
        QCOMPARE(list.pairTokens(8192), (3 * 512.0 * 512 + 2048.0 * 2048) / 3584);
        // The long one is cut at the length of a sample.
        QCOMPARE(list.pairTokens(1024), (3 * 512.0 * 512 + 1024.0 * 1024) / 2560);
        QCOMPARE(lengthsOf("100-102").meanTokens(8192), 101.0);
        QCOMPARE(lengthsOf("100-102").pairTokens(8192), (10000.0 + 10201 + 10404) / 303);
        QCOMPARE(lengthsOf("512x3,512").equal(), 512);
        QCOMPARE(lengthsOf("512").spread(8192), 0.0);
        QVERIFY(list.spread(8192) > lengthsOf("512x3,600").spread(8192));
        QVERIFY(list.spread(8192) > list.spread(65536));
    }

    /// The mean of a log-normal variable is the median times exp(s*s/2), that of its square times exp(2*s*s).
    void logNormalLengths()
    {
        const DocumentLengths lengths = lengthsOf("lognormal:600,2000");
        const double s = std::log(2000.0 / 600) / 1.6448536;
        const double mean = 600 * std::exp(s * s / 2);
        const double square = 600.0 * 600 * std::exp(2 * s * s);
        QVERIFY(std::abs(lengths.meanTokens(1 << 24) / mean - 1) < 0.002);
        QVERIFY(std::abs(lengths.pairTokens(1 << 24) / (square / mean) - 1) < 0.02);
        QVERIFY(lengths.pairTokens(2048) < lengths.pairTokens(1 << 24));
    }

    /// 20 distributions: a packed sample has the FLOP of its documents one by one.
    void packedSamplesAreSumsOverDocuments()
    {
        std::mt19937 random(5);
        for (int round = 0; round < 20; ++round) {
            LayerSpec layer = block();
            layer.window = round % 3 == 0 ? 96 : 0;
            std::string text;
            std::int64_t sequence = 0;
            double causal = 0;
            double all = 0;
            for (int kind = 0; kind < 3 + round % 5; ++kind) {
                const std::int64_t length = std::uniform_int_distribution<std::int64_t>(1, 700)(random);
                const std::int64_t count = std::uniform_int_distribution<std::int64_t>(1, 9)(random);
                text += fmt::format("{}{}x{}", text.empty() ? "" : ",", length, count);
                sequence += length * count;
                const LayerWork one =
                    layerWork(layer, {.samples = static_cast<double>(count), .sequence = length}, Training(), 1);
                causal += one.causalFlops;
                all += one.modelFlops;
            }
            Training training;
            training.documents = lengthsOf(text);
            const LayerWork packed = layerWork(layer, {.samples = 1, .sequence = sequence}, training, 1);
            QVERIFY2(std::abs(packed.causalFlops / causal - 1) < 1e-9, text.c_str());
            QVERIFY2(layer.window > 0 || std::abs(packed.modelFlops / all - 1) < 1e-9, text.c_str());
        }
    }

    /// Equal lengths written as a list give the figures of the number, operator by operator.
    void equalLengthsAreTheNumber()
    {
        Training number;
        number.documents = DocumentLengths(128);
        Training list;
        list.documents = lengthsOf("128x3,128");
        const LayerWork a = layerWork(block(), {.samples = 2, .sequence = 512}, number, 1);
        const LayerWork b = layerWork(block(), {.samples = 2, .sequence = 512}, list, 1);
        QCOMPARE(a.causalFlops, b.causalFlops);
        QCOMPARE(a.operators.size(), b.operators.size());
        for (std::size_t i = 0; i < a.operators.size(); ++i) {
            QCOMPARE(a.operators[i].flops, b.operators[i].flops);
            QCOMPARE(a.operators[i].visible, b.operators[i].visible);
        }
    }

    /// Means of the greatest of n standard normal variables, as tables of order statistics have them.
    void greatestOfSeveral()
    {
        QCOMPARE(greatestOfNormals(1), 0.0);
        for (const auto& [count, mean] : {std::pair(2, 0.56419), {4, 1.02938}, {8, 1.42360}, {100, 2.50759}}) {
            QVERIFY2(std::abs(greatestOfNormals(count) - mean) < 1e-3, fmt::format("{}", count).c_str());
        }
    }

    /// Two samples of 100, 200 and 600 tokens, each as often: of nine pairs the longest has 100 once, 200 three times
    /// and 600 five times. Mean 3,700/9.
    void longestOfTwoByHand()
    {
        const DocumentLengths lengths = lengthsOf("padded:600,100,200");
        QVERIFY(lengths.isPadded() && lengths.differ() && lengths.pairTokens(1000) == 0 && lengths.spread(1000) == 0);
        const TwoLengths longest = lengths.longestOf(2, 1000);
        const double mean = 3700.0 / 9;
        const double square = (100.0 * 100 + 3 * 200.0 * 200 + 5 * 600.0 * 600) / 9;
        QCOMPARE(longest.mean(longest.low, longest.high), mean);
        QCOMPARE(longest.mean(longest.low * longest.low, longest.high * longest.high), square);
        QVERIFY(longest.low >= 100 && longest.low < mean && longest.high > mean && longest.high <= 600);
        const TwoLengths cut = lengths.longestOf(2, 100);
        QCOMPARE(cut.mean(cut.low, cut.high), 100.0);
        QCOMPARE(lengthsOf("padded:512").longestOf(8, 1000).low, 512.0);
    }

    /// 20 distributions: mean and variance of the longest of 1 to 16 samples, beside a sum over all of their lengths.
    void longestOfSeveralIsASum()
    {
        std::mt19937 random(8);
        for (int round = 0; round < 20; ++round) {
            std::string text = "padded:";
            std::vector<double> all;
            for (int kind = 0; kind < 6; ++kind) {
                const int length = std::uniform_int_distribution(1, 5000)(random);
                const int count = std::uniform_int_distribution(1, 5)(random);
                text += fmt::format("{}{}x{}", kind > 0 ? "," : "", length, count);
                all.insert(all.end(), static_cast<std::size_t>(count), std::min(length, 4096));
            }
            std::ranges::sort(all);
            const int samples = 1 << (round % 5);
            double mean = 0;
            double square = 0;
            for (std::size_t i = 0; i < all.size(); ++i) {
                const auto below = [&](std::size_t n) {
                    return std::pow(static_cast<double>(n) / static_cast<double>(all.size()), samples);
                };
                mean += (below(i + 1) - below(i)) * all[i];
                square += (below(i + 1) - below(i)) * all[i] * all[i];
            }
            const TwoLengths longest = lengthsOf(text).longestOf(samples, 4096);
            QVERIFY2(std::abs(longest.mean(longest.low, longest.high) / mean - 1) < 1e-9, text.c_str());
            QVERIFY2(std::abs(longest.mean(longest.low * longest.low, longest.high * longest.high) / square - 1) < 1e-9,
                     text.c_str());
            QVERIFY2(longest.low > all.front() - 1e-6 && longest.high < all.back() + 1e-6, text.c_str());
        }
    }

    /// Four ranks share packed samples in chunks from both ends: drawn here token by token, with other random numbers.
    void busiestOfFourRanks()
    {
        constexpr int parts = 4;
        constexpr int tokens = 4096;
        for (const char* text : {"100-1500", "512x3,4096", "lognormal:300,2000"}) {
            const DocumentLengths lengths = lengthsOf(text);
            std::mt19937 random(3);
            double sum = 0;
            constexpr int samples = 400;
            for (int sample = 0; sample < samples; ++sample) {
                std::vector<double> pairs(parts);
                int left = 0;
                int position = 0;
                for (int token = 0; token < tokens; ++token, ++position) {
                    if (position >= left) {
                        position = 0;
                        left = drawn(text, random);
                    }
                    const int chunk = token / (tokens / (2 * parts));
                    pairs[static_cast<std::size_t>(std::min(chunk, 2 * parts - 1 - chunk))] += position + 0.5;
                }
                double all = 0;
                for (const double own : pairs) {
                    all += own;
                }
                sum += std::ranges::max(pairs) * parts / all;
            }
            const double busiest = lengths.busiestPart(tokens, parts);
            QVERIFY2(std::abs(busiest / (sum / samples) - 1) < 0.05,
                     fmt::format("{}: {} beside {}", text, busiest, sum / samples).c_str());
        }
        QCOMPARE(lengthsOf("1024").busiestPart(tokens, 1), 1.0);
        // One document: chunks from both ends have equally many pairs.
        QVERIFY(std::abs(lengthsOf("4096").busiestPart(tokens, parts) - 1) < 1e-9);
    }

    void filesKeepTheLengths()
    {
        const auto again = [](const Training& training) {
            const Json json = toJson(training);
            JsonObject object(json, "x");
            const Training read = trainingFromJson(object);
            return object.error() ? Training() : read;
        };
        for (const char* text :
             {"", "2048", "512x3,2048", "256-4096", "lognormal:600,4000", "padded:lognormal:600,4000", "padded:512"}) {
            Training training;
            training.documents = lengthsOf(text);
            QVERIFY2(again(training).documents == training.documents, text);
        }
        Json old = toJson(Training());
        old["document_tokens"] = 512;
        JsonObject object(old, "x");
        QCOMPARE(trainingFromJson(object).documents.equal(), 512);
    }

    void otherTextsAreRefused()
    {
        for (const char* text : {"x", "12x", "-5", "lognormal:5", "lognormal:600,60", "400-300", "1,,2", "512x0",
                                 "padded:", "padded:padded:5", "padded:x"}) {
            const auto lengths = DocumentLengths::parse(text);
            QVERIFY2(!lengths && lengths.error().text().find("names no lengths") != std::string::npos, text);
        }
    }
};

PGRAM_TEST(TestDocuments)
#include "test_documents.moc"
