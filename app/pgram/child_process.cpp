// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/child_process.h"

#include "app/pgram/console.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pgram::cli {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int pause = 50;                           ///< ms between looks at the stop token
constexpr auto patience = std::chrono::seconds(1);  ///< from SIGTERM to SIGKILL
constexpr int notStarted = 127;                     ///< the exit code that shells use

/// Runs in the new process, between fork() and execv(): calls only what a signal handler may call.
[[noreturn]] void becomeProgram(const char* program, char* const* arguments, pid_t parent, const ProcessSetup& setup)
{
    // The parent may have ended before the system was asked to report its end.
    if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || ::getppid() != parent) {
        ::_exit(notStarted);
    }
    ::setpgid(0, 0);
    for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGXFSZ, SIGUSR1}) {
        ::signal(signal, SIG_DFL);
    }
    constexpr int mode = 0600;
    const int nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(setup.output.empty() ? nothing : ::open(setup.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, mode),
           STDOUT_FILENO);
    ::dup2(setup.errors.empty() ? nothing : ::open(setup.errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, mode),
           STDERR_FILENO);
    if (setup.memory > 0) {
        const rlimit most{static_cast<rlim_t>(setup.memory), static_cast<rlim_t>(setup.memory)};
        ::setrlimit(RLIMIT_AS, &most);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::execv(program, arguments);
    ::_exit(notStarted);
}

/// A child that is waited for, and ended with its group when asked to.
class Child {
public:
    /// `process` is -1 if there was no fork.
    explicit Child(pid_t process) : m_process(process)
    {
        ::setpgid(process, process);  // the child does the same, and either may be first
#ifdef SYS_pidfd_open
        m_handle = static_cast<int>(::syscall(SYS_pidfd_open, process, 0));
#endif
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child()
    {
        if (m_handle >= 0) {
            ::close(m_handle);
        }
    }

    /// Waits for `milliseconds`, or less if the child ends. Returns true if it ended.
    bool waitFor(int milliseconds)
    {
        pollfd end{m_handle, POLLIN, 0};  // a handle of -1 is a pause alone
        ::poll(&end, 1, milliseconds);
        const pid_t ended = ::waitpid(m_process, &m_status, WNOHANG);
        return ended == m_process || (ended < 0 && errno != EINTR);
    }

    void end()
    {
        ::kill(-m_process, SIGTERM);
        const auto last = Clock::now() + patience;
        bool ended = false;
        while (!ended && Clock::now() < last) {
            ended = waitFor(pause);
        }
        ::kill(-m_process, SIGKILL);  // ends also what the child has left behind
        while (!ended) {
            ended = waitFor(pause);
        }
    }

    [[nodiscard]] int status() const
    {
        return m_status;
    }

private:
    pid_t m_process;
    int m_handle = -1;  ///< readable once the process has ended
    int m_status = 0;
};

}  // namespace

std::filesystem::path findProgram(const std::string& name)
{
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "";
    while (!rest.empty()) {
        const std::string_view folder = rest.substr(0, rest.find(':'));
        rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
        std::filesystem::path program = std::filesystem::path(folder) / name;
        std::error_code ignored;
        if (std::filesystem::is_regular_file(program, ignored) && ::access(program.c_str(), X_OK) == 0) {
            return program;
        }
    }
    return {};
}

Result<ProcessResult> runProcess(const std::filesystem::path& program, std::vector<std::string> arguments,
                                 const std::stop_token& stop, const ProcessSetup& setup)
{
    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (std::string& argument : arguments) {
        words.push_back(argument.data());
    }
    words.push_back(nullptr);
    const pid_t parent = ::getpid();
    const pid_t process = ::fork();
    if (process == 0) {
        becomeProgram(program.c_str(), words.data(), parent, setup);
    }
    if (process < 0) {
        return badInput(fmt::format("does not start: {}", std::strerror(errno)), arguments.front());
    }
    Child child(process);
    const auto begin = Clock::now();
    while (!child.waitFor(pause)) {
        const bool late = setup.limit && std::chrono::duration<double>(Clock::now() - begin).count() >= *setup.limit;
        if (late || stop.stop_requested()) {
            child.end();
            return ProcessResult{stop.stop_requested() ? ProcessEnd::Stopped : ProcessEnd::OutOfTime, -1};
        }
    }
    if (WIFEXITED(child.status()) && WEXITSTATUS(child.status()) == notStarted) {
        return badInput("does not start", arguments.front(), "Check that it is a program for this machine");
    }
    return ProcessResult{stop.stop_requested() ? ProcessEnd::Stopped : ProcessEnd::Done,
                         WIFEXITED(child.status()) ? WEXITSTATUS(child.status()) : -WTERMSIG(child.status())};
}

Result<ProcessEnd> runProgram(const std::filesystem::path& program, std::vector<std::string> arguments,
                              const std::stop_token& stop, std::optional<Seconds> limit)
{
    const std::string name = arguments.front();
    PGRAM_TRY(const ProcessResult result, runProcess(program, std::move(arguments), stop, {.limit = limit}));
    if (result.end == ProcessEnd::Done && result.exitCode != 0) {
        return badInput(result.exitCode < 0 ? fmt::format("was ended by signal {}", -result.exitCode)
                                            : fmt::format("failed with exit code {}", result.exitCode),
                        name, "Run it by hand on the files of --keep DIR");
    }
    return result.end;
}

}  // namespace pgram::cli
