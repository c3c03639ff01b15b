// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How a run of a plan is started on a framework: what its format says, and the files of a folder are made of
// (launch_folder.h). Plain values.
#pragma once

#include <string>
#include <vector>

namespace pgram {

struct NamedFile {
    std::string name;  ///< the usual one
    std::string content;
};

/// A variable that the framework demands of its environment.
struct EnvironmentLine {
    std::string name;
    std::string value;
    std::string reason;
};

/// Arguments under a heading; each line a flag with its values, quoted for the shell.
struct ArgumentList {
    std::string name;  ///< "MODEL"
    std::vector<std::string> lines;
};

struct Launch {
    std::string framework;  ///< with the version that the files are for
    std::vector<EnvironmentLine> environment;
    std::vector<std::string> setup;  ///< lines of the shell before the run
    std::vector<ArgumentList> lists;
    std::string command;               ///< command on one machine, which begins with torchrun() of launch_folder.h
    std::vector<std::string> fillIn;   ///< values and files that the user has to give, one sentence each
    std::string pretrained;            ///< how a checkpoint of Hugging Face is loaded or converted, in sentences
    std::vector<std::string> remarks;  ///< differences between the framework and the plan's figures
    bool isPretrained = false;         ///< the run starts from the weights of a checkpoint, not from random ones
    bool byLayer = false;              ///< layers may differ: the ranks of each run of layers are listed
};

}  // namespace pgram
