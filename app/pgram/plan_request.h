// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The options of the commands that search, and the search request that they ask for.
#pragma once

#include "app/pgram/profile_options.h"
#include "app/pgram/size_options.h"
#include "app/pgram/training_options.h"
#include "core/questions/usual_request.h"
#include "core/search/search.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>
#include <string>

namespace pgram::cli {

/// Behind the dimensions that --space lists.
inline constexpr const char* spaceGroupsHelp =
    "paper, modern (what Megatron-LM and torchtitan run) and all are several at once; -NAME takes one out";

/// Text of --method's default where chooseUsual() chooses the search.
inline constexpr const char* usualMethodHelp = "joint, or bmw where --space, --schedule or a scenario is given";

/// Typed values of the options; an empty text was not typed.
struct PlanOptions {
    std::string model;
    std::string cluster;
    std::string gpu;  ///< words of a device's name; empty: a cluster is named
    int gpus = 1;     ///< number of these devices
    std::string scenario;
    std::string memory;
    std::string batch;
    std::string sequence;
    TrainingOptions training;
    std::string space;
    bool mixed = false;
    bool anyDivisor = false;
    bool usualSearch = false;  ///< chooses space, schedule and method if no option names them or a target
    std::string target;
    std::string method;
    std::string schedule;
    std::string microbatches;
    int threads = 0;
    std::int64_t samples = 0;
    std::uint64_t seed = 0;
    std::string slow;
    ProfileOptions profile;
    SizeOptions sizes;  ///< with a profile, --devices, --layers and --hidden are the profile's
    std::string rules = "parallelogram";
    std::string defaultData = "zero2";  ///< under the rules galvatron-3, as the next
    bool syncGradients = false;
};

/// All but --method.
void addPlanOptions(CLI::App& command, PlanOptions& options);
/// `usual` is what the command does without the option.
void addMethodOption(CLI::App& command, PlanOptions& options, const std::string& usual);
/// The choice of rules, and what galvatron-3 asks for; after addPlanOptions.
void addRulesOptions(CLI::App& command, PlanOptions& options);

/// The profile's options with those of the command that it shares. Errors: --sequence.
[[nodiscard]] Result<ProfileOptions> profileOptions(const PlanOptions& options);

/// Reads the typed batches, precision, memory and search into a request.
[[nodiscard]] Result<void> readAsked(const PlanOptions& options, const std::filesystem::path& program,
                                     SearchRequest& request);

/// A request and what was chosen for it.
struct AskedRequest {
    SearchRequest request;          ///< the request, complete
    std::vector<ValueNote> chosen;  ///< values that neither options nor a scenario named
};
/// Reads a request. Options win over the scenario; chooseUsual() fills what both leave open. `program` is argv[0], for
/// the presets. Errors name the option, or the preset's file and its JSON pointer.
[[nodiscard]] Result<AskedRequest> askedRequest(const PlanOptions& options, const std::filesystem::path& program);
/// Reads a request as askedRequest(), without what was chosen.
[[nodiscard]] Result<SearchRequest> planRequest(const PlanOptions& options, const std::filesystem::path& program);

}  // namespace pgram::cli
