// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Models from Hugging Face configurations: the published number of parameters, family by family, or a refusal that
// names what no plan can hold.
#include "core/base/format.h"
#include "core/base/text_file.h"
#include "core/exchange/config_models.h"
#include "core/exchange/format.h"
#include "core/exchange/loose_json.h"
#include "core/model/model_json.h"
#include "tests/core/data_sets.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <map>

using namespace pgram;

namespace {

Result<ConfigModel> built(const std::string& text)
{
    return parseLooseJson(text, "config.json").and_then([](const Json& json) {
        return modelOfConfig(json, "config.json");
    });
}

std::string refusal(const std::string& text)
{
    const auto model = built(text);
    return model ? "read" : model.error().text();
}

bool says(const std::string& text, const char* part)
{
    return text.find(part) != std::string::npos;
}

constexpr const char* small = R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64,
    "num_attention_heads": 4, "intermediate_size": 96, "vocab_size": 1000, "max_position_embeddings": 131072)";

}  // namespace

class TestHfConfig : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Counts as model cards and papers have them; configurations of our own writing.
    void countsAreThePublishedOnes_data()
    {
        QTest::addColumn<QString>("config");
        QTest::addColumn<double>("parameters");
        QTest::newRow("gpt-neox-20b") << R"({"model_type": "gpt_neox", "num_hidden_layers": 44, "hidden_size": 6144,
            "num_attention_heads": 64, "intermediate_size": 24576, "vocab_size": 50432,
            "max_position_embeddings": 2048})"
                                      << 20554567680.0;
        QTest::newRow("opt-1.3b") << R"({"model_type": "opt", "num_hidden_layers": 24, "hidden_size": 2048,
            "num_attention_heads": 32, "ffn_dim": 8192, "vocab_size": 50272, "max_position_embeddings": 2048,
            "word_embed_proj_dim": 2048})"
                                  << 1315758080.0;
        QTest::newRow("bloom-560m") << R"({"model_type": "bloom", "n_layer": 24, "hidden_size": 1024, "n_head": 16,
            "vocab_size": 250880, "seq_length": 2048})"
                                    << 559214592.0;
        QTest::newRow("bart-large") << R"({"model_type": "bart", "d_model": 1024, "encoder_layers": 12,
            "decoder_layers": 12, "encoder_attention_heads": 16, "decoder_attention_heads": 16,
            "encoder_ffn_dim": 4096, "decoder_ffn_dim": 4096, "vocab_size": 50265,
            "max_position_embeddings": 1024})"
                                    << 406291456.0;
        QTest::newRow("falcon-7b") << R"({"model_type": "falcon", "num_hidden_layers": 32, "hidden_size": 4544,
            "num_attention_heads": 71, "multi_query": true, "parallel_attn": true, "bias": false,
            "new_decoder_architecture": false, "vocab_size": 65024})"
                                   << 6921720704.0;
        QTest::newRow("bert-base masked") << R"({"architectures": ["BertForMaskedLM"], "model_type": "bert",
            "num_hidden_layers": 12, "hidden_size": 768, "num_attention_heads": 12, "intermediate_size": 3072,
            "vocab_size": 30522, "max_position_embeddings": 512, "type_vocab_size": 2})"
                                          << 109514298.0;
        const char* albert = R"({"architectures": ["%1"], "model_type": "albert", "num_hidden_layers": 12,
            "num_hidden_groups": 1, "inner_group_num": 1, "hidden_size": 768, "embedding_size": 128,
            "num_attention_heads": 12, "intermediate_size": 3072, "vocab_size": 30000,
            "max_position_embeddings": 512, "type_vocab_size": 2})";
        QTest::newRow("albert-base") << QString(albert).arg("AlbertModel") << 11683584.0;
        QTest::newRow("albert-base masked") << QString(albert).arg("AlbertForMaskedLM") << 11221680.0;
        QTest::newRow("swin-tiny") << R"({"model_type": "swin", "image_size": 224, "patch_size": 4, "num_channels": 3,
            "embed_dim": 96, "depths": [2, 2, 6, 2], "num_heads": [3, 6, 12, 24], "window_size": 7,
            "mlp_ratio": 4.0, "num_labels": 1000})"
                                   << 28288354.0;
        QTest::newRow("deepseek-v2-lite") << R"({"model_type": "deepseek_v2", "num_hidden_layers": 27,
            "hidden_size": 2048, "num_attention_heads": 16, "intermediate_size": 10944, "moe_intermediate_size": 1408,
            "n_routed_experts": 64, "n_shared_experts": 2, "num_experts_per_tok": 6, "first_k_dense_replace": 1,
            "kv_lora_rank": 512, "q_lora_rank": null, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
            "v_head_dim": 128, "vocab_size": 102400, "max_position_embeddings": 163840,
            "moe_layer_freq": 1})" << 15706484224.0;
        QTest::newRow("qwen1.5-moe") << R"({"model_type": "qwen2_moe", "num_hidden_layers": 24, "hidden_size": 2048,
            "num_attention_heads": 16, "num_key_value_heads": 16, "intermediate_size": 5632,
            "moe_intermediate_size": 1408, "shared_expert_intermediate_size": 5632, "num_experts": 60,
            "num_experts_per_tok": 4, "decoder_sparse_step": 1, "vocab_size": 151936,
            "max_position_embeddings": 8192})"
                                     << 14315784192.0;
        QTest::newRow("olmo-2-7b") << R"({"model_type": "olmo2", "num_hidden_layers": 32, "hidden_size": 4096,
            "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 100352,
            "max_position_embeddings": 4096})"
                                   << 7298617344.0;
        // Mamba-1, alone and beside attention and experts.
        QTest::newRow("mamba-2.8b") << R"({"model_type": "mamba", "num_hidden_layers": 64, "hidden_size": 2560,
            "intermediate_size": 5120, "state_size": 16, "conv_kernel": 4, "expand": 2, "time_step_rank": 160,
            "vocab_size": 50280})" << 2768345600.0;
        QTest::newRow("falcon-mamba-7b") << R"({"model_type": "falcon_mamba", "num_hidden_layers": 64,
            "hidden_size": 4096, "intermediate_size": 8192, "state_size": 16, "conv_kernel": 4,
            "time_step_rank": "auto", "vocab_size": 65024, "tie_word_embeddings": false})"
                                         << 7272665088.0;
        QTest::newRow("falcon-h1-1.5b") << R"({"model_type": "falcon_h1", "num_hidden_layers": 24, "hidden_size": 2048,
            "num_attention_heads": 8, "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 4608,
            "mamba_d_ssm": 3072, "mamba_n_heads": 48, "mamba_d_head": 64, "mamba_d_state": 256, "mamba_n_groups": 1,
            "mamba_d_conv": 4, "mamba_rms_norm": true, "vocab_size": 65537, "tie_word_embeddings": false,
            "max_position_embeddings": 131072})"
                                        << 1554863488.0;
        QTest::newRow("jamba-v0.1") << R"({"model_type": "jamba", "num_hidden_layers": 32, "hidden_size": 4096,
            "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "num_experts": 16,
            "num_experts_per_tok": 2, "attn_layer_period": 8, "attn_layer_offset": 4, "expert_layer_period": 2,
            "expert_layer_offset": 1, "mamba_d_state": 16, "mamba_d_conv": 4, "mamba_expand": 2,
            "mamba_dt_rank": 256, "vocab_size": 65536, "tie_word_embeddings": false,
            "max_position_embeddings": 262144})"
                                    << 51570323328.0;
        // The counts of the weight files on the hub; of MiMo without the 210,790,400 of its layer that predicts ahead.
        QTest::newRow("qwen-7b") << R"({"model_type": "qwen", "num_hidden_layers": 32, "hidden_size": 4096,
            "num_attention_heads": 32, "kv_channels": 128, "intermediate_size": 22016, "vocab_size": 151936,
            "no_bias": true, "seq_length": 8192, "tie_word_embeddings": false,
            "max_position_embeddings": 32768})"
                                 << 7721324544.0;
        QTest::newRow("llada-8b") << R"({"model_type": "llada", "n_layers": 32, "d_model": 4096, "n_heads": 32,
            "n_kv_heads": 32, "mlp_hidden_size": 12288, "vocab_size": 126464, "embedding_size": 126464,
            "block_type": "llama", "weight_tying": false, "max_sequence_length": 4096})"
                                  << 8015581184.0;
        QTest::newRow("glm-4-9b") << R"({"model_type": "glm", "num_hidden_layers": 40, "hidden_size": 4096,
            "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 13696,
            "vocab_size": 151552, "attention_bias": true, "max_position_embeddings": 131072})"
                                  << 9399951360.0;
        QTest::newRow("glm-4-9b-0414") << R"({"model_type": "glm4", "num_hidden_layers": 40, "hidden_size": 4096,
            "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim": 128, "intermediate_size": 13696,
            "vocab_size": 151552, "attention_bias": true, "max_position_embeddings": 32768})"
                                       << 9400279040.0;
        QTest::newRow("ernie-4.5-0.3b") << R"({"model_type": "ernie4_5", "num_hidden_layers": 18,
            "hidden_size": 1024, "num_attention_heads": 16, "num_key_value_heads": 2, "head_dim": 128,
            "intermediate_size": 3072, "vocab_size": 103424, "use_bias": false, "tie_word_embeddings": true,
            "max_position_embeddings": 131072})"
                                        << 360748032.0;
        QTest::newRow("mimo-7b") << R"({"model_type": "mimo", "num_hidden_layers": 36, "hidden_size": 4096,
            "num_attention_heads": 32, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 11008,
            "vocab_size": 151680, "attention_bias": true, "num_nextn_predict_layers": 1,
            "tie_word_embeddings": false, "max_position_embeddings": 32768})"
                                 << 7833409536.0 - 210790400.0;
        QTest::newRow("t5 v1.1 small, gated and untied") << R"({"model_type": "t5", "d_model": 512, "d_kv": 64,
            "d_ff": 1024, "num_layers": 8, "num_decoder_layers": 8, "num_heads": 6, "vocab_size": 32128,
            "feed_forward_proj": "gated-gelu", "tie_word_embeddings": false})"
                                                         << 76961152.0;
    }

    void countsAreThePublishedOnes()
    {
        QFETCH(QString, config);
        QFETCH(double, parameters);
        const auto model = built(config.toStdString());
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        QCOMPARE(formatNumber(publishedParameterCount(model->model)), formatNumber(parameters));
        QVERIFY2(std::abs(publishedParameterCount(model->model) / parameters - 1) < 1e-4,
                 qPrintable(QString::number(publishedParameterCount(model->model), 'f', 0)));
    }

    /// Counts that their authors publish in billions: model cards of Ling-lite, ERNIE 4.5 and MiniMax-M2, the report of
    /// dots.llm1 (arXiv 2506.05767), and the repository of Grok-1.
    void countsRoundToThePublishedBillions_data()
    {
        QTest::addColumn<QString>("config");
        QTest::addColumn<double>("billions");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("ling-lite") << R"({"model_type": "bailing_moe", "num_hidden_layers": 28, "hidden_size": 2048,
            "num_attention_heads": 16, "num_key_value_heads": 4, "intermediate_size": 5632,
            "moe_intermediate_size": 1408, "num_experts": 64, "num_shared_experts": 2, "num_experts_per_tok": 6,
            "first_k_dense_replace": 0, "use_bias": false, "use_qkv_bias": false, "vocab_size": 126464,
            "tie_word_embeddings": false, "max_position_embeddings": 16384})"
                                   << 16.8 << 0.05;
        QTest::newRow("ernie-4.5-21b-a3b") << R"({"model_type": "ernie4_5_moe", "num_hidden_layers": 28,
            "hidden_size": 2560, "num_attention_heads": 20, "num_key_value_heads": 4, "intermediate_size": 12288,
            "moe_intermediate_size": 1536, "moe_num_experts": 64, "moe_num_shared_experts": 2, "moe_k": 6,
            "moe_layer_start_index": 1, "moe_layer_end_index": -1, "moe_layer_interval": 1, "use_bias": false,
            "vocab_size": 103424, "tie_word_embeddings": true, "max_position_embeddings": 131072})"
                                           << 21.8 << 0.05;
        QTest::newRow("dots.llm1") << R"({"model_type": "dots1", "num_hidden_layers": 62, "hidden_size": 4096,
            "num_attention_heads": 32, "num_key_value_heads": 32, "intermediate_size": 10944,
            "moe_intermediate_size": 1408, "n_routed_experts": 128, "n_shared_experts": 2,
            "num_experts_per_tok": 6, "first_k_dense_replace": 1, "vocab_size": 152064,
            "tie_word_embeddings": false, "max_position_embeddings": 32768})"
                                   << 142.0 << 1.0;
        QTest::newRow("minimax-m2") << R"({"model_type": "minimax_m2", "num_hidden_layers": 62, "hidden_size": 3072,
            "num_attention_heads": 48, "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 1536,
            "num_local_experts": 256, "num_experts_per_tok": 8, "shared_intermediate_size": 0,
            "attn_type_list": [1, 1, 1], "num_mtp_modules": 3, "use_qk_norm": true, "qk_norm_type": "per_layer",
            "vocab_size": 200064, "tie_word_embeddings": false,
            "max_position_embeddings": 196608})"
                                    << 229.0 << 0.5;
        // Flagships with linear, state-space, sparse attention. Of Qwen3-Next without its layer that predicts ahead.
        const auto full = [](int layer) { return layer % 4 == 0 || layer == 27; };
        std::string kda;
        std::string attention;
        for (int layer = 1; layer <= 27; ++layer) {
            std::string& list = full(layer) ? attention : kda;
            list += (list.empty() ? "" : ", ") + std::to_string(layer);
        }
        QTest::newRow("qwen3-next-80b-a3b") << R"({"model_type": "qwen3_next", "num_hidden_layers": 48,
            "hidden_size": 2048, "num_attention_heads": 16, "num_key_value_heads": 2, "head_dim": 256,
            "intermediate_size": 5120, "linear_num_value_heads": 32, "linear_num_key_heads": 16,
            "linear_key_head_dim": 128, "linear_value_head_dim": 128, "linear_conv_kernel_dim": 4,
            "full_attention_interval": 4, "num_experts": 512, "num_experts_per_tok": 10,
            "moe_intermediate_size": 512, "shared_expert_intermediate_size": 512, "decoder_sparse_step": 1,
            "vocab_size": 151936, "tie_word_embeddings": false, "max_position_embeddings": 262144})"
                                            << 79.7 << 0.24;
        QTest::newRow("kimi-linear-48b-a3b")
            << QString(R"({"model_type": "kimi_linear", "num_hidden_layers": 27, "hidden_size": 2304,
            "num_attention_heads": 32, "intermediate_size": 9216, "moe_intermediate_size": 1024, "kv_lora_rank": 512,
            "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128, "num_experts": 256,
            "num_experts_per_token": 8, "num_shared_experts": 1, "first_k_dense_replace": 1, "moe_layer_freq": 1,
            "linear_attn_config": {"full_attn_layers": [%1], "kda_layers": [%2], "head_dim": 128, "num_heads": 32,
            "short_conv_kernel_size": 4}, "vocab_size": 163840, "tie_word_embeddings": false,
            "model_max_length": 1048576})")
                   .arg(QString::fromStdString(attention), QString::fromStdString(kda))
            << 49.1 << 0.15;
        QTest::newRow("glm-5") << R"({"model_type": "glm_moe_dsa", "num_hidden_layers": 78, "hidden_size": 6144,
            "num_attention_heads": 64, "intermediate_size": 12288, "moe_intermediate_size": 2048,
            "n_routed_experts": 256, "n_shared_experts": 1, "num_experts_per_tok": 8, "first_k_dense_replace": 3,
            "kv_lora_rank": 512, "q_lora_rank": 2048, "qk_nope_head_dim": 192, "qk_rope_head_dim": 64,
            "v_head_dim": 256, "index_topk": 2048, "index_n_heads": 32, "index_head_dim": 128,
            "vocab_size": 154880, "tie_word_embeddings": false, "max_position_embeddings": 202752})"
                               << 744.0 << 2.2;
        QTest::newRow("granite-4.0-h-small") << R"({"model_type": "granitemoehybrid", "num_hidden_layers": 40,
            "hidden_size": 4096, "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 768,
            "num_local_experts": 72, "num_experts_per_tok": 10, "shared_intermediate_size": 1536,
            "attn_layer_indices": [5, 15, 25, 35], "mamba_n_heads": 128, "mamba_d_head": 64,
            "mamba_d_state": 128, "mamba_n_groups": 1, "mamba_d_conv": 4, "mamba_expand": 2,
            "vocab_size": 100352, "tie_word_embeddings": true, "max_position_embeddings": 131072})"
                                             << 32.2 << 0.1;
        QTest::newRow("bamba-9b") << R"({"model_type": "bamba", "num_hidden_layers": 32, "hidden_size": 4096,
            "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
            "attn_layer_indices": [9, 18, 27], "mamba_n_heads": 128, "mamba_d_head": 64, "mamba_d_state": 128,
            "mamba_n_groups": 1, "mamba_d_conv": 4, "mamba_expand": 2, "vocab_size": 128256,
            "tie_word_embeddings": false, "max_position_embeddings": 262144})"
                                  << 9.78 << 0.03;
        QTest::newRow("mamba2-2.7b") << R"({"model_type": "mamba2", "num_hidden_layers": 64, "hidden_size": 2560,
            "state_size": 128, "num_heads": 80, "head_dim": 64, "n_groups": 1, "conv_kernel": 4, "expand": 2,
            "vocab_size": 50288, "tie_word_embeddings": true})"
                                     << 2.7 << 0.008;
        QTest::newRow("llama-4-maverick") << R"({"model_type": "llama4", "vision_config": {}, "text_config": {
            "model_type": "llama4_text", "num_hidden_layers": 48, "hidden_size": 5120, "num_attention_heads": 40,
            "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 8192, "intermediate_size_mlp": 16384,
            "num_local_experts": 128, "num_experts_per_tok": 1, "interleave_moe_layer_step": 2, "vocab_size": 202048,
            "max_position_embeddings": 1048576, "use_qk_norm": false}, "tie_word_embeddings": false})"
                                          << 400.7 << 1.2;
        QTest::newRow("qwen3.5-122b-a10b") << R"({"model_type": "qwen3_5_moe_text", "num_hidden_layers": 48,
            "hidden_size": 3072, "num_attention_heads": 32, "num_key_value_heads": 2, "head_dim": 256,
            "moe_intermediate_size": 1024, "shared_expert_intermediate_size": 1024, "num_experts": 256,
            "num_experts_per_tok": 8, "full_attention_interval": 4, "linear_num_value_heads": 64,
            "linear_num_key_heads": 16, "linear_key_head_dim": 128, "linear_value_head_dim": 128,
            "vocab_size": 248320, "tie_word_embeddings": false, "max_position_embeddings": 262144})"
                                           << 122.0 << 0.36;
        const char* gemma4 = R"({"model_type": "gemma4", "vision_config": {}, "text_config": {
            "model_type": "gemma4_text", "head_dim": 256, "global_head_dim": 512, "attention_k_eq_v": true,
            "hidden_size_per_layer_input": 0, "sliding_window": 1024, "vocab_size": 262144,
            "tie_word_embeddings": true, "max_position_embeddings": 262144, %1}})";
        QTest::newRow("gemma-4-31b") << QString(gemma4).arg(R"("num_hidden_layers": 60, "hidden_size": 5376,
            "num_attention_heads": 32, "num_key_value_heads": 16, "num_global_key_value_heads": 4,
            "intermediate_size": 21504, "enable_moe_block": false)")
                                     << 30.7 << 0.09;
        QTest::newRow("gemma-4-26b-a4b") << QString(gemma4).arg(R"("num_hidden_layers": 30, "hidden_size": 2816,
            "num_attention_heads": 16, "num_key_value_heads": 8, "num_global_key_value_heads": 2,
            "intermediate_size": 2112, "enable_moe_block": true, "num_experts": 128, "top_k_experts": 8,
            "moe_intermediate_size": 704)")
                                         << 25.2 << 0.075;
        QTest::newRow("mimo-v2-flash") << R"({"model_type": "mimo_v2_flash", "num_hidden_layers": 48,
            "hidden_size": 4096, "num_attention_heads": 64, "num_key_value_heads": 4, "head_dim": 192,
            "v_head_dim": 128, "intermediate_size": 16384, "vocab_size": 152576, "sliding_window": 128,
            "swa_num_attention_heads": 64, "swa_num_key_value_heads": 8, "swa_head_dim": 192, "swa_v_head_dim": 128,
            "hybrid_layer_pattern": [0,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,1,1,0,1,1,1,
            1,1,0,1,1,1,1,1,0], "moe_layer_freq": [0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,
            1,1,1,1,1,1,1,1,1,1,1,1,1,1,1], "moe_intermediate_size": 2048, "n_routed_experts": 256,
            "num_experts_per_tok": 8, "topk_method": "noaux_tc", "tie_word_embeddings": false,
            "add_swa_attention_sink_bias": true, "max_position_embeddings": 262144})"
                                       << 309.0 << 0.93;
        QString types = R"("full_attention")";
        for (int i = 0; i < 11; ++i) {
            types += R"(, "sliding_attention", "sliding_attention", "sliding_attention", "full_attention")";
        }
        QTest::newRow("step-3.5-flash")
            << QString(R"({"model_type": "step3p5", "num_hidden_layers": 45, "hidden_size": 4096,
            "num_attention_heads": 64, "num_attention_groups": 8, "head_dim": 128, "intermediate_size": 11264,
            "sliding_window": 512, "layer_types": [%1], "num_experts": 288,
            "num_experts_per_tok": 8, "moe_intermediate_size": 1280, "share_expert_dim": 1280,
            "moe_layers_enum": "3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44",
            "use_moe_router_bias": true, "vocab_size": 128896, "tie_word_embeddings": false,
            "attention_other_setting": {"num_attention_heads": 96, "num_attention_groups": 8},
            "max_position_embeddings": 262144})")
                   .arg(types)
            << 196.81 << 0.59;
        // Encoders of images beside the language models: the counts of the checkpoints.
        const std::string qwenText = R"("num_hidden_layers": 28, "hidden_size": 3584, "num_attention_heads": 28,
            "num_key_value_heads": 4, "intermediate_size": 18944, "vocab_size": 152064,
            "tie_word_embeddings": false, "max_position_embeddings": 32768, )";
        const auto row = [](const char* name, const std::string& config, double billions) {
            QTest::newRow(name) << QString::fromStdString(config) << billions << 1e-4 * billions;
        };
        row("qwen2-vl-7b",
            R"({"model_type": "qwen2_vl", )" + qwenText + R"("vision_config": {"depth": 32, "embed_dim": 1280,
            "mlp_ratio": 4, "num_heads": 16, "in_chans": 3, "hidden_size": 3584, "patch_size": 14,
            "spatial_merge_size": 2, "temporal_patch_size": 2}})",
            8.291375616);
        row("qwen2.5-vl-7b",
            R"({"model_type": "qwen2_5_vl", )" + qwenText + R"("vision_config": {"depth": 32, "hidden_act": "silu",
            "hidden_size": 1280, "intermediate_size": 3420, "num_heads": 16, "in_chans": 3, "out_hidden_size": 3584,
            "patch_size": 14, "spatial_merge_size": 2, "window_size": 112, "fullatt_block_indexes": [7, 15, 23, 31],
            "tokens_per_second": 2, "temporal_patch_size": 2}})",
            8.292166656);
        row("qwen3-vl-8b", R"({"model_type": "qwen3_vl", "tie_word_embeddings": false, "text_config": {
            "model_type": "qwen3_vl_text", "num_hidden_layers": 36, "hidden_size": 4096, "num_attention_heads": 32,
            "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 12288, "vocab_size": 151936,
            "max_position_embeddings": 262144}, "vision_config": {"deepstack_visual_indexes": [8, 16, 24],
            "depth": 27, "hidden_size": 1152, "in_channels": 3, "intermediate_size": 4304, "num_heads": 16,
            "num_position_embeddings": 2304, "out_hidden_size": 4096, "patch_size": 16, "spatial_merge_size": 2,
            "temporal_patch_size": 2}})",
            8.767123696);
        row("llava-1.5-7b", R"({"model_type": "llava", "vision_feature_layer": -2, "text_config": {
            "model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
            "intermediate_size": 11008, "vocab_size": 32064, "max_position_embeddings": 4096,
            "tie_word_embeddings": false}, "vision_config": {"model_type": "clip_vision_model", "hidden_size": 1024,
            "image_size": 336, "intermediate_size": 4096, "num_attention_heads": 16, "num_hidden_layers": 24,
            "patch_size": 14, "projection_dim": 768, "vocab_size": 32000}})",
            7.063427072);
        row("internvl3-8b", R"({"model_type": "internvl_chat", "downsample_ratio": 0.5, "llm_config": {
            "model_type": "qwen2", "num_hidden_layers": 28, "hidden_size": 3584, "num_attention_heads": 28,
            "num_key_value_heads": 4, "intermediate_size": 18944, "vocab_size": 151674,
            "tie_word_embeddings": false, "max_position_embeddings": 32768}, "vision_config": {"hidden_size": 1024,
            "image_size": 448, "intermediate_size": 4096, "num_attention_heads": 16, "num_hidden_layers": 24,
            "patch_size": 14, "qkv_bias": true, "qk_normalization": false, "norm_type": "layer_norm"}})",
            7.94437376);
        row("gemma-3-4b", R"({"model_type": "gemma3", "mm_tokens_per_image": 256, "text_config": {
            "model_type": "gemma3_text", "num_hidden_layers": 34, "hidden_size": 2560, "num_attention_heads": 8,
            "num_key_value_heads": 4, "head_dim": 256, "intermediate_size": 10240, "vocab_size": 262208,
            "max_position_embeddings": 131072}, "vision_config": {"hidden_size": 1152, "image_size": 896,
            "intermediate_size": 4304, "model_type": "siglip_vision_model", "num_attention_heads": 16,
            "num_hidden_layers": 27, "patch_size": 14, "vision_use_head": false}})",
            4.300079472);
        row("llama-4-scout", R"({"model_type": "llama4", "tie_word_embeddings": false, "text_config": {
            "model_type": "llama4_text", "num_hidden_layers": 48, "hidden_size": 5120, "num_attention_heads": 40,
            "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 8192, "intermediate_size_mlp": 16384,
            "num_local_experts": 16, "num_experts_per_tok": 1, "interleave_moe_layer_step": 1, "vocab_size": 202048,
            "max_position_embeddings": 10485760, "use_qk_norm": true}, "vision_config": {"hidden_size": 1408,
            "image_size": 336, "intermediate_size": 5632, "model_type": "llama4_vision_model",
            "num_attention_heads": 16, "num_hidden_layers": 34, "patch_size": 14, "pixel_shuffle_ratio": 0.5,
            "projector_input_dim": 4096, "projector_output_dim": 4096, "vision_output_dim": 4096}})",
            108.641793536);
        // Its layers as published have 315.7 billion, the round figure of the announcement is 314.
        QTest::newRow("grok-1") << R"({"model_type": "grok-1", "num_hidden_layers": 64, "hidden_size": 6144,
            "num_attention_heads": 48, "num_key_value_heads": 8, "intermediate_size": 32768, "num_experts": 8,
            "num_experts_per_tok": 2, "vocab_size": 131072, "tie_word_embeddings": true,
            "max_position_embeddings": 8192})"
                                << 314.0 << 2.0;
    }

    void countsRoundToThePublishedBillions()
    {
        QFETCH(QString, config);
        QFETCH(double, billions);
        QFETCH(double, tolerance);
        const auto model = built(config.toStdString());
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        QVERIFY(model->unknown.empty());
        const double count = publishedParameterCount(model->model) / 1e9;
        QVERIFY2(std::abs(count - billions) < tolerance, qPrintable(QString::number(count)));
    }

    /// Llama Nemotron's blocks by hand. Width 768, vocabulary 1024: two tables and the last norm have 1,573,632.
    /// Block 1: attention, 2 · 768² + 2 · 768 · 192 = 1,474,560, and a norm of 768; an MLP of 2 · 2.625 · 768 / 3 =
    /// 1344, so 1536: 3 · 768 · 1536 = 3,538,944, and a norm. Block 2: an MLP of 256: 589,824, and a norm.
    void blocksOfASearchByHand()
    {
        const std::string heads = R"({"model_type": "nemotron-nas", "num_hidden_layers": 2, "hidden_size": 768,
            "num_attention_heads": 8, "vocab_size": 1024, "tie_word_embeddings": false,
            "max_position_embeddings": 131072, "block_configs": [
            {"attention": {"n_heads_in_group": 4, "no_op": false}, "ffn": {"ffn_mult": 2.625, "no_op": false}}, )";
        const auto model = built(heads + R"({"attention": {"n_heads_in_group": null, "no_op": true},
            "ffn": {"ffn_mult": 0.5, "no_op": false}}]})");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        QCOMPARE(publishedParameterCount(model->model), 1573632.0 + 1474560 + 3538944 + 589824 + 3 * 768);
        QVERIFY(model->model.runs[2].mixer == Mixer::None);
        QVERIFY(says(refusal(heads + R"({"attention": {"no_op": true}, "ffn": {"no_op": true}}]})"), "layer 1"));
        QVERIFY(says(refusal(heads + R"({"attention": {"replace_with_linear": true}, "ffn": {"ffn_mult": 1}}]})"),
                     "one product"));
        QVERIFY(says(refusal(heads + R"(3]})"), "block_configs"));
    }

    /// Kimi K3's kind of layers: experts that read a narrower width, a whole output gate beside low-rank decays.
    void latentExpertsAndWholeGates()
    {
        const std::string text = R"({"model_type": "kimi_linear", "num_hidden_layers": 2, "hidden_size": 512,
            "num_attention_heads": 4, "kv_lora_rank": 64, "q_lora_rank": null, "qk_nope_head_dim": 32,
            "qk_rope_head_dim": 16, "v_head_dim": 32, "intermediate_size": 1024, "moe_intermediate_size": 128,
            "num_experts": 8, "num_experts_per_token": 2, "first_k_dense_replace": 1, "vocab_size": 1024,
            "tie_word_embeddings": false, "routed_expert_hidden_size": 256, "linear_attn_config": {
            "kda_layers": [1], "full_attn_layers": [2], "num_heads": 4, "head_dim": 32, "short_conv_kernel_size": 4,
            "use_full_rank_gate": %1}})";
        const auto with = [&text](const char* gate) {
            return loaded(built(QString(text.c_str()).arg(gate).toStdString())).model;
        };
        QCOMPARE(with("true").runs[2].expertWidth, std::int64_t{256});
        // 512 · 128 in place of 32 · (512 + 128)
        QCOMPARE(publishedParameterCount(with("true")) - publishedParameterCount(with("false")), 65536.0 - 20480);
    }

    void variantsOfNewFamiliesAreReadOrRefused()
    {
        const auto qwen = built(R"({"model_type": "qwen", "num_hidden_layers": 2, "hidden_size": 64,
            "num_attention_heads": 4, "intermediate_size": 192, "vocab_size": 1000, "seq_length": 2048,
            "max_position_embeddings": 32768})");
        QVERIFY(qwen);
        QCOMPARE(qwen->model.sequenceLength, 2048);
        QCOMPARE(qwen->model.runs[1].ffn, 96);
        const auto llada = built(R"({"model_type": "llada", "n_layers": 2, "d_model": 64, "n_heads": 4,
            "mlp_hidden_size": 96, "vocab_size": 1000, "include_qkv_bias": true, "max_sequence_length": 512})");
        QVERIFY(llada);
        QVERIFY(!isCausal(llada->model.runs[1]));
        QVERIFY(llada->model.runs[1].qkvBias);
        const auto ernie = built(R"({"model_type": "ernie4_5_moe", "num_hidden_layers": 8, "hidden_size": 64,
            "num_attention_heads": 4, "intermediate_size": 96, "moe_intermediate_size": 32, "moe_num_experts": 4,
            "moe_k": 2, "moe_layer_start_index": 2, "moe_layer_end_index": 5, "vocab_size": 1000,
            "max_position_embeddings": 512})");
        QVERIFY(ernie);
        QCOMPARE(ernie->model.runs.size(), std::size_t{5});
        QCOMPARE(ernie->model.runs[1].count, 2);
        QCOMPARE(ernie->model.runs[2].count, 4);
        QCOMPARE(ernie->model.runs[2].experts, 4);
        QVERIFY(says(refusal(R"({"model_type": "llada", "block_type": "sequential", "n_layers": 2, "d_model": 64,
            "n_heads": 4, "mlp_hidden_size": 96, "vocab_size": 1000})"),
                     "only 'llama' is read"));
    }

    void whatNoPlanHoldsIsRefusedByName()
    {
        const std::vector<std::pair<const char*, const char*>> refused{
            {R"({"model_type": "jamba", "attn_layer_period": 8, "time_step_limit": [0.0, Infinity]})", "lacks"},
            {R"({"model_type": "zamba2", "hybrid_layer_ids": [6]})", "blocks that several layers share"},
            {R"({"model_type": "falcon_h1", "mamba_d_ssm": 8, "mamba_n_heads": 4, "mamba_d_head": 4,
                "num_hidden_layers": 1, "hidden_size": 64, "num_attention_heads": 4, "intermediate_size": 96,
                "vocab_size": 1000})",
             "/mamba_d_ssm: is not 16, the width of all 4 states"},
            {R"({"model_type": "nemotron_h", "hybrid_override_pattern": "MX", "hidden_size": 8,
                "num_attention_heads": 2, "intermediate_size": 8, "vocab_size": 1000})",
             "is not a pattern of the letters M, *, E and -"},
            {R"({"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4,
                "intermediate_size": 96, "vocab_size": 1000, "layer_types": ["linear_attention", "full_attention"]})",
             "layers of linear attention, which are not read for the model type 'llama'"},
            {R"({"model_type": "qwen3_next", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4,
                "intermediate_size": 96, "vocab_size": 1000, "layer_types": ["linear_attention"]})",
             "lists 1 layers, but the model has 2"},
            {R"({"model_type": "qwen3_next", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4,
                "intermediate_size": 96, "vocab_size": 1000, "layer_types": ["linear_attention", "spiral"]})",
             "has the word 'spiral', expected linear_attention, full_attention"},
            {R"({"model_type": "qwen3_next", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 4,
                "intermediate_size": 96, "vocab_size": 1000, "linear_num_key_heads": 3})",
             "/linear_num_key_heads: is 3, which does not divide the 32 heads"},
            {R"({"model_type": "bamba", "num_hidden_layers": 2, "hidden_size": 64, "num_attention_heads": 8,
                "intermediate_size": 96, "vocab_size": 1000, "attn_layer_indices": [2]})",
             "/attn_layer_indices: lists a layer outside of 0 to 1"},
            {R"({"model_type": "nemotron_h", "hybrid_override_pattern": "M*", "layers_block_type": ["mlp", "x"],
                "hidden_size": 64, "num_attention_heads": 8, "intermediate_size": 96, "vocab_size": 1000})",
             "/layers_block_type: has the word 'x', expected linear_attention, full_attention, mlp, moe"},
            {R"({"model_type": "x", "hidden_size": 8})", "is of the model type 'x', which is not read. Read are "},
            {R"({"hidden_size": 8})", "has no model_type"},
            {R"({"model_type": "llama"})", "lacks"},
            {R"({"model_type": "albert", "num_hidden_layers": 12, "num_hidden_groups": 2, "hidden_size": 768,
                "num_attention_heads": 12, "intermediate_size": 3072, "vocab_size": 30000,
                "max_position_embeddings": 512})",
             "share several sets"},
            {"[]", "is not a JSON object"},
        };
        for (const auto& [config, reason] : refused) {
            QVERIFY2(says(refusal(config), reason), refusal(config).c_str());
        }
    }

    void whatIsWrongIsToldWithItsPlace()
    {
        const auto with = [](const char* member, const Json& value) {
            Json config = Json::parse(std::string(small) + "}");
            config[member] = value;
            return refusal(config.dump());
        };
        QVERIFY(says(with("num_attention_heads", "four"), "config.json at /num_attention_heads"));
        QVERIFY(says(with("num_attention_heads", 7), "which does not divide the width 64"));
        QVERIFY(says(with("num_key_value_heads", 3), "which does not divide the 4 heads"));
        QVERIFY(says(with("num_hidden_layers", 1e300), "/num_hidden_layers"));
    }

    void whatTheFileLeavesOpenIsListed()
    {
        const auto model = built(std::string(small) + R"(, "num_key_value_heads": null, "quantization_config": {},
            "architectures": ["LlamaForCausalLM"]})");
        QVERIFY(model);
        std::map<std::string, std::string> assumed;
        for (const ValueNote& one : model->assumed) {
            assumed[one.what] = one.value;
            QVERIFY(!one.why.empty());
        }
        QCOMPARE(assumed,
                 (std::map<std::string, std::string>{
                     {"tie_word_embeddings", "false"}, {"sequence_length", "8192"}, {"quantization_config", "bf16"}}));
        QCOMPARE(model->model.runs[1].kvHeads, std::int64_t{4});
    }

    /// Without a type the class tells the family.
    void classesTellTheFamily()
    {
        std::string text = small;
        text.replace(text.find(R"("model_type": "llama")"), 21, R"("architectures": ["LlamaForCausalLM"])");
        const auto model = built(text + "}");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        QCOMPARE(model->model.family, std::string("llama"));
    }

    void layersWithAndWithoutExpertsAreRunsOfTheirOwn()
    {
        const auto model =
            built(R"({"model_type": "qwen3_moe", "num_hidden_layers": 6, "hidden_size": 64, "head_dim": 16,
            "num_attention_heads": 4, "intermediate_size": 96, "moe_intermediate_size": 32, "num_experts": 8,
            "num_experts_per_tok": 2, "decoder_sparse_step": 2, "mlp_only_layers": [5], "vocab_size": 1000})");
        QVERIFY2(model, model ? "" : model.error().text().c_str());
        std::string layers;
        for (int i = 1; i < model->model.layerCount() - 1; ++i) {
            layers += model->model.layer(i).experts > 0 ? 'e' : 'd';
        }
        QCOMPARE(layers, std::string("dededd"));
    }

    /// A preset gives its name and its sequence length; windows, groups of experts and dropout are the file's.
    void presetsGiveTheirNamesAlone()
    {
        const auto found = [](const std::string& text) {
            const ForeignFile file{"config.json", false, text};
            return std::get<FoundModel>(loaded(readAs(*recognise(file), file, {shippedPresets()})).found);
        };
        const std::string mistral = R"({"model_type": "mistral", "num_hidden_layers": 32, "hidden_size": 4096,
            "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 32000,
            "max_position_embeddings": 32768, "tie_word_embeddings": false, "sliding_window": )";
        QCOMPARE(found(mistral + "4096}").preset, std::string("mistral-7b"));
        for (const auto& [said, window] : {std::pair("null", 0), std::pair("1024", 1024)}) {
            const FoundModel other = found(mistral + said + "}");
            QVERIFY(other.preset.empty() && other.model.title == "mistral");
            QCOMPARE(other.model.runs[1].window, std::int64_t{window});
            QCOMPARE(other.model.sequenceLength, std::int64_t{4096});
        }
        const std::string mixtral = R"({"model_type": "mixtral", "num_hidden_layers": 32, "hidden_size": 4096,
            "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 32000,
            "num_local_experts": 8, "num_experts_per_tok": 2, "tie_word_embeddings": false, "sliding_window": )";
        QCOMPARE(found(mixtral + "null}").preset, std::string("mixtral-8x7b"));
        QCOMPARE(found(mixtral + "4096}").model.runs[1].window, std::int64_t{4096});
        const std::string deepSeek = R"({"model_type": "deepseek_v2", "num_hidden_layers": 60, "hidden_size": 5120,
            "num_attention_heads": 128, "intermediate_size": 12288, "moe_intermediate_size": 1536,
            "n_routed_experts": 160, "n_shared_experts": 2, "num_experts_per_tok": 6, "first_k_dense_replace": 1,
            "kv_lora_rank": 512, "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
            "v_head_dim": 128, "vocab_size": 102400, "tie_word_embeddings": false, )";
        QCOMPARE(found(deepSeek + R"("n_group": 8, "topk_group": 3})").preset, std::string("deepseek-v2"));
        for (const auto& [groups, chosen, expected] : {std::tuple(1, 1, 0), std::tuple(16, 2, 16)}) {
            const FoundModel other = found(deepSeek + R"("n_group": )" + std::to_string(groups) +
                                           R"(, "topk_group": )" + std::to_string(chosen) + "}");
            QCOMPARE(other.model.runs[2].expertGroups, std::int64_t{expected});
            QVERIFY(other.preset.empty());
        }
    }

    /// Each preset of GPT-2, OPT and BERT, from a configuration with dropout and from one without.
    void presetsWithDropout()
    {
        int tried = 0;
        for (const PresetEntry& entry : shippedPresets().models()) {
            const Architecture preset = loaded(shippedPresets().model(entry.name));
            const bool isBert = preset.family == "bert";
            const bool isOpt = preset.family == "opt";
            if (!isBert && !isOpt && !entry.name.starts_with("gpt2-")) {
                continue;
            }
            const LayerSpec& table = preset.runs.front();
            const LayerSpec& block = preset.runs[1];
            const std::int64_t words = table.publishedVocabulary > 0 ? table.publishedVocabulary : table.vocabulary;
            for (const double share : {0.1, 0.0}) {
                Json config{{"model_type", isBert  ? "bert"
                                           : isOpt ? "opt"
                                                   : "gpt2"},
                            {"num_hidden_layers", block.count},
                            {"hidden_size", block.hidden},
                            {"num_attention_heads", block.heads},
                            {"vocab_size", words},
                            {"max_position_embeddings", table.learnedPositions - (isOpt ? 2 : 0)},
                            {isBert  ? "intermediate_size"
                             : isOpt ? "ffn_dim"
                                     : "n_inner",
                             block.ffn},
                            {isBert  ? "hidden_dropout_prob"
                             : isOpt ? "dropout"
                                     : "resid_pdrop",
                             share}};
                if (isBert) {
                    config["attention_probs_dropout_prob"] = share;
                }
                const ForeignFile file{"config.json", false, config.dump()};
                const auto read = loaded(readAs(*recognise(file), file, {shippedPresets()}));
                const FoundModel& found = std::get<FoundModel>(read.found);
                for (const LayerSpec& run : found.model.runs) {
                    QVERIFY2(run.dropout == (share > 0), entry.name.c_str());
                }
                QVERIFY2(share > 0 || found.preset.empty(), entry.name.c_str());
                ++tried;
            }
        }
        QVERIFY(tried >= 20);
    }

    void looseJsonIsRead()
    {
        const char* text = "\xEF\xBB\xBF{ // one\n \"a\": [1, -Infinity, NaN,], # two\n /* three */ "
                           "\"b\": \"// no comment, ]\",\n}";
        const auto json = parseLooseJson(text, "x");
        QVERIFY2(json, json ? "" : json.error().text().c_str());
        const Json expected{{"a", {1, nullptr, nullptr}}, {"b", "// no comment, ]"}};
        QCOMPARE(json->dump(), expected.dump());
        for (const char* broken : {"", "{", "\"", "/*", "//", "{\"a\": \"\\", "nul", "\xEF\xBB\xBF"}) {
            QVERIFY2(!parseLooseJson(broken, "x"), broken);
        }
    }

    void filesOfUsers_data() { addDataSets(); }

    /// Configurations of users: the number of parameters that an independent formula gives, or a refusal with its
    /// reason.
    void filesOfUsers()
    {
        QFETCH(QString, root);
        int counted = 0;
        int refused = 0;
        for (const UserFile& sample : userFiles("hf", root)) {
            if (!sample.facts.contains("parameters")) {
                const std::string reason = sample.facts.value("refused", "");
                QVERIFY2(says(refusal(sample.text), reason.c_str()) && refusal(sample.text) != "read",
                         (sample.name + ": " + refusal(sample.text)).c_str());
                ++refused;
                continue;
            }
            const ForeignFile file{sample.name, false, sample.text};
            const Format* format = recognise(file);
            QVERIFY2(format != nullptr, sample.name.c_str());
            const auto read = readAs(*format, file, {shippedPresets()});
            QVERIFY2(read, read ? "" : read.error().text().c_str());
            const double count = std::get<FoundModel>(read->found).parameters;
            QVERIFY2(std::abs(count / sample.facts["parameters"].get<double>() - 1) < 1e-3, sample.name.c_str());
            ++counted;
        }
        QVERIFY(counted >= 42 && refused >= 1);
    }
};

PGRAM_TEST(TestHfConfig)
#include "test_hf_config.moc"
