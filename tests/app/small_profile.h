// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A folder of Galvatron's profile files that is small enough to be worked by hand.
#pragma once

#include <QByteArray>
#include <QString>

#include <map>

namespace pgram {

/// One layer type on two devices, by file name; `name` is the model's in the names.
inline std::map<QString, QByteArray> smallProfile(const QString& name)
{
    return {{QStringLiteral("computation_profiling_bf16_%1_all.json").arg(name),
             R"({"layertype_0_bsz1_seq512": 3, "layertype_other_bsz1_seq512": 2})"},
            {QStringLiteral("memory_profiling_bf16_%1_all.json").arg(name),
             R"({"layertype_0_sp": {"512": {"parameter_size": 100,
             "tp_activation_per_bsz_dict": {"1": 80, "2": 40, "checkpoint": 8}}},
         "other_memory_pp_off_sp": {"512": {"model_states": {"1": 300, "2": 150}, "activation": {"1": 90, "2": 45}}},
         "other_memory_pp_on_first_sp": {"512": {"model_states": {"1": 160}, "activation": {"1": 30}}},
         "other_memory_pp_on_last_sp": {"512": {"model_states": {"1": 160}, "activation": {"1": 60}}}})"},
            {QStringLiteral("allreduce_bandwidth_1nodes_2gpus_per_node.json"), R"({"allreduce_size_2_consec_1": 100})"},
            {QStringLiteral("p2p_bandwidth_1nodes_2gpus_per_node.json"), R"({"pp_size_2": 50})"},
            {QStringLiteral("sp_time_1nodes_2gpus_per_node.json"),
             R"({"allreduce_size_2_1MB_time": 0.1, "allreduce_size_2_2MB_time": 0.2,
         "all2all_size_2_1MB_time": 0.1, "all2all_size_2_2MB_time": 0.2})"},
            {QStringLiteral("overlap_coefficient.json"), R"({"overlap_coe": 1.2})"}};
}

}  // namespace pgram
