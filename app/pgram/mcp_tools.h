// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tools of the Model Context Protocol: commands of pgram, described by their options and called with JSON. Files are
// given as their content, and nothing else is read or written.
#pragma once

#include "app/pgram/command.h"

#include <filesystem>
#include <string>
#include <vector>

namespace pgram::cli {

/// A command that other programs may call.
struct McpTool {
    const char* name;     ///< name of the tool and of the command
    const char* summary;  ///< purpose, in a sentence
    /// Name of the argument that is the command's positional file; empty: it has none. It is the object of a file or,
    /// with `manyFiles`, an object of several by name.
    const char* file = "";
    bool manyFiles = false;
    bool writesFolder = false;  ///< answers with files, which `--out` would write
};
/// Returns all tools.
[[nodiscard]] const std::vector<McpTool>& mcpTools();

/// Returns what `tools/list` says of a tool. `app` has the command with its options, `schemas` the answers by name.
[[nodiscard]] Json describeTool(const McpTool& tool, const CLI::App& app,
                                const std::map<std::string_view, Json (*)()>& schemas);

/// Returns the words that call the command. Contents of files are written into `folder`. Errors: an unknown argument or
/// one of a wrong type, a value that names a file.
[[nodiscard]] Result<std::vector<std::string>> wordsOf(const McpTool& tool, const CLI::App& app, const Json& arguments,
                                                       const std::filesystem::path& folder);

}  // namespace pgram::cli
