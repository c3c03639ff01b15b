// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/plan/preset_store.h"

#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <numeric>

namespace pgram {

namespace fs = std::filesystem;

namespace {

constexpr const char* environmentRoot = "PARALLELOGRAM_PRESETS";
constexpr std::string_view extension = ".json";

Phrase kindName(PresetKind kind)
{
    switch (kind) {
    case PresetKind::Model:
        return Core::tr("model");
    case PresetKind::Cluster:
        return Core::tr("cluster");
    case PresetKind::Scenario:
        return Core::tr("scenario");
    case PresetKind::Lesson:
        return Core::tr("lesson");
    }
    return {};
}

bool isDirectory(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

bool isStore(const fs::path& path)
{
    return isDirectory(path / presetFolder(PresetKind::Model)) && isDirectory(path / presetFolder(PresetKind::Cluster));
}

/// Files of a folder by name; a folder that is missing or unreadable has none.
void collectFiles(const fs::path& folder, std::map<std::string, fs::path>& files)
{
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
        if (entry->path().extension() == extension) {
            files[entry->path().stem().string()] = entry->path();
        }
    }
}

std::map<std::string, fs::path> filesOf(const PresetStore& store, PresetKind kind)
{
    std::map<std::string, fs::path> files;
    collectFiles(store.root() / presetFolder(kind), files);
    if (!store.userRoot().empty()) {
        collectFiles(store.userRoot() / presetFolder(kind), files);
    }
    return files;
}

/// A file's title, or its name where it has none that can be read: a broken preset is still listed, and says what is
/// wrong with it when it is loaded.
std::string titleOf(const fs::path& file)
{
    const std::string name = file.stem().string();
    const auto json = checkIsNoPipe(file).and_then([&] { return readTextFile(file); }).and_then([](const auto& text) {
        return parseJson(text, {});
    });
    if (!json || !json->is_object()) {
        return name;
    }
    const auto title = json->find("title");
    return title != json->end() && title->is_string() ? title->get<std::string>() : name;
}

/// "a10" after "a9": digits compare as the numbers that they spell.
bool naturallyLess(std::string_view a, std::string_view b)
{
    const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j]) {
                return a[i] < b[j];
            }
            ++i;
            ++j;
            continue;
        }
        const std::size_t iEnd = std::min(a.find_first_not_of("0123456789", i), a.size());
        const std::size_t jEnd = std::min(b.find_first_not_of("0123456789", j), b.size());
        const std::string_view x = a.substr(i, iEnd - i);
        const std::string_view y = b.substr(j, jEnd - j);
        if (x != y) {
            return x.size() != y.size() ? x.size() < y.size() : x < y;
        }
        i = iEnd;
        j = jEnd;
    }
    return a.size() - i < b.size() - j;
}

/// Levenshtein's distance, in lower case.
std::size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

/// Its runs of letters and its runs of digits, in lower case; the x of "4090x8" is none.
std::vector<std::string> wordsOf(std::string_view name)
{
    enum class Kind { Other, Letter, Digit };
    std::vector<std::string> words;
    Kind before = Kind::Other;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const Kind kind = std::isdigit(byte) != 0 ? Kind::Digit : std::isalpha(byte) != 0 ? Kind::Letter : Kind::Other;
        if (kind != Kind::Other && kind != before) {
            words.emplace_back();
        }
        if (kind != Kind::Other) {
            words.back() += static_cast<char>(std::tolower(byte));
        }
        before = kind;
    }
    std::erase(words, "x");
    return words;
}

/// 1 where all words that were asked for are the name's, two more for each that is not; far off where none that says
/// something is.
std::size_t wordDistance(const std::vector<std::string>& asked, std::string_view known)
{
    constexpr std::size_t saysSomething = 3;
    const std::vector<std::string> words = wordsOf(known);
    std::size_t missing = 0;
    bool shared = false;
    for (const std::string& word : asked) {
        const bool found = std::ranges::find(words, word) != words.end();
        missing += found ? 0 : 1;
        shared = shared || (found && word.size() >= saysSomething);
    }
    return shared ? 1 + 2 * missing : std::string_view::npos;
}

/// A path rather than a name: it has a folder, it ends in .json, or something of that name stands there.
bool looksLikePath(std::string_view text)
{
    std::error_code ignored;
    return text.find('/') != std::string_view::npos || text.ends_with(extension) || fs::exists(text, ignored);
}

fs::path userFolder()
{
    const char* data = std::getenv("XDG_DATA_HOME");
    if (data != nullptr && *data == '/') {
        return fs::path(data) / "parallelogram" / "presets";
    }
    const char* home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? fs::path(home) / ".local/share/parallelogram/presets" : fs::path();
}

/// The program's own file; found by the system where it was called by its bare name.
fs::path programFile(const fs::path& program)
{
    std::error_code ignored;
    if (!program.has_parent_path()) {
        return fs::read_symlink("/proc/self/exe", ignored);
    }
    const fs::path file = fs::canonical(program, ignored);
    return file.empty() ? program : file;
}

/// Where presets may be, most telling first.
std::vector<fs::path> candidates(const fs::path& program)
{
    std::vector<fs::path> places;
    fs::path folder = programFile(program).parent_path();
    places.push_back(folder / "../share/parallelogram/presets");
    for (int level = 0; level < 5 && folder.has_relative_path(); ++level, folder = folder.parent_path()) {
        places.push_back(folder / "presets");
    }
    places.emplace_back(PARALLELOGRAM_PRESETS_INSTALLED);
    places.emplace_back(PARALLELOGRAM_PRESETS_BUILD);
    return places;
}

}  // namespace

const char* presetFolder(PresetKind kind)
{
    switch (kind) {
    case PresetKind::Model:
        return "models";
    case PresetKind::Cluster:
        return "clusters";
    case PresetKind::Scenario:
        return "scenarios";
    case PresetKind::Lesson:
        return "lessons";
    }
    return "";
}

std::vector<std::string> nearestNames(std::string_view name, const std::vector<std::string>& names, std::size_t most)
{
    constexpr std::size_t longestName = 200;
    name = name.substr(0, longestName);
    const std::size_t far = std::max<std::size_t>(3, name.size() / 2);
    const std::vector<std::string> words = wordsOf(name);
    std::vector<std::pair<std::size_t, std::string>> ranked;
    for (const std::string& known : names) {
        const bool begins = name.size() >= 3 && known.starts_with(name);
        const std::size_t distance = begins ? 1 : std::min(editDistance(name, known), wordDistance(words, known));
        if (distance <= far) {
            ranked.emplace_back(distance, known);
        }
    }
    std::ranges::stable_sort(ranked, {}, &std::pair<std::size_t, std::string>::first);
    std::vector<std::string> nearest;
    for (std::size_t i = 0; i < std::min(most, ranked.size()); ++i) {
        nearest.push_back(ranked[i].second);
    }
    return nearest;
}

PresetStore::PresetStore(fs::path root, fs::path userRoot) : m_root(std::move(root)), m_userRoot(std::move(userRoot)) {}

Result<PresetStore> PresetStore::find(const fs::path& program)
{
    if (const char* root = std::getenv(environmentRoot); root != nullptr && *root != '\0') {
        if (!isStore(root)) {
            return badInput(Core::tr("'{}' has no folders models and clusters", root), environmentRoot,
                            Core::tr("Set it to a folder of presets, or unset it"));
        }
        return PresetStore(root, userFolder());
    }
    for (const fs::path& place : candidates(program)) {
        if (isStore(place)) {
            std::error_code ignored;
            return PresetStore(fs::weakly_canonical(place, ignored), userFolder());
        }
    }
    return badInput(Core::tr("there are no presets beside the program"), program.string(),
                    Core::tr("Install Parallelogram, or set {} to the folder of presets", environmentRoot));
}

std::vector<PresetEntry> PresetStore::entries(PresetKind kind) const
{
    std::vector<PresetEntry> found;
    for (const auto& [name, file] : filesOf(*this, kind)) {
        found.push_back({name, titleOf(file), file});
    }
    std::ranges::sort(found, naturallyLess, &PresetEntry::name);
    return found;
}

Result<fs::path> PresetStore::locate(PresetKind kind, std::string_view nameOrFile) const
{
    const auto files = filesOf(*this, kind);
    if (const auto found = files.find(std::string(nameOrFile)); found != files.end()) {
        return checkIsNoPipe(found->second).map([&] { return found->second; });
    }
    if (!nameOrFile.empty() && looksLikePath(nameOrFile)) {
        return fs::path(nameOrFile);
    }
    std::vector<std::string> names;
    for (const auto& [name, file] : files) {
        names.push_back(name);
    }
    const std::vector<std::string> nearest = nearestNames(nameOrFile, names);
    const std::string list =
        kind == PresetKind::Lesson ? std::string("lesson list") : fmt::format("list {}", presetFolder(kind));
    const Text todo = nearest.empty() ? Core::tr("'pgram {}' names all", list)
                                      : Core::tr("Nearest are {}", fmt::format("{}", fmt::join(nearest, ", ")));
    return badInput(Core::tr("there is no {} '{}'", kindName(kind), nameOrFile.substr(0, 80)), kindName(kind), todo);
}

Result<Architecture> PresetStore::model(std::string_view nameOrFile) const
{
    return locate(PresetKind::Model, nameOrFile).and_then(loadArchitecture);
}

Result<Cluster> PresetStore::cluster(std::string_view nameOrFile) const
{
    return locate(PresetKind::Cluster, nameOrFile).and_then(loadCluster);
}

}  // namespace pgram
