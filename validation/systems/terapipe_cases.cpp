// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// TeraPipe: optima of its planner, its law of context and its memory model, and what its paper measured.
#include "core/slicing/token_slicing.h"
#include "validation/systems/case_kinds.h"
#include "validation/systems/law_text.h"
#include "validation/systems/terapipe_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace pgram::systems {

namespace {

/// Caps closer than that to the last one are left out by the planner: each of the stages may pay it (§3.3's code).
constexpr Seconds plannersSkip = 1e-5;

struct SlicingCase {
    int sequences = 1;
    int tokens = 1;
    int stages = 1;
    int grid = 8;
};

/// Numbers of times, and so their bytes: 512 MiB.
constexpr std::int64_t mostTimes = 1 << 26;

bool isReadable(JsonObject& input, const char* tokens, const SlicingCase& read)
{
    const std::int64_t units = read.tokens / read.grid;
    if (read.tokens % read.grid != 0) {
        input.fail(tokens, Core::tr("is {}, which is not a multiple of {}", read.tokens, read.grid));
    } else if (read.sequences * (units * (units + 1) / 2) > mostTimes) {
        input.fail(tokens, Core::tr("has {} elements, at most {} are read", units * read.sequences, mostTimes));
    }
    return !input.error();
}

/// Reads [[sequences, [tokens, …]], …]; nothing if the list has another form or does not add up to the case.
std::optional<std::vector<SlicedPiece>> piecesOf(const Json& scheme, const SlicingCase& input)
{
    std::vector<SlicedPiece> pieces;
    int sequences = 0;
    for (const Json& piece : scheme) {
        if (!piece.is_array() || piece.size() != 2 || !piece[0].is_number_integer() || !piece[1].is_array()) {
            return std::nullopt;
        }
        SlicedPiece read{piece[0].get<int>(), {}};
        std::int64_t tokens = 0;
        for (const Json& slice : piece[1]) {
            if (!slice.is_number_integer() || slice.get<std::int64_t>() < 1 ||
                slice.get<std::int64_t>() > input.tokens) {
                return std::nullopt;
            }
            read.tokens.push_back(slice.get<int>());
            tokens += read.tokens.back();
        }
        if (tokens != input.tokens || read.sequences < 1 || read.sequences > input.sequences) {
            return std::nullopt;
        }
        sequences += read.sequences;
        pieces.push_back(std::move(read));
    }
    return sequences == input.sequences ? std::optional(pieces) : std::nullopt;
}

Json schemeOf(const std::vector<SlicedPiece>& pieces)
{
    Json scheme = Json::array();
    for (const SlicedPiece& piece : pieces) {
        scheme.push_back(Json::array({piece.sequences, piece.tokens}));
    }
    return scheme;
}

/// The planner's seconds: equal, or less than its skipped caps may cost.
bool isPlanners(double expected, double got, int stages)
{
    return isNear(expected, got, exactly) || (got < expected && expected - got <= (stages - 1) * plannersSkip);
}

/// A slicing of another order may be as good: what counts is its time, which is `once` longer than its slices'.
void checkScheme(const std::string& key, const Json& named, const Json& seconds, const SlicingCase& input,
                 const SliceTime& time, Seconds once, const TokenSlicing& best, Checks& checks)
{
    const auto pieces = piecesOf(named, input);
    const bool isGood = pieces && isNear(seconds, withSeconds(*pieces, time, input.stages).seconds + once, exactly);
    checks.add(key, named, schemeOf(best.pieces), isGood);
}

double valueOf(const Formula& formula, int sequences, int tokens, int context)
{
    return formula({static_cast<double>(sequences), static_cast<double>(tokens), static_cast<double>(context),
                    static_cast<double>(sequences) * tokens});
}

/// t by the case's law.
std::optional<SliceTime> lawOf(JsonObject& input)
{
    const std::string text = input.string("law");
    const Constants constants = [&input](std::string_view name) -> std::optional<double> {
        return input.json().contains(name) && input.json()[name].is_number()
                   ? std::optional(input.json()[name].get<double>())
                   : std::nullopt;
    };
    const auto parts = readFormulas(text, constants);
    if (!parts || parts->size() != 1) {
        input.fail("law", Core::tr("is not a law of b, l and c: {}", text.substr(0, 80)));
        return std::nullopt;
    }
    return [formula = parts->front().formula](int sequences, int tokens, int context) {
        return valueOf(formula, sequences, tokens, context);
    };
}

void checkOptima(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        JsonObject input = row.object("input");
        const SlicingCase read{whole(input, "sequences", 1, 65536), whole(input, "tokens", 1, 1 << 22),
                               whole(input, "stages", 1, 1 << 20), whole(input, "grid_tokens", 1, 1 << 20)};
        const auto time = lawOf(input);
        JsonObject expected = row.object("expected");
        if (row.error() || !time || !isReadable(input, "tokens", read)) {
            return;
        }
        Checks checks = list.of(row.stringOr("name", ""));
        const TokenSlicing best =
            bestSlicing(SliceTimes(read.sequences, read.tokens / read.grid, read.grid, *time), read.stages);
        if (expected.has("seconds_authors_code")) {
            const double planners = expected.number("seconds_authors_code", 0, huge);
            checks.add("seconds_authors_code", planners, best.seconds, isPlanners(planners, best.seconds, read.stages));
            if (expected.has("scheme_authors_code")) {
                checkScheme("scheme_authors_code", expected.json()["scheme_authors_code"], planners, read, *time, 0,
                            best, checks);
            }
        }
        checks.near(expected, "seconds_all_tmax", best.seconds);
        checks.near(expected, "seconds_brute_force", best.seconds);
    }
}

/// The formulas of a case that starts from measured times: those of a layer, and of a transfer.
struct PlannerLaws {
    Formula base;
    Formula context;
    Formula transfer;
    double transfers = 1;  ///< transfers per slice
};

std::optional<PlannerLaws> plannerLaws(const std::string& text)
{
    const auto parts = readFormulas(text, [](std::string_view) { return std::nullopt; });
    const auto part = [&](std::string_view name) {
        return parts ? std::ranges::find(*parts, name, &NamedFormula::name)
                     : std::vector<NamedFormula>::const_iterator();
    };
    if (!parts || part("base") == parts->end() || part("ctx") == parts->end() || part("comm") == parts->end()) {
        return std::nullopt;
    }
    const bool twice = part("comm")->remark.find("twice") != std::string::npos;
    return PlannerLaws{part("base")->formula, part("ctx")->formula, part("comm")->formula, twice ? 2.0 : 1.0};
}

/// Fits the law like the planner: to the time that a context adds, at every point with a context.
ContextLaw fittedContext(const PlannerLaws& laws, const SlicingCase& input)
{
    std::vector<ContextSample> samples;
    for (int batch = 1; batch <= input.sequences; ++batch) {
        for (int context = input.grid; context < input.tokens; context += input.grid) {
            for (int tokens = input.grid; tokens + context <= input.tokens; tokens += input.grid) {
                samples.push_back({batch, tokens, context, valueOf(laws.context, batch, tokens, context)});
            }
        }
    }
    return samples.size() < 4 ? ContextLaw() : fitContextLaw(samples);
}

/// The planner from measured times on (its rules: the fitted law is charged without context as well, transfers twice a
/// slice, and the update once).
void checkPlanner(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        JsonObject input = row.object("input");
        const SlicingCase read{whole(input, "B", 1, 4096), whole(input, "L", 1, 65536),
                               whole(input, "stages", 1, 1 << 20),
                               static_cast<int>(input.integerOr("grid_tokens", 8, 1, 1 << 20))};
        const double layers = input.number("layers", 1, 1 << 20) / read.stages;
        const Seconds once = layers * input.numberOr("update_s_per_layer", 0, 0, huge);
        const auto laws = plannerLaws(row.string("law"));
        if (!laws) {
            row.fail("law", Core::tr("is not a law of b, l and c: {}", row.stringOr("law", "").substr(0, 80)));
        }
        if (row.error() || !isReadable(input, "L", read)) {
            return;
        }
        Checks checks = list.of(row.stringOr("name", ""));
        const ContextLaw fit = fittedContext(*laws, read);
        if (row.has("fit")) {
            JsonObject terms = row.object("fit");
            checks.near(terms, "intercept", fit.constant);
            checks.near(terms, "per_l", fit.perLength);
            checks.near(terms, "per_c", fit.perContext);
            checks.near(terms, "per_lc", fit.perPair);
        }
        const SliceTime time = [&](int sequences, int tokens, int context) {
            return layers * (valueOf(laws->base, sequences, tokens, context) + fit(sequences, tokens, context)) +
                   laws->transfers * valueOf(laws->transfer, sequences, tokens, context);
        };
        const TokenSlicing best =
            bestSlicing(SliceTimes(read.sequences, read.tokens / read.grid, read.grid, time), read.stages);
        const double latency = row.number("latency", 0, huge);
        checks.add("latency", latency, best.seconds + once, isPlanners(latency, best.seconds + once, read.stages));
        if (row.has("scheme")) {
            checkScheme("scheme", row.json()["scheme"], latency, read, time, once, best, checks);
        }
    }
}

void checkMemory(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        const std::vector<double> shape = numbers(row, "layers_hidden_seq_heads", 1, 1 << 24);
        if (!row.error() && shape.size() != 4) {
            row.fail("layers_hidden_seq_heads", Core::tr("has {} element(s), expected {}", shape.size(), 4));
        }
        const double pipeline = row.number("pipeline", 1, 1 << 20);
        const double tensor = row.number("op", 1, 1 << 20);
        const double batch = row.number("batch_per_replica", 0, 1 << 24);
        if (row.error()) {
            return;
        }
        Checks checks =
            list.of(fmt::format("{}, {} stages, op {}, batch {}", row.stringOr("model", ""), pipeline, tensor, batch));
        const double gib = teraPipeBytes({shape[0] / pipeline, shape[1], shape[3], shape[2], batch, tensor}) /
                           static_cast<double>(GiB);
        checks.near(row, "peak_GiB_by_authors_model", gib);
        checks.near(row, "fits_14", gib <= 14);
        checks.near(row, "fits_28_with_checkpointing", gib <= 28);
    }
}

/// Checks that the paper's figures agree with each other: slices add up to the sequence, and step times match its
/// TFLOP/s.
void checkPublished(CaseList& list)
{
    constexpr double rounding = 1.5e-3;  // figures have three digits
    for (JsonObject& row : list.rows()) {
        const char* key = row.has("slicing") ? "slicing" : "slicing_of_each_sequence";
        double tokens = 0;
        for (const double slice : numbers(row, key, 1, 1 << 24)) {
            tokens += slice;
        }
        const std::string model = row.string("model");
        if (row.error()) {
            return;
        }
        const std::string setting =
            row.has("setting") ? fmt::format(", setting {}", row.integer("setting", 0, 1 << 20)) : std::string();
        Checks checks = list.of(model + setting);
        checks.near(row, "tokens", tokens);
        if (row.has("paper_tflops_terapipe") && row.has("paper_tflops_one_slice")) {
            const double work =
                row.number("seconds_one_slice", 0, huge) * row.number("paper_tflops_one_slice", 0, huge);
            checks.near(row, "paper_tflops_terapipe", work / row.number("seconds_terapipe", 1e-9, huge), rounding);
        }
    }
}

/// Returns the rows of a setting from all lists of this name, at the top of the file or in a group.
std::vector<const Json*> rowsOf(const Json& file, std::string_view key, std::int64_t setting)
{
    std::vector<const Json*> rows;
    for (const auto& [name, group] : file.items()) {
        const bool isGroup = name != key && group.is_object() && group.contains(key);
        if (name != key && !isGroup) {
            continue;
        }
        for (const Json& row : isGroup ? group[key] : group) {
            if (row.is_object() && row.value("setting", Json()) == setting) {
                rows.push_back(&row);
            }
        }
    }
    return rows;
}

/// A run of the paper.
struct PublishedRun {
    SlicingCase shape;
    std::vector<SlicedPiece> slicing;
    Seconds seconds = 0;
};

PublishedRun readPublished(JsonObject row)
{
    PublishedRun run;
    run.shape.tokens = whole(row, "tokens", 1, 1 << 20);
    run.shape.stages = whole(row, "pipeline", 1, 1 << 20);
    run.shape.sequences = whole(row, "sequences_per_replica", 1, 1 << 16);
    run.seconds = row.number("seconds_terapipe", 1e-9, huge);
    SlicedPiece piece;
    for (const double slice : numbers(row, "slicing_of_each_sequence", 1, 1 << 20)) {
        piece.tokens.push_back(static_cast<int>(slice));
    }
    run.slicing.assign(static_cast<std::size_t>(run.shape.sequences), piece);
    return run;
}

std::vector<UniformRun> uniformRuns(const Json& file, std::int64_t setting)
{
    std::vector<UniformRun> runs;
    for (const Json* row : rowsOf(file, "published_uniform_slices", setting)) {
        if (row->value("slices", Json()).is_number() && row->value("seconds", Json()).is_number()) {
            runs.push_back({(*row)["slices"].get<int>(), (*row)["seconds"].get<double>()});
        }
    }
    return runs;
}

/// A law fitted to runs of equal slices alone says what the paper's uneven slicing takes.
void checkUniform(CaseList& list)
{
    constexpr double allowed = 0.05;
    constexpr std::size_t fewest = 6;  // points for a law of three figures and a knee
    std::vector<std::int64_t> settings;
    for (JsonObject& row : list.rows()) {
        (void)row.number("seconds", 1e-9, huge);
        (void)whole(row, "slices", 1, 1 << 20);
        settings.push_back(row.integer("setting", 0, 1 << 20));
    }
    std::ranges::sort(settings);
    settings.erase(std::unique(settings.begin(), settings.end()), settings.end());
    for (const std::int64_t setting : settings) {
        const auto published = rowsOf(*list.file, "published", setting);
        const std::vector<UniformRun> runs = uniformRuns(*list.file, setting);
        if (list.group.error() || published.empty() || runs.size() < fewest) {
            continue;
        }
        const PublishedRun run = readPublished(list.group.object("published", *published.front()));
        const auto law = fitUniformRuns(runs, run.shape.tokens, run.shape.sequences, run.shape.stages);
        if (list.group.error() || !law) {
            return;
        }
        const Seconds predicted = withSeconds(run.slicing, *law, run.shape.stages).seconds;
        list.of(fmt::format("uneven slices of setting {}", setting))
            .near("seconds_within_5_percent", run.seconds, predicted, allowed);
    }
}

/// A law that is said to be fitted: the errors of it, what it says of the uneven slicing, and its own best.
void checkCalibration(CaseList& list)
{
    JsonObject own = list.group.object(list.key);
    const SliceLaw law{own.number("t0", 0, huge), own.number("floor", 0, huge), own.number("beta", 0, huge),
                       own.numberOr("gamma", 0, 0, huge), own.numberOr("delta", 0, 0, huge)};
    constexpr std::string_view word = "setting ";
    const std::string what = own.stringOr("what", "");
    const std::size_t place = what.find(word);
    const std::int64_t setting = place == std::string::npos ? -1 : std::atoll(what.c_str() + place + word.size());
    const auto published = rowsOf(*list.file, "published", setting);
    if (own.error() || published.empty()) {
        return;
    }
    const PublishedRun run = readPublished(own.object("published", *published.front()));
    if (own.error()) {
        return;
    }
    Checks checks = list.of(fmt::format("law of setting {}", setting));
    constexpr double rounding = 5.1e-4;
    checks.near(own, "published_dp_scheme_predicted_s", withSeconds(run.slicing, law, run.shape.stages).seconds, 0,
                rounding);
    if (own.has("best_scheme_of_that_law_s")) {
        // The named slicing was found with a small cost of context next to this law, and may therefore be longer.
        constexpr int grid = 8;
        const SliceTimes times(run.shape.sequences, run.shape.tokens / grid, grid, law);
        const Seconds best = bestSlicing(times, run.shape.stages).seconds;
        const double named = own.number("best_scheme_of_that_law_s", 0, huge);
        checks.add("best_scheme_of_that_law_s", named, best, best <= named + rounding);
    }
    if (!own.has("errors_percent")) {
        return;
    }
    const std::vector<double> errors = numbers(own, "errors_percent", -100, 1e6);
    for (const UniformRun& uniform : uniformRuns(*list.file, setting)) {
        const double turns = static_cast<double>(run.shape.sequences) * uniform.slices + run.shape.stages - 1;
        const double error = 100 * (turns * law(1, run.shape.tokens / uniform.slices, 0) / uniform.seconds - 1);
        const auto nearest =
            std::ranges::min_element(errors, {}, [&](double listed) { return std::abs(listed - error); });
        checks.near(fmt::format("error_percent of {} slices", uniform.slices),
                    nearest == errors.end() ? Json(nullptr) : Json(*nearest), error, 0, 0.06);
    }
}

}  // namespace

std::span<const CaseKind> teraPipeKinds()
{
    static constexpr std::array kinds{
        CaseKind{"terapipe", "small", "law", checkOptima},
        CaseKind{"terapipe", "large", "law", checkOptima},
        CaseKind{"terapipe", "end_to_end_fit", "L", checkPlanner},
        CaseKind{"terapipe", "peak_memory_authors_model", "op", checkMemory},
        CaseKind{"terapipe", "published", "slicing_of_each_sequence", checkPublished, true},
        CaseKind{"terapipe", "published_long_sequences", "slicing", checkPublished},
        CaseKind{"terapipe", "published_uniform_slices", "slices", checkUniform},
        CaseKind{"terapipe", "calibration_check", "t0", checkCalibration}};
    return kinds;
}

}  // namespace pgram::systems
