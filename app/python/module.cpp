// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The compiled part of the Python package: runs a command of pgram inside of the interpreter's process.
#include "app/pgram/command_line.h"

#include <chrono>
#include <exception>
#include <future>
#include <optional>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

namespace py = pybind11;

namespace {

using namespace pgram;

/// Exit code, what went to the output, what went to the messages.
using Printed = std::tuple<int, std::string, std::string>;

constexpr std::chrono::milliseconds betweenSignals(50);

Printed runHere(std::vector<std::string> words, const std::stop_token& stop)
{
    Printed printed;
    const cli::Host host{[&printed](std::string_view text) { std::get<1>(printed) += text; },
                         [&printed](std::string_view text) { std::get<2>(printed) += text; }, stop};
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    cli::setHost(&host);
    std::get<0>(printed) = cli::runCommand(static_cast<int>(arguments.size()), arguments.data());
    cli::setHost(nullptr);
    return printed;
}

/// Runs a command on a thread of its own, without the interpreter's lock. A signal for which Python raises an
/// exception, such as Ctrl+C, stops the command. Returns what the command printed until then, and that exception or
/// None.
std::tuple<Printed, py::object> run(const std::vector<std::string>& words)
{
    std::stop_source stop;
    std::optional<py::error_already_set> raised;
    Printed printed;
    {
        const py::gil_scoped_release released;
        std::future<Printed> work = std::async(std::launch::async, runHere, words, stop.get_token());
        while (work.wait_for(betweenSignals) != std::future_status::ready) {
            const py::gil_scoped_acquire acquired;
            if (PyErr_CheckSignals() != 0) {
                raised.emplace();
                stop.request_stop();
            }
        }
        printed = work.get();
    }
    return {printed, raised ? py::object(raised->value()) : py::none()};
}

}  // namespace

PYBIND11_MODULE(_core, module)
{
    module.doc() = "Commands of pgram in the process of the interpreter";
    module.def("run", &run, py::arg("words"),
               "Runs the command of these words, the first of which is the program's path. Returns its exit code, its "
               "output and its messages, and the exception of a signal that stopped it");
    module.def(
        "commands", [] { return cli::commandTable().dump(); }, "Returns the commands and their options as JSON");
}
