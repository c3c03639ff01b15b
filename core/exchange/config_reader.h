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
    /// Null is as good as absent.
    [[nodiscard]] bool has(const char* name) const;
    /// Of the first of the names that is there. Errors: none is, or it is no size.
    std::int64_t size(ConfigNames names, std::int64_t most);
    /// `fallback`, listed as assumed, where none is there.
    std::int64_t sizeOr(ConfigNames names, std::int64_t fallback, std::int64_t most);
    /// As sizeOr, of what is nothing where it is absent: not listed.
    std::int64_t optionalSize(ConfigNames names, std::int64_t fallback, std::int64_t most);
    /// Returns the number of the first name that the file has; empty if it has none.
    std::optional<double> number(ConfigNames names, double least, double most);
    bool flagOr(const char* name, bool fallback);
    /// As flagOr, and not listed.
    bool optionalFlag(const char* name, bool fallback);
    /// "" where there is none.
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
    mutable std::set<std::string, std::less<>> m_asked;  ///< names, whether or not they are there
};

/// Of a class whose name the configuration gives: "BertForMaskedLM". Empty where it names none.
[[nodiscard]] std::string architectureOf(ConfigReader& config);
/// Errors stay with the reader: the width is no multiple of the heads. `name`: of the number of heads.
void checkHeads(ConfigReader& config, const char* name, const LayerSpec& block);

/// What a family calls an encoder's figures.
struct EncoderKeys {
    const char* layers = "num_hidden_layers";
    const char* hidden = "hidden_size";
    const char* heads = "num_attention_heads";
    const char* ffn = "intermediate_size";
};
[[nodiscard]] LayerSpec encoderBlock(ConfigReader& config, const EncoderKeys& keys);

/// A vocabulary as the layers hold it: padded to a multiple of 128, as Megatron pads it, with the published one beside.
void setVocabulary(LayerSpec& run, std::int64_t published);

}  // namespace pgram
