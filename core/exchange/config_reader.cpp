// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/config_reader.h"

#include <algorithm>

namespace pgram {

namespace {

std::shared_ptr<const Json> withoutNulls(const Json& config)
{
    Json::object_t kept;
    for (const auto& [name, value] : config.items()) {
        if (!value.is_null()) {
            // The parser keeps each name once, so that emplace_back need not search.
            static_cast<Json::object_t::Container&>(kept).emplace_back(name, value);
        }
    }
    return std::make_shared<const Json>(std::move(kept));
}

}  // namespace

ConfigReader::ConfigReader(const Json& config, const std::string& where)
    : m_json(withoutNulls(config)), m_object(*m_json, where)
{}

bool ConfigReader::has(const char* name) const
{
    m_asked.emplace(name);
    return m_json->contains(name);
}

std::vector<SaidSetting> ConfigReader::unread() const
{
    std::vector<SaidSetting> names = m_left;
    for (const auto& [name, value] : m_json->items()) {
        if (!m_asked.contains(name) && names.size() < mostConfigLayers) {
            names.push_back({name, value.is_string() ? value.get<std::string>() : dumped(value)});
        }
    }
    return names;
}

const char* ConfigReader::present(ConfigNames names) const
{
    m_asked.insert(names.begin(), names.end());
    const auto found = std::ranges::find_if(names, [this](const char* name) { return has(name); });
    return found == names.end() ? nullptr : *found;
}

std::int64_t ConfigReader::size(ConfigNames names, std::int64_t most)
{
    const char* name = present(names);
    return m_object.integer(name != nullptr ? name : *names.begin(), 1, most);
}

std::int64_t ConfigReader::sizeOr(ConfigNames names, std::int64_t fallback, std::int64_t most)
{
    if (present(names) == nullptr) {
        assume(*names.begin(), std::to_string(fallback), Core::tr("the file leaves it to the class of the model"));
        return fallback;
    }
    return size(names, most);
}

std::int64_t ConfigReader::optionalSize(ConfigNames names, std::int64_t fallback, std::int64_t most)
{
    const char* name = present(names);
    return name == nullptr ? fallback : m_object.integer(name, 0, most);
}

std::optional<double> ConfigReader::number(ConfigNames names, double least, double most)
{
    const char* name = present(names);
    return name == nullptr ? std::nullopt : std::optional(m_object.numberOr(name, 0, least, most));
}

bool ConfigReader::flagOr(const char* name, bool fallback)
{
    if (!has(name)) {
        assume(name, fallback ? "true" : "false", Core::tr("the file leaves it to the class of the model"));
    }
    return m_object.booleanOr(name, fallback);
}

bool ConfigReader::optionalFlag(const char* name, bool fallback)
{
    m_asked.emplace(name);
    return m_object.booleanOr(name, fallback);
}

std::string ConfigReader::word(const char* name)
{
    return has(name) && (*m_json)[name].is_string() ? (*m_json)[name].get<std::string>() : std::string();
}

std::vector<std::int64_t> ConfigReader::sizes(const char* name, std::int64_t most)
{
    m_asked.emplace(name);
    return m_object.integersOr(name, 0, most);
}

std::vector<std::string> ConfigReader::words(const char* name)
{
    m_asked.emplace(name);
    return m_object.stringsOr(name);
}

bool ConfigReader::anyAboveZero(ConfigNames names, bool usual)
{
    if (present(names) == nullptr) {
        if (usual) {
            assume(*names.begin(), "above 0", Core::tr("the file leaves it to the class of the model"));
        }
        return usual;
    }
    return std::ranges::any_of(names, [this](const char* name) { return m_object.numberOr(name, 0, 0, 1) > 0; });
}

void ConfigReader::assume(const char* what, std::string value, Text why)
{
    m_assumed.push_back({what, std::move(value), std::move(why)});
}

std::string architectureOf(ConfigReader& config)
{
    const std::vector<std::string> names = config.words("architectures");
    return names.empty() ? std::string() : names.front();
}

void setVocabulary(LayerSpec& run, std::int64_t published)
{
    constexpr std::int64_t multiple = 128;
    run.vocabulary = (published + multiple - 1) / multiple * multiple;
    run.publishedVocabulary = run.vocabulary == published ? 0 : published;
}

void checkHeads(ConfigReader& config, const char* name, const LayerSpec& block)
{
    if (block.hidden % block.heads != 0) {
        config.fail(name, Core::tr("is {}, which does not divide the width {}", block.heads, block.hidden));
    }
}

LayerSpec encoderBlock(ConfigReader& config, const EncoderKeys& keys)
{
    LayerSpec block{.kind = LayerKind::Encoder, .name = "encoder"};
    block.count = static_cast<int>(config.size({keys.layers}, mostConfigLayers));
    block.hidden = config.size({keys.hidden}, widestConfig);
    block.heads = config.size({keys.heads}, 1 << 14);
    block.kvHeads = block.heads;
    block.headDim = block.hidden / block.heads;
    block.ffn = config.size({keys.ffn}, 1 << 20);
    checkHeads(config, keys.heads, block);
    return block;
}

}  // namespace pgram
