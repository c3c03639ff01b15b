// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Members of a Hugging Face configuration, which go by several names; what it leaves to its class is listed as assumed.
#pragma once

#include "core/base/json.h"
#include "core/base/value_note.h"
#include "core/exchange/setting_table.h"
#include "core/model/architecture.h"

#include <initializer_list>
#include <set>
#include <utility>

namespace pgram {

/// One family's word for a thing, and another's.
using ConfigNames = std::initializer_list<const char*>;

inline constexpr std::int64_t mostConfigLayers = 4096;
inline constexpr std::int64_t widestConfig = 1 << 18;
inline constexpr std::int64_t largestConfigVocabulary = 1 << 24;

class ConfigReader {
public:
    /// `config` is an object.
    ConfigReader(const Json& config, const std::string& where);

    [[nodiscard]] const Json& json() const { return *m_json; }
    /// Returns true if the member is present and not null.
    [[nodiscard]] bool has(const char* name) const;
    /// Returns the size under the first of the names that the file has. Errors: no such name; the value is not a size.
    std::int64_t size(ConfigNames names, std::int64_t most);
    /// Returns the same, or `fallback` without such a name, which is listed as assumed.
    std::int64_t sizeOr(ConfigNames names, std::int64_t fallback, std::int64_t most);
    /// Returns the same as sizeOr(), and does not list the fallback: an absent member means that.
    std::int64_t optionalSize(ConfigNames names, std::int64_t fallback, std::int64_t most);
    /// Returns the number of the first name that the file has; empty if it has none.
    std::optional<double> number(ConfigNames names, double least, double most);
    bool flagOr(const char* name, bool fallback);
    /// Returns the same as flagOr(), and does not list the fallback.
    bool optionalFlag(const char* name, bool fallback);
    /// Returns a text; empty without one.
    std::string word(const char* name);
    std::vector<std::int64_t> sizes(const char* name, std::int64_t most);
    std::vector<std::string> words(const char* name);
    /// Returns true if any of these shares is above 0. If the file has none of them, `usual` of the model's class
    /// counts; true is listed as assumed.
    bool anyAboveZero(ConfigNames names, bool usual);

    void assume(const char* what, std::string value, Text why);
    void fail(std::optional<std::string_view> name, Text what, Text todo = {})
    {
        m_object.fail(name, std::move(what), std::move(todo));
    }
    [[nodiscard]] std::optional<Error> error() const { return m_object.error(); }
    [[nodiscard]] const std::vector<ValueNote>& assumed() const { return m_assumed; }
    /// Adds a member of an inner table to unread().
    void leave(std::string name, std::string value) { m_left.push_back({std::move(name), std::move(value)}); }
    /// Returns the members that were not asked for.
    [[nodiscard]] std::vector<SaidSetting> unread() const;

private:
    [[nodiscard]] const char* present(ConfigNames names) const;

    std::shared_ptr<const Json> m_json;  ///< without its nulls
    JsonObject m_object;
    std::vector<ValueNote> m_assumed;
    std::vector<SaidSetting> m_left;
    mutable std::set<std::string, std::less<>> m_asked;  ///< names, also those that the file lacks
};

/// Returns the class that the configuration names: "BertForMaskedLM". Empty: it names no class.
[[nodiscard]] std::string architectureOf(ConfigReader& config);
/// Reports a width that is not a multiple of the heads as an error of the reader, at the member `name`.
void checkHeads(ConfigReader& config, const char* name, const LayerSpec& block);

/// Names of an encoder's dimensions in the files of a family.
struct EncoderKeys {
    const char* layers = "num_hidden_layers";
    const char* hidden = "hidden_size";
    const char* heads = "num_attention_heads";
    const char* ffn = "intermediate_size";
};
[[nodiscard]] LayerSpec encoderBlock(ConfigReader& config, const EncoderKeys& keys);

/// Sets the vocabulary of a layer: padded to a multiple of 128, as in Megatron-LM, and the published one.
void setVocabulary(LayerSpec& run, std::int64_t published);

}  // namespace pgram
