// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts of the core: a pattern and its values, read as English.

#include "core/base/error.h"
#include "tests/pgram_test.h"

using namespace pgram;

class TestText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesFillThePatternInOrder()
    {
        const Text inner = Core::tr("line {}, column {}", 3, std::size_t{7});
        QCOMPARE(Core::tr("is not valid JSON at {}", inner).english(),
                 std::string("is not valid JSON at line 3, column 7"));
        QCOMPARE(Core::tr("is {}, which does not divide {} device(s)", std::string("{}"), -8).english(),
                 std::string("is {}, which does not divide -8 devices"));
        QCOMPARE(Text(Core::tr("is not named {}_size_{g}_{X}MB_time", std::string("p2p"))).english(),
                 std::string("is not named p2p_size_{g}_{X}MB_time"));
    }

    void pluralsFollowTheValueBeforeThem()
    {
        const auto said = [](int stages, int batches) {
            return Core::tr("{} stage(s), {} micro-batch(es) (s)", stages, batches).english();
        };
        QCOMPARE(said(1, 1), std::string("1 stage, 1 micro-batch "));
        QCOMPARE(said(2, 0), std::string("2 stages, 0 micro-batches s"));
        QCOMPARE(Text(Core::tr("option(s)")).english(), std::string("option(s)"));
        QCOMPARE(Text(std::string("file(s) {}")).english(), std::string("file(s) {}"));
    }

    void anErrorIsOneLine()
    {
        const Error error{ErrorKind::BadInput, Core::tr("is empty"), "a.json", Core::tr("Expected one JSON object")};
        QCOMPARE(error.text(), std::string("a.json: is empty. Expected one JSON object."));
        QVERIFY(Error().where.empty() && Text(Phrase()).empty() && !error.todo.empty());
        QVERIFY(error.where == "a.json" && error.what == Core::tr("is empty"));
    }
};

PGRAM_TEST(TestText)
#include "test_text.moc"
