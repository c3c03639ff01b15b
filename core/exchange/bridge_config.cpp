// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/bridge_config.h"

#include "core/base/quoting.h"
#include "core/exchange/adapter_names.h"
#include "core/exchange/decoder_model.h"
#include "core/exchange/megatron_precision.h"
#include "core/exchange/setting_table.h"
#include "core/exchange/words.h"
#include "core/model/optimizer.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace pgram {

namespace {

/// Forms of a value in Python.
enum class PythonForm {
    Plain,  ///< the argument's own text: a number, or an expression of lists
    Text,
    On,       ///< a switch that sets the field
    Off,      ///< a switch that clears it
    Pair,     ///< "4095,0"
    Texts,    ///< a list of all words
    Numbers,  ///< a list of all numbers
};

/// Places of fields.
enum class FieldOf { Sizes, Run, Ddp, Nothing };

/// An argument of Megatron-LM as a field of Megatron-Bridge.
struct ArgumentField {
    std::string_view argument;
    const char* field;
    PythonForm form = PythonForm::Plain;
    FieldOf of = FieldOf::Sizes;
    const char* latent = nullptr;  ///< the field's name beside multi-latent attention; null: the same
};

/// All arguments that a plan is written with. Arguments of FieldOf::Nothing follow from other fields, or from the class
/// of the model provider.
constexpr std::array argumentFields{
    ArgumentField{"num-layers", "num_layers"},
    ArgumentField{"hidden-size", "hidden_size"},
    ArgumentField{"ffn-hidden-size", "ffn_hidden_size"},
    ArgumentField{"num-attention-heads", "num_attention_heads"},
    ArgumentField{"group-query-attention", "", PythonForm::On, FieldOf::Nothing},
    ArgumentField{"num-query-groups", "num_query_groups"},
    ArgumentField{"kv-channels", "kv_channels"},
    ArgumentField{"multi-latent-attention", "", PythonForm::On, FieldOf::Nothing},
    ArgumentField{"q-lora-rank", "q_lora_rank"},
    ArgumentField{"kv-lora-rank", "kv_lora_rank"},
    ArgumentField{"qk-head-dim", "qk_head_dim"},
    ArgumentField{"qk-pos-emb-head-dim", "qk_pos_emb_head_dim"},
    ArgumentField{"v-head-dim", "v_head_dim"},
    ArgumentField{"window-size", "window_size", PythonForm::Pair},
    ArgumentField{"window-attn-skip-freq", "window_attn_skip_freq"},
    ArgumentField{"seq-length", "seq_length", PythonForm::Plain, FieldOf::Run},
    ArgumentField{"max-position-embeddings", "", PythonForm::Plain, FieldOf::Nothing},
    ArgumentField{"position-embedding-type", "position_embedding_type", PythonForm::Text},
    ArgumentField{"normalization", "normalization", PythonForm::Text},
    ArgumentField{"swiglu", "gated_linear_unit", PythonForm::On},
    ArgumentField{"disable-bias-linear", "add_bias_linear", PythonForm::Off},
    ArgumentField{"add-qkv-bias", "add_qkv_bias", PythonForm::On},
    ArgumentField{"qk-layernorm", "qk_layernorm", PythonForm::On},
    ArgumentField{"rotary-base", "rotary_base"},
    ArgumentField{"rotary-percent", "rotary_percent"},
    ArgumentField{"use-rope-scaling", "rope_scaling", PythonForm::On},
    ArgumentField{"rope-scaling-factor", "rope_scaling_factor"},
    ArgumentField{"rotary-seq-len-interpolation-factor", "seq_len_interpolation_factor"},
    ArgumentField{"rope-type", "rope_type", PythonForm::Text},
    ArgumentField{"rotary-scaling-factor", "yarn_rotary_scaling_factor", PythonForm::Plain, FieldOf::Sizes,
                  "rotary_scaling_factor"},
    ArgumentField{"mscale", "yarn_mscale", PythonForm::Plain, FieldOf::Sizes, "mscale"},
    ArgumentField{"mscale-all-dim", "yarn_mscale_all_dim", PythonForm::Plain, FieldOf::Sizes, "mscale_all_dim"},
    ArgumentField{"yarn-original-max-position-embeddings", "yarn_original_max_position_embeddings"},
    ArgumentField{"yarn-beta-fast", "yarn_beta_fast"},
    ArgumentField{"yarn-beta-slow", "yarn_beta_slow"},
    ArgumentField{"norm-epsilon", "layernorm_epsilon"},
    ArgumentField{"init-method-std", "init_method_std"},
    ArgumentField{"attention-dropout", "attention_dropout"},
    ArgumentField{"hidden-dropout", "hidden_dropout"},
    ArgumentField{"activation-func-clamp-value", "activation_func_clamp_value"},
    ArgumentField{"untie-embeddings-and-output-weights", "share_embeddings_and_output_weights", PythonForm::Off},
    ArgumentField{"num-experts", "num_moe_experts"},
    ArgumentField{"moe-router-topk", "moe_router_topk"},
    ArgumentField{"moe-router-num-groups", "moe_router_num_groups"},
    ArgumentField{"moe-router-group-topk", "moe_router_group_topk"},
    ArgumentField{"moe-ffn-hidden-size", "moe_ffn_hidden_size"},
    ArgumentField{"moe-shared-expert-intermediate-size", "moe_shared_expert_intermediate_size"},
    ArgumentField{"moe-layer-freq", "moe_layer_freq"},
    ArgumentField{"moe-grouped-gemm", "moe_grouped_gemm", PythonForm::On, FieldOf::Run},
    ArgumentField{"mtp-num-layers", "", PythonForm::Plain, FieldOf::Nothing},
    ArgumentField{"tensor-model-parallel-size", "tensor_model_parallel_size", PythonForm::Plain, FieldOf::Run},
    ArgumentField{"pipeline-model-parallel-size", "pipeline_model_parallel_size", PythonForm::Plain, FieldOf::Run},
    ArgumentField{"sequence-parallel", "sequence_parallel", PythonForm::On, FieldOf::Run},
    ArgumentField{"tp-comm-overlap", "tp_comm_overlap", PythonForm::On, FieldOf::Run},
    ArgumentField{"context-parallel-size", "context_parallel_size", PythonForm::Plain, FieldOf::Run},
    ArgumentField{"cp-comm-type", "cp_comm_type", PythonForm::Text, FieldOf::Run},
    ArgumentField{"hierarchical-context-parallel-sizes", "hierarchical_context_parallel_sizes", PythonForm::Numbers,
                  FieldOf::Run},
    ArgumentField{"expert-model-parallel-size", "expert_model_parallel_size", PythonForm::Plain, FieldOf::Run},
    ArgumentField{"expert-tensor-parallel-size", "expert_tensor_parallel_size", PythonForm::Plain, FieldOf::Run},
    ArgumentField{"moe-token-dispatcher-type", "moe_token_dispatcher_type", PythonForm::Text, FieldOf::Run},
    ArgumentField{"moe-flex-dispatcher-backend", "moe_flex_dispatcher_backend", PythonForm::Text, FieldOf::Run},
    ArgumentField{"overlap-moe-expert-parallel-comm", "overlap_moe_expert_parallel_comm", PythonForm::On, FieldOf::Run},
    ArgumentField{"moe-shared-expert-overlap", "moe_shared_expert_overlap", PythonForm::On, FieldOf::Run},
    ArgumentField{"pipeline-model-parallel-layout", "pipeline_model_parallel_layout", PythonForm::Text, FieldOf::Run},
    ArgumentField{"num-virtual-stages-per-pipeline-rank", "virtual_pipeline_model_parallel_size", PythonForm::Plain,
                  FieldOf::Run},
    ArgumentField{"recompute-granularity", "recompute_granularity", PythonForm::Text, FieldOf::Run},
    ArgumentField{"recompute-method", "recompute_method", PythonForm::Text, FieldOf::Run},
    ArgumentField{"recompute-num-layers", "recompute_num_layers", PythonForm::Plain, FieldOf::Run},
    ArgumentField{"recompute-modules", "recompute_modules", PythonForm::Texts, FieldOf::Run},
    ArgumentField{"use-distributed-optimizer", "use_distributed_optimizer", PythonForm::On, FieldOf::Ddp},
    ArgumentField{"overlap-grad-reduce", "overlap_grad_reduce", PythonForm::On, FieldOf::Ddp},
    ArgumentField{"overlap-param-gather", "overlap_param_gather", PythonForm::On, FieldOf::Ddp},
};

const char* pythonTruth(bool is)
{
    return is ? "True" : "False";
}

std::string pythonValue(PythonForm form, const std::vector<std::string_view>& words)
{
    switch (form) {
    case PythonForm::On:
        return "True";
    case PythonForm::Off:
        return "False";
    case PythonForm::Texts:
    case PythonForm::Numbers: {
        std::string list;
        for (const std::string_view word : words) {
            list += (list.empty() ? "" : ", ") + (form == PythonForm::Texts ? doubleQuoted(word) : std::string(word));
        }
        return '[' + list + ']';
    }
    default:
        break;
    }
    std::string_view word = words.empty() ? std::string_view() : words.front();
    if (word.size() > 1 && word.front() == '\'') {
        word = word.substr(1, word.size() - 2);
    }
    return form == PythonForm::Text   ? doubleQuoted(word)
           : form == PythonForm::Pair ? fmt::format("({})", word)
                                      : std::string(word);
}

/// The arguments of a list, each with its values.
struct SaidArgument {
    std::string_view name;
    std::vector<std::string_view> values;
};

std::vector<SaidArgument> bridgeArgumentsOf(const ArgumentList& list)
{
    std::vector<SaidArgument> arguments;
    for (const std::string& line : list.lines) {
        for (const std::string_view word : splitWords(line)) {
            if (word.starts_with("--")) {
                arguments.push_back({word.substr(2), {}});
            } else {
                arguments.back().values.push_back(word);
            }
        }
    }
    return arguments;
}

/// Makes a configuration of a plan.
class BridgeMaker {
public:
    BridgeMaker(const Plan& plan, const DecoderModel& model)
        : m_plan(plan), m_model(model), m_isLatent(model.dense.keyValueRank > 0)
    {}

    Result<BridgeConfig> run(const std::vector<ArgumentList>& lists)
    {
        for (const ArgumentList& list : lists) {
            if (list.name != "MODEL" && list.name != "PARALLEL") {
                continue;
            }
            for (const SaidArgument& argument : bridgeArgumentsOf(list)) {
                if (!take(argument)) {
                    return tl::unexpected(
                        Error{.kind = ErrorKind::Internal,
                              .what = Core::tr("Megatron-Bridge has no field for the argument --{}", argument.name)});
                }
            }
        }
        addModel();
        addKernels();
        addNumbers();
        addAdapters();
        return checked();
    }

private:
    [[nodiscard]] bool take(const SaidArgument& argument)
    {
        const auto* found = std::ranges::find(argumentFields, argument.name, &ArgumentField::argument);
        if (found == argumentFields.end()) {
            return false;
        }
        std::vector<BridgeField>* fields = found->of == FieldOf::Sizes ? &m_config.sizes
                                           : found->of == FieldOf::Run ? &m_config.run
                                           : found->of == FieldOf::Ddp ? &m_config.ddp
                                                                       : nullptr;
        if (fields != nullptr) {
            const char* name = m_isLatent && found->latent != nullptr ? found->latent : found->field;
            fields->push_back({name, pythonValue(found->form, argument.values)});
        }
        return true;
    }

    void addModel()
    {
        const LayerSpec& block = m_model.dense;
        auto& sizes = m_config.sizes;
        if (block.gatedMlp) {
            sizes.push_back({"activation_func", "torch.nn.functional.silu"});
        }
        if (m_plan.model.constants.scaling == RotaryScaling::Yarn && !m_isLatent) {
            sizes.push_back({"yarn_correction_range_round_to_int", "True"});
        }
        const LayerSpec& table = m_model.embedding;
        const std::int64_t words = table.publishedVocabulary > 0 ? table.publishedVocabulary : table.vocabulary;
        sizes.push_back({"vocab_size", fmt::format("{}", words)});
        sizes.push_back({"should_pad_vocab", "True"});
        m_config.run.push_back(
            {"mtp_num_layers", m_model.predictions > 0 ? fmt::format("{}", m_model.predictions) : std::string("None")});
    }

    /// Megatron-LM fuses these steps unless it is told otherwise, Megatron-Core does not.
    void addKernels()
    {
        const LayerSpec& block = m_model.dense;
        auto& run = m_config.run;
        run.push_back({"bias_activation_fusion", pythonTruth(block.gatedMlp || block.linearBias)});
        run.push_back({"bias_dropout_fusion", "True"});
        run.push_back({"apply_rope_fusion", pythonTruth(!m_isLatent && m_model.embedding.learnedPositions == 0)});
        run.push_back({"cross_entropy_loss_fusion", pythonTruth(m_plan.training.loss == LossKind::Fused)});
        const bool isUnfused = m_plan.training.elementBytes() == 2 && !m_plan.training.fusedAttention;
        run.push_back({"attention_backend", isUnfused ? "AttnBackend.unfused" : "AttnBackend.auto"});
    }

    void addNumbers()
    {
        const Training& training = m_plan.training;
        const auto has = [this](std::string_view name) {
            return std::ranges::find(m_config.ddp, name, &BridgeField::name) != m_config.ddp.end();
        };
        for (const char* name : {"use_distributed_optimizer", "overlap_grad_reduce", "overlap_param_gather"}) {
            if (!has(name)) {
                m_config.ddp.push_back({name, "False"});
            }
        }
        auto& optimizer = m_config.optimizer;
        optimizer.push_back({"optimizer", doubleQuoted(optimizerRow(training.optimizer).name)});
        for (const char* name : {"use_distributed_optimizer", "overlap_param_gather"}) {
            optimizer.push_back({name, std::ranges::find(m_config.ddp, name, &BridgeField::name)->value});
        }
        if (training.stateBytes == 2) {
            optimizer.push_back({"use_precision_aware_optimizer", "True"});
            optimizer.push_back({"exp_avg_dtype", "torch.bfloat16"});
            optimizer.push_back({"exp_avg_sq_dtype", "torch.bfloat16"});
        }
        const char* narrow = megatronPrecision(training.precision).bridge;
        m_config.recipe = training.precision == Precision::Fp32   ? ""
                          : training.precision == Precision::Bf16 ? "bf16_mixed"
                          : training.precision == Precision::Fp16 ? "fp16_mixed"
                          : narrow != nullptr                     ? narrow
                                                                  : "";
        m_config.precision.push_back({"grad_reduce_in_fp32", pythonTruth(training.gradientBytes == 4)});
        if (narrow != nullptr) {
            for (const char* name : {"fp8_param_gather", "fp4_param_gather", "reuse_grad_buf_for_mxfp8_param_ag"}) {
                m_config.precision.push_back({name, "False"});
            }
        }
    }

    void addAdapters()
    {
        const Tuning& tuning = m_plan.training.tuning;
        if (tuning.method == TuningMethod::All) {
            return;
        }
        std::string list;
        for (const char* name : megatronAdapterNames(tuning.targets, m_model.dense)) {
            list += (list.empty() ? "" : ", ") + doubleQuoted(name);
        }
        m_config.adapters = {{"target_modules", '[' + list + ']'},
                             {"dim", fmt::format("{}", tuning.rank)},
                             {"alpha", fmt::format("{}", 2 * tuning.rank)},
                             {"dropout", "0.0"}};
        if (m_model.isSparse()) {
            m_config.adapters.push_back({"share_expert_adapters", "False"});
        }
    }

    Result<BridgeConfig> checked()
    {
        std::vector<SaidSetting> names;
        const auto add = [&names](const char* object, const std::vector<BridgeField>& fields) {
            for (const BridgeField& field : fields) {
                names.push_back({fmt::format("{}/{}", object, field.name), {}});
            }
        };
        add("model", m_config.sizes);
        add("model", m_config.run);
        add("ddp", m_config.ddp);
        add("optimizer", m_config.optimizer);
        add("mixed_precision", m_config.precision);
        add("peft", m_config.adapters);
        return SettingLedger(bridgeTable).checkWritten(names).map([this] { return std::move(m_config); });
    }

    const Plan& m_plan;
    const DecoderModel& m_model;
    bool m_isLatent;
    BridgeConfig m_config;
};

}  // namespace

Result<BridgeConfig> bridgeConfigOf(const Plan& plan, const std::vector<ArgumentList>& lists)
{
    return decoderModelOf(plan.model).and_then([&](const DecoderModel& model) {
        return BridgeMaker(plan, model).run(lists);
    });
}

std::string dictionaryLines(const std::vector<BridgeField>& fields, std::string_view indent)
{
    std::string text;
    for (const BridgeField& field : fields) {
        text += fmt::format("{}\"{}\": {},\n", indent, field.name, field.value);
    }
    return text;
}

std::string argumentLines(const std::vector<BridgeField>& fields, std::string_view indent)
{
    std::string text;
    for (const BridgeField& field : fields) {
        text += fmt::format("{}{}={},\n", indent, field.name, field.value);
    }
    return text;
}

}  // namespace pgram
