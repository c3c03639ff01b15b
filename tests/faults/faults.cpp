// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A library between a program and the system's functions on files, loaded with LD_PRELOAD, or linked. It
// counts the calls that concern a folder and lets chosen ones fail, as a full disk or a broken one does, or ends the
// process there. Its environment, which tests/faults/write_faults.py sets:
//
//   PGRAM_FAULTS_IN     folder, absolute; calls on other files pass
//   PGRAM_FAULTS_AT     number of the call, from 1
//   PGRAM_FAULTS_DO     errno; or "kill" (SIGKILL before the call), "short" (half of a read or a write), "shrink" (half
//                       of the file is cut off before the call), "vanish" (the file is removed before the call),
//                       "clock" (whatever the call: the time of day goes back by an hour whenever it is asked for)
//   PGRAM_FAULTS_STAYS  "1": all later calls fail as well, but for those that close
//   PGRAM_FAULTS_LOG    file that gets a line per counted call

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <fcntl.h>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

constexpr std::size_t longest = 4096;
constexpr std::time_t secondsOfHour = 3600;

/// Results of asking whether a call may go on.
enum class Verdict { Pass, Fail, Short };

struct Settings {
    const char* folder = std::getenv("PGRAM_FAULTS_IN");
    long at = number("PGRAM_FAULTS_AT");
    const char* what = std::getenv("PGRAM_FAULTS_DO");
    bool stays = number("PGRAM_FAULTS_STAYS") == 1;
    const char* log = std::getenv("PGRAM_FAULTS_LOG");

    static long number(const char* name)
    {
        const char* text = std::getenv(name);
        return text == nullptr ? 0 : std::atol(text);
    }
};

/// Returns the next definition of a function, which is the system's.
template <typename Function>
Function next(const char* name)
{
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}
#define PGRAM_NEXT(name) static const auto real = next<decltype(&(name))>(#name)

bool isIn(const char* folder, const char* path)
{
    const std::size_t size = std::strlen(folder);
    return std::strncmp(path, folder, size) == 0 && (path[size] == '/' || path[size] == '\0');
}

void log(const char* file, long number, const char* call, const char* path)
{
    std::array<char, longest + 64> line{};
    const int size = std::snprintf(line.data(), line.size(), "%ld %s %s\n", number, call, path);
    const long out = ::syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    ::syscall(SYS_write, out, line.data(), size);
    ::syscall(SYS_close, out);
}

/// Returns true for calls that wait, and that a signal may end.
bool isInterruptible(std::string_view call)
{
    return call == "open" || call == "read" || call == "write" || call == "sync" || call == "close";
}

/// Changes a file as another program may at any time.
void change(std::string_view what, const char* path)
{
    struct stat info {};
    if (what == "vanish") {
        ::syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    } else if (::stat(path, &info) == 0 && S_ISREG(info.st_mode)) {
        ::syscall(SYS_truncate, path, info.st_size / 2);
    }
}

/// Returns the hours by which the time of day goes back: one more at each call, if the clock is the fault.
std::time_t hoursBack()
{
    static const char* const what = std::getenv("PGRAM_FAULTS_DO");
    static std::atomic<std::time_t> hours = 0;
    return what != nullptr && std::string_view(what) == "clock" ? ++hours : 0;
}

/// Counts a call on a path and decides whether it runs, fails or kills the process. Sets errno if it fails.
Verdict judged(const char* call, const char* path, bool isSized, bool isClose)
{
    static const Settings settings;
    static std::atomic<long> calls = 0;
    if (settings.folder == nullptr || !isIn(settings.folder, path)) {
        return Verdict::Pass;
    }
    const int before = errno;
    const long number = ++calls;
    if (settings.log != nullptr) {
        log(settings.log, number, call, path);
    }
    errno = before;
    const bool isDue = number == settings.at || (settings.stays && number > settings.at && !isClose);
    if (!isDue || settings.at == 0 || settings.what == nullptr) {
        return Verdict::Pass;
    }
    const std::string_view what = settings.what;
    if (what == "kill") {
        ::kill(::getpid(), SIGKILL);
    }
    if (what == "short") {
        return isSized ? Verdict::Short : Verdict::Pass;
    }
    if (what == "shrink" || what == "vanish") {
        change(what, path);
        errno = before;
        return Verdict::Pass;
    }
    const int code = std::atoi(settings.what);
    if (code == EINTR && !isInterruptible(call)) {
        return Verdict::Pass;
    }
    errno = code;
    return Verdict::Fail;
}

Verdict judgedPath(const char* call, const char* path)
{
    if (path[0] == '/') {
        return judged(call, path, false, false);
    }
    std::array<char, longest> whole{};
    if (::syscall(SYS_getcwd, whole.data(), whole.size()) <= 0) {
        return Verdict::Pass;
    }
    const std::size_t size = std::strlen(whole.data());
    std::snprintf(whole.data() + size, whole.size() - size, "/%s", path);
    return judged(call, whole.data(), false, false);
}

Verdict judgedFile(const char* call, int file, bool isSized = false, bool isClose = false)
{
    const int before = errno;
    std::array<char, 40> link{};
    std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", file);
    std::array<char, longest> path{};
    const long size = ::syscall(SYS_readlinkat, AT_FDCWD, link.data(), path.data(), path.size() - 1);
    errno = before;
    return size <= 0 ? Verdict::Pass : judged(call, path.data(), isSized, isClose);
}

std::size_t halfOf(std::size_t size)
{
    return size > 1 ? size / 2 : size;
}

bool createsFile(int flags)
{
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

}  // namespace

#define PGRAM_MODE_OF(flags)                                                                                           \
    mode_t mode = 0;                                                                                                   \
    if (createsFile(flags)) {                                                                                          \
        va_list rest;                                                                                                  \
        va_start(rest, flags);                                                                                         \
        mode = va_arg(rest, mode_t);                                                                                   \
        va_end(rest);                                                                                                  \
    }

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the system names them __fd, __buf and so on.
extern "C" {

int clock_gettime(clockid_t clock, timespec* now) noexcept
{
    PGRAM_NEXT(clock_gettime);
    const int result = real(clock, now);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        now->tv_sec -= secondsOfHour * hoursBack();
    }
    return result;
}

int gettimeofday(timeval* now, void* zone) noexcept
{
    PGRAM_NEXT(gettimeofday);
    const int result = real(now, zone);
    now->tv_sec -= secondsOfHour * hoursBack();
    return result;
}

std::time_t time(std::time_t* place) noexcept
{
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    if (place != nullptr) {
        *place = now.tv_sec;
    }
    return now.tv_sec;
}

int open(const char* path, int flags, ...)
{
    PGRAM_NEXT(open);
    PGRAM_MODE_OF(flags)
    return judgedPath("open", path) == Verdict::Fail ? -1 : real(path, flags, mode);
}

int open64(const char* path, int flags, ...)
{
    PGRAM_NEXT(open64);
    PGRAM_MODE_OF(flags)
    return judgedPath("open", path) == Verdict::Fail ? -1 : real(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...)
{
    PGRAM_NEXT(openat);
    PGRAM_MODE_OF(flags)
    return judgedPath("open", path) == Verdict::Fail ? -1 : real(folder, path, flags, mode);
}

int openat64(int folder, const char* path, int flags, ...)
{
    PGRAM_NEXT(openat64);
    PGRAM_MODE_OF(flags)
    return judgedPath("open", path) == Verdict::Fail ? -1 : real(folder, path, flags, mode);
}

// Names of the same functions in programs that were compiled with checks of sizes.
int __open_2(const char* path, int flags)  // NOLINT
{
    return open(path, flags);
}

int __open64_2(const char* path, int flags)  // NOLINT
{
    return open64(path, flags);
}

FILE* fopen(const char* path, const char* mode)
{
    PGRAM_NEXT(fopen);
    return judgedPath("open", path) == Verdict::Fail ? nullptr : real(path, mode);
}

FILE* fopen64(const char* path, const char* mode)
{
    PGRAM_NEXT(fopen64);
    return judgedPath("open", path) == Verdict::Fail ? nullptr : real(path, mode);
}

ssize_t read(int file, void* into, size_t size)
{
    PGRAM_NEXT(read);
    const Verdict verdict = judgedFile("read", file, true);
    return verdict == Verdict::Fail ? -1 : real(file, into, verdict == Verdict::Short ? halfOf(size) : size);
}

ssize_t __read_chk(int file, void* into, size_t size, size_t)  // NOLINT
{
    return read(file, into, size);
}

ssize_t pread64(int file, void* into, size_t size, off64_t at)
{
    PGRAM_NEXT(pread64);
    const Verdict verdict = judgedFile("read", file, true);
    return verdict == Verdict::Fail ? -1 : real(file, into, verdict == Verdict::Short ? halfOf(size) : size, at);
}

ssize_t pread(int file, void* into, size_t size, off_t at)
{
    return pread64(file, into, size, at);
}

ssize_t write(int file, const void* from, size_t size)
{
    PGRAM_NEXT(write);
    const Verdict verdict = judgedFile("write", file, true);
    return verdict == Verdict::Fail ? -1 : real(file, from, verdict == Verdict::Short ? halfOf(size) : size);
}

ssize_t writev(int file, const iovec* parts, int count)
{
    PGRAM_NEXT(writev);
    const Verdict verdict = judgedFile("write", file, true);
    return verdict == Verdict::Fail ? -1 : real(file, parts, verdict == Verdict::Short ? 1 : count);
}

ssize_t pwrite64(int file, const void* from, size_t size, off64_t at)
{
    PGRAM_NEXT(pwrite64);
    const Verdict verdict = judgedFile("write", file, true);
    return verdict == Verdict::Fail ? -1 : real(file, from, verdict == Verdict::Short ? halfOf(size) : size, at);
}

ssize_t pwrite(int file, const void* from, size_t size, off_t at)
{
    return pwrite64(file, from, size, at);
}

int ftruncate64(int file, off64_t size) noexcept
{
    PGRAM_NEXT(ftruncate64);
    return judgedFile("truncate", file) == Verdict::Fail ? -1 : real(file, size);
}

int ftruncate(int file, off_t size) noexcept
{
    return ftruncate64(file, size);
}

int fchmod(int file, mode_t mode) noexcept
{
    PGRAM_NEXT(fchmod);
    return judgedFile("chmod", file) == Verdict::Fail ? -1 : real(file, mode);
}

int fsync(int file)
{
    PGRAM_NEXT(fsync);
    return judgedFile("sync", file) == Verdict::Fail ? -1 : real(file);
}

int fdatasync(int file)
{
    PGRAM_NEXT(fdatasync);
    return judgedFile("sync", file) == Verdict::Fail ? -1 : real(file);
}

/// A file is closed even where closing it fails.
int close(int file)
{
    PGRAM_NEXT(close);
    const Verdict verdict = judgedFile("close", file, false, true);
    const int code = errno;
    const int closed = real(file);
    if (verdict == Verdict::Fail) {
        errno = code;
        return -1;
    }
    return closed;
}

void* mmap64(void* address, size_t size, int protection, int flags, int file, off64_t at) noexcept
{
    PGRAM_NEXT(mmap64);
    return file >= 0 && judgedFile("map", file) == Verdict::Fail ? MAP_FAILED
                                                                 : real(address, size, protection, flags, file, at);
}

void* mmap(void* address, size_t size, int protection, int flags, int file, off_t at) noexcept
{
    return mmap64(address, size, protection, flags, file, at);
}

int mkdir(const char* path, mode_t mode) noexcept
{
    PGRAM_NEXT(mkdir);
    return judgedPath("mkdir", path) == Verdict::Fail ? -1 : real(path, mode);
}

int rename(const char* from, const char* to) noexcept
{
    PGRAM_NEXT(rename);
    return judgedPath("rename", to) == Verdict::Fail ? -1 : real(from, to);
}

int renameat2(int fromFolder, const char* from, int toFolder, const char* to, unsigned flags) noexcept
{
    PGRAM_NEXT(renameat2);
    return judgedPath("rename", to) == Verdict::Fail ? -1 : real(fromFolder, from, toFolder, to, flags);
}

int link(const char* from, const char* to) noexcept
{
    PGRAM_NEXT(link);
    return judgedPath("link", to) == Verdict::Fail ? -1 : real(from, to);
}

int linkat(int fromFolder, const char* from, int toFolder, const char* to, int flags) noexcept
{
    PGRAM_NEXT(linkat);
    return judgedPath("link", to) == Verdict::Fail ? -1 : real(fromFolder, from, toFolder, to, flags);
}

}  // extern "C"
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
