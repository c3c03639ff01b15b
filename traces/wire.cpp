// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "traces/wire.h"

#include <bit>

namespace pgram {

std::uint64_t littleEndian(std::string_view text, std::size_t bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) {
        value = value << 8 | static_cast<unsigned char>(text[i]);
    }
    return value;
}

float WireField::asFloat() const
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(value));
}

double WireField::asDouble() const
{
    return std::bit_cast<double>(value);
}

std::nullopt_t WireMessage::broken()
{
    m_isBroken = true;
    m_rest = {};
    return std::nullopt;
}

std::optional<std::uint64_t> WireMessage::varint()
{
    constexpr unsigned bitsOfByte = 7;
    constexpr unsigned mostBits = 64;
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < mostBits; shift += bitsOfByte) {
        if (m_rest.empty()) {
            return broken();
        }
        const auto next = static_cast<unsigned char>(m_rest.front());
        m_rest.remove_prefix(1);
        value |= static_cast<std::uint64_t>(next & 0x7f) << shift;
        if (next < 0x80) {
            return value;
        }
    }
    return broken();
}

/// Takes a number of fixed width. There are as many bytes.
std::uint64_t WireMessage::fixed(std::size_t bytes)
{
    const std::uint64_t value = littleEndian(m_rest, bytes);
    m_rest.remove_prefix(bytes);
    return value;
}

std::optional<WireField> WireMessage::next()
{
    if (m_rest.empty()) {
        return std::nullopt;
    }
    const std::optional<std::uint64_t> tag = varint();
    if (!tag) {
        return std::nullopt;
    }
    enum Type : std::uint8_t { Varint = 0, Fixed64 = 1, Delimited = 2, Fixed32 = 5 };
    constexpr unsigned typeBits = 3;
    WireField field{.number = *tag >> typeBits};
    const auto type = static_cast<unsigned>(*tag & 7);
    if (type == Varint || type == Delimited) {
        const std::optional<std::uint64_t> value = varint();
        if (!value || (type == Delimited && *value > m_rest.size())) {
            return broken();
        }
        if (type == Varint) {
            field.value = *value;
            return field;
        }
        field.bytes = m_rest.substr(0, *value);
        m_rest.remove_prefix(*value);
        return field;
    }
    const std::size_t width = type == Fixed64 ? 8 : type == Fixed32 ? 4 : 0;
    if (width == 0 || m_rest.size() < width) {
        return broken();
    }
    field.value = fixed(width);
    return field;
}

}  // namespace pgram
