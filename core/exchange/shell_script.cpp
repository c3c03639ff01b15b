// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/shell_script.h"

#include "core/exchange/shell_assignments.h"
#include "core/exchange/shell_test.h"
#include "core/exchange/shell_words.h"
#include "core/exchange/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace pgram {

namespace {

constexpr int deepestCall = 8;
constexpr std::size_t deepestFrame = 64;
constexpr int mostCommands = 200000;        ///< commands that one script runs with all its calls
constexpr std::size_t conditionReach = 12;  ///< commands between an "if" and its "then"

using Commands = std::vector<ShellCommand>;

/// Tests in a row with && and || between them.
struct Chain {
    std::string text;           ///< empty: no test
    std::optional<bool> truth;  ///< empty: only a run knows
    bool isSure = true;         ///< the truth hangs on no default
};

/// An if or a case that is open.
struct Frame {
    bool isCase = false;
    std::string subject{};                            ///< word of a case
    std::string condition{};                          ///< condition of the branch; empty: it runs for sure
    std::string first{};                              ///< condition of the first branch
    Chain test{};                                     ///< condition between "if" and "then"
    std::string pattern{};                            ///< first part of the pattern of an arm
    bool isPending = false;                           ///< "then" or a pattern has not come yet
    bool isDead = false;                              ///< the branch does not run
    bool isTaken = false;                             ///< an earlier branch runs in any case
    bool isOpen = false;                              ///< an earlier branch may run
    int live = 0;                                     ///< branches that may run
    int order = 0;                                    ///< LaunchArguments::order() in front of the first branch
    std::map<std::string, std::set<int>> assigned{};  ///< branches that assign a variable
};

/// A call of a function.
struct Call {
    std::vector<std::string> parameters{};
    bool isKnown = false;  ///< the parameters are those of the call
    int depth = 0;
};

/// Circumstance of one command.
struct Circumstance {
    std::string condition;  ///< empty: the command runs for sure
    bool isDead = false;    ///< the command does not run
};

/// Returns the name of the function whose body begins with the command: "launch" of "launch() {". Empty: none.
std::string functionOf(std::string_view text)
{
    const bool isWord = text.starts_with("function ");
    text = trimmed(isWord ? text.substr(9) : text);
    std::size_t end = 0;
    while (end < text.size() && (isNameLetter(text[end]) || text[end] == '-' || text[end] == '.')) {
        ++end;
    }
    const std::string_view rest = trimmed(text.substr(end));
    const bool hasBrackets = rest.starts_with("()");
    const std::string_view behind = hasBrackets ? trimmed(rest.substr(2)) : rest;
    const bool isHead = (isWord || hasBrackets) && (behind.empty() || behind == "{");
    return isHead ? std::string(text.substr(0, end)) : std::string();
}

/// Returns a command with the arguments of its function in the place of $1, ${2:-x}, $@ and $#.
std::string withParameters(std::string_view text, const std::vector<std::string>& parameters)
{
    std::string all;
    for (const std::string& one : parameters) {
        all += (all.empty() ? "" : " ") + one;
    }
    const auto valueOf = [&](std::string_view name) -> std::optional<std::string> {
        if (name == "@" || name == "*") {
            return all;
        }
        if (name == "#") {
            return std::to_string(parameters.size());
        }
        const auto place = wholeNumber(name);
        const bool isThere = place && *place >= 1 && *place <= static_cast<std::int64_t>(parameters.size());
        return isThere               ? std::optional(parameters[static_cast<std::size_t>(*place - 1)])
               : place && *place > 0 ? std::optional(std::string())
                                     : std::nullopt;
    };
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool hasBrace = text.substr(i).starts_with("${");
        const std::size_t begin = i + (hasBrace ? 2 : 1);
        if (text[i] != '$' || begin >= text.size()) {
            result += text[i];
            continue;
        }
        std::size_t end = begin + 1;
        while (hasBrace && end < text.size() && isNameLetter(text[end])) {
            ++end;
        }
        const auto value = valueOf(text.substr(begin, end - begin));
        if (!value) {
            result += text[i];
            continue;
        }
        const std::size_t close = hasBrace ? closingBracket(text, i + 1) : end - 1;
        const std::string_view rest = hasBrace ? text.substr(end, std::max(close, end) - end) : std::string_view();
        const std::size_t dash = rest.find_first_of("-=");
        const bool hasDefault = dash != std::string_view::npos && dash <= 1;
        result += value->empty() && hasDefault ? withParameters(rest.substr(dash + 1), parameters) : *value;
        i = close;
    }
    return result;
}

/// Goes through the commands of a script in their order.
class ScriptFollower {
public:
    ScriptFollower(LaunchArguments& arguments, bool hasOverrides) : m_arguments(arguments), m_hasOverrides(hasOverrides)
    {}

    void read(const std::vector<std::string>& lines)
    {
        Commands commands;
        for (const std::string& line : lines) {
            for (ShellCommand& command : commandsOf(line)) {
                commands.push_back(std::move(command));
            }
        }
        follow(withoutFunctions(commands), {});
        for (const auto& [name, body] : m_functions) {
            if (!m_called.contains(name)) {
                follow(body, {});
            }
        }
    }

private:
    /// Keeps the bodies of functions for their calls, and returns the other commands.
    Commands withoutFunctions(const Commands& commands)
    {
        Commands others;
        for (std::size_t i = 0; i < commands.size(); ++i) {
            const std::string name = functionOf(commands[i].text);
            const std::size_t end = name.empty() ? i : endOfBody(commands, i);
            if (end == i) {
                others.push_back(commands[i]);
                continue;
            }
            const auto first = static_cast<std::ptrdiff_t>(commands[i].text.ends_with('{') ? i + 1 : i + 2);
            m_functions[name] = Commands(commands.begin() + first, commands.begin() + static_cast<std::ptrdiff_t>(end));
            i = end;
        }
        return others;
    }

    /// Returns the place of the bracket that closes the body of the function at `begin`, or `begin` without one.
    static std::size_t endOfBody(const Commands& commands, std::size_t begin)
    {
        int depth = 0;
        for (std::size_t i = begin; i < commands.size(); ++i) {
            depth += commands[i].text.ends_with('{') ? 1 : commands[i].text == "}" ? -1 : 0;
            if (depth == 0 && i > begin) {
                return i;
            }
            if (depth == 0 && (i + 1 >= commands.size() || commands[i + 1].text != "{")) {
                return begin;
            }
        }
        return begin;
    }

    void follow(const Commands& body, Call call)
    {
        const std::size_t base = std::exchange(m_base, m_frames.size());
        const Chain outer = std::exchange(m_chain, {});
        for (std::size_t i = 0; i < body.size() && m_left > 0; ++i, --m_left) {
            const std::string text = call.isKnown ? withParameters(body[i].text, call.parameters) : body[i].text;
            if (text.starts_with("if ") && !hasThen(body, i)) {
                continue;  // a sentence of a log
            }
            if (!controls(body[i].join, text)) {
                work(body[i].join, text, call);
            }
        }
        m_frames.resize(m_base);
        m_base = base;
        m_chain = outer;
    }

    static bool hasThen(const Commands& body, std::size_t at)
    {
        const std::size_t end = std::min(body.size(), at + conditionReach);
        return std::any_of(body.begin() + static_cast<std::ptrdiff_t>(at),
                           body.begin() + static_cast<std::ptrdiff_t>(end),
                           [](const ShellCommand& command) { return command.text == "then"; });
    }

    /// Takes words of control. Returns false for a command that works.
    bool controls(ShellJoin join, const std::string& text)
    {
        Frame* top = m_frames.size() > m_base ? &m_frames.back() : nullptr;
        if (top != nullptr && !top->isCase && top->isPending) {
            takeCondition(join, text, *top);
            return true;
        }
        if (text.starts_with("if ") && m_frames.size() < deepestFrame) {
            m_frames.push_back({.test = tested(text.substr(3)), .isPending = true, .order = m_arguments.order()});
            return true;
        }
        if (text.starts_with("case ") && text.ends_with(" in") && m_frames.size() < deepestFrame) {
            m_frames.push_back({.isCase = true,
                                .subject = std::string(trimmed(text.substr(5, text.size() - 8))),
                                .isPending = true,
                                .order = m_arguments.order()});
            return true;
        }
        return (top != nullptr && (top->isCase ? controlsCase(text, *top) : controlsIf(text, *top))) || text == "{" ||
               text == "}" || text == "do" || text == "done";
    }

    bool controlsIf(const std::string& text, Frame& top)
    {
        if (text.starts_with("elif ")) {
            top.test = tested(text.substr(5));
            top.isPending = true;
        } else if (text == "else") {
            open(top, {"! " + top.first, true, true});
        } else if (text == "fi") {
            close();
        } else {
            return false;
        }
        return true;
    }

    bool controlsCase(const std::string& text, Frame& top)
    {
        if (text == "esac") {
            close();
        } else if (text == ";;") {
            top.isPending = true;
            top.isDead = false;
        } else if (top.isPending && !text.ends_with(')')) {
            top.pattern += text + '|';  // "7b|7B)" comes in pieces
        } else if (top.isPending) {
            const std::string pattern = std::exchange(top.pattern, {}) + text.substr(0, text.size() - 1);
            Chain arm{.text = "case " + top.subject + " in " + pattern, .truth = std::nullopt};
            if (const auto word = m_arguments.expanded(unquoted(top.subject), &arm.isSure)) {
                arm.truth = hasPattern(*word, pattern);
            } else if (pattern == "*") {
                arm.truth = true;
            }
            top.isPending = false;
            open(top, arm);
        } else {
            return false;
        }
        return true;
    }

    /// Collects the tests between "if" and "then".
    void takeCondition(ShellJoin join, const std::string& text, Frame& top)
    {
        if (text != "then") {
            addTest(join, text, top.test);
            return;
        }
        top.isPending = false;
        top.first = top.first.empty() ? top.test.text : top.first;
        open(top, top.test);
    }

    Chain tested(const std::string& test)
    {
        Chain chain{.text = test, .truth = std::nullopt};
        chain.truth = truthOf(test, [&](std::string_view word) { return m_arguments.expanded(word, &chain.isSure); });
        return chain;
    }

    static void open(Frame& frame, const Chain& test)
    {
        frame.condition = test.text;
        frame.isDead = frame.isTaken || test.truth == false;
        if (!frame.isDead) {
            ++frame.live;
            frame.isTaken = test.truth == true;
            frame.condition = frame.isTaken && test.isSure && !frame.isOpen ? std::string() : test.text;
        }
        frame.isOpen = frame.isOpen || !test.truth || !test.isSure;
    }

    /// Forgets what variables were before an if that assigns them in each of its branches.
    void close()
    {
        const Frame frame = std::move(m_frames.back());
        m_frames.pop_back();
        for (const auto& [name, branches] : frame.assigned) {
            if (frame.isTaken && branches.size() == static_cast<std::size_t>(frame.live)) {
                m_arguments.forgetBefore(name, frame.order);
                noteAssigned(name);
            }
        }
    }

    void noteAssigned(const std::string& name)
    {
        if (!m_frames.empty()) {
            m_frames.back().assigned[name].insert(m_frames.back().live);
        }
    }

    [[nodiscard]] Circumstance circumstance(ShellJoin join) const
    {
        Circumstance now;
        for (const Frame& frame : m_frames) {
            now.isDead = now.isDead || frame.isDead;
            now.condition = frame.condition.empty() || (now.isDead && !frame.isDead) ? now.condition : frame.condition;
        }
        if (join != ShellJoin::Next && !m_chain.text.empty() && !now.isDead) {
            const bool isAnd = join == ShellJoin::And;
            const bool runs = m_chain.truth == isAnd;
            now.isDead = m_chain.truth && !runs;
            const bool isCertain = m_chain.truth && runs && m_chain.isSure;
            now.condition = isCertain ? now.condition : isAnd ? m_chain.text : "! " + m_chain.text;
        }
        return now;
    }

    /// Combines a test with the tests before it by && or ||; without either, the new test replaces them.
    void addTest(ShellJoin join, const std::string& text, Chain& chain)
    {
        const Chain next = tested(text);
        if (join == ShellJoin::Next || chain.text.empty()) {
            chain = next;
            return;
        }
        const bool isAnd = join == ShellJoin::And;
        chain.text += (isAnd ? " && " : " || ") + text;
        chain.isSure = chain.isSure && next.isSure;
        const bool isSettled = chain.truth == !isAnd || next.truth == !isAnd;
        chain.truth = isSettled                   ? std::optional(!isAnd)
                      : chain.truth && next.truth ? std::optional(isAnd)
                                                  : std::nullopt;
    }

    void work(ShellJoin join, const std::string& text, Call& call)
    {
        const std::vector<ShellAssignment> assignments = assignmentsOf(text);
        if (isShellTest(text) && assignments.empty()) {
            addTest(join, text, m_chain);
            return;
        }
        m_chain = join == ShellJoin::Next ? Chain() : m_chain;
        const Circumstance now = circumstance(join);
        const std::vector<std::string> words = shellWords(text);
        if (words.empty() ||
            ((words.front() == "echo" || words.front() == "printf") && text.find('>') == std::string::npos)) {
            return;
        }
        if (words.front() == "shift" && !now.isDead) {
            const auto count = wholeNumber(words.back()).value_or(1);
            const auto last = std::min<std::int64_t>(count, static_cast<std::int64_t>(call.parameters.size()));
            call.parameters.erase(call.parameters.begin(), call.parameters.begin() + last);
        }
        for (const ShellAssignment& one : now.isDead ? std::vector<ShellAssignment>() : assignments) {
            m_arguments.setVariable(one.name, one.values, now.condition);
            noteAssigned(one.name);
        }
        if (const auto found = m_functions.find(words.front()); found != m_functions.end()) {
            follow(found->first, found->second, text, now, call.depth);
            return;
        }
        if (!now.isDead) {
            readProgram(words);
        }
        readFlags(words, now);
    }

    /// Follows the body of a function that a command calls.
    void follow(const std::string& name, const Commands& body, std::string_view text, const Circumstance& now,
                int depth)
    {
        if (depth >= deepestCall) {
            return;
        }
        m_called.insert(name);
        Call call{.isKnown = true, .depth = depth + 1};
        for (const std::string_view word : quotedWords(text)) {
            call.isKnown =
                call.isKnown && word.find("$@") == std::string_view::npos && word.find("$*") == std::string_view::npos;
            call.parameters.emplace_back(unquoted(word));
        }
        call.parameters.erase(call.parameters.begin());
        m_frames.push_back({.condition = now.condition, .isDead = now.isDead, .live = 1});
        follow(body, std::move(call));
        m_frames.pop_back();
    }

    /// Notes the program of a command where it has settings of its own.
    void readProgram(const std::vector<std::string>& words)
    {
        constexpr std::array programs{"megatron", "swift"};
        constexpr std::array tasks{"sft", "pt", "rlhf"};
        for (std::size_t i = 0; i + 1 < words.size(); ++i) {
            if (std::ranges::find(programs, words[i]) != programs.end() &&
                std::ranges::find(tasks, words[i + 1]) != tasks.end()) {
                m_arguments.setSwift();
            }
        }
    }

    void readFlags(const std::vector<std::string>& words, const Circumstance& now)
    {
        std::vector<LaunchArguments::Flag> flags = flagsOf(words);
        for (LaunchArguments::Flag& one : m_hasOverrides ? overridesOf(words) : std::vector<LaunchArguments::Flag>()) {
            flags.push_back(std::move(one));
        }
        for (LaunchArguments::Flag& flag : flags) {
            if (now.isDead) {
                m_arguments.skip(flag.name, flag.values, now.condition);
            } else {
                m_arguments.add(flag.name, std::move(flag.values), now.condition);
            }
        }
    }

    LaunchArguments& m_arguments;
    bool m_hasOverrides = false;
    std::vector<Frame> m_frames;
    std::size_t m_base = 0;  ///< frames of the callers
    Chain m_chain;
    std::map<std::string, Commands> m_functions;
    std::set<std::string> m_called;
    int m_left = mostCommands;
};

}  // namespace

void readScript(const std::vector<std::string>& lines, LaunchArguments& arguments, bool hasOverrides)
{
    ScriptFollower(arguments, hasOverrides).read(lines);
}

}  // namespace pgram
