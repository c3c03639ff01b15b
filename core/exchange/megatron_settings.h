// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads Megatron-LM's arguments as a plan and, if they describe it, the plan's model; writes a plan as arguments.
#pragma once

#include "core/exchange/decoder_model.h"
#include "core/exchange/launch_arguments.h"
#include "core/exchange/plan_settings.h"
#include "core/exchange/setting_table.h"

namespace pgram {

/// Reads numbers and switches of arguments, all of them names of megatronTable. Values that only the start of a script
/// or one of its branches decides are asked for.
class MegatronReader {
public:
    MegatronReader(const LaunchArguments& arguments, const std::string& where, PlanSettings& settings)
        : m_arguments(arguments), m_where(where), m_settings(settings)
    {}

    /// Returns the number of a flag. Empty: the flag is absent, or its value is unknown and asked for. The first error
    /// stays.
    std::optional<std::int64_t> number(const std::string& flag, std::int64_t least, std::int64_t most);
    /// Returns the same as number(), or `fallback` without a known value.
    std::int64_t numberOr(const std::string& flag, std::int64_t fallback, std::int64_t least, std::int64_t most);
    [[nodiscard]] bool isSet(const std::string& flag) { return arguments(flag).isSet(flag); }
    /// Returns true if the file sets one of several names of one switch.
    [[nodiscard]] bool isAnySet(std::initializer_list<const char*> flags)
    {
        const auto set = [this](const char* flag) { return isSet(flag); };
        return std::ranges::count_if(flags, set) > 0;
    }
    /// Returns true if the file turns the flag off, by False, None or the like.
    [[nodiscard]] bool isUnset(const std::string& flag)
    {
        return arguments(flag).hasAny({flag.c_str()}) && !isSet(flag);
    }
    std::string text(const std::string& flag) { return arguments(flag).text(flag).value_or(std::string()); }
    std::set<std::string> names(const std::string& flag) { return arguments(flag).names(flag); }
    /// Returns true if the reader met an unknown value.
    [[nodiscard]] bool asks() const { return m_asks; }
    /// Returns the value of a variable of the script, and reports it as assumed if another start may change it.
    [[nodiscard]] std::optional<std::string> variable(const char* name);
    [[nodiscard]] bool hasVariable(const char* name) const { return m_arguments.hasVariable(name); }
    /// Returns true if ms-swift starts the run, whose defaults are its own.
    [[nodiscard]] bool isSwift() const { return m_arguments.isSwift(); }
    [[nodiscard]] PlanSettings& settings() { return m_settings; }
    void fail(const std::string& flag, Text what);
    /// Reports the arguments that were not asked for. Errors: the first one of fail(); a name outside the table.
    [[nodiscard]] Result<void> finish();
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    [[nodiscard]] const LaunchArguments& arguments(const std::string& flag)
    {
        m_ledger.ask(flag);
        return m_arguments;
    }

    SettingLedger m_ledger{megatronTable};
    const LaunchArguments& m_arguments;
    const std::string& m_where;
    PlanSettings& m_settings;
    std::optional<Error> m_error;
    bool m_asks = false;
};

/// Returns the settings of the arguments. Errors: a flag with a value that it cannot have.
[[nodiscard]] Result<PlanSettings> settingsOfMegatron(const LaunchArguments& arguments, const std::string& where,
                                                      bool knowsModel);
/// Returns the model that the arguments describe, or nothing if a size is missing. `name` names the file.
[[nodiscard]] std::optional<Architecture> modelOfMegatron(MegatronReader& reader, const std::string& name);

/// Reads the constants that change no figure.
void readConstants(MegatronReader& reader, ModelConstants& constants);

/// Constants of a model as arguments.
struct MegatronConstants {
    std::vector<std::string> lines;
    std::vector<std::optional<double> ModelConstants::*> taken;  ///< the constants that the lines give
    bool takesScaling = true;                                    ///< the lines give the scaling of the model
};
[[nodiscard]] MegatronConstants constantsForMegatron(const Architecture& model, const DecoderModel& decoder);

/// Returns the variables that Megatron-LM demands of the environment. The plan is one that it can run.
[[nodiscard]] std::vector<EnvironmentLine> environmentOfMegatron(const Plan& plan, const LayerStrategy& strategy);
[[nodiscard]] Launch launchOfMegatron(const Plan& plan);
/// Returns the script with all arguments. Errors: a model that is not a GPT.
[[nodiscard]] Result<std::vector<NamedFile>> writeMegatron(const Plan& plan);

}  // namespace pgram
