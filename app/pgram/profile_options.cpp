// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pgram/profile_options.h"

#include "app/pgram/size_options.h"

namespace pgram::cli {

namespace {

constexpr int mostProfiledDevices = 1 << 16;
constexpr std::int64_t widestProfiled = 1 << 18;

/// Returns the check that a word is a name of the enumeration.
template <NamedEnum Enum>
CLI::Validator isNameOf()
{
    return CLI::IsMember(std::vector<std::string>(enumNames<Enum>.begin(), enumNames<Enum>.end()));
}

void addSizes(CLI::App& command, ProfileOptions& options)
{
    command.add_option("--devices", options.devices, "of the folder's hardware profiles, where it has several")
        ->type_name("N")
        ->check(CLI::Range(1, mostProfiledDevices))
        ->group(profileGroup);
    command.add_option("--layers", options.layers, "layers of each type, in place of the model's: 32, or 24,24")
        ->type_name("L")
        ->delimiter(',')
        ->check(CLI::Range(1, mostLayers))
        ->group(profileGroup);
    command.add_option("--hidden", options.hidden, "width of each type, in place of the model's")
        ->type_name("H")
        ->delimiter(',')
        ->check(CLI::Range(std::int64_t{1}, widestProfiled))
        ->group(profileGroup);
}

}  // namespace

void addProfileOptions(CLI::App& command, ProfileOptions& options, bool sizes)
{
    if (sizes) {
        addSizes(command, options);
    }
    command
        .add_option("--time-mode", options.timeMode,
                    "forward times by batch (a line), static (one figure) or sequence (a curve); else by what there is")
        ->type_name("MODE")
        ->check(isNameOf<galvatron::TimeMode>())
        ->group(profileGroup);
    command
        .add_option("--memory-mode", options.memoryMode,
                    "memory at the sequence length (static) or scaled from the longest (sequence)")
        ->type_name("MODE")
        ->check(isNameOf<galvatron::MemoryMode>())
        ->group(profileGroup);
}

}  // namespace pgram::cli
