// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The reader of a lesson's Markdown.
#include "core/base/ascii.h"
#include "core/lessons/lesson.h"

#include <algorithm>
#include <set>

namespace pgram {

namespace {

/// Reads a text line by line.
class TextReader {
public:
    explicit TextReader(const std::string& where) : m_where(where) {}

    Result<LessonTexts> read(std::string_view text)
    {
        while (!text.empty() && !m_error) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            ++m_line;
            line(text.substr(0, end));
            text.remove_prefix(std::min(text.size(), end + 1));
        }
        if (m_error) {
            return tl::unexpected(*m_error);
        }
        for (auto& [key, part] : m_texts) {
            part = std::string(trimmed(part));
        }
        return std::move(m_texts);
    }

private:
    void line(std::string_view text)
    {
        if (text.starts_with("### ")) {
            part(trimmed(text.substr(4)));
        } else if (text.starts_with("## ")) {
            step(trimmed(text.substr(3)));
        } else if (text.starts_with("# ")) {
            open("title");
            m_texts["title"] = std::string(trimmed(text.substr(2)));
            open("");
        } else if (m_isQuestion && text.starts_with("- ")) {
            choice(trimmed(text.substr(2)));
        } else if (m_key) {
            (m_texts[*m_key] += text) += '\n';
        } else if (!trimmed(text).empty()) {
            fail(Core::tr("has a text before its first heading"));
        }
    }

    void step(std::string_view heading)
    {
        const std::size_t colon = heading.find(':');
        if (colon == std::string_view::npos) {
            fail(Core::tr("has a step without a title: ## {}", heading));
            return;
        }
        m_step = std::string(trimmed(heading.substr(0, colon)));
        open(m_step + "/title");
        m_texts[m_step + "/title"] = std::string(trimmed(heading.substr(colon + 1)));
        open(m_step);
    }

    void part(std::string_view heading)
    {
        if (m_step.empty()) {
            fail(Core::tr("has a part outside of a step: ### {}", heading));
        } else if (heading.starts_with("q ")) {
            m_question = std::string(trimmed(heading.substr(2)));
            const bool explains = m_question.ends_with(" explain");
            if (explains) {
                m_question = std::string(trimmed(m_question.substr(0, m_question.size() - 8)));
            }
            open(m_step + "/" + m_question + (explains ? "/explain" : ""));
            m_isQuestion = !explains;
        } else if (std::set<std::string_view>{"task", "hint", "explain", "try", "notes"}.contains(heading)) {
            open(m_step + "/" + std::string(heading));
        } else {
            fail(Core::tr("has an unknown part: ### {}", heading));
        }
    }

    void choice(std::string_view text)
    {
        const std::size_t colon = text.find(':');
        if (colon == std::string_view::npos) {
            fail(Core::tr("has a choice without a name: - {}", text));
            return;
        }
        const std::string key = m_step + "/" + m_question + "/" + std::string(trimmed(text.substr(0, colon)));
        open(key);
        m_isQuestion = true;
        m_texts[key] = std::string(trimmed(text.substr(colon + 1))) + "\n";
    }

    /// Starts the part that belongs to `key`.
    void open(std::string key)
    {
        m_isQuestion = false;
        if (m_texts.contains(key)) {
            fail(Core::tr("has a part twice: {}", key));
        }
        m_texts[key];
        m_key = std::move(key);
    }

    void fail(Text what)
    {
        m_error = Error{ErrorKind::BadInput, std::move(what), m_where + ":" + std::to_string(m_line), {}};
    }

    const std::string& m_where;
    LessonTexts m_texts;
    std::optional<std::string> m_key;
    std::string m_step;
    std::string m_question;
    bool m_isQuestion = false;
    int m_line = 0;
    std::optional<Error> m_error;
};

}  // namespace

Result<LessonTexts> parseLessonTexts(std::string_view text, const std::string& where)
{
    return TextReader(where).read(text);
}

}  // namespace pgram
