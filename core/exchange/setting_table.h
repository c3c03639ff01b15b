// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tables of the names that formats of training frameworks have, one table for each format. A reader may ask only for
// names that its table lists as used, and reports every other name of a file.
#pragma once

#include "core/base/error.h"
#include "core/base/value_note.h"

#include <array>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pgram {

struct PlanSettings;

/// Treatment of a name.
enum class SettingUse {
    Used,       ///< the reader asks for it
    Harmless,   ///< plans and their figures do not depend on it: reported as ignored
    Unplanned,  ///< it changes the run, and plans have no such thing: reported as assumed to be off
};

inline constexpr SettingUse harmless = SettingUse::Harmless;
inline constexpr SettingUse unplanned = SettingUse::Unplanned;

/// Names with one treatment.
struct SettingNames {
    SettingUse use = SettingUse::Used;  ///< the treatment
    std::string_view names;  ///< separated by spaces; a last '*' matches any rest, '/' separates levels of objects
    Phrase why{};            ///< the reason; of used names, why one that the reader did not ask for has no effect
    std::string_view taken = "off";  ///< value of an unplanned name that the plan has
};

/// Reason why the documents of a packed sample are assumed to be one.
inline constexpr Phrase packedSamples =
    Core::tr("the file does not give the length of documents; --document-tokens or Documents does");

/// Reason why names that choose the lengths of samples change nothing.
inline constexpr Phrase filledSamples =
    Core::tr("samples are taken as filled up to the sequence length; padded: in --document-tokens or Documents gives "
             "their lengths");

/// All names that a format's reader knows.
struct SettingTable {
    const char* framework;                 ///< the program that reads such files: "Megatron-LM"
    std::span<const SettingNames> groups;  ///< names in full count before patterns, and of patterns the first
};

/// Returns the words of a group.
[[nodiscard]] std::vector<std::string_view> namesOf(const SettingNames& group);

/// A name of a file with its value as text; the value is empty for a switch.
struct SaidSetting {
    std::string name;
    std::string value;
};

/// Record of the names that one reader has asked for, and the report on all others.
class SettingLedger {
public:
    explicit SettingLedger(const SettingTable& table);

    /// Returns the group of a name; null if the table does not have it.
    [[nodiscard]] const SettingNames* find(std::string_view name) const;

    /// Records that the reader asks for the name, which the file need not have.
    void ask(std::string_view name);
    /// Adds a note to the settings for each name of the file that the reader did not use. Notes put `prefix` in front
    /// of each name: "--".
    void report(const std::vector<SaidSetting>& said, std::string_view prefix, PlanSettings& settings) const;
    /// Returns the fault of a reader that asks for a name which its table does not list as used.
    [[nodiscard]] Result<void> checked() const;
    /// Returns the fault of a writer that writes a name which the table lists neither as used nor as harmless.
    [[nodiscard]] Result<void> checkWritten(const std::vector<SaidSetting>& said) const;

private:
    const SettingTable* m_table;
    std::unordered_map<std::string_view, const SettingNames*> m_names;           ///< names in full
    std::vector<std::pair<std::string_view, const SettingNames*>> m_beginnings;  ///< patterns without their '*'
    std::set<std::string, std::less<>> m_asked;
    std::string m_unlisted;  ///< the first name outside the table; empty: none
};

extern const SettingTable megatronTable;        ///< arguments of Megatron-LM and ms-swift
extern const SettingTable bridgeTable;          ///< fields of Megatron-Bridge that are written
extern const SettingTable deepSpeedTable;       ///< JSON of DeepSpeed
extern const SettingTable accelerateTable;      ///< YAML of Accelerate
extern const SettingTable torchtitanTomlTable;  ///< TOML of torchtitan
extern const SettingTable torchtitanTable;      ///< Python configuration of torchtitan
extern const SettingTable trainerTable;         ///< arguments of the Trainer of Transformers
extern const SettingTable llamaFactoryTable;    ///< arguments of LLaMA-Factory
extern const SettingTable axolotlTable;         ///< YAML of axolotl
extern const SettingTable swiftTable;           ///< arguments of ms-swift without Megatron
extern const SettingTable trlTable;             ///< arguments of TRL and of the Trainer's programs
extern const SettingTable torchtuneTable;       ///< YAML of torchtune
extern const SettingTable verlTable;            ///< YAML and command lines of verl
extern const SettingTable nemoTable;            ///< NeMo and Megatron-Bridge, beside Megatron-LM's arguments
extern const SettingTable primusTable;          ///< Primus, beside Megatron-LM's arguments
extern const SettingTable maxTextTable;         ///< YAML and command lines of MaxText
extern const SettingTable huggingFaceTable;     ///< members of config.json that no reader of a family asks for

}  // namespace pgram
