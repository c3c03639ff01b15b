// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The targets of the fuzzers without libFuzzer: their seeds, every input that failed once, and thousands of mutations.
#include "core/base/text_file.h"
#include "tests/effort.h"
#include "tests/fuzz/targets.h"
#include "tests/pgram_test.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <random>

using namespace pgram;
using fuzz::Seed;

namespace {

std::string mutated(std::string text, std::mt19937& random)
{
    const auto below = [&random](std::size_t most) {
        return std::uniform_int_distribution<std::size_t>(0, most > 0 ? most - 1 : 0)(random);
    };
    constexpr std::string_view telling = "0123456789-.eE\"'{}[](),:=tfn \\$\n\t#&*!|";
    const std::vector<std::string> values{"0",     "-1",   "1e308", "99999999999999999999",
                                          "null",  "true", "\"\"",  "[]",
                                          "{}",    "auto", "NaN",   "1048576",
                                          "65536", "\xff", "${A}",  "4096",
                                          "$((",   "&a",   "*a",    "[[[[[[[["};
    for (std::size_t edits = 1 + below(3); edits > 0 && !text.empty(); --edits) {
        const std::size_t at = below(text.size());
        const std::size_t length = 1 + below(std::min<std::size_t>(40, text.size() - at));
        switch (below(6)) {
        case 0:
            text[at] = static_cast<char>(below(256));
            break;
        case 1:
            text[at] = telling[below(telling.size())];
            break;
        case 2:
            text.erase(at, length);
            break;
        case 3:
            text.insert(below(text.size()), text.substr(at, length));
            break;
        case 4:
            text.resize(at);
            break;
        default: {  // another value in the place of a number
            const std::size_t digit = text.find_first_of("0123456789", at);
            if (digit != std::string::npos) {
                const std::size_t end = std::min(text.find_first_not_of("0123456789.", digit), text.size());
                text.replace(digit, end - digit, values[below(values.size())]);
            }
        }
        }
    }
    return text;
}

/// Writes an input that fails, and returns the path.
std::string kept(const std::string& input, const std::string& target)
{
    const auto file = std::filesystem::temp_directory_path() / ("parallelogram-fuzz-" + target);
    const auto written = writeTextFile(file, input);
    return written ? file.string() : written.error().text();
}

}  // namespace

class TestFuzz : public QObject {
    Q_OBJECT

    static void addTargets()
    {
        QTest::addColumn<QString>("name");
        for (const fuzz::Target& target : fuzz::targets()) {
            QTest::newRow(target.name.c_str()) << QString::fromStdString(target.name);
        }
    }

private Q_SLOTS:
    void joinsAndPartsFiles()
    {
        const fuzz::Files files{{"a.json", "{}\n"}, {"b c.txt", "text\n===\n"}};
        QVERIFY(fuzz::filesOf(fuzz::joined(files)) == files);
        QVERIFY((fuzz::filesOf("text") == fuzz::Files{{"input", "text"}}));
        QVERIFY((fuzz::filesOf("=== ../a ===\n") == fuzz::Files{{"_.._a", ""}}));
    }

    void seeds_data() { addTargets(); }

    void seeds()
    {
        QFETCH(QString, name);
        const fuzz::Target& target = *fuzz::targetNamed(name.toStdString());
        const std::vector<Seed> seeds = fuzz::seedsOf(target);
        QVERIFY2(!seeds.empty(), "this target has no seed: put a file into tests/fuzz/corpus");
        std::size_t accepted = 0;
        for (const Seed& seed : seeds) {
            const fuzz::Outcome outcome = target.check(target, seed.input);
            QVERIFY2(outcome.fault.empty(), (seed.name + ": " + outcome.fault).c_str());
            accepted += outcome.accepted ? 1 : 0;
        }
        qInfo("%zu of %zu seeds accepted", accepted, seeds.size());
        QVERIFY(accepted > 0);
    }

    void truncations_data() { addTargets(); }

    /// Each beginning of each small file of the corpus.
    void truncations()
    {
        QFETCH(QString, name);
        const fuzz::Target& target = *fuzz::targetNamed(name.toStdString());
        for (const Seed& seed : fuzz::seedsOf(target)) {
            if (!seed.name.starts_with("tests/fuzz/corpus") || seed.input.size() > 3000) {
                continue;
            }
            for (std::size_t size = 0; size < seed.input.size(); size += test::slowdown) {
                const std::string fault = target.check(target, std::string_view(seed.input).substr(0, size)).fault;
                QVERIFY2(fault.empty(), (seed.name + " to " + std::to_string(size) + ": " + fault).c_str());
            }
        }
    }

    void mutations_data() { addTargets(); }

    void mutations()
    {
        QFETCH(QString, name);
        const fuzz::Target& target = *fuzz::targetNamed(name.toStdString());
        std::vector<Seed> seeds = fuzz::seedsOf(target);
        std::erase_if(seeds, [](const Seed& seed) { return seed.input.size() > 100'000; });
        const unsigned first = test::firstSeed();
        std::mt19937 random(22 + first);
        for (int i = test::casesOf(200, 10'000); i > 0; --i) {
            const std::string& seed = seeds[random() % seeds.size()].input;
            const std::string input = mutated(seed, random);
            const std::string fault = target.check(target, input).fault;
            QVERIFY2(fault.empty(), (fault + ": " + kept(input, target.name)).c_str());
        }
    }
};

PGRAM_TEST(TestFuzz)
#include "test_fuzz.moc"
