// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A row of the table that describes a structure (core/base/fields.h).
#pragma once

#include "core/base/file_format.h"
#include "core/base/json.h"
#include "core/base/measure.h"

#include <limits>
#include <span>
#include <string>
#include <string_view>

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
    Json (*describer)(const FieldRules&) = nullptr;
    bool (*condition)(const Owner&) = nullptr;    ///< null: always written
    std::span<const Field> (*rows)() = nullptr;   ///< the table of a group; null: not a group
    std::string (*cell)(const Owner&) = nullptr;  ///< text of its column; null: the value in its measure

    [[nodiscard]] constexpr Field titled(Phrase name, Measure shownAs = Measure::Factor) const
    {
        Field row = *this;
        row.title = name;
        row.measure = shownAs;
        return row;
    }
    [[nodiscard]] constexpr Field says(const char* line) const
    {
        Field row = *this;
        row.help = line;
        return row;
    }
    [[nodiscard]] constexpr Field between(double low, double high) const
    {
        Field row = *this;
        row.least = low;
        row.most = high;
        return row;
    }
    /// Describes a number that is at least `low`; readers need between().
    [[nodiscard]] constexpr Field atLeast(double low) const
    {
        Field row = *this;
        row.least = low;
        return row;
    }
    /// Describes a number that is greater than `low`.
    [[nodiscard]] constexpr Field above(double low) const
    {
        Field row = atLeast(low);
        row.isAbove = true;
        return row;
    }
    /// Describes a list with at least one element.
    [[nodiscard]] constexpr Field notEmpty() const
    {
        Field row = *this;
        row.leastElements = 1;
        return row;
    }
    /// Is a column of text tables. Columns of Measure::Text are aligned left; `text` writes the cells if it is given.
    [[nodiscard]] constexpr Field column(const char* name, Measure shownAs = Measure::Text,
                                         std::string (*text)(const Owner&) = nullptr) const
    {
        Field row = *this;
        row.heading = name;
        row.measure = shownAs;
        row.cell = text;
        return row;
    }
    /// Is null where the figure is absent or not finite.
    [[nodiscard]] constexpr Field orNull() const
    {
        Field row = *this;
        row.isNullable = true;
        return row;
    }
    /// Is null where the figure is zero.
    [[nodiscard]] constexpr Field zeroIsNull() const
    {
        Field row = orNull();
        row.isZeroNull = true;
        return row;
    }
    /// Has an empty cell in text tables where the figure is zero.
    [[nodiscard]] constexpr Field zeroIsBlank() const
    {
        Field row = *this;
        row.isZeroBlank = true;
        return row;
    }
    /// Is missing in answers of older versions, so that the schema does not require it.
    [[nodiscard]] constexpr Field later() const
    {
        Field row = *this;
        row.isLater = true;
        return row;
    }
    [[nodiscard]] constexpr Field upTo(std::size_t elements) const
    {
        Field row = *this;
        row.mostElements = elements;
        return row;
    }
    /// Describes a text by a regular expression, which readers do not check.
    [[nodiscard]] constexpr Field like(const char* expression) const
    {
        Field row = *this;
        row.pattern = expression;
        return row;
    }
    /// Takes these texts alone.
    [[nodiscard]] constexpr Field oneOf(std::span<const std::string_view> texts) const
    {
        Field row = *this;
        row.names = texts;
        return row;
    }
    [[nodiscard]] constexpr Field required() const
    {
        Field row = *this;
        row.presence = Presence::Required;
        return row;
    }
    /// Is zero where nobody knows the value, and left out of files then.
    [[nodiscard]] constexpr Field unknownIfZero() const
    {
        Field row = sparse();
        row.mayBeUnknown = true;
        return row;
    }
    [[nodiscard]] constexpr Field sparse() const
    {
        Field row = *this;
        row.presence = Presence::Sparse;
        return row;
    }
    /// Is read by `function`, which may look at the members that the rows before it have read.
    [[nodiscard]] constexpr Field readBy(void (*function)(const FieldRules&, JsonObject&, Owner&, UnknownKeys*)) const
    {
        Field row = *this;
        row.reader = function;
        return row;
    }
    /// Is written by `function`.
    [[nodiscard]] constexpr Field writtenBy(Json (*function)(const Owner&)) const
    {
        Field row = *this;
        row.writer = function;
        return row;
    }
    /// Is described by `function`, where a file may have more than the reader of the row.
    [[nodiscard]] constexpr Field describedBy(Json (*function)(const FieldRules&)) const
    {
        Field row = *this;
        row.describer = function;
        return row;
    }
    /// Is written only if `applies` returns true.
    [[nodiscard]] constexpr Field when(bool (*applies)(const Owner&)) const
    {
        Field row = *this;
        row.condition = applies;
        return row;
    }
};

}  // namespace pgram
