// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Fields of a message of Protocol Buffers, one after another, without its schema ("Encoding" in the documentation of
// Protocol Buffers). A view into the bytes of the message, which outlive it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pgram {

/// A field of a message.
struct WireField {
    std::uint64_t number = 0;
    std::uint64_t value = 0;  ///< a varint, or the bits of a fixed number; 0 for bytes
    std::string_view bytes;   ///< text, message or packed numbers; empty for a number

    [[nodiscard]] float asFloat() const;    ///< number of 32 bits
    [[nodiscard]] double asDouble() const;  ///< number of 64 bits
};

class WireMessage {
public:
    explicit WireMessage(std::string_view bytes) : m_rest(bytes) {}

    /// Returns the next field; nothing behind the last one, and behind a broken one.
    [[nodiscard]] std::optional<WireField> next();
    /// Returns true if a field ended early or is of an unknown type.
    [[nodiscard]] bool isBroken() const { return m_isBroken; }

private:
    [[nodiscard]] std::optional<std::uint64_t> varint();
    [[nodiscard]] std::uint64_t fixed(std::size_t bytes);
    std::nullopt_t broken();

    std::string_view m_rest;
    bool m_isBroken = false;
};

/// Returns a number of `bytes` bytes, the least significant one first. There are as many.
[[nodiscard]] std::uint64_t littleEndian(std::string_view text, std::size_t bytes);

}  // namespace pgram
