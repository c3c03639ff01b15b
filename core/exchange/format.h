// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The formats of other programs, one row each: a file of formats/ holds what is particular to one. Whoever lists,
// recognises, reads or writes such files asks this table.
#pragma once

#include "core/base/error.h"
#include "core/base/json_fwd.h"
#include "core/base/value_note.h"
#include "core/exchange/launch.h"
#include "core/frameworks/target.h"
#include "core/plan/plan.h"
#include "core/presets/preset_store.h"
#include "core/schedule/timeline.h"
#include "core/search/search.h"

#include <array>
#include <optional>
#include <span>
#include <variant>

namespace pgram {

struct ErrorBands;
struct Estimate;

/// What a file holds.
enum class Content {
    Plan,
    Model,
    Cluster,
    Profile,  ///< a model and the cluster that it was measured on
    Timeline,
};

/// "plan", "model", …
[[nodiscard]] const char* nameOf(Content content);

/// A file or folder of another program, read once whatever its format.
struct ForeignFile {
    std::filesystem::path path;
    bool isFolder = false;
    std::string text;  ///< empty of a folder
};

/// Errors: as readTextFile, above 16 MiB.
[[nodiscard]] Result<ForeignFile> openForeign(const std::filesystem::path& path);

/// What is at hand beside the file.
struct ReadContext {
    const PresetStore& store;
    const Architecture* model = nullptr;  ///< that the user has chosen; null: none
    const Cluster* cluster = nullptr;     ///< the same
    std::int64_t devices = 0;             ///< that the user has chosen, in place of the file's; 0: no choice
    std::int64_t sequence = 0;            ///< tokens of a sample that the user has chosen; 0: no choice
    std::string framework{};  ///< family of frameworks that the user has chosen, or "none"; empty: no choice
};

struct FoundModel {
    Architecture model;
    std::string preset;     ///< of that name in the store; empty: it is none
    double parameters = 0;  ///< as the file's figures have them, its vocabulary not padded
};

/// The degrees of a plan; none where its layers differ, or nobody says.
struct Degrees {
    std::optional<std::int64_t> tensor;
    std::optional<std::int64_t> pipeline;
    std::optional<std::int64_t> data;
    std::optional<std::int64_t> context;
    std::optional<std::int64_t> expert;
    std::optional<std::int64_t> expertTensor;  ///< ranks that split one expert, of models with experts
    std::optional<std::int64_t> zero;
    std::optional<std::int64_t> microBatch;
    std::optional<std::int64_t> globalBatch;
};
struct DegreeName {
    const char* key;   ///< in JSON: "micro_batch"
    const char* name;  ///< for people: "TP"
    std::optional<std::int64_t> Degrees::*value;
};
inline constexpr std::array degreeNames{
    DegreeName{"tensor", "TP", &Degrees::tensor},
    DegreeName{"pipeline", "PP", &Degrees::pipeline},
    DegreeName{"data", "DP", &Degrees::data},
    DegreeName{"context", "CP", &Degrees::context},
    DegreeName{"expert", "EP", &Degrees::expert},
    DegreeName{"expert_tensor", "ETP", &Degrees::expertTensor},
    DegreeName{"zero", "ZeRO", &Degrees::zero},
    DegreeName{"micro_batch", "micro-batch", &Degrees::microBatch},
    DegreeName{"global_batch", "global batch", &Degrees::globalBatch},
};
/// Those that all layers of the body share.
[[nodiscard]] Degrees degreesOf(const Plan& plan);

struct FoundPlan {
    std::optional<Plan> plan;  ///< none where what is asked for has to be known first
    Degrees degrees;
};

/// One row of a measurement of a collective.
struct MeasuredRow {
    std::string operation;  ///< "all_reduce"
    int ranks = 0;          ///< 0 = not known
    double bytes = 0;
    double busBandwidth = 0;  ///< bytes/s
};

struct FoundCluster {
    Cluster cluster;
    std::vector<std::pair<std::string, std::string>> pairs;  ///< "0-1" and its link, "NV18"
    std::optional<MeasuredRow> measured;                     ///< the largest
};

/// What was read.
struct Reading {
    std::variant<FoundPlan, FoundModel, FoundCluster, SearchRequest> found;
    Text summary;                      ///< of the file's own figures, in a few words; may be empty
    std::vector<ValueNote> ignored{};  ///< names of the file on which nothing depends, with the reason
    std::vector<ValueNote> assumed{};  ///< what it leaves open or plans do not have, as it was taken
    std::vector<ValueNote> asked{};    ///< what it leaves open and has to be given
    std::vector<ValueNote> unknown{};  ///< names of the file that the format's table does not have
    std::vector<ValueNote> refused{};  ///< rules by which the file's framework refuses to run it, with the reason
};

/// What is at hand beside a plan that is written.
struct WriteContext {
    const Estimate* estimate = nullptr;  ///< of the plan; null: it is made where it is needed
    const Timeline* timeline = nullptr;  ///< the same
    const ErrorBands* bands = nullptr;   ///< of the estimate; null: none are known
};

struct Format {
    const char* name;
    Phrase title;      ///< of a file, "Galvatron plan", or of what lies in a folder
    const char* what;  ///< one sentence
    Content holds;
    const char* usualName;         ///< of the file or folder
    const char* limits = nullptr;  ///< what it cannot say or is not read for, one sentence; null: nothing
    const char* knownBy =
        nullptr;  ///< the words in a file by which it is recognised; null: by its name, or written only

    /// `json`: the text of the file, null where that is no JSON. Null: it is not recognised.
    bool (*recognises)(const ForeignFile& file, const Json& json) = nullptr;
    /// Errors: what is wrong with the file, with the pointer; a model or a cluster that it needs. Null: written only.
    Result<Reading> (*read)(const ForeignFile& file, const ReadContext& context) = nullptr;
    /// `plan` has sound structure and nothing beyond the format. The first file is the one that is read back. Null:
    /// read only.
    Result<std::vector<NamedFile>> (*write)(const Plan& plan, const WriteContext& context) = nullptr;
    /// How a run of the plan is started, of a plan as for write(). Null: the format is of no framework that runs plans.
    Launch (*launch)(const Plan& plan) = nullptr;
    const Target* target = nullptr;  ///< whose files they are, and which refuses what it cannot run; null: nobody's
};

[[nodiscard]] std::span<const Format* const> formats();
/// Names of those that are read, or written.
[[nodiscard]] std::vector<std::string_view> namesOfRead();
[[nodiscard]] std::vector<std::string_view> namesOfWritten();
/// Errors: unknown, with those that are known.
[[nodiscard]] Result<const Format*> parseFormat(std::string_view name);
/// Null: of none that is known.
[[nodiscard]] const Format* recognise(const ForeignFile& file);

/// recognise(), or why not. Errors: text that begins as JSON and is none; else what files are recognised by.
[[nodiscard]] Result<const Format*> expectRecognised(const ForeignFile& file);

/// Errors: a format that is written only; those of its reader.
[[nodiscard]] Result<Reading> readAs(const Format& format, const ForeignFile& file, const ReadContext& context);
/// Errors: a format that is read only; the plan's structure; all that the format cannot say of it.
[[nodiscard]] Result<std::vector<NamedFile>> writeAs(const Format& format, const Plan& plan,
                                                     const WriteContext& context = {});
/// The same with everything that a run on the framework needs beside: how it is started, alone and under Slurm, which
/// part each device has, what to expect. Of a format without a launch the same alone.
[[nodiscard]] Result<std::vector<NamedFile>> writeFolder(const Format& format, const Plan& plan,
                                                         const WriteContext& context = {});
/// Writes one file as `path`, several below it as a folder, all of them or none; scripts can be run. Errors: as
/// writeTextFile.
[[nodiscard]] Result<void> saveFiles(const std::vector<NamedFile>& files, const std::filesystem::path& path);

}  // namespace pgram
