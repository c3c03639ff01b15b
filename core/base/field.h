// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A row of the table that describes a structure (core/base/fields.h).
#pragma once

#include "core/base/file_format.h"
#include "core/base/json.h"
#include "core/base/json_stream.h"
#include "core/base/measure.h"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace pgram {

/// The presence of a member in a file.
enum class Presence {
    Optional,  ///< a reader keeps the default if it is absent; a writer always writes it
    Required,  ///< absence is an error
    Sparse,    ///< optional, and a writer leaves the default out
};

/// The part of a field that does not depend on its types.
struct FieldRules {
    std::string_view key;                                  ///< name in files; empty: its members are the owner's
    Phrase title{};                                        ///< name on the screen; empty: not shown
    const char* help = "";                                 ///< one line in English, the description in the schema
    Measure measure = Measure::Factor;                     ///< unit in which it is shown and typed
    double least = std::numeric_limits<double>::lowest();  ///< lower limit of a number
    double most = std::numeric_limits<double>::max();      ///< upper limit of a number
    std::size_t mostElements = std::size_t{1} << 16;       ///< upper limit of a list
    std::span<const std::string_view> names{};             ///< the only texts; empty: any
    const char* pattern = "";                              ///< regular expression of a text, in the schema
    Presence presence = Presence::Optional;
    bool isNullable = false;        ///< a figure that is absent or not finite is written as null
    bool isZeroNull = false;        ///< zero is written as null
    bool isZeroBlank = false;       ///< zero has an empty cell in text tables
    bool mayBeUnknown = false;      ///< its zero means that nobody knows the value
    bool isAbove = false;           ///< `least` itself is too small, in the schema
    std::size_t leastElements = 0;  ///< least length of a list, in the schema
    bool isLater = false;           ///< always written, but not required in the schema: older answers lack it
    const char* heading = nullptr;  ///< heading of the column in text tables; null: no column

    [[nodiscard]] bool isRequired() const { return presence == Presence::Required; }
};

/// How values of a type are read, written and described. `read` keeps `value` if the member is absent and not required.
template <typename Value>
struct Codec;

/// A row of the table of a structure `Owner`.
template <typename Owner>
struct Field : FieldRules {
    using OwnerType = Owner;
    void (*reader)(const FieldRules&, JsonObject&, Owner&, UnknownKeys*) = nullptr;  ///< null: only written
    Json (*writer)(const Owner&) = nullptr;                                          ///< a null value: absent
    void (*streamer)(const Owner&, JsonStream&) = nullptr;  ///< writes a large value in pieces; null: `writer` does
    Json (*describer)(const FieldRules&) = nullptr;
    bool (*condition)(const Owner&) = nullptr;    ///< null: always written
    std::span<const Field> (*rows)() = nullptr;   ///< the table of a group; null: not a group
    std::string (*cell)(const Owner&) = nullptr;  ///< text of its column; null: the value in its measure

    [[nodiscard]] constexpr Field titled(Phrase name, Measure shownAs = Measure::Factor) const
    {
        return with(&Field::title, name).with(&Field::measure, shownAs);
    }
    [[nodiscard]] constexpr Field says(const char* line) const { return with(&Field::help, line); }
    [[nodiscard]] constexpr Field between(double low, double high) const
    {
        return with(&Field::least, low).with(&Field::most, high);
    }
    /// Describes a number that is at least `low`; readers need between().
    [[nodiscard]] constexpr Field atLeast(double low) const { return with(&Field::least, low); }
    /// Describes a number that is greater than `low`.
    [[nodiscard]] constexpr Field above(double low) const { return atLeast(low).with(&Field::isAbove, true); }
    /// Describes a list with at least one element.
    [[nodiscard]] constexpr Field notEmpty() const { return with(&Field::leastElements, 1); }
    /// Is a column of text tables. Columns of Measure::Text are aligned left; `text` writes the cells if it is given.
    [[nodiscard]] constexpr Field column(const char* name, Measure shownAs = Measure::Text,
                                         std::string (*text)(const Owner&) = nullptr) const
    {
        return with(&Field::heading, name).with(&Field::measure, shownAs).with(&Field::cell, text);
    }
    /// Is null where the figure is absent or not finite.
    [[nodiscard]] constexpr Field orNull() const { return with(&Field::isNullable, true); }
    /// Is null where the figure is zero.
    [[nodiscard]] constexpr Field zeroIsNull() const { return orNull().with(&Field::isZeroNull, true); }
    /// Has an empty cell in text tables where the figure is zero.
    [[nodiscard]] constexpr Field zeroIsBlank() const { return with(&Field::isZeroBlank, true); }
    /// Is missing in answers of older versions, so that the schema does not require it.
    [[nodiscard]] constexpr Field later() const { return with(&Field::isLater, true); }
    [[nodiscard]] constexpr Field upTo(std::size_t elements) const { return with(&Field::mostElements, elements); }
    /// Describes a text by a regular expression, which readers do not check.
    [[nodiscard]] constexpr Field like(const char* expression) const { return with(&Field::pattern, expression); }
    /// Takes these texts alone.
    [[nodiscard]] constexpr Field oneOf(std::span<const std::string_view> texts) const
    {
        return with(&Field::names, texts);
    }
    [[nodiscard]] constexpr Field required() const { return with(&Field::presence, Presence::Required); }
    /// Is zero where nobody knows the value, and left out of files then.
    [[nodiscard]] constexpr Field unknownIfZero() const { return sparse().with(&Field::mayBeUnknown, true); }
    [[nodiscard]] constexpr Field sparse() const { return with(&Field::presence, Presence::Sparse); }
    /// Is read by `function`, which may look at the members that the rows before it have read.
    [[nodiscard]] constexpr Field readBy(void (*function)(const FieldRules&, JsonObject&, Owner&, UnknownKeys*)) const
    {
        return with(&Field::reader, function);
    }
    /// Is written by `function`.
    [[nodiscard]] constexpr Field writtenBy(Json (*function)(const Owner&)) const
    {
        return with(&Field::writer, function).with(&Field::streamer, nullptr);
    }
    /// Is described by `function`, where a file may have more than the reader of the row.
    [[nodiscard]] constexpr Field describedBy(Json (*function)(const FieldRules&)) const
    {
        return with(&Field::describer, function);
    }
    /// Is written only if `applies` returns true.
    [[nodiscard]] constexpr Field when(bool (*applies)(const Owner&)) const { return with(&Field::condition, applies); }

private:
    /// Returns the row with another value of a member, which may belong to the rules.
    template <typename Part, typename Class>
    [[nodiscard]] constexpr Field with(Part Class::*member, std::type_identity_t<Part> value) const
    {
        Field row = *this;
        row.*member = value;
        return row;
    }
};

}  // namespace pgram
