// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Calls of the system on open files.
#pragma once

#include <cerrno>
#include <unistd.h>
#include <utility>

namespace pgram {

/// Calls a function of the system again while a signal interrupts it. Returns its result; a negative one is an error.
template <typename Call>
auto uninterrupted(const Call& call)
{
    auto result = call();
    while (result < 0 && errno == EINTR) {
        result = call();
    }
    return result;
}

/// An open file that closes itself.
class Descriptor {
public:
    explicit Descriptor(int handle = -1) : m_handle(handle) {}
    ~Descriptor() { close(); }
    Descriptor(Descriptor&& other) noexcept : m_handle(std::exchange(other.m_handle, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_handle, other.m_handle);
        return *this;
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    [[nodiscard]] bool isOpen() const { return m_handle >= 0; }
    [[nodiscard]] int handle() const { return m_handle; }
    /// Returns true if the system closed the file without an error. An interrupted call has closed it as well.
    bool close()
    {
        const bool closed = m_handle < 0 || ::close(m_handle) == 0 || errno == EINTR;
        m_handle = -1;
        return closed;
    }

private:
    int m_handle;
};

}  // namespace pgram
