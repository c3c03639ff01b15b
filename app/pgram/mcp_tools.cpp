// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/mcp_tools.h"

#include "app/pgram/command_table.h"
#include "core/base/ascii.h"
#include "core/base/json.h"
#include "core/base/nearest.h"
#include "core/base/quoting.h"
#include "core/base/text_file.h"

#include <algorithm>
#include <fmt/format.h>

namespace pgram::cli {

namespace {

constexpr std::size_t longestValue = 4096;

/// Returns true for an option that tools have: nothing that changes the form of the answer or writes.
bool isOffered(const CLI::Option& option)
{
    return !option.get_lnames().empty() && !changesFormAlone(option) && !option.check_lname("out");
}

bool isFlag(const CLI::Option& option)
{
    return option.get_items_expected_max() == 0;
}

bool isFile(const CLI::Option& option)
{
    return option.get_type_name().find("FILE") != std::string::npos;
}

Json describeOption(const CLI::Option& option)
{
    const Json one{{"type", {"string", "number"}}};
    Json schema = isFlag(option)                        ? Json{{"type", "boolean"}}
                  : isFile(option)                      ? Json{{"type", {"string", "object"}}}
                  : option.get_items_expected_max() > 1 ? Json{{"anyOf", {one, {{"type", "array"}, {"items", one}}}}}
                                                        : one;
    const std::string& what = option.get_description();
    schema["description"] = isFile(option) ? what + "; here the name of a preset, or the object of the file" : what;
    return schema;
}

/// Returns the positional argument of a command that is not a file; null if it has none.
const CLI::Option* positionalOf(const McpTool& tool, const CLI::App& command)
{
    for (const CLI::Option* option : command.get_options()) {
        if (option->get_positional() && option->get_lnames().empty() && *tool.file == '\0') {
            return option;
        }
    }
    return nullptr;
}

/// Returns the text of a value. Errors: another type, a text that names a file.
Result<std::string> argumentText(const std::string& name, const Json& value)
{
    if (value.is_number()) {
        return dumped(value);
    }
    if (!value.is_string() || value.get_ref<const std::string&>().size() > longestValue) {
        return badInput("is not a short text or a number", name);
    }
    const std::string& text = value.get_ref<const std::string&>();
    if (text.find('@') != std::string::npos || text.find('\0') != std::string::npos) {
        return badInput("names a file", name, "Give its content");
    }
    return text;
}

/// Writes the content of a file and returns its path.
Result<std::string> fileWith(const std::filesystem::path& folder, const std::string& name, const Json& content)
{
    const std::filesystem::path file = folder / name;
    PGRAM_CHECK(writeTextFile(file, content.is_string() ? content.get_ref<const std::string&>() : dumped(content),
                              FileReaders::Owner));
    return file.string();
}

/// Returns the word of an option that takes a preset's name or the object of a file.
Result<std::string> fileValue(const std::string& name, const Json& value, const std::filesystem::path& folder)
{
    if (value.is_object()) {
        // A scenario may name files of models and clusters.
        for (const char* member : {"model", "cluster"}) {
            if (const auto own = value.find(member); own != value.end() && own->is_string()) {
                PGRAM_CHECK(fileValue(fmt::format("{}/{}", name, member), *own, folder));
            }
        }
        return fileWith(folder, name + ".json", value);
    }
    PGRAM_TRY(std::string text, argumentText(name, value));
    if (text.find('/') != std::string::npos || text.ends_with(".json")) {
        return badInput("names a file", name, "Give the name of a preset, or the object of the file");
    }
    return text;
}

Result<void> addOption(const CLI::Option& option, const std::string& name, const Json& value,
                       const std::filesystem::path& folder, std::vector<std::string>& words)
{
    if (isFlag(option)) {
        if (!value.is_boolean()) {
            return badInput("is neither true nor false", name);
        }
        if (value.get<bool>()) {
            words.push_back("--" + name);
        }
        return {};
    }
    if (isFile(option)) {
        PGRAM_TRY(const std::string text, fileValue(name, value, folder));
        words.push_back(fmt::format("--{}={}", name, text));
        return {};
    }
    for (const Json& each : value.is_array() ? value : Json::array({value})) {
        PGRAM_TRY(const std::string text, argumentText(name, each));
        words.push_back(fmt::format("--{}={}", name, text));
    }
    return {};
}

/// Adds the paths of the files of the tool's own argument.
Result<void> addFiles(const McpTool& tool, const Json& value, const std::filesystem::path& folder,
                      std::vector<std::string>& words)
{
    if (!value.is_object() || value.empty()) {
        return badInput(tool.manyFiles ? "is not an object of texts by the name of their file" : "is not an object",
                        tool.file);
    }
    if (!tool.manyFiles) {
        PGRAM_TRY(const std::string path, fileWith(folder, std::string(tool.file) + ".pgplan.json", value));
        words.push_back(path);
        return {};
    }
    for (const auto& [name, content] : value.items()) {
        // Readers look at the endings of names.
        const bool isPlain =
            !name.empty() && name.size() < 100 && name.front() != '.' && name.front() != '-' &&
            std::ranges::all_of(name, [](char c) { return isLetterOrDigit(c) || c == '.' || c == '_' || c == '-'; });
        if (!isPlain) {
            return badInput("is not a plain name of a file", name.substr(0, 100), "Use letters, digits, . _ and -");
        }
        PGRAM_TRY(const std::string path, fileWith(folder, name, content));
        words.push_back(path);
    }
    return {};
}

}  // namespace

const std::vector<McpTool>& mcpTools()
{
    static const std::vector<McpTool> tools{
        {"list", "Names that the other tools understand: models, clusters, methods, frameworks and more"},
        {"plan", "Finds the fastest plan that fits, with its estimate, its certificate and the plan itself"},
        {"estimate", "Computes time, memory, bubbles and traffic of a plan", "plan"},
        {"why", "Says why layers of a plan do not have a strategy, and what it would cost", "plan"},
        {"sweep", "Finds the best plan at each value of a number"},
        {"export", "Writes a plan as the files of a training framework", "plan", false, true},
        {"import", "Reads files of other programs: configurations of models, topologies, logs, launch scripts", "files",
         true},
    };
    return tools;
}

Json describeTool(const McpTool& tool, const CLI::App& app, const std::map<std::string_view, Json (*)()>& schemas)
{
    const CLI::App& command = *app.get_subcommand(tool.name);
    Json input{{"type", "object"}, {"additionalProperties", false}, {"properties", Json::object()}};
    Json required = Json::array();
    if (*tool.file != '\0') {
        input["properties"][tool.file] = {
            {"type", "object"},
            {"description", tool.manyFiles ? "texts by the names of their files" : "the object of a plan file"}};
        required.push_back(tool.file);
    }
    if (const CLI::Option* positional = positionalOf(tool, command)) {
        const std::string name = lowered(positional->get_name(true));
        input["properties"][name] = {{"type", "string"}, {"description", positional->get_description()}};
        required.push_back(name);
    }
    for (const CLI::Option* option : command.get_options()) {
        if (isOffered(*option)) {
            input["properties"][option->get_lnames().front()] = describeOption(*option);
            if (option->get_required()) {
                required.push_back(option->get_lnames().front());
            }
        }
    }
    if (!required.empty()) {
        input["required"] = required;
    }
    Json output = schemas.at(tool.name)();
    output.erase("$schema");
    return {{"name", tool.name},           {"title", command.get_description()},
            {"description", tool.summary}, {"inputSchema", input},
            {"outputSchema", output},      {"annotations", {{"readOnlyHint", true}, {"openWorldHint", false}}}};
}

Result<std::vector<std::string>> wordsOf(const McpTool& tool, const CLI::App& app, const Json& arguments,
                                         const std::filesystem::path& folder)
{
    const CLI::App& command = *app.get_subcommand(tool.name);
    std::vector<std::string> words{tool.name, "--json"};
    std::vector<std::string> last;
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        if (isOffered(*option)) {
            names.push_back(option->get_lnames().front());
        }
    }
    for (const auto& [name, value] : arguments.items()) {
        const CLI::Option* positional = positionalOf(tool, command);
        if (name == tool.file) {
            PGRAM_CHECK(addFiles(tool, value, folder, last));
        } else if (positional != nullptr && lowered(positional->get_name(true)) == name) {
            PGRAM_TRY(const std::string text, argumentText(name, value));
            last.push_back(text);
        } else if (std::ranges::find(names, name) != names.end()) {
            PGRAM_CHECK(addOption(*command.get_option("--" + name), name, value, folder, words));
        } else {
            const std::vector<std::string> nearest = nearestNames(name.substr(0, 80), names, 1);
            return badInput("is not an argument of this tool", plainLine(name.substr(0, 80)),
                            nearest.empty() ? "See the tool's schema"
                                            : fmt::format("The nearest one is {}", nearest.front()));
        }
    }
    if (*tool.file != '\0' && last.empty()) {
        return badInput("is missing", tool.file);
    }
    if (tool.writesFolder) {
        words.push_back(fmt::format("--out={}", (folder / "out").string()));
    }
    words.emplace_back("--");
    words.insert(words.end(), last.begin(), last.end());
    return words;
}

}  // namespace pgram::cli
