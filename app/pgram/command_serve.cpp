// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram serve: the commands as tools of the Model Context Protocol (2025-06-18), over standard input and output. Each
// call is a process of its own with limits of time and memory, so that no input ends or blocks the server.
#include "app/pgram/child_process.h"
#include "app/pgram/command.h"
#include "app/pgram/mcp_tools.h"
#include "core/base/json.h"
#include "core/base/scratch_folder.h"
#include "core/base/text_file.h"

#include <cstdio>
#include <fmt/format.h>
#include <iostream>
#include <map>
#include <mutex>
#include <semaphore>
#include <thread>

namespace pgram::cli {

namespace {

constexpr const char* newestProtocol = "2025-06-18";
constexpr std::array<std::string_view, 3> protocols{newestProtocol, "2025-03-26", "2024-11-05"};
constexpr std::size_t longestMessage = std::size_t{16} << 20;
constexpr std::size_t longestAnswer = std::size_t{64} << 20;
constexpr std::int64_t mostCalls = 4;
constexpr std::ptrdiff_t mostWaiting = 64;

enum RpcCode { ParseError = -32700, InvalidRequest = -32600, MethodNotFound = -32601, InvalidParams = -32602 };

struct ServeOptions {
    const CLI::App* app = nullptr;
    bool stdio = false;
    double seconds = 120;
    double memory = 4;  ///< GiB
};

/// A conversation with one client.
class McpServer {
public:
    McpServer(const ServeOptions& options, const Invocation& invocation)
        : m_options(options), m_invocation(invocation), m_program(std::filesystem::read_symlink("/proc/self/exe"))
    {}
    McpServer(const McpServer&) = delete;
    McpServer& operator=(const McpServer&) = delete;
    /// Waits for the calls that run.
    ~McpServer()
    {
        for (auto& [id, call] : m_calls) {
            call.join();
        }
    }

    /// Takes one message of the client.
    void take(const std::string& line)
    {
        const Json message = Json::parse(line, nullptr, false);
        if (message.is_discarded()) {
            fail(nullptr, ParseError, "is not JSON");
            return;
        }
        const bool hasMethod = message.is_object() && message.value("jsonrpc", Json()) == "2.0" &&
                               message.contains("method") && message["method"].is_string();
        const Json id = message.is_object() && message.contains("id") ? message["id"] : Json();
        if (!hasMethod || !(id.is_null() || id.is_string() || id.is_number_integer())) {
            fail(id.is_string() || id.is_number_integer() ? id : Json(), InvalidRequest,
                 "is not a request of JSON-RPC 2.0");
            return;
        }
        const Json params = message.value("params", Json::object());
        const std::string& method = message["method"].get_ref<const std::string&>();
        if (id.is_null()) {
            notice(method, params);
        } else if (!params.is_object()) {
            fail(id, InvalidParams, "params are not an object");
        } else {
            answer(id, method, params);
        }
    }

    void refuseLong() { fail(nullptr, InvalidRequest, "is longer than 16 MiB"); }

private:
    void send(const Json& message)
    {
        const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
        const std::scoped_lock lock(m_output);
        std::fwrite(text.data(), 1, text.size(), stdout);
        std::fflush(stdout);
    }
    void reply(const Json& id, const Json& result) { send({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}}); }
    void fail(const Json& id, RpcCode code, const std::string& text)
    {
        send({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", static_cast<int>(code)}, {"message", text}}}});
    }

    void notice(const std::string& method, const Json& params)
    {
        if (method == "notifications/cancelled" && params.is_object() && params.contains("requestId")) {
            const std::scoped_lock lock(m_state);
            if (const auto call = m_calls.find(params["requestId"].dump()); call != m_calls.end()) {
                call->second.request_stop();
            }
        }
    }

    void answer(const Json& id, const std::string& method, const Json& params)
    {
        if (method == "initialize") {
            const Json asked = params.value("protocolVersion", Json());
            const bool isKnown =
                asked.is_string() && std::ranges::find(protocols, asked.get<std::string>()) != protocols.end();
            reply(id, {{"protocolVersion", isKnown ? asked : Json(newestProtocol)},
                       {"capabilities", {{"tools", Json::object()}}},
                       {"serverInfo", {{"name", "parallelogram"}, {"version", PARALLELOGRAM_VERSION}}},
                       {"instructions", "Plans distributed training. Ask `list` for names of models and clusters, then "
                                        "`plan`. Give the member `plan` of its answer to `estimate`, `why` and "
                                        "`export`. Figures are estimates in SI units and bytes."}});
        } else if (method == "ping") {
            reply(id, Json::object());
        } else if (method == "tools/list") {
            Json tools = Json::array();
            for (const McpTool& tool : mcpTools()) {
                tools.push_back(describeTool(tool, *m_options.app, m_invocation.schemas));
            }
            reply(id, {{"tools", tools}});
        } else if (method == "tools/call") {
            call(id, params);
        } else {
            fail(id, MethodNotFound, "there is no such method");
        }
    }

    void call(const Json& id, const Json& params)
    {
        const Json name = params.value("name", Json());
        const auto tool = std::ranges::find_if(
            mcpTools(), [&name](const McpTool& own) { return name.is_string() && name == own.name; });
        const Json arguments = params.value("arguments", Json::object());
        if (tool == mcpTools().end() || !arguments.is_object()) {
            fail(id, InvalidParams, tool == mcpTools().end() ? "there is no such tool" : "arguments are not an object");
            return;
        }
        const std::scoped_lock lock(m_state);
        clean();
        const auto [place, isNew] = m_calls.try_emplace(id.dump());
        if (!isNew || std::ssize(m_calls) > mostWaiting) {
            if (isNew) {
                m_calls.erase(place);
            }
            fail(id, InvalidRequest, isNew ? "too many calls wait" : "another call has this id");
            return;
        }
        place->second = std::jthread([this, id, &tool = *tool, arguments](const std::stop_token& stop) {
            m_running.acquire();
            if (!stop.stop_requested()) {
                reply(id, answerOf(tool, arguments, stop));
            }
            m_running.release();
            const std::scoped_lock ended(m_state);
            m_ended.push_back(id.dump());
        });
    }

    /// Forgets the calls that have ended. Called with the state locked.
    void clean()
    {
        std::vector<std::string> ended;
        ended.swap(m_ended);
        for (const std::string& id : ended) {
            m_calls.erase(id);
        }
    }

    static Json refusal(const std::string& text)
    {
        return {{"content", {{{"type", "text"}, {"text", text}}}}, {"isError", true}};
    }

    Json answerOf(const McpTool& tool, const Json& arguments, const std::stop_token& stop) const
    {
        const Result<ScratchFolder> folder = ScratchFolder::make("serve");
        if (!folder) {
            return refusal(folder.error().text());
        }
        Result<std::vector<std::string>> words = wordsOf(tool, *m_options.app, arguments, folder->path());
        if (!words) {
            return refusal(words.error().text());
        }
        words->insert(words->begin(), "pgram");
        const ProcessSetup setup{.limit = m_options.seconds,
                                 .memory = static_cast<std::int64_t>(m_options.memory * (1 << 30)),
                                 .output = folder->path() / "stdout",
                                 .errors = folder->path() / "stderr"};
        const Result<ProcessResult> end = runProcess(m_program, *words, stop, setup);
        if (!end) {
            return refusal(end.error().text());
        }
        if (end->end != ProcessEnd::Done) {
            return refusal(end->end == ProcessEnd::Stopped
                               ? "stopped"
                               : fmt::format("took longer than {:g} s, the limit of this server", m_options.seconds));
        }
        const Result<std::string> text = readTextFile(setup.output, longestAnswer);
        Json json = text ? Json::parse(*text, nullptr, false) : Json();
        if (!json.is_object() || end->exitCode < 0 || end->exitCode > ExitInfeasible) {
            const Result<std::string> errors = readTextFile(setup.errors);
            std::string message = errors && !errors->empty() ? *errors : "ended without an answer";
            // Names of the server's own files say nothing to the client.
            for (std::size_t at = message.find(folder->path().string()); at != std::string::npos;
                 at = message.find(folder->path().string())) {
                message.erase(at, folder->path().string().size() + 1);
            }
            return refusal(message);
        }
        if (tool.writesFolder) {
            json["out"] = nullptr;
        }
        return {
            {"content", {{{"type", "text"}, {"text", json.dump()}}}}, {"structuredContent", json}, {"isError", false}};
    }

    const ServeOptions& m_options;
    const Invocation& m_invocation;
    std::filesystem::path m_program;
    std::mutex m_output;
    std::mutex m_state;
    std::counting_semaphore<mostCalls> m_running{mostCalls};
    std::vector<std::string> m_ended;             ///< ids of calls that have ended
    std::map<std::string, std::jthread> m_calls;  ///< by id
};

Result<ExitCode> run(const ServeOptions& options, const Invocation& invocation)
{
    if (!options.stdio) {
        return badInput("lacks --stdio, the only way to be called", "pgram serve", "See pgram serve --help");
    }
    McpServer server(options, invocation);
    std::string line;
    bool isLong = false;
    for (int letter = std::getc(stdin); letter != EOF; letter = std::getc(stdin)) {
        if (letter != '\n') {
            isLong = isLong || line.size() >= longestMessage;
            if (!isLong) {
                line.push_back(static_cast<char>(letter));
            }
            continue;
        }
        if (isLong) {
            server.refuseLong();
        } else if (line.find_first_not_of(" \t\r") != std::string::npos) {
            server.take(line);
        }
        line.clear();
        isLong = false;
    }
    return ExitOk;
}

}  // namespace

void addServe(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<ServeOptions>(
        app, invocation, run, "serve",
        "Answer other programs: the Model Context Protocol over standard input and output",
        "  pgram serve --stdio\n"
        "  pgram serve --stdio --seconds 30 --memory 2\n"
        "Tools are list, plan, estimate, why, sweep, export and import. No tool reads or writes a file of yours.");
    options->app = &app;
    command->add_flag("--stdio", options->stdio, "one message per line (the only transport)");
    command->add_option("--seconds", options->seconds, "limit of each call (120)")
        ->check(CLI::Range(0.1, 86'400.0))
        ->type_name("S");
    command->add_option("--memory", options->memory, "limit of each call in GiB (4)")
        ->check(CLI::Range(0.1, 4'096.0))
        ->type_name("GIB");
}

}  // namespace pgram::cli
