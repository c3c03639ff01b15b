// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/plan_text.h"

#include "app/pgram/table.h"
#include "core/base/format.h"
#include "core/base/quoting.h"
#include "core/cluster/cluster_json.h"
#include "core/fidelity/fit.h"
#include "core/model/mixers.h"
#include "core/model/training_json.h"
#include "core/model/tuning.h"
#include "core/plan/compare.h"
#include "core/plan/driver_memory.h"
#include "core/plan/layer_runs.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

namespace pgram::cli {

namespace {

std::string bytesOrBlank(Bytes count)
{
    return count > 0 ? bytesText(count) : "";
}

/// Returns the number of a stage; the first is 0.
std::string stageName(std::size_t index)
{
    return fmt::format("{}", index);
}

/// Returns an empty text for zero, which makes the other seconds prominent.
std::string secondsOrBlank(Seconds seconds)
{
    return seconds > 0 ? formatSeconds(seconds) : "";
}

std::string titleOf(const std::string& title, const std::string& name)
{
    return title.empty() ? name : title;
}

/// Returns "embedding", "encoder 1–15", "encoder 16 – head".
std::string layersText(const Architecture& model, int first, int count)
{
    const int last = first + count - 1;
    std::string begin = model.layerName(first);
    if (count == 1) {
        return begin;
    }
    const std::string end = model.layerName(last);
    const bool sameRun = model.runOf(first) == model.runOf(last);
    return sameRun ? begin + "–" + end.substr(end.find_last_not_of("0123456789") + 1) : begin + " – " + end;
}

/// Returns the layers of all chunks of the stage.
std::string layersOfStage(const Plan& plan, int stage)
{
    std::vector<std::string> ranges;
    for (const int chunk : plan.chunksOf(stage)) {
        ranges.push_back(layersText(plan.model, plan.chunk(chunk).firstLayer, plan.chunk(chunk).layerCount));
    }
    return fmt::format("{}", fmt::join(ranges, ", "));
}

std::string hostNote(const HostNeed& host)
{
    const std::string available =
        host.isUnknown() ? "what it has is not known"
                         : fmt::format("of {}{}", bytesText(host.available), host.isExceeded() ? ": DOES NOT FIT" : "");
    return fmt::format("of a node of {}, {}", counted(host.devices, "device"), available);
}

std::string expectedText(const ErrorBands& bands)
{
    std::string text;
    if (bands.time) {
        text += fmt::format("\n  a measured step time is expected within {}\n", bandText(*bands.time));
    }
    if (bands.memory) {
        text += fmt::format("  a measured peak memory within {}\n", bandText(*bands.memory));
    }
    return text;
}

/// Returns the precision and the unusual settings: "bf16, 16-bit gradients, sgd".
std::string trainingText(const Training& training)
{
    std::string text(precisionNames()[static_cast<std::size_t>(training.precision)]);
    text += training.gradientBytes == 2 ? ", 16-bit gradients" : "";
    if (training.optimizer != Training().optimizer) {
        text += fmt::format(", {}", optimizerNames()[static_cast<std::size_t>(training.optimizer)]);
    }
    text += training.stateBytes == 2 ? ", 16-bit states" : "";
    text += training.masterWeights || training.elementBytes() != 2 ? "" : ", no master weights";
    if (const Tuning& tuning = training.tuning; tuning.method != TuningMethod::All) {
        text += fmt::format(", {} of rank {} ({})", name(tuning.method), tuning.rank, name(tuning.targets));
    }
    switch (training.preference) {
    case Preference::None:
        break;
    case Preference::Precomputed:
        text += ", preference pairs without a reference model";
        break;
    case Preference::Device:
        text += ", preference pairs with a reference model on the device";
        break;
    case Preference::Host:
        text += ", preference pairs with a reference model in host memory";
        break;
    }
    if (training.documents.equal() > 0) {
        text += fmt::format(", documents of {} tokens", training.documents.equal());
    } else if (!training.documents.isEmpty()) {
        text += fmt::format(", documents of {} tokens", plainLine(training.documents.text()));
    }
    text += training.expertLoad == 1 ? "" : fmt::format(", busiest experts at {:.3g} of the mean", training.expertLoad);
    text += training.framework.name.empty() ? "" : fmt::format(", as by {}", plainLine(training.framework.name));
    return text;
}

std::string guessedText(const Plan& plan)
{
    const std::vector<std::string> names = guessedConstants(plan.cluster, hasStates(plan.model));
    if (names.empty()) {
        return {};
    }
    return "\n  " +
           plainLine(fmt::format("{} of the cluster {} guessed, for its file leaves {} out: {}",
                                 counted(static_cast<std::int64_t>(names.size()), "constant"),
                                 names.size() == 1 ? "is" : "are", names.size() == 1 ? "it" : "them",
                                 fmt::join(names, ", "))) +
           '\n';
}

}  // namespace

std::string titlesOf(const Architecture& model, const Cluster& cluster)
{
    return plainLine(fmt::format("{} on {}", titleOf(model.title, model.name), titleOf(cluster.title, cluster.name)));
}

std::string strategiesInShort(const Plan& plan)
{
    constexpr std::size_t most = 3;
    std::map<LayerStrategy, int> counts;
    for (const LayerStrategy& strategy : plan.strategies) {
        ++counts[strategy];
    }
    std::vector<std::pair<LayerStrategy, int>> order(counts.begin(), counts.end());
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < std::min(most, order.size()); ++i) {
        parts.push_back(fmt::format("{} ×{}", shortName(order[i].first), order[i].second));
    }
    return fmt::format("{}{}", fmt::join(parts, ", "), order.size() > most ? ", …" : "");
}

std::string counted(std::int64_t count, const std::string& noun)
{
    const char* ending = count == 1 ? "" : noun.ends_with("ch") ? "es" : "s";
    return fmt::format("{} {}{}", count, noun, ending);
}

std::string bytesText(Bytes count)
{
    return formatBytes(static_cast<double>(count));
}

std::string rangeText(int first, int count)
{
    return count == 1 ? fmt::format("{}", first) : fmt::format("{}–{}", first, first + count - 1);
}

std::string headline(const Plan& plan)
{
    const std::string precision = trainingText(plan.training);
    std::string text =
        fmt::format("{}: {}, {} parameters, {}, {}, {} tokens per sample\n", titlesOf(plan.model, plan.cluster),
                    counted(plan.model.layerCount(), "layer"), formatCount(parameterCount(plan.model)),
                    counted(plan.cluster.devices, "device"), precision, plan.sequence());
    text += fmt::format("{} of {}, batch of {} in {}, {}\n", counted(plan.pipeline(), "stage"),
                        counted(plan.stageDevices(), "device"), counted(plan.training.globalBatch, "sample"),
                        counted(plan.schedule.microbatches, "micro-batch"), toString(plan.schedule));
    return text;
}

std::string hostText(const HostNeed& host)
{
    return host.needed > 0 ? bytesText(host.needed) : "–";
}

namespace {

/// Returns the usable memory of the stage that has the peak; on a mixed cluster others may have more.
Bytes usableAtPeak(const Estimate& estimate)
{
    const auto fullest =
        std::ranges::max_element(estimate.stages, {}, [](const StageEstimate& stage) { return stage.memory.total(); });
    return fullest == estimate.stages.end() ? estimate.usableBudget : fullest->usable;
}

std::string figuresText(const JudgedPlan& judged)
{
    const Estimate& estimate = *judged.estimate;
    Table table({{"figure", Align::Left}, {"value"}, {"", Align::Left}});
    for (const Figure& figure : figures()) {
        std::string note;
        if (&figure == &figures().front() && !estimate.legal) {
            note = "without the layers that CANNOT RUN, see below";
        }
        if (std::string_view(figure.key) == "peak_memory_bytes") {
            note =
                fmt::format("of {} usable{}", bytesText(usableAtPeak(estimate)), estimate.fits ? "" : ": DOES NOT FIT");
        }
        table.addRow({figure.title.english, formatFigure(figure, figure.value(estimate)), note});
        if (std::string_view(figure.key) == "peak_memory_bytes" && estimate.host.needed > 0) {
            table.addRow({"host memory", hostText(estimate.host), hostNote(estimate.host)});
        }
    }
    table.addRow(
        {"fits", estimate.legal ? shortText(judged.fit.verdict) : "cannot run", runRemark(judged.fit).english()});
    return table.text() + expectedText(judged.bands) + guessedText(*judged.plan);
}

/// Returns "0–7", and on a mixed cluster "0–7 A100".
std::string devicesText(const Plan& plan, int stage)
{
    const std::string range = rangeText(plan.firstDevice(stage), plan.stageDevices());
    const std::string kinds = kindsText(plan, stage).english();
    return kinds.empty() ? range : range + " " + kinds;
}

std::string stagesText(const Plan& plan, const Estimate& estimate)
{
    Table table({{"stage"},
                 {"devices"},
                 {"layers", Align::Left},
                 {"per micro-batch"},
                 {"sync"},
                 {"bubble"},
                 {"in flight"},
                 {"memory"},
                 {"free"}});
    for (std::size_t i = 0; i < estimate.stages.size(); ++i) {
        const StageEstimate& stage = estimate.stages[i];
        const Bytes left = stage.usable - stage.memory.total();
        table.addRow({stageName(i), devicesText(plan, static_cast<int>(i)), layersOfStage(plan, static_cast<int>(i)),
                      formatSeconds(stage.time), secondsOrBlank(stage.sync), secondsOrBlank(stage.bubble),
                      fmt::format("{}", stage.inFlight), bytesText(stage.memory.total()),
                      left < 0 ? "lacks " + bytesText(-left) : bytesText(left)});
    }
    return table.text();
}

/// Returns a line on the parts of what the driver shows for the stage that has most.
std::string driverText(const Estimate& estimate)
{
    const auto most =
        std::ranges::max_element(estimate.stages, {}, [](const StageEstimate& stage) { return stage.driver.total; });
    if (most == estimate.stages.end()) {
        return {};
    }
    const DriverMemory& driver = most->driver;
    return fmt::format(
        "  driver shows: in nvidia-smi or rocm-smi, {} at most (public reports: {} to {}): tensors,\n"
        "  {} that the allocator holds in reserve, {} of context, {} of buffers of {}\n",
        bytesText(driver.total), bytesText(wholeBytes(driverBandLow * static_cast<double>(driver.total))),
        bytesText(wholeBytes(driverBandHigh * static_cast<double>(driver.total))), bytesText(driver.slack),
        bytesText(driver.context), bytesText(driver.buffers), counted(driver.communicators, "communicator"));
}

std::string memoryText(const Estimate& estimate)
{
    Table table({{"stage"},
                 {"weights"},
                 {"gradients"},
                 {"optimizer"},
                 {"activations"},
                 {"transient"},
                 {"context"},
                 {"memory"},
                 {"driver shows"}});
    for (std::size_t i = 0; i < estimate.stages.size(); ++i) {
        const MemoryBreakdown& memory = estimate.stages[i].memory;
        table.addRow({stageName(i), bytesOrBlank(memory.weights), bytesOrBlank(memory.gradients),
                      bytesOrBlank(memory.optimizer), bytesOrBlank(memory.activations), bytesOrBlank(memory.transient),
                      bytesOrBlank(memory.context), bytesText(memory.total()),
                      bytesText(estimate.stages[i].driver.total)});
    }
    return table.text() +
           "  transient: only while a layer runs its backward; context: of the device and the libraries\n" +
           driverText(estimate);
}

std::string strategiesText(const Plan& plan, const Estimate& estimate)
{
    Table table({{"stage"},
                 {"layers", Align::Left},
                 {"strategy", Align::Left},
                 {"forward"},
                 {"backward"},
                 {"sync"},
                 {"states"},
                 {"kept per micro-batch"}});
    for (const LayerRun& run : layerRuns(plan, estimate)) {
        table.addRow(
            {stageName(static_cast<std::size_t>(run.stage)), layersText(plan.model, run.firstLayer, run.layerCount),
             shortName(plan.strategies[static_cast<std::size_t>(run.firstLayer)]), formatSeconds(run.forward),
             formatSeconds(run.backward), secondsOrBlank(run.sync), bytesText(run.states), bytesText(run.kept)});
    }
    return table.text();
}

std::string volumesText(const Plan& plan, const Estimate& estimate)
{
    if (estimate.volumes.empty()) {
        return "  nothing is sent\n";
    }
    Table table({{"traffic per step", Align::Left},
                 {"ranks"},
                 {"stride"},
                 {"link", Align::Left},
                 {"volume"},
                 {"hidden"},
                 {"exposed"}});
    for (const VolumeRow& row : estimate.volumes) {
        table.addRow({std::string(name(row.kind)), fmt::format("{}", row.group.size),
                      fmt::format("{}", row.group.stride), plan.cluster.linkName(row.link), formatVolume(row.bytes),
                      secondsOrBlank(row.hidden), secondsOrBlank(row.exposed)});
    }
    return table.text();
}

std::string issuesText(const Estimate& estimate)
{
    std::string text;
    for (const Issue& issue : estimate.issues) {
        text += fmt::format("  {}: {}\n", name(issue.severity), plainLine(issue.message.english()));
    }
    return text;
}

}  // namespace

std::string planText(const JudgedPlan& judged)
{
    const Plan& plan = *judged.plan;
    const Estimate& estimate = *judged.estimate;
    std::string text =
        fmt::format("{}\n{}\n{}\n{}\n{}\n{}", headline(plan), figuresText(judged), stagesText(plan, estimate),
                    memoryText(estimate), strategiesText(plan, estimate), volumesText(plan, estimate));
    return estimate.issues.empty() ? text : text + '\n' + issuesText(estimate);
}

}  // namespace pgram::cli
