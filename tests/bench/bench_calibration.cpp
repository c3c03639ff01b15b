// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Work of a fixed size that uses nothing of the product: `compare` divides the times of the other benchmarks by its
// time, so that the speed of the machine and of the compiler's library cancels. The mix is the planner's: sums of
// products, sorting, and small allocations that are found by a key.
#include "tests/bench/bench.h"

#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <vector>

using namespace pgram;

namespace {

double work()
{
    std::uint64_t state = 1;
    std::vector<double> values(200'000);
    for (double& value : values) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        value = static_cast<double>(state >> 11) * 0x1p-53;
    }
    double sum = 0;
    for (std::size_t shift = 1; shift <= 16; ++shift) {
        sum +=
            std::inner_product(values.begin() + static_cast<std::ptrdiff_t>(shift), values.end(), values.begin(), 0.0);
    }
    std::map<std::string, std::vector<double>> rows;
    for (std::size_t i = 0; i < 20'000; ++i) {
        rows[std::to_string(i % 5'000)].push_back(values[i]);
    }
    std::ranges::sort(values);
    return sum + values[values.size() / 2] + static_cast<double>(rows.size());
}

}  // namespace

int main()
{
    return bench::report("calibration", bench::measure([] { bench::keep(work()); }), 1.0);
}
