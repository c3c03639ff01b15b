// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/pickle.h"

#include "core/base/index.h"
#include "traces/pickle_reader.h"

#include <algorithm>
#include <bit>

namespace pgram {

Result<Pickle> Pickle::read(std::istream& stream, std::span<const std::string_view> wanted, const std::string& file)
{
    return PickleReader(stream, wanted, file).read();
}

Pickle::Value Pickle::member(const Value& dictionary, std::string_view name) const
{
    if (dictionary.kind != Kind::Dictionary) {
        return {};
    }
    // The last one counts of equal names.
    const Members& members = m_dictionaries[at(dictionary.content)];
    const auto found =
        std::find_if(members.rbegin(), members.rend(), [&](const auto& own) { return m_wanted[own.first] == name; });
    return found != members.rend() ? found->second : Value{};
}

std::span<const Pickle::Value> Pickle::elements(const Value& list) const
{
    return list.kind == Kind::List ? std::span<const Value>(m_lists[at(list.content)]) : std::span<const Value>();
}

std::string_view Pickle::text(const Value& value) const
{
    return value.kind == Kind::Text ? std::string_view(m_texts[at(value.content)]) : std::string_view();
}

double Pickle::number(const Value& value)
{
    return value.kind == Kind::Whole  ? static_cast<double>(value.content)
           : value.kind == Kind::Real ? std::bit_cast<double>(value.content)
                                      : 0;
}

}  // namespace pgram
