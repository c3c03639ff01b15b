// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The program of libFuzzer for all targets: $PARALLELOGRAM_FUZZ is the name of one. Where $PARALLELOGRAM_FUZZ_SEEDS is
// a folder, the target's seeds are written there first. `fuzz --targets` prints the names of all.
#include "tests/fuzz/targets.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace {

const pgram::fuzz::Target* chosen = nullptr;

void writeSeeds(const std::filesystem::path& folder)
{
    std::filesystem::create_directories(folder);
    int number = 0;
    for (const pgram::fuzz::Seed& seed : pgram::fuzz::seedsOf(*chosen)) {
        std::ofstream(folder / ("seed-" + std::to_string(number++)), std::ios::binary) << seed.input;
    }
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv)
{
    if (*argc > 1 && std::string_view((*argv)[1]) == "--targets") {
        for (const pgram::fuzz::Target& target : pgram::fuzz::targets()) {
            std::puts(target.name.c_str());
        }
        std::exit(0);
    }
    const char* name = std::getenv("PARALLELOGRAM_FUZZ");
    chosen = pgram::fuzz::targetNamed(name != nullptr ? name : "");
    if (chosen == nullptr) {
        std::fprintf(stderr, "PARALLELOGRAM_FUZZ=%s: give the name of a target, see --targets\n",
                     name != nullptr ? name : "");
        std::exit(2);
    }
    if (const char* folder = std::getenv("PARALLELOGRAM_FUZZ_SEEDS"); folder != nullptr) {
        writeSeeds(folder);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string fault = chosen->check(*chosen, {reinterpret_cast<const char*>(data), size}).fault;
    if (!fault.empty()) {
        std::fprintf(stderr, "%s: %s\n", chosen->name.c_str(), fault.c_str());
        std::abort();
    }
    return 0;
}
