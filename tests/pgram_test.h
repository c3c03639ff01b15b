// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An area's tests are one program, `core_tests`, `app_tests` or `widgets_tests`: its first argument names the test, the
// stem of its file, and the rest are Qt Test's own. Each test stays a process of its own under ctest.
#pragma once

// Qt declares this type in the headers of QTest and leaves it incomplete, which nlohmann::json does not accept.
#include <QFloat16>
#include <QTest>

namespace pgram {

/// Milliseconds after which what a test waits for is taken for never coming, on the slowest of machines.
inline constexpr int waitLimit = 600'000;

using TestMain = int (*)(int argc, char** argv);

struct TestEntry {
    /// `source`: a test's __FILE__, or the name of what a test starts as another process.
    TestEntry(const char* source, TestMain run);
};

}  // namespace pgram

// Qt's own give up after five seconds, which a machine that is busy or looks for faults of memory may take.
#undef QTRY_VERIFY
#undef QTRY_VERIFY2
#undef QTRY_COMPARE
#define QTRY_VERIFY(expression) QTRY_VERIFY_WITH_TIMEOUT((expression), pgram::waitLimit)
#define QTRY_VERIFY2(expression, message) QTRY_VERIFY2_WITH_TIMEOUT((expression), message, pgram::waitLimit)
#define QTRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, pgram::waitLimit)

/// Ends a test function that this build cannot run; `why` names what it lacks and what continuous integration cannot
/// have in such a build, either. A tool or a file that can be installed is required instead: QSKIP fails the test under
/// ctest.
#define PGRAM_CANNOT_RUN(why)                                                                                          \
    do {                                                                                                               \
        qInfo("cannot run here: %s", why);                                                                             \
        return;                                                                                                        \
    } while (false)

/// In the place of QTEST_MAIN; the area's main has made the application.
#define PGRAM_TEST(TestClass)                                                                                          \
    static const pgram::TestEntry entryOf##TestClass(__FILE__, [](int argc, char** argv) {                             \
        TestClass test;                                                                                                \
        return QTest::qExec(&test, argc, argv);                                                                        \
    });
