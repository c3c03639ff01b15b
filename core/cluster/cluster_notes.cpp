// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/cluster_notes.h"

#include "core/base/edited.h"
#include "core/base/json.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram {

namespace {

struct Note {
    std::size_t from = std::string::npos;
    std::size_t size = 0;
};

Note noteOf(const std::string& source, const std::string& name)
{
    const std::string begin = fmt::format("; {} = ", name);
    const std::size_t from = source.find(begin);
    if (from == std::string::npos) {
        return {};
    }
    return {from, std::min(source.find("; ", from + begin.size()), source.size()) - from};
}

/// "16 GiB" of "… (was 16 GiB)".
std::string wasIn(const std::string& note)
{
    constexpr std::string_view open = "(was ";
    const std::size_t from = note.rfind(open);
    return from == std::string::npos || !note.ends_with(')')
               ? std::string()
               : note.substr(from + open.size(), note.size() - from - open.size() - 1);
}

/// The next note of this name or of what lies below it.
std::size_t nextBelow(const std::string& source, const std::string& name, std::size_t from)
{
    const std::string begin = "; " + name;
    for (std::size_t at = source.find(begin, from); at != std::string::npos; at = source.find(begin, at + 1)) {
        const std::size_t end = at + begin.size();
        if (end < source.size() && (source[end] == '/' || source.compare(end, 3, " = ") == 0)) {
            return at;
        }
    }
    return std::string::npos;
}

/// Returns the name of the object at the parent of a pointer.
std::string nameAbove(const Json& cluster, const std::string& pointer)
{
    const Json::json_pointer parent(pointer);
    return cluster.contains(parent) ? cluster[parent].value("name", "") : std::string();
}

}  // namespace

std::string kindNote(const std::string& kind)
{
    return "/kinds/" + kind;
}

std::string noteName(const Json& cluster, const ClusterField& field, const PartIndex& index)
{
    const bool hasOwner = index.kind >= 0 && (field.part == ClusterPart::Device || field.part == ClusterPart::Link);
    const std::string owner = hasOwner ? fmt::format("/kinds/{}", index.kind) : std::string();
    const std::string named = hasOwner ? kindNote(nameAbove(cluster, owner)) : std::string();
    if (field.part == ClusterPart::Link) {
        const std::string link = nameAbove(cluster, fmt::format("{}/links/{}", owner, index.number));
        return fmt::format("{}/links/{}/{}", named, link, field.key);
    }
    return named + field.pointer({index.number, -1});
}

std::string noteIn(const std::string& source, const std::string& name)
{
    const Note note = noteOf(source, name);
    return note.size > 0 ? source.substr(note.from + 2, note.size - 2) : std::string();
}

void noteChange(std::string& source, const std::string& name, const std::string& before, const std::string& after)
{
    std::string was = before;
    if (const Note old = noteOf(source, name); old.size > 0) {
        const std::string first = wasIn(source.substr(old.from, old.size));
        was = first.empty() ? was : first;
        source.erase(old.from, old.size);
    }
    if (was != after) {
        source += fmt::format("; {} = {} (was {})", name, after, was.empty() ? "not known" : was);
    }
}

void renameNotes(std::string& source, const std::string& before, const std::string& after)
{
    for (std::size_t at = nextBelow(source, before, 0); at != std::string::npos;
         at = nextBelow(source, before, at + after.size())) {
        source.replace(at + 2, before.size(), after);
    }
}

void dropNotes(std::string& source, const std::string& name)
{
    for (std::size_t at = nextBelow(source, name, 0); at != std::string::npos; at = nextBelow(source, name, at)) {
        source.erase(at, std::min(source.find("; ", at + 2), source.size()) - at);
    }
}

void markEdited(Cluster& cluster, const Cluster& before)
{
    cluster.name =
        before.name.find(editedName) == std::string::npos ? before.name + std::string(editedName) : before.name;
    const std::string marked = before.title + std::string(editedTitle);
    if (cluster.title.empty() || cluster.title == before.title || cluster.title == marked) {
        cluster.title = before.title.find(editedTitle) != std::string::npos ? before.title : marked;
    }
    cluster.source = before.source;
}

}  // namespace pgram
