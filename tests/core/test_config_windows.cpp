// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Windows of attention in configurations of Hugging Face: layer by layer, from `layer_types` or by the family's rule.
#include "core/exchange/config_models.h"
#include "core/exchange/loose_json.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <fmt/format.h>

using namespace pgram;

namespace {

Result<ConfigModel> readingOf(const std::string& type, int layers, const std::string& more)
{
    const std::string text = fmt::format(
        R"({{"model_type": "{}", "num_hidden_layers": {}, "hidden_size": 512, "num_attention_heads": 8,
            "num_key_value_heads": 4, "head_dim": 64, "intermediate_size": 2048, "moe_intermediate_size": 512,
            "num_experts": 4, "num_local_experts": 4, "num_experts_per_tok": 2, "vocab_size": 1024{}}})",
        type, layers, more);
    return parseLooseJson(text, "config.json").and_then([](const Json& json) {
        return modelOfConfig(json, "config.json");
    });
}

/// Returns the windows of all blocks.
std::vector<std::int64_t> windowsOf(const std::string& type, int layers, const std::string& more)
{
    const Architecture model = loaded(readingOf(type, layers, more)).model;
    std::vector<std::int64_t> windows;
    for (int layer = 1; layer + 1 < model.layerCount(); ++layer) {
        windows.push_back(model.layer(layer).window);
    }
    return windows;
}

}  // namespace

class TestConfigWindows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The rules of transformers' configuration classes.
    void familiesHaveTheirPeriods()
    {
        using Windows = std::vector<std::int64_t>;
        QCOMPARE(windowsOf("gemma2", 4, ""), (Windows{4096, 0, 4096, 0}));
        QCOMPARE(windowsOf("gemma3_text", 7, R"(, "sliding_window": 512)"), (Windows{512, 512, 512, 512, 512, 0, 512}));
        QCOMPARE(windowsOf("gemma3_text", 4, R"(, "sliding_window": 512, "sliding_window_pattern": 2)"),
                 (Windows{512, 0, 512, 0}));
        QCOMPARE(windowsOf("gpt_oss", 3, ""), (Windows{128, 0, 128}));
        QCOMPARE(windowsOf("cohere2", 5, ""), (Windows{4096, 4096, 4096, 0, 4096}));
        QCOMPARE(windowsOf("olmo3", 5, R"(, "sliding_window": 1024)"), (Windows{1024, 1024, 1024, 0, 1024}));
        QCOMPARE(windowsOf("mistral", 2, R"(, "sliding_window": 1024)"), (Windows{1024, 1024}));
        QCOMPARE(windowsOf("mistral", 2, R"(, "sliding_window": null)"), (Windows{0, 0}));
        QCOMPARE(windowsOf("llama", 2, ""), (Windows{0, 0}));
    }

    /// Qwen's layers have windows from a depth on, and only if the file switches them on.
    void depthsBegin()
    {
        const std::string sizes = R"(, "sliding_window": 256, "max_window_layers": 2)";
        using Windows = std::vector<std::int64_t>;
        QCOMPARE(windowsOf("qwen3", 4, sizes), (Windows{0, 0, 0, 0}));
        QCOMPARE(windowsOf("qwen3", 4, sizes + R"(, "use_sliding_window": true)"), (Windows{0, 0, 256, 256}));
    }

    void listsWin()
    {
        const std::string list = R"(, "layer_types": ["full_attention", "sliding_attention", "sliding_attention"])";
        using Windows = std::vector<std::int64_t>;
        QCOMPARE(windowsOf("gemma2", 3, list + R"(, "sliding_window": 64)"), (Windows{0, 64, 64}));
        QCOMPARE(windowsOf("llama", 3, list + R"(, "sliding_window": 64)"), (Windows{0, 64, 64}));
    }

    void wrongListsAreRefused()
    {
        const std::string word = R"(, "layer_types": ["full_attention", "slided_attention"], "sliding_window": 64)";
        QVERIFY(!readingOf("gemma2", 2, word));
        const std::string length = R"(, "layer_types": ["full_attention"], "sliding_window": 64)";
        QVERIFY(!readingOf("gemma2", 2, length));
        const std::string none = R"(, "layer_types": ["full_attention", "sliding_attention"])";
        const Result<ConfigModel> without = readingOf("llama", 2, none);
        QVERIFY(!without);
        QVERIFY(without.error().text().find("layer_types") != std::string::npos);
    }
};

PGRAM_TEST(TestConfigWindows)
#include "test_config_windows.moc"
