// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/json_stream.h"

#include "core/base/json.h"

#include <utility>

namespace pgram {

namespace {

constexpr int indent = 2;

}  // namespace

void JsonStream::newLine()
{
    m_sink('\n' + std::string(indent * m_hasValues.size(), ' '));
}

void JsonStream::next()
{
    if (std::exchange(m_hasKey, false) || m_hasValues.empty()) {
        return;
    }
    if (m_hasValues.back()) {
        m_sink(",");
    }
    m_hasValues.back() = true;
    newLine();
}

void JsonStream::begin(char bracket)
{
    next();
    m_sink({&bracket, 1});
    m_hasValues.push_back(false);
}

void JsonStream::end(char bracket)
{
    const bool hadValues = m_hasValues.back();
    m_hasValues.pop_back();
    if (hadValues) {
        newLine();
    }
    m_sink({&bracket, 1});
}

void JsonStream::key(std::string_view key)
{
    next();
    m_sink(dumped(Json(key)) + ": ");
    m_hasKey = true;
}

void JsonStream::value(const Json& value)
{
    next();
    // Line ends are between values alone: texts have them escaped.
    const std::string text = dumped(value, indent);
    const std::string margin(indent * m_hasValues.size(), ' ');
    std::string shifted;
    for (const char c : text) {
        shifted += c;
        if (c == '\n') {
            shifted += margin;
        }
    }
    m_sink(shifted);
}

void JsonStream::members(const Json& object)
{
    for (const auto& [name, own] : object.items()) {
        key(name);
        value(own);
    }
}

}  // namespace pgram
