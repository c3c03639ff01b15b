// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pgram_test.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

#ifdef QT_WIDGETS_LIB
#include <QApplication>
using Application = QApplication;
#else
using Application = QCoreApplication;
#endif

namespace pgram {
namespace {

std::map<std::string, TestMain>& entries()
{
    static std::map<std::string, TestMain> all;
    return all;
}

}  // namespace

TestEntry::TestEntry(const char* source, TestMain run)
{
    entries()[std::filesystem::path(source).stem().string()] = run;
}

}  // namespace pgram

int main(int argc, char** argv)
{
    const auto found = pgram::entries().find(argc > 1 ? argv[1] : "");
    if (found == pgram::entries().end()) {
        std::fprintf(stderr, "usage: %s TEST [QT TEST ARGUMENTS], TEST one of\n", argv[0]);
        for (const auto& entry : pgram::entries()) {
            std::fprintf(stderr, "  %s\n", entry.first.c_str());
        }
        return 2;
    }
    if (!qEnvironmentVariableIsSet("QTEST_FUNCTION_TIMEOUT")) {
        qputenv("QTEST_FUNCTION_TIMEOUT", "36000000");  // Many events, kills and sanitizers take their time.
    }
    argv[1] = argv[0];
    ++argv;
    --argc;
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
    const Application application(argc, argv);
    return found->second(argc, argv);
}
