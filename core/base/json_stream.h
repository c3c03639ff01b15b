// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes a JSON object piece by piece, byte for byte as dumped(json, 2) writes it: for answers that are larger as a
// value than as a text.
#pragma once

#include "core/base/json_fwd.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pgram {

/// Lists and objects end in the reverse order of their beginnings. In an object, a key comes before each value.
class JsonStream {
public:
    using Sink = std::function<void(std::string_view)>;
    explicit JsonStream(Sink sink) : m_sink(std::move(sink)) {}

    void beginObject() { begin('{'); }
    void endObject() { end('}'); }
    void beginList() { begin('['); }
    void endList() { end(']'); }
    void key(std::string_view key);
    void value(const Json& value);
    /// Writes the members of an object into the open object.
    void members(const Json& object);

private:
    void begin(char bracket);
    void end(char bracket);
    /// Starts a value or a key: on a line of its own, unless a key is in front.
    void next();
    void newLine();

    Sink m_sink;
    std::vector<bool> m_hasValues;  ///< per open list or object
    bool m_hasKey = false;          ///< a key waits for its value
};

}  // namespace pgram
