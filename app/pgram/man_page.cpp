// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/pgram/man_page.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <sstream>
#include <vector>

namespace pgram::cli {

namespace {

/// Text as it is: what man(7) would take for markup is escaped.
std::string plain(const std::string& text)
{
    std::string escaped;
    for (const char letter : text) {
        switch (letter) {
        case '\\':
            escaped += "\\e";
            break;
        case '-':
            escaped += "\\-";
            break;
        case '\'':
            escaped += "\\(aq";
            break;
        default:
            escaped += letter;
        }
    }
    return escaped.starts_with('.') ? "\\&" + escaped : escaped;
}

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        const std::size_t first = line.find_first_not_of(' ');
        lines.push_back(first == std::string::npos ? std::string() : line.substr(first));
    }
    return lines;
}

/// "Examples:" and what follows it are set as they are typed, other lines as text.
std::string footer(const std::string& text)
{
    std::string page;
    bool typed = false;
    for (const std::string& line : linesOf(text)) {
        const bool example = line.starts_with("pgram ") && typed;
        if (line == "Examples:") {
            page += ".PP\nExamples:\n.PP\n.RS 4\n.nf\n";
            typed = true;
            continue;
        }
        if (typed && !example) {
            page += ".fi\n.RE\n.PP\n";
            typed = false;
        }
        page += line.empty() ? "" : plain(line) + "\n";
    }
    return typed ? page + ".fi\n.RE\n" : page;
}

std::string option(const CLI::Option& one, const CLI::Formatter& formatter)
{
    const bool positional = one.nonpositional() ? false : one.get_positional();
    return fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", plain(formatter.make_option_name(&one, positional)),
                       plain(formatter.make_option_opts(&one)), plain(one.get_description()));
}

std::string options(const CLI::App& command, const CLI::Formatter& formatter)
{
    std::string page;
    for (const CLI::Option* one : command.get_options()) {
        if (!one->get_group().empty() && one->get_name() != "--help") {
            page += option(*one, formatter);
        }
    }
    return page;
}

/// A command with its options, and those that stand under it.
std::string command(const CLI::App& one, const std::string& parents, const CLI::Formatter& formatter)
{
    const std::string name = parents + " " + one.get_name();
    std::string page =
        fmt::format(".SS \"{}\"\n{}.\n{}", plain(name), plain(one.get_description()), options(one, formatter));
    page += footer(one.get_footer());
    for (const CLI::App* below : one.get_subcommands([](const CLI::App*) { return true; })) {
        page += command(*below, name, formatter);
    }
    return page;
}

constexpr const char* head = ".SH NAME\npgram \\- plan the parallel training of large models\n"
                             ".SH SYNOPSIS\n.B pgram\n.I COMMAND\n.RI [ OPTIONS ]\n"
                             ".SH DESCRIPTION\n";

constexpr const char* tail =
    ".SH EXIT STATUS\n"
    ".TP\n.B 0\nDone.\n"
    ".TP\n.B 1\nNothing fits: the answer names the bytes that are missing, and where.\n"
    ".TP\n.B 2\nBad input or usage, or what the system refuses: a file or the output that cannot be written, memory.\n"
    ".TP\n.B 3\nA fault of the program.\n"
    ".TP\n.B 130\nStopped.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n.B PARALLELOGRAM_PRESETS\nA folder of models, clusters, devices and scenarios in place of the installed "
    "one.\n"
    ".SH FILES\n"
    ".TP\n.I /usr/share/parallelogram/presets\nThe models, clusters, devices and scenarios that are known by name, "
    "and the schemas of every format.\n"
    ".TP\n.I ~/.local/share/parallelogram/presets\nYour own, which go before them.\n"
    ".SH SEE ALSO\n.BR parallelogram (1)\n";

}  // namespace

std::string manPage(const CLI::App& app, const std::string& version)
{
    const CLI::Formatter formatter;
    std::string page = ".\\\" Written by pgram \\-\\-man\\-page.\n";
    page += fmt::format(".TH PGRAM 1 \"\" \"Parallelogram {}\" \"User Commands\"\n", plain(version));
    page += head;
    for (const std::string& line : linesOf(app.get_description())) {
        page += plain(line) + "\n";
    }
    page += ".SH OPTIONS\n" + options(app, formatter);
    page += ".SH COMMANDS\nEvery command has \\fB\\-\\-help\\fR.\n";
    for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; })) {
        page += command(*one, "pgram", formatter);
    }
    return page + tail;
}

}  // namespace pgram::cli
