// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Megatron-LM's arguments as a plan and, where they say it, the model that the plan is for; and a plan as arguments.
#pragma once

#include "core/exchange/launch_arguments.h"
#include "core/exchange/plan_settings.h"

namespace pgram {

/// Reads numbers and switches of arguments; what their script leaves to its start is asked for.
class MegatronReader {
public:
    MegatronReader(const LaunchArguments& arguments, const std::string& where, PlanSettings& settings)
        : m_arguments(arguments), m_where(where), m_settings(settings)
    {}

    /// None: the flag is absent, or nobody knows its value, which is then asked for. Errors stick.
    std::optional<std::int64_t> number(const std::string& flag, std::int64_t least, std::int64_t most);
    /// As number(), of the model, which is to be given where it is not known.
    std::int64_t numberOr(const std::string& flag, std::int64_t fallback, std::int64_t least, std::int64_t most);
    [[nodiscard]] bool isSet(const std::string& flag) const { return m_arguments.isSet(flag); }
    std::string text(const std::string& flag) const { return m_arguments.text(flag).value_or(std::string()); }
    /// Whether a value that nobody knows was met.
    [[nodiscard]] bool asks() const { return m_asks; }
    [[nodiscard]] const LaunchArguments& arguments() const { return m_arguments; }
    [[nodiscard]] PlanSettings& settings() { return m_settings; }
    void fail(const std::string& flag, Text what);
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    const LaunchArguments& m_arguments;
    const std::string& m_where;
    PlanSettings& m_settings;
    std::optional<Error> m_error;
    bool m_asks = false;
};

/// Errors: a flag whose value is none that it can have.
[[nodiscard]] Result<PlanSettings> settingsOfMegatron(const LaunchArguments& arguments, const std::string& where,
                                                      bool knowsModel);
/// The model of the arguments; none where they do not say all of it. `name`: of the file.
[[nodiscard]] std::optional<Architecture> modelOfMegatron(MegatronReader& reader, const std::string& name);

/// Of a plan that Megatron-LM can run.
/// What it demands of the environment.
[[nodiscard]] std::vector<EnvironmentLine> environmentOfMegatron(const Plan& plan, const LayerStrategy& strategy);
[[nodiscard]] Launch launchOfMegatron(const Plan& plan);
/// The script with all of its arguments. Errors: a model that is none of a GPT.
[[nodiscard]] Result<std::vector<NamedFile>> writeMegatron(const Plan& plan);

}  // namespace pgram
