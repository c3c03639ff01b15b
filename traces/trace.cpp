// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/trace.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <utility>

namespace pgram {

namespace {

bool hasAny(const std::string& name, std::initializer_list<const char*> parts)
{
    return std::ranges::any_of(parts, [&name](const char* part) { return name.find(part) != std::string::npos; });
}

}  // namespace

KernelKind kernelKind(std::string_view name)
{
    const std::string low = lowered(name);
    if (hasAny(low, {"nccl", "rccl", "allreduce", "all_reduce_", "reducescatter", "allgather"})) {
        return KernelKind::Transfer;
    }
    if (low.starts_with("memcpy") || low.starts_with("memset") || low.starts_with("copydevice")) {
        return KernelKind::Copy;
    }
    if (hasAny(low, {"flash", "fmha", "attention", "_attn_", "sdpa"})) {
        return KernelKind::Attention;
    }
    const bool isEmbedding = hasAny(low, {"embedding", "fbgemm_gpu::"});
    if (!isEmbedding && hasAny(low, {"gemm", "cutlass", "cijk_", "xmma", "nvjet", "convolve", "conv2d", "_mm_", "dgrad",
                                     "wgrad", "fprop", "matmul", "scudnn"})) {
        return KernelKind::Matrix;
    }
    return KernelKind::Other;
}

CollectiveKind transferKind(std::string_view name)
{
    std::string low = lowered(name);
    std::erase_if(low, [](char c) { return c == '_' || c == ' ' || c == '-'; });
    using Named = std::pair<const char*, CollectiveKind>;
    constexpr std::array<Named, 9> kinds{{{"allreduce", CollectiveKind::AllReduce},
                                          {"reducescatter", CollectiveKind::ReduceScatter},
                                          {"allgather", CollectiveKind::AllGather},
                                          {"alltoall", CollectiveKind::AllToAll},
                                          {"sendrecv", CollectiveKind::PointToPoint},
                                          {"broadcast", CollectiveKind::Broadcast},
                                          {"send", CollectiveKind::PointToPoint},
                                          {"recv", CollectiveKind::PointToPoint},
                                          {"reduce", CollectiveKind::Reduce}}};
    const auto found =
        std::ranges::find_if(kinds, [&low](const Named& kind) { return low.find(kind.first) != std::string::npos; });
    return found != kinds.end() ? found->second : CollectiveKind::AllReduce;
}

}  // namespace pgram
