// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/what_if/what_if_numbers.h"

#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/presets/preset_edits.h"
#include "widgets/document/core_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>

namespace pgram {

namespace {

constexpr double giga = 1e9;
constexpr double tera = 1e12;
constexpr double micro = 1e-6;
constexpr std::string_view clusterPrefix = "cluster.";

/// Members of a cluster's file that can be varied: by the end of their pointer.
struct Member {
    std::string_view end;
    const char* title;  ///< %1: the link, or the precision
    const char* unit;
    double scale;
    double least = 0;
    double most = std::numeric_limits<double>::infinity();
};

constexpr std::array members{
    Member{"/efficiency/value", QT_TRANSLATE_NOOP("WhatIf", "%1 efficiency"), "", 1, 0, 1},
    Member{"/startup_s/value", QT_TRANSLATE_NOOP("WhatIf", "%1 startup of a collective"), "µs", micro},
    Member{"/gemm_efficiency/value", QT_TRANSLATE_NOOP("WhatIf", "Efficiency of matrix products"), "", 1, 0, 1},
    Member{"/fp8_efficiency/value", QT_TRANSLATE_NOOP("WhatIf", "Efficiency of FP8 products"), "", 1, 0, 1},
    Member{"/fp4_efficiency/value", QT_TRANSLATE_NOOP("WhatIf", "Efficiency of FP4 products"), "", 1, 0, 1},
    Member{"/attention_efficiency/value", QT_TRANSLATE_NOOP("WhatIf", "Efficiency of attention"), "", 1, 0, 1},
    Member{"/scan_efficiency/value", QT_TRANSLATE_NOOP("WhatIf", "Efficiency of linear attention"), "", 1, 0, 1},
    Member{"/driver_context_bytes/value", QT_TRANSLATE_NOOP("WhatIf", "Memory of the driver's context"), "GiB",
           static_cast<double>(GiB)},
    Member{"/memory_efficiency/value", QT_TRANSLATE_NOOP("WhatIf", "Efficiency of device memory"), "", 1, 0, 1},
    Member{"/update_efficiency/value", QT_TRANSLATE_NOOP("WhatIf", "Efficiency of the optimizer's update"), "", 1, 0,
           1},
    Member{"/launch_s/value", QT_TRANSLATE_NOOP("WhatIf", "Launch of a kernel"), "µs", micro},
    Member{"/usd_per_hour/value", QT_TRANSLATE_NOOP("WhatIf", "Price of a device-hour"), "$", 1},
    Member{"/peak_flop_per_s/", QT_TRANSLATE_NOOP("WhatIf", "Peak of a device (%1)"), "TFLOP/s", tera},
    Member{"/device/memory_bytes_per_s", QT_TRANSLATE_NOOP("WhatIf", "Memory bandwidth of a device"), "GB/s", giga},
    Member{"/device/memory_bytes", QT_TRANSLATE_NOOP("WhatIf", "Memory of a device"), "GiB", static_cast<double>(GiB)},
    Member{"/host/bytes_per_s", QT_TRANSLATE_NOOP("WhatIf", "Bandwidth to the host"), "GB/s", giga},
    Member{"/host/memory_bytes_per_device", QT_TRANSLATE_NOOP("WhatIf", "Host memory per device"), "GiB",
           static_cast<double>(GiB)},
    Member{"/update_bytes_per_s/value", QT_TRANSLATE_NOOP("WhatIf", "Memory bandwidth of a host per device"), "GB/s",
           giga},
    Member{"/bytes_per_s", QT_TRANSLATE_NOOP("WhatIf", "%1 bandwidth"), "GB/s", giga},
    Member{"/latency_s", QT_TRANSLATE_NOOP("WhatIf", "%1 latency"), "µs", micro},
    Member{"/overlap_slowdown/value", QT_TRANSLATE_NOOP("WhatIf", "Slowdown where compute and transfers overlap"), "",
           1, 1},
    Member{"/reserve/value", QT_TRANSLATE_NOOP("WhatIf", "Share of memory kept in reserve"), "", 1, 0, 0.9},
};

/// What %1 of a title stands for: the link of "/links/1/…", the host, or the precision at the end.
QString ownerOf(const std::string& pointer, const Json& cluster)
{
    constexpr std::string_view links = "/links/";
    if (pointer.starts_with(links)) {
        const std::string owner = pointer.substr(0, pointer.find('/', links.size()));
        return qs(cluster.at(Json::json_pointer(owner)).value("name", owner));
    }
    return pointer.starts_with("/host/") ? WhatIfText::tr("Host")
                                         : qs(pointer.substr(pointer.rfind('/') + 1)).toUpper();
}

std::string provenanceAt(const Json& cluster, const std::string& pointer)
{
    const Json::json_pointer owner(pointer.substr(0, pointer.rfind('/')));
    return cluster.contains(owner) && cluster.at(owner).is_object() ? cluster.at(owner).value("provenance", "vendor")
                                                                    : "vendor";
}

struct Word {
    std::string_view key;
    const char* title;
};

/// Of measured kernels (docs/method/time.md, Measured products; docs/method/communication.md, Measured collectives):
/// what they are of, and their constants.
constexpr std::array kernelParts{
    Word{"products", QT_TRANSLATE_NOOP("WhatIf", "Products")},
    Word{"grouped_products", QT_TRANSLATE_NOOP("WhatIf", "Products of experts")},
    Word{"attention", QT_TRANSLATE_NOOP("WhatIf", "Attention")},
    Word{"collectives", QT_TRANSLATE_NOOP("WhatIf", "Collectives")},
};
constexpr std::array kernelConstants{
    Word{"rate_share", QT_TRANSLATE_NOOP("WhatIf", "share of the peak")},
    Word{"tile_inner", QT_TRANSLATE_NOOP("WhatIf", "start and end of a tile")},
    Word{"tile_queries", QT_TRANSLATE_NOOP("WhatIf", "queries per tile")},
    Word{"partial_wave", QT_TRANSLATE_NOOP("WhatIf", "paid share of a partial wave")},
    Word{"memory_share", QT_TRANSLATE_NOOP("WhatIf", "share of the memory bandwidth")},
    Word{"norm", QT_TRANSLATE_NOOP("WhatIf", "overlap of compute and memory")},
    Word{"start_s", QT_TRANSLATE_NOOP("WhatIf", "startup")},
    Word{"cast_share", QT_TRANSLATE_NOOP("WhatIf", "rate of the cast")},
    Word{"backward_share", QT_TRANSLATE_NOOP("WhatIf", "rate of backward")},
    Word{"older_share", QT_TRANSLATE_NOOP("WhatIf", "rate of older kernels")},
    Word{"head_dim", QT_TRANSLATE_NOOP("WhatIf", "head width")},
    Word{"start_s_per_rank", QT_TRANSLATE_NOOP("WhatIf", "start per rank")},
    Word{"rate", QT_TRANSLATE_NOOP("WhatIf", "rate")},
    Word{"rate_loss", QT_TRANSLATE_NOOP("WhatIf", "loss of rate per rank")},
    Word{"ramp", QT_TRANSLATE_NOOP("WhatIf", "ramp")},
    Word{"own_share", QT_TRANSLATE_NOOP("WhatIf", "rate for own tokens")},
    Word{"s_per_copy", QT_TRANSLATE_NOOP("WhatIf", "time per copy of a token")},
    Word{"ranks", QT_TRANSLATE_NOOP("WhatIf", "ranks measured")},
};

template <std::size_t count>
QString wordOf(const std::array<Word, count>& words, std::string_view key)
{
    const auto found = std::ranges::find(words, key, &Word::key);
    return found == words.end() ? QString() : QCoreApplication::translate("WhatIf", found->title);
}

/// "Attention (bf16, head width 128): share of the peak", "Collectives (all-reduce): ramp"; empty: it is none of a
/// measured kernel.
QString kernelTitle(const Cluster& cluster, const std::string& pointer)
{
    const QStringList tokens = qs(pointer).split(QLatin1Char('/'), Qt::SkipEmptyParts);
    const auto isPart = [](const QString& token) { return !wordOf(kernelParts, token.toStdString()).isEmpty(); };
    const auto part = std::ranges::find_if(tokens, isPart);
    const QString constant = tokens.isEmpty() ? QString() : wordOf(kernelConstants, tokens.back().toStdString());
    if (part == tokens.end() || tokens.end() - part < 3 || constant.isEmpty()) {
        return {};
    }
    QStringList of{part[1]};
    if (pointer.find("/heads/") != std::string::npos) {
        const Json::json_pointer width(pointer.substr(0, pointer.rfind('/')) + "/head_dim");
        if (const Json json = toJson(cluster); json.contains(width)) {  // a kept choice may be of another cluster
            of.append(QStringLiteral("%1 %2").arg(wordOf(kernelConstants, "head_dim"),
                                                  numberText(json.at(width).get<double>())));
        }
    }
    return WhatIfText::tr("%1 (%2): %3")
        .arg(wordOf(kernelParts, part->toStdString()), of.join(WhatIfText::tr(", ")), constant);
}

/// The peak's pointer ends in a precision.
const Member* memberOf(const std::string& pointer)
{
    const auto found = std::ranges::find_if(members, [&](const Member& member) {
        return member.end.ends_with('/') ? pointer.find(member.end) != std::string::npos
                                         : pointer.ends_with(member.end);
    });
    return found == members.end() ? nullptr : &*found;
}

std::vector<WhatIfNumber> clusterNumbers(const SearchRequest& request)
{
    std::vector<WhatIfNumber> numbers;
    const Json json = toJson(request.cluster);
    for (const std::string& pointer : numberPointers(request.cluster)) {
        const Member* member = memberOf(pointer);
        if (member == nullptr || pointer.starts_with("/network") || pointer.find("/measured") != std::string::npos) {
            continue;
        }
        QString title = QCoreApplication::translate("WhatIf", member->title);
        if (title.contains(QLatin1StringView("%1"))) {
            title = title.arg(ownerOf(pointer, json));
        }
        numbers.push_back({std::string(clusterPrefix) + pointer.substr(1), title, QString::fromUtf8(member->unit),
                           member->scale, false, member->least, member->most, provenanceAt(json, pointer),
                           json.at(Json::json_pointer(pointer)).get<double>()});
    }
    return numbers;
}

std::vector<WhatIfNumber> askedNumbers(const SearchRequest& request)
{
    std::vector<WhatIfNumber> numbers{
        {"memory", WhatIfText::tr("Memory budget"), QStringLiteral("GiB"), static_cast<double>(GiB)},
        {"nodes", WhatIfText::tr("Nodes"), {}, 1, true, 1},
        {"batch", WhatIfText::tr("Batch"), {}, 1, true, 1},
        {"sequence", WhatIfText::tr("Sequence"), {}, 1, true, 1},
        {std::string(sequenceOfTokens), WhatIfText::tr("Sequence (tokens per batch kept)"), {}, 1, true, 1}};
    for (std::size_t run = 0; run < request.model.runs.size(); ++run) {
        const std::string at = "model.runs/" + std::to_string(run) + "/";
        const QString name = qs(request.model.runs[run].name);
        if (request.model.runs[run].count > 1) {
            numbers.push_back({at + "count", WhatIfText::tr("Layers (%1)").arg(name), {}, 1, true, 1});
            numbers.push_back({at + "ffn", WhatIfText::tr("FFN size (%1)").arg(name), {}, 1, true, 1});
        }
    }
    return numbers;
}

/// The links' bandwidths and latencies first, then the device's peak in the precision of the question and its memory's
/// bandwidth, then what is asked.
int placeOf(const WhatIfNumber& number, const std::string& peak)
{
    const bool isLink = number.what.starts_with("cluster.links/");
    return isLink && number.what.ends_with("/bytes_per_s")      ? 0
           : isLink && number.what.ends_with("/latency_s")      ? 1
           : number.what == peak                                ? 2
           : number.what == "cluster.device/memory_bytes_per_s" ? 3
           : !number.what.starts_with(clusterPrefix)            ? 4
                                                                : 5;
}

}  // namespace

std::vector<WhatIfNumber> whatIfNumbers(const SearchRequest& request)
{
    std::vector<WhatIfNumber> numbers = askedNumbers(request);
    for (WhatIfNumber& number : numbers) {
        number.now = numberOf(request, number.what).value_or(0);
    }
    std::ranges::move(clusterNumbers(request), std::back_inserter(numbers));
    std::erase_if(numbers, [](const WhatIfNumber& number) { return number.now <= 0; });
    const Precision units = precisionRow(request.training.precision).units.front();
    const std::string peak = std::string("cluster.device/peak_flop_per_s/") + precisionRow(units).name;
    std::ranges::stable_sort(numbers, {}, [&](const WhatIfNumber& number) { return placeOf(number, peak); });
    return numbers;
}

WhatIfNumber whatIfNumber(const SearchRequest& request, const std::string& what)
{
    std::vector<WhatIfNumber> numbers = whatIfNumbers(request);
    const auto found = std::ranges::find(numbers, what, &WhatIfNumber::what);
    if (found != numbers.end()) {
        return std::move(*found);
    }
    const bool ofCluster = what.starts_with(clusterPrefix);
    const QString title = ofCluster ? kernelTitle(request.cluster, '/' + what.substr(clusterPrefix.size())) : QString();
    return {what, title.isEmpty() ? qs(what) : title, {}};
}

SweepAxis whatIfAxis(const WhatIfNumber& number, int factor, int points)
{
    SweepAxis axis{number.what, std::max(number.least, number.now / factor), std::min(number.most, number.now * factor),
                   points, true};
    if (number.isCount) {
        // Halved as long as that is a whole number.
        int below = 0;
        for (double value = number.now; value / 2 == std::floor(value / 2) && value / 2 >= number.now / factor;
             value /= 2) {
            ++below;
        }
        const int above = static_cast<int>(std::log2(factor));
        axis.from = number.now / std::exp2(below);
        axis.to = number.now * std::exp2(above);
        axis.points = below + above + 1;
    }
    return axis;
}

QString tickText(const WhatIfNumber& number, double value)
{
    return number.isCount ? QString::number(std::llround(value)) : numberText(value / number.scale);
}

QString numberText(const WhatIfNumber& number, double value)
{
    return number.unit.isEmpty() ? tickText(number, value) : tickText(number, value) + QLatin1Char(' ') + number.unit;
}

QString axisTitle(const WhatIfNumber& number)
{
    return number.unit.isEmpty() ? number.title : QStringLiteral("%1, %2").arg(number.title, number.unit);
}

QString provenanceText(const std::string& from)
{
    return from == "vendor"       ? WhatIfText::tr("vendor")
           : from == "measured"   ? WhatIfText::tr("measured")
           : from == "fitted"     ? WhatIfText::tr("fitted")
           : from == "guessed"    ? WhatIfText::tr("guessed")
           : from == "yours"      ? WhatIfText::tr("yours")
           : from == measuredHere ? WhatIfText::tr("measured here")
                                  : qs(from);
}

}  // namespace pgram
