// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/model_sizes.h"

#include "core/base/json.h"
#include "core/model/model_json.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>
#include <span>

namespace pgram {

namespace {

constexpr int mostLayers = 4096;

bool countsAsType(const LayerSpec& run)
{
    return run.kind == LayerKind::Encoder || run.kind == LayerKind::Decoder || run.kind == LayerKind::CrossDecoder ||
           run.kind == LayerKind::Swin;
}

/// Runs [first, end) whose layers count as one type.
struct BlockType {
    std::size_t first = 0;
    std::size_t end = 0;
};

/// Blocks of one kind and width that follow each other.
std::vector<BlockType> typesOf(const std::vector<LayerSpec>& runs)
{
    std::vector<BlockType> types;
    for (std::size_t run = 0; run < runs.size(); ++run) {
        if (!countsAsType(runs[run])) {
            continue;
        }
        const bool goesOn = !types.empty() && types.back().end == run && runs[run].kind == runs[run - 1].kind &&
                            runs[run].hidden == runs[run - 1].hidden;
        if (goesOn) {
            ++types.back().end;
        } else {
            types.push_back({run, run + 1});
        }
    }
    return types;
}

int layersOf(const std::vector<LayerSpec>& runs, const BlockType& type)
{
    int layers = 0;
    for (std::size_t run = type.first; run < type.end; ++run) {
        layers += runs[run].count;
    }
    return layers;
}

bool alike(LayerSpec a, LayerSpec b)
{
    a.name.clear();
    b.name.clear();
    return a == b;
}

/// Runs after which all of them repeat; as many as there are where they do not.
std::size_t periodOf(std::span<const LayerSpec> runs)
{
    for (std::size_t period = 1; 2 * period <= runs.size(); ++period) {
        bool repeats = true;
        for (std::size_t run = period; run < runs.size() && repeats; ++run) {
            repeats = alike(runs[run], runs[run - period]);
        }
        if (repeats) {
            return period;
        }
    }
    return runs.size();
}

/// "experts 3" -> "experts 7".
std::string renumbered(const std::string& name, std::size_t number)
{
    const std::size_t end = name.find_last_not_of("0123456789");
    return fmt::format("{}{}", name.substr(0, end == std::string::npos ? 0 : end + 1), number);
}

/// The pattern of the first `period` runs over as many layers.
std::vector<LayerSpec> repeated(std::span<const LayerSpec> runs, std::size_t period, int layers)
{
    std::vector<LayerSpec> made;
    while (layers > 0) {
        LayerSpec run = runs[made.size() % period];
        if (made.size() >= runs.size()) {
            run.name = renumbered(run.name, made.size() / period + 1);
        } else {
            run.name = runs[made.size()].name;
        }
        run.count = std::min(run.count, layers);
        layers -= run.count;
        made.push_back(std::move(run));
    }
    return made;
}

Text disagreement(const char* option, const std::vector<const LayerSpec*>& runs, std::int64_t LayerSpec::*member)
{
    const auto other =
        std::ranges::find_if(runs, [&](const LayerSpec* run) { return run->*member != runs.front()->*member; });
    return Core::tr("{} is {} in '{}' and {} in '{}': which is meant is open", std::string(option),
                    runs.front()->*member, runs.front()->name, (*other)->*member, (*other)->name);
}

class Resizing {
public:
    Resizing(Architecture model) : m_model(std::move(model)) {}

    void setLayers(const std::vector<int>& layers)
    {
        const std::vector<BlockType> types = typesOf(m_model.runs);
        if (types.empty() || layers.size() != types.size()) {
            const Text todo = types.empty() ? Text() : Core::tr("Give a number for each, such as {}", countsOf(types));
            fail("layers",
                 types.empty() ? Core::tr("{} has no blocks to be counted", m_model.title)
                               : Core::tr("{} number(s) for {} type(s) of layers: {}", layers.size(), types.size(),
                                          namesOf(types)),
                 todo);
            return;
        }
        for (std::size_t type = types.size(); type-- > 0;) {
            setCount(types[type], layers[type]);
        }
        note(fmt::format("{} layers", fmt::join(layers, " + ")), fmt::format("l{}", fmt::join(layers, "-")));
    }

    /// All runs that have one, which must agree about it.
    void set(const char* option, std::int64_t LayerSpec::*member, std::int64_t value, const char* words,
             const char* mark)
    {
        std::vector<LayerSpec*> runs;
        for (LayerSpec& run : m_model.runs) {
            if (run.*member > 0) {
                runs.push_back(&run);
            }
        }
        if (runs.empty()) {
            fail(option, Core::tr("no layer of {} has such a size", m_model.title));
            return;
        }
        const std::vector<const LayerSpec*> seen(runs.begin(), runs.end());
        if (std::ranges::any_of(seen, [&](const LayerSpec* run) { return run->*member != seen.front()->*member; })) {
            fail(option, disagreement(option, seen, member));
            return;
        }
        for (LayerSpec* run : runs) {
            setOf(*run, member, value);
        }
        note(fmt::format("{} {}", words, value), fmt::format("{}{}", mark, value));
    }

    /// Under the name that says what changed.
    void mark(const Architecture& before)
    {
        m_model.title += m_title;
        m_model.name += m_name;
        m_model.source = fmt::format("{}{}{} resized", before.source, before.source.empty() ? "" : "; ", before.name);
    }

    void setVocabulary(std::int64_t vocabulary)
    {
        m_vocabulary = vocabulary;
        note(fmt::format("vocabulary {}", vocabulary), fmt::format("v{}", vocabulary));
    }

    Result<Architecture> finished()
    {
        Json json = toJson(m_model);
        bool hasTable = false;
        for (Json& run : json["runs"]) {
            if (m_vocabulary > 0 && run.contains("vocabulary")) {
                run["vocabulary"] = m_vocabulary;
                hasTable = true;
            }
        }
        if (m_vocabulary > 0 && !hasTable) {
            fail("vocabulary", Core::tr("no layer of {} has such a size", m_model.title));
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        JsonObject object(json, m_model.name);
        return architectureFromJson(object);
    }

    void fail(const char* option, Text what,
              Text todo = Core::tr("Set the size of each run by itself, by its JSON pointer"))
    {
        if (!m_error) {
            m_error = Error{ErrorKind::BadInput, std::move(what), option, std::move(todo)};
        }
    }

    void refuseMeasured(const char* option)
    {
        if (std::ranges::any_of(m_model.runs, [](const LayerSpec& run) { return run.measured.has_value(); })) {
            fail(option, Core::tr("the costs of {} are measured, and hold for its own sizes alone", m_model.title));
        }
    }

private:
    std::string namesOf(const std::vector<BlockType>& types) const
    {
        std::vector<std::string> names;
        for (const BlockType& type : types) {
            names.push_back(m_model.runs[type.first].name);
        }
        return fmt::format("{}", fmt::join(names, ", "));
    }

    std::string countsOf(const std::vector<BlockType>& types) const
    {
        std::vector<int> counts;
        for (const BlockType& type : types) {
            counts.push_back(layersOf(m_model.runs, type));
        }
        return fmt::format("{}", fmt::join(counts, ","));
    }

    void setCount(const BlockType& type, int layers)
    {
        const auto first = m_model.runs.begin() + static_cast<std::ptrdiff_t>(type.first);
        const auto end = m_model.runs.begin() + static_cast<std::ptrdiff_t>(type.end);
        const std::span<LayerSpec> runs(first, end);
        if (layers < 1 || layers > mostLayers) {
            fail("layers", Core::tr("is {}, expected from 1 to {}", layers, mostLayers));
            return;
        }
        if (const std::size_t period = periodOf(runs); period < runs.size()) {
            std::vector<LayerSpec> made = repeated(runs, period, layers);
            m_model.runs.insert(m_model.runs.erase(first, end), made.begin(), made.end());
            return;
        }
        int others = 0;
        for (const LayerSpec& run : runs) {
            others += run.count;
        }
        LayerSpec& longest = *std::ranges::max_element(runs, {}, &LayerSpec::count);
        others -= longest.count;
        if (layers <= others) {
            fail("layers", Core::tr("{} layer(s) leave none to '{}' beside the {} of the runs around it", layers,
                                    longest.name, others));
            return;
        }
        longest.sharedBy = longest.sharedBy > 0 ? layers - others : 0;
        longest.count = layers - others;
    }

    static void setOf(LayerSpec& run, std::int64_t LayerSpec::*member, std::int64_t value)
    {
        const bool ownKeys = run.kvHeads != run.heads;
        const bool openWidth = run.headDim == 0;  // by an earlier size, which this one may go with
        const bool impliedWidth =
            run.heads > 0 && (openWidth || (run.hidden % run.heads == 0 && run.headDim == run.hidden / run.heads));
        run.*member = value;
        if (member == &LayerSpec::heads && !ownKeys) {
            run.kvHeads = value;
        }
        if (impliedWidth && run.keyValueRank == 0 && (member == &LayerSpec::heads || member == &LayerSpec::hidden)) {
            run.headDim = run.hidden % run.heads == 0 ? run.hidden / run.heads : 0;
        }
    }

    void note(const std::string& words, const std::string& mark)
    {
        m_title += fmt::format(", {}", words);
        m_name += fmt::format("-{}", mark);
    }

    Architecture m_model;
    std::string m_title;
    std::string m_name;
    std::int64_t m_vocabulary = 0;
    std::optional<Error> m_error;
};

struct SizeRow {
    const char* option;
    std::int64_t LayerSpec::*member;
    std::int64_t ModelSizes::*size;
    const char* words;
    const char* mark;
};
constexpr SizeRow sizeRows[] = {{"hidden", &LayerSpec::hidden, &ModelSizes::hidden, "hidden", "h"},
                                {"heads", &LayerSpec::heads, &ModelSizes::heads, "heads", "a"},
                                {"kv_heads", &LayerSpec::kvHeads, &ModelSizes::kvHeads, "key heads", "g"},
                                {"ffn", &LayerSpec::ffn, &ModelSizes::ffn, "ffn", "f"},
                                {"experts", &LayerSpec::experts, &ModelSizes::experts, "experts", "e"}};

Resizing resizing(const Architecture& model, const ModelSizes& sizes)
{
    Resizing made(model);
    if (!sizes.layers.empty()) {
        made.setLayers(sizes.layers);
    }
    for (const SizeRow& row : sizeRows) {
        if (const std::int64_t value = sizes.*row.size; value > 0) {
            made.refuseMeasured(row.option);
            made.set(row.option, row.member, value, row.words, row.mark);
        }
    }
    if (sizes.vocabulary > 0) {
        made.refuseMeasured("vocabulary");
        made.setVocabulary(sizes.vocabulary);
    }
    return made;
}

/// Returns the value of all runs that have one; 0 if no run has one, or if they differ.
std::int64_t agreed(const Architecture& model, std::int64_t LayerSpec::*member)
{
    std::int64_t value = 0;
    for (const LayerSpec& run : model.runs) {
        if (run.*member > 0) {
            if (value > 0 && run.*member != value) {
                return 0;
            }
            value = run.*member;
        }
    }
    return value;
}

std::int64_t vocabularyOf(const Architecture& model)
{
    std::int64_t vocabulary = 0;
    for (const LayerSpec& run : model.runs) {
        const bool isTable = run.kind == LayerKind::Embedding || run.kind == LayerKind::Head;
        const std::int64_t own = run.publishedVocabulary > 0 ? run.publishedVocabulary : run.vocabulary;
        if (isTable && vocabulary > 0 && own != vocabulary) {
            return 0;
        }
        vocabulary = isTable ? own : vocabulary;
    }
    return vocabulary;
}

}  // namespace

Result<Architecture> withSizes(const Architecture& model, const ModelSizes& sizes)
{
    if (!sizes.areGiven()) {
        return model;
    }
    Resizing made = resizing(model, sizes);
    made.mark(model);
    return made.finished();
}

Result<Architecture> resized(const Architecture& model, const ModelSizes& sizes)
{
    return sizes.areGiven() ? resizing(model, sizes).finished() : model;
}

ModelSizes sizesOf(const Architecture& model)
{
    ModelSizes sizes;
    for (const BlockType& type : typesOf(model.runs)) {
        sizes.layers.push_back(layersOf(model.runs, type));
    }
    for (const SizeRow& row : sizeRows) {
        sizes.*row.size = agreed(model, row.member);
    }
    sizes.vocabulary = vocabularyOf(model);
    return sizes;
}

}  // namespace pgram
