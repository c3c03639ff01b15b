// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The places of seeds in the source tree, and the text of several files.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/exchange/format.h"
#include "tests/fuzz/targets.h"
#include "tests/places.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>

namespace pgram::fuzz {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view before = "=== ";
constexpr std::string_view behind = " ===";
/// Requests have no file: their seeds are drawn.
constexpr int drawnRequests = 32;
constexpr std::size_t bytesOfRequest = 160;

/// Folders of the source tree with files of own formats.
struct Place {
    const char* target;
    const char* folder;
    const char* ending;
};
constexpr Place places[] = {
    {"plan", "tests/cases/export", "plan.json"}, {"plan", "tests/cases/old", ".pgplan.json"},
    {"model", "presets/models", ".json"},        {"cluster", "presets/clusters", ".json"},
    {"device", "presets/devices", ".json"},      {"scenario", "presets/scenarios", ".json"},
    {"lesson", "presets/lessons", ".json"},      {"lesson", "presets/courses", ".json"},
    {"lesson-texts", "presets/lessons", ".md"},  {"tiers", "presets/tiers", ".json"},
    {"study", "presets/studies", ".json"},
};
/// Folders of tests/data/samples, by the format of their files.
const std::map<std::string, const char*, std::less<>> samples{
    {"huggingface", "hf"},       {"nvidia-topo", "topo"},    {"nccl-tests", "nccl"},
    {"megatron", "megatron"},    {"deepspeed", "deepspeed"}, {"torchtitan-toml", "torchtitan"},
    {"accelerate", "accelerate"}};

std::vector<fs::path> sortedIn(const fs::path& folder, bool below)
{
    std::vector<fs::path> files;
    std::error_code missing;
    if (below) {
        for (const auto& entry : fs::recursive_directory_iterator(folder, missing)) {
            files.push_back(entry.path());
        }
    } else {
        for (const auto& entry : fs::directory_iterator(folder, missing)) {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

class Seeds {
public:
    explicit Seeds(bool isFormat) : m_isFormat(isFormat) {}

    void add(const fs::path& file)
    {
        if (const Result<std::string> text = readTextFile(file)) {
            add(file, *text);
        }
    }
    /// Adds a text. Readers of formats look at the names of files, and inputs that libFuzzer found hold them.
    void add(const fs::path& place, std::string text)
    {
        if (m_isFormat && place.has_extension() && !text.starts_with(before)) {
            text = joined({{place.filename().string(), text}});
        }
        m_all.push_back({fs::relative(place, sourceFolder()).string(), std::move(text)});
    }
    /// Adds the files of a folder together, `first` in front.
    void addTogether(const fs::path& folder, const std::string& first)
    {
        Files files;
        for (const fs::path& file : sortedIn(folder, false)) {
            const Result<std::string> text = fs::is_regular_file(file) ? readTextFile(file) : Result<std::string>();
            const std::string name = file.filename().string();
            if (text && !text->empty() && name != "plan.json") {
                files.insert(name == first ? files.begin() : files.end(), {name, *text});
            }
        }
        if (!files.empty()) {
            add(folder, joined(files));
        }
    }
    std::vector<Seed> taken() { return std::move(m_all); }

private:
    bool m_isFormat;
    std::vector<Seed> m_all;
};

/// Files of users: an index holds the text of JSON files itself.
void addSamples(Seeds& seeds, const fs::path& folder)
{
    for (const fs::path& file : sortedIn(folder, false)) {
        if (file.filename() != "index.json") {
            seeds.add(file);
            continue;
        }
        const Result<std::string> text = readTextFile(file);
        const Result<Json> index = text ? parseJson(*text, file.string()) : Result<Json>(Json());
        for (const Json& row : index ? index->value("files", Json::array()) : Json::array()) {
            if (row.contains("content")) {
                seeds.add(folder / row.value("file", "config.json"), row["content"].dump(2));
            }
        }
    }
}

}  // namespace

Files filesOf(std::string_view input)
{
    Files files;
    std::string* content = nullptr;
    for (std::size_t at = 0; at < input.size();) {
        const std::size_t end = std::min(input.find('\n', at), input.size() - 1) + 1;
        const std::string_view line = input.substr(at, end - at);
        at = end;
        const std::size_t close = line.find(behind, before.size());
        if (line.starts_with(before) && close != std::string_view::npos) {
            std::string name(line.substr(before.size(), close - before.size()));
            // Names that are not text do not come back from a file that holds them.
            std::ranges::replace_if(
                name, [](char c) { return c < ' ' || c > '~' || c == '/'; }, '_');
            name.resize(std::min<std::size_t>(name.size(), 100));
            files.emplace_back(name.empty() || name.starts_with('.') ? "_" + name : name, std::string());
            content = &files.back().second;
            continue;
        }
        if (content == nullptr) {
            content = &files.emplace_back("input", std::string()).second;
        }
        content->append(line);
    }
    return files.empty() ? Files{{"input", {}}} : files;
}

std::string joined(const Files& files)
{
    std::string text;
    for (const auto& [name, content] : files) {
        text.append(before).append(name).append(behind).append("\n").append(content);
        text.append(content.ends_with('\n') ? "" : "\n");
    }
    return text;
}

std::vector<Seed> seedsOf(const Target& target)
{
    const Result<const Format*> format = parseFormat(target.name);
    Seeds seeds(format.has_value());
    const fs::path root = sourceFolder();
    for (const fs::path& file : sortedIn(root / "tests/fuzz/corpus" / target.name, false)) {
        seeds.add(file);
    }
    for (const Place& place : places) {
        for (const fs::path& file :
             place.target == target.name ? sortedIn(root / place.folder, true) : std::vector<fs::path>()) {
            if (file.filename().string().ends_with(place.ending)) {
                seeds.add(file);
            }
        }
    }
    if (target.name == "request") {
        std::mt19937 random(1);
        for (int number = 0; number < drawnRequests; ++number) {
            std::string bytes(bytesOfRequest, '\0');
            std::ranges::generate(bytes, [&random] { return static_cast<char>(random() % 256); });
            seeds.add(root / std::to_string(number), bytes);
        }
    }
    if (target.name == "measurements") {
        seeds.add(root / "presets/fidelity.json");
        seeds.add(root / "tests/cases/published/trainings.json");
    }
    if (target.name == "galvatron-profile") {
        for (const fs::path& folder : sortedIn(root / "tests/data/galvatron/profiles", false)) {
            seeds.addTogether(folder, "");
        }
    }
    if (format) {
        for (const fs::path& folder : sortedIn(root / "tests/cases/export", false)) {
            const std::string name = folder.filename().string();
            if (name.substr(0, name.rfind('-')) == target.name) {
                seeds.addTogether(folder, (*format)->usualName);
            }
        }
        for (const fs::path& folder : sortedIn(root / "tests/cases/old", true)) {
            if (folder.filename() == target.name && folder.parent_path().parent_path().filename() == "exports") {
                seeds.addTogether(folder, (*format)->usualName);
            }
        }
    }
    if (const auto sample = samples.find(target.name); sample != samples.end()) {
        addSamples(seeds, root / "tests/data/samples" / sample->second);
        if (const char* large = std::getenv("PARALLELOGRAM_DATA"); large != nullptr && *large != '\0') {
            addSamples(seeds, fs::path(large) / "samples" / sample->second);
        }
    }
    return seeds.taken();
}

}  // namespace pgram::fuzz
