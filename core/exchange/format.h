// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The formats of other programs, one row each: a file of formats/ holds what is particular to one. Whoever lists,
// recognises, reads or writes such files asks this table.
#pragma once

#include "core/base/error.h"
#include "core/base/json_fwd.h"
#include "core/base/names.h"
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

/// Content of a file.
enum class Content {
    Plan,
    Model,
    Cluster,
    Profile,  ///< a model and the cluster that it was measured on
    Timeline,
};

template <>
inline constexpr std::array<std::string_view, 5> enumNames<Content>{"plan", "model", "cluster", "profile", "timeline"};

/// A file or folder of another program, read once whatever its format.
struct ForeignFile {
    std::filesystem::path path;
    bool isFolder = false;
    std::string text;  ///< empty of a folder
};

/// Errors: as readTextFile, above 16 MiB.
[[nodiscard]] Result<ForeignFile> openForeign(const std::filesystem::path& path);

/// Everything but the file that a reader may need.
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
    std::string preset;     ///< name of the preset that it equals; empty: no preset
    double parameters = 0;  ///< parameters by the figures of the file, without padding of the vocabulary
};

/// Degrees of a plan; empty if the layers differ or the degree is unknown.
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
/// Returns the degrees that all layers of the body share.
[[nodiscard]] Degrees degreesOf(const Plan& plan);

struct FoundPlan {
    std::optional<Plan> plan;  ///< empty if answers to `asked` are needed first
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
    std::string printedDevice{};                             ///< name of the device in the file; empty: it names none
};

/// Measurements of one kind beside the formulas that plans are estimated with.
struct FitCheck {
    Text what;                      ///< "all-reduce"
    int points = 0;                 ///< number of measurements
    std::optional<double> fitted;   ///< mean of |predicted/measured - 1| in the fit; empty: they are in no fit
    std::optional<double> leftOut;  ///< the same of measurements left out of the fit; empty: too few
};

/// Result of reading a file.
struct Reading {
    std::variant<FoundPlan, FoundModel, FoundCluster, SearchRequest> found;
    Text summary;                      ///< figures of the file in a few words; may be empty
    std::vector<ValueNote> ignored{};  ///< names of the file that have no effect, with the reason
    std::vector<ValueNote> assumed{};  ///< values in place of those that the file lacks or plans do not have
    std::vector<ValueNote> asked{};    ///< values that the file lacks and the user has to give
    std::vector<ValueNote> unknown{};  ///< names of the file that the format's table does not have
    std::vector<ValueNote> refused{};  ///< rules by which the file's framework refuses to run it, with the reason
    std::vector<FitCheck> checks{};    ///< errors of fitted constants
};

/// Everything but the plan that a writer may need.
struct WriteContext {
    const Estimate* estimate = nullptr;  ///< estimate of the plan; null: writers that need one compute it
    const Timeline* timeline = nullptr;  ///< timeline of the plan; null: as above
    const ErrorBands* bands = nullptr;   ///< error bands of the estimate; null: unknown
};

struct Format {
    const char* name;
    Phrase title;      ///< title of a file or of the content of a folder: "Galvatron plan"
    const char* what;  ///< description, one sentence
    Content holds;
    const char* usualName;          ///< usual name of the file or folder
    const char* limits = nullptr;   ///< limits of the format or of its reader, one sentence; null: none
    const char* knownBy = nullptr;  ///< words by which a file is recognised; null: only by --from, or written only

    /// Returns true if the file has this format. `json` is its text, null if that is not JSON. Null: files are not
    /// recognised.
    bool (*recognises)(const ForeignFile& file, const Json& json) = nullptr;
    /// Reads a file. Errors: a fault of the file, with its pointer; a model or a cluster that it needs. Null: written
    /// only.
    Result<Reading> (*read)(const ForeignFile& file, const ReadContext& context) = nullptr;
    /// Writes a plan of sound structure that the format can express. The first file is the one that is read back. Null:
    /// read only.
    Result<std::vector<NamedFile>> (*write)(const Plan& plan, const WriteContext& context) = nullptr;
    /// Returns how a run of the plan is started; the plan is as for write(). Null: no framework runs such files.
    Launch (*launch)(const Plan& plan) = nullptr;
    const Target* target = nullptr;  ///< framework of the files, which refuses plans that it cannot run; null: none
};

[[nodiscard]] std::span<const Format* const> formats();
/// Returns the names of the formats that are read.
[[nodiscard]] std::vector<std::string_view> namesOfRead();
/// Returns the names of the formats that are written.
[[nodiscard]] std::vector<std::string_view> namesOfWritten();
/// Returns the format of a name. Errors: an unknown name, with the known ones.
[[nodiscard]] Result<const Format*> parseFormat(std::string_view name);
/// Returns the format of a file; null: unknown.
[[nodiscard]] const Format* recognise(const ForeignFile& file);

/// Returns the format of a file. Errors: malformed JSON; an unknown format, with the words that formats are known by.
[[nodiscard]] Result<const Format*> expectRecognised(const ForeignFile& file);

/// Reads a file. Errors: a format that is written only; those of its reader.
[[nodiscard]] Result<Reading> readAs(const Format& format, const ForeignFile& file, const ReadContext& context);
/// Writes a plan. Errors: a format that is read only; a fault of the plan's structure; everything in the plan that the
/// format cannot express.
[[nodiscard]] Result<std::vector<NamedFile>> writeAs(const Format& format, const Plan& plan,
                                                     const WriteContext& context = {});
/// Writes a plan with the other files of a run on the framework: scripts that start it, alone and under Slurm, the
/// table of ranks, and a README. A format without a launch has no other files.
[[nodiscard]] Result<std::vector<NamedFile>> writeFolder(const Format& format, const Plan& plan,
                                                         const WriteContext& context = {});
/// Writes one file as `path`, several below it as a folder, all of them or none; scripts can be run. A name may be a
/// path below the folder. Errors: as
/// writeTextFile.
[[nodiscard]] Result<void> saveFiles(const std::vector<NamedFile>& files, const std::filesystem::path& path);

}  // namespace pgram
