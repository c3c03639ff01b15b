// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes messages of Protocol Buffers, and the files that consist of them.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace pgram::test {

/// Returns a number of `bytes` bytes, the least significant one first.
inline std::string fixedBytes(std::uint64_t value, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i) {
        text += static_cast<char>(value >> (8 * i));
    }
    return text;
}

inline std::string varintBytes(std::uint64_t value)
{
    std::string text;
    for (; value >= 0x80; value >>= 7) {
        text += static_cast<char>(value | 0x80);
    }
    return text + static_cast<char>(value);
}

/// A message that grows by fields.
class WrittenMessage {
public:
    WrittenMessage& whole(unsigned field, std::uint64_t value)
    {
        m_bytes += varintBytes(field << 3) + varintBytes(value);
        return *this;
    }
    WrittenMessage& real(unsigned field, double value)
    {
        m_bytes += varintBytes(field << 3 | 1) + fixedBytes(std::bit_cast<std::uint64_t>(value), 8);
        return *this;
    }
    WrittenMessage& single(unsigned field, float value)
    {
        m_bytes += varintBytes(field << 3 | 5) + fixedBytes(std::bit_cast<std::uint32_t>(value), 4);
        return *this;
    }
    WrittenMessage& text(unsigned field, std::string_view value)
    {
        m_bytes += varintBytes(field << 3 | 2) + varintBytes(value.size());
        m_bytes += value;
        return *this;
    }
    [[nodiscard]] const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

/// Returns the CRC-32C of a text, bit by bit.
inline std::uint32_t castagnoli(std::string_view text)
{
    std::uint32_t sum = 0xffffffff;
    for (const char c : text) {
        sum ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) {
            sum = sum >> 1 ^ (0x82f63b78 & (0 - (sum & 1)));
        }
    }
    return ~sum;
}

/// Returns a record of TensorFlow.
inline std::string recordOf(std::string_view data)
{
    const auto sum = [](std::string_view text) { return fixedBytes(std::rotr(castagnoli(text), 15) + 0xa282ead8U, 4); };
    const std::string length = fixedBytes(data.size(), 8);
    return length + sum(length) + std::string(data) + sum(data);
}

/// Returns the record of a scalar.
inline std::string scalarRecord(double time, std::int64_t step, std::string_view tag, float value)
{
    WrittenMessage scalar;
    scalar.text(1, tag).single(2, value);
    WrittenMessage summary;
    summary.text(1, scalar.bytes());
    WrittenMessage event;
    event.real(1, time).whole(2, static_cast<std::uint64_t>(step)).text(5, summary.bytes());
    return recordOf(event.bytes());
}

/// Returns the record that a file of TensorBoard begins with.
inline std::string firstRecord()
{
    WrittenMessage event;
    event.real(1, 1.7e9).text(3, "brain.Event:2");
    return recordOf(event.bytes());
}

}  // namespace pgram::test
