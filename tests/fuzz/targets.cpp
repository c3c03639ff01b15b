// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/fuzz/targets.h"

#include "core/base/json.h"
#include "core/base/scratch_folder.h"
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/exchange/format.h"
#include "core/fidelity/measurement.h"
#include "core/fidelity/record.h"
#include "core/lessons/lesson.h"
#include "core/model/model_json.h"
#include "core/plan/estimate.h"
#include "core/plan/plan_json.h"
#include "core/presets/device_presets.h"
#include "core/search/task/scenario.h"
#include "core/serving/edge.h"
#include "studies/study.h"
#include "tests/places.h"
#include "traces/chakra.h"
#include "traces/measured_step.h"
#include "traces/memory_snapshot.h"
#include "traces/read_trace.h"
#include "traces/scalar_events.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace pgram::fuzz {

namespace fs = std::filesystem;

namespace {

const PresetStore& shipped()
{
    static const PresetStore presets(presetsFolder());
    return presets;
}

/// Returns a new folder. It is removed when the process ends.
ScratchFolder newFolder()
{
    return ScratchFolder::make("fuzz").value();
}

/// Makes these files the only ones of a folder.
void fill(const ScratchFolder& folder, const Files& files)
{
    for (const auto& entry : fs::directory_iterator(folder.path())) {
        fs::remove_all(entry);
    }
    for (const auto& [name, content] : files) {
        std::ofstream(folder.path() / name, std::ios::binary) << content;
    }
}

/// Few presets, so that a reader that looks through them all is fast.
const PresetStore& fewPresets()
{
    static const ScratchFolder folder = newFolder();
    static const PresetStore presets = [] {
        for (const char* name :
             {"frameworks.json", "models/gpt2-small.json", "models/llama3.1-8b.json", "clusters/dgx-h100.json",
              "clusters/dgx-h100-64.json", "clusters/dgx-a100.json", "clusters/a100-pcie-8.json",
              "clusters/dgx-1v.json", "devices/h100-sxm.json", "devices/a100-sxm-80gb.json",
              "devices/a100-pcie-80gb.json", "devices/v100-sxm-32gb.json"}) {
            fs::create_directories((folder.path() / name).parent_path());
            fs::copy_file(presetsFolder() / name, folder.path() / name);
        }
        return PresetStore(folder.path());
    }();
    return presets;
}

/// Returns the fault of a refusal: it does not say what is wrong. Files that readers name may be missing, but no input
/// is a fault of the program.
std::string faultOf(const Error& error)
{
    return error.what.empty()                  ? "the refusal does not say what is wrong"
           : error.kind == ErrorKind::Internal ? "the input is taken for a fault of the program: " + error.text()
                                               : std::string();
}

/// Returns the fault of what was read and comes back from its own text.
template <typename T>
std::string faultOfCopy(const Result<T>& again, const T& first)
{
    return !again            ? "what was written is refused: " + again.error().text()
           : *again == first ? std::string()
                             : "another one comes back";
}

/// Returns the outcome of a reader. `faultOfValue` is asked about what it accepts.
template <typename T, typename Check>
Outcome outcomeOf(const Result<T>& read, const Check& faultOfValue)
{
    return read ? Outcome{true, faultOfValue(*read)} : Outcome{false, faultOf(read.error())};
}

Outcome checkPlan(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(planFromJson(input, "input"), faultOfPlan);
}

Outcome checkModel(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(parseArchitecture(input, "input"), [](const Architecture& model) {
        return faultOfCopy(parseArchitecture(dumped(toJson(model)), "again"), model);
    });
}

/// A cluster that is read has whole devices in place of their names.
Outcome checkCluster(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(parseClusterPreset(input, "input", shipped()), [](const Cluster& cluster) {
        return faultOfCopy(parseCluster(dumped(toJson(cluster)), "again"), cluster);
    });
}

Outcome checkDevice(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(parseDevicePreset(input, "input", shipped()), [](const Device& device) {
        const Json json = toJson(device);
        const JsonObject object(json, "again");
        const Device again = readDevice(object, nullptr);
        return faultOfCopy(object.error() ? Result<Device>(tl::unexpected(*object.error())) : again, device);
    });
}

std::string faultOfScenario(const Scenario& scenario)
{
    const Result<Scenario> again = parseScenario(dumped(toJson(scenario)), "again", fewPresets().root(), shipped());
    if (!again) {
        return "what was written is refused: " + again.error().text();
    }
    if (again->request != scenario.request || again->title != scenario.title || again->name != scenario.name ||
        again->description != scenario.description) {
        return "another scenario comes back";
    }
    const Json whole = toJson(scenario.request);
    JsonObject object(whole, "request");
    Result<SearchRequest> request = requestFromJson(object);
    if (request) {
        request->threads = scenario.request.threads;
    }
    return faultOfCopy(request, scenario.request);
}

Outcome checkScenario(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(parseScenario(input, "input", fewPresets().root(), shipped()), faultOfScenario);
}

std::string faultOfStudy(const Study& study)
{
    const Json json = toJson(study);
    const Result<Study> again = parseStudy(dumped(json), "again", fewPresets().root());
    if (!again || toJson(*again) != json) {
        return again ? "another study comes back" : "what was written is refused: " + again.error().text();
    }
    for (const std::int64_t index : {std::int64_t{0}, study.size() - 1}) {
        const Result<SearchRequest> request = requestOf(study, study.membersOf(index), shipped());
        if (std::string fault = request ? std::string() : faultOf(request.error()); !fault.empty()) {
            return fault;
        }
    }
    return {};
}

Outcome checkStudy(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(parseStudy(input, "input", fewPresets().root()), faultOfStudy);
}

/// Each moment of a step counts once. Its memory rises in time, and is at most the peak.
std::string faultOfTrace(const Trace& trace)
{
    if (const std::optional<MeasuredMemory> memory = measuredMemory(trace, 0)) {
        const bool isSorted = std::ranges::is_sorted(memory->step, {}, &MemoryPoint::start);
        if (!isSorted || mostBetween(memory->step, 0, infinity) > memory->peak) {
            return "the memory of a step is not in order, or above its peak";
        }
    }
    const Seconds last = trace.kernels.empty() ? 0 : std::ranges::max(trace.kernels, {}, &TraceKernel::end).end;
    for (const MeasuredStep& step : measuredSteps(trace)) {
        const Seconds sum = step.compute() + step.exposed() + step.copies + step.idle;
        if (!(std::abs(sum - step.length) <= 1e-12 * last * static_cast<double>(trace.kernels.size() + 1))) {
            return "the parts of a step do not sum to its length";
        }
    }
    return {};
}

/// Returns the path of the only file in a folder of its own, with the input.
fs::path fileOf(std::string_view input)
{
    static const ScratchFolder folder = newFolder();
    fill(folder, {{"trace", std::string(input)}});
    return folder.path() / "trace";
}

Outcome checkTraces(const Result<std::vector<Trace>>& read)
{
    return outcomeOf(read, [](const std::vector<Trace>& traces) {
        std::string fault;
        for (const Trace& trace : traces) {
            fault = fault.empty() ? faultOfTrace(trace) : fault;
        }
        return fault;
    });
}

Outcome checkTrace(const Target& /*target*/, std::string_view input)
{
    return checkTraces(readTraces(fileOf(input)));
}

Outcome checkMemorySnapshot(const Target& /*target*/, std::string_view input)
{
    return checkTraces(readMemorySnapshot(fileOf(input)));
}

Outcome checkChakra(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(readChakra(fileOf(input)), faultOfTrace);
}

/// The figure of each step is a number that a step can have.
Outcome checkScalarEvents(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(readScalarEvents(fileOf(input)), [](const StepLog& log) {
        return std::ranges::all_of(log.values, isStepFigure) && log.memory >= 0 ? std::string() : "a step has no time";
    });
}

/// Lessons are read by their path, with the texts beside them: the files of the input.
Outcome checkLesson(const Target& /*target*/, std::string_view input)
{
    static const ScratchFolder folder = newFolder();
    const Files files = filesOf(input);
    fill(folder, files);
    std::vector<Error> all;
    const std::string path = (folder.path() / files.front().first).string();
    return outcomeOf(loadLesson(shipped(), path, &all), [](const Lesson& lesson) {
        return minutesOf(lesson) < 0 || lessonPath(lesson).size() > lesson.steps.size() ? "a step is taught twice"
                                                                                        : std::string();
    });
}

constexpr auto noFault = [](const auto&) { return std::string(); };

Outcome checkLessonTexts(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(parseLessonTexts(input, "input"), noFault);
}

Outcome checkMeasurements(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(parseMeasurements(input, "input"), noFault);
}

Outcome checkTiers(const Target& /*target*/, std::string_view input)
{
    return outcomeOf(parseTiers(input, "input"), noFault);
}

/// Returns the fault of the content of another program's file.
std::string faultOfReading(const Reading& reading)
{
    if (const auto* plan = std::get_if<FoundPlan>(&reading.found)) {
        return plan->plan              ? faultOfPlan(*plan->plan)
               : reading.asked.empty() ? "there is no plan, and nothing is asked for"
                                       : std::string();
    }
    if (const auto* model = std::get_if<FoundModel>(&reading.found)) {
        return faultOfCopy(parseArchitecture(dumped(toJson(model->model)), "again"), model->model);
    }
    if (const auto* found = std::get_if<FoundCluster>(&reading.found)) {
        return faultOfCopy(parseCluster(dumped(toJson(found->cluster)), "again"), found->cluster);
    }
    const auto& request = std::get<SearchRequest>(reading.found);
    const Json json = toJson(request);
    JsonObject object(json, "request");
    return faultOfCopy(requestFromJson(object), request);
}

/// Reads the first file, beside which the others are, with and without a model and a cluster at hand.
Outcome checkFormat(const Target& target, std::string_view input)
{
    static const ScratchFolder folder = newFolder();
    static const Result<Architecture> model = shipped().model("gpt2-small");
    static const Result<Cluster> cluster = shipped().cluster("a100-8");
    const Format& format = **parseFormat(target.name);
    const Files files = filesOf(input);
    const bool isFolder = format.holds == Content::Profile;
    fill(folder, files.size() > 1 || isFolder ? files : Files());
    const ForeignFile file{isFolder ? folder.path() : folder.path() / files.front().first, isFolder,
                           isFolder ? std::string() : files.front().second};
    bool accepted = false;
    for (const bool atHand : {false, true}) {
        Outcome outcome =
            outcomeOf(readAs(format, file, {fewPresets(), atHand ? &*model : nullptr, atHand ? &*cluster : nullptr}),
                      faultOfReading);
        if (!outcome.fault.empty()) {
            return outcome;
        }
        accepted = accepted || outcome.accepted;
    }
    const Result<const Format*> recognised = expectRecognised(file);
    return {accepted, recognised ? std::string() : faultOf(recognised.error())};
}

}  // namespace

std::string faultOfPlan(const Plan& plan)
{
    const Result<Plan> again = planFromJson(planToJson(plan), "again");
    // Unknown members in an object that has its defaults, and so is not written, go with it.
    Plan written = plan;
    std::erase_if(written.unknown, [&](const auto& member) { return again && !again->unknown.contains(member.first); });
    if (std::string fault = faultOfCopy(again, written); !fault.empty()) {
        return fault;
    }
    const bool isSmall = plan.cluster.devices <= 64 && plan.model.layerCount() <= 64 && passesOf(plan.schedule) <= 64;
    if (!isSmall) {
        return {};
    }
    const Estimate figures = estimate(plan);
    const auto isFigure = [](double figure) { return std::isfinite(figure) && figure >= 0; };
    if (figures.stages.size() != static_cast<std::size_t>(plan.pipeline())) {
        return "not all stages are estimated";
    }
    for (const StageEstimate& stage : figures.stages) {
        if (!isFigure(stage.time) || !isFigure(stage.optimizer) || stage.memory.total() < 0) {
            return "the estimate of a stage is not finite";
        }
    }
    return isFigure(figures.stepTime) && isFigure(figures.paperStepTime) && figures.peakMemory >= 0
               ? std::string()
               : "the step time is not finite";
}

const std::vector<Target>& targets()
{
    static const std::vector<Target> all = [] {
        std::vector<Target> rows{
            {"plan", checkPlan},
            {"model", checkModel},
            {"cluster", checkCluster},
            {"device", checkDevice},
            {"scenario", checkScenario},
            {"study", checkStudy},
            {"trace", checkTrace},
            {"memory-snapshot", checkMemorySnapshot},
            {"chakra", checkChakra},
            {"tensorboard", checkScalarEvents},
            {"lesson", checkLesson},
            {"lesson-texts", checkLessonTexts},
            {"measurements", checkMeasurements},
            {"tiers", checkTiers},
            {"arguments", checkArguments},
            {"request", checkRequest},
        };
        for (const std::string_view format : namesOfRead()) {
            rows.push_back({std::string(format), checkFormat});
        }
        return rows;
    }();
    return all;
}

const Target* targetNamed(std::string_view name)
{
    const auto found = std::ranges::find(targets(), name, &Target::name);
    return found != targets().end() ? &*found : nullptr;
}

}  // namespace pgram::fuzz
