// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The JSON reader: what it builds is what the library builds, what would take too long or too much memory is refused
// with its place, and every file that people have is read.
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "tests/core/data_sets.h"
#include "tests/pgram_test.h"
#include "tests/places.h"

#include <random>

using namespace pgram;

namespace {

std::string randomName(std::mt19937& random)
{
    static const std::vector<std::string> names{"a", "b", "", "a/b", "~", "\\u00e9", "long name", "{", "\\\"[,:"};
    return '"' + names[random() % names.size()] + '"';
}

/// A value with members of one name, empty containers, escapes and numbers of all kinds.
std::string randomText(std::mt19937& random, int depth)
{
    static const std::vector<std::string> plain{"null",  "true", "false", "0",       "-7", "18446744073709551615",
                                                "1e300", "0.1",  "\"\"",  "\"\\n[\""};
    const bool isObject = random() % 2 == 0;
    if (depth == 0 || random() % 3 == 0) {
        return plain[random() % plain.size()];
    }
    std::string text(1, isObject ? '{' : '[');
    for (int left = static_cast<int>(random() % 7); left > 0; --left) {
        text += isObject ? randomName(random) + ": " : "";
        text += randomText(random, depth - 1) + (left > 1 ? ",\n" : "");
    }
    return text + (isObject ? '}' : ']');
}

/// {"0":0,"1":0,…}.
std::string manyMembers(int count)
{
    std::string text = "{";
    for (int i = 0; i < count; ++i) {
        text += (i > 0 ? ",\"" : "\"") + std::to_string(i) + "\":0";
    }
    return text + '}';
}

/// [0,0,…] of so many values: the bracket counts as one, and each comma.
std::string manyValues(int count)
{
    std::string text = "[0";
    for (int i = 1; i < count; ++i) {
        text += ",0";
    }
    return text + ']';
}

QString errorOf(const std::string& text)
{
    const auto read = parseJson(text, "f.json");
    return read ? "accepted"
                : QString::fromStdString(read.error().where.english() + ": " + read.error().what.english());
}

}  // namespace

class TestJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Order of members, values of repeated names and all.
    void buildsWhatTheLibraryBuilds()
    {
        std::mt19937 random(17);
        for (int round = 0; round < 3000; ++round) {
            const std::string text = randomText(random, 5);
            const auto read = parseJson(text, "f.json");
            QVERIFY2(read.has_value(), text.c_str());
            QVERIFY2(*read == Json::parse(text) && read->dump() == Json::parse(text).dump(), text.c_str());
        }
    }

    void objectsOfTooManyMembersAreRefused()
    {
        constexpr int most = 1 << 16;
        const auto read = parseJson(manyMembers(most), "f.json");
        QVERIFY(read && read->size() == most);
        QVERIFY(
            errorOf(manyMembers(most + 1)).startsWith("f.json: has an object of more than 65536 members at line 1, "));
        // Of two objects each has its own count.
        QCOMPARE(errorOf('[' + manyMembers(most) + ",\n" + manyMembers(most) + ']'), QString("accepted"));
        QVERIFY(errorOf("[{},\n{\"inner\": " + manyMembers(most + 1) + "}]").contains("members at line 2, column "));
    }

    void textsOfTooManyValuesAreRefused()
    {
        constexpr int most = 1 << 22;
        QCOMPARE(errorOf(manyValues(most)), QString("accepted"));
        QCOMPARE(errorOf(manyValues(most + 1)),
                 QString("f.json: has more than 4194304 values at line 1, column 8388609"));
        std::string empties = "[[]";
        for (int i = 0; i < most; ++i) {
            empties += i % 1000 == 0 ? ",\n[]" : ",[]";
        }
        QVERIFY(errorOf(empties + ']').startsWith("f.json: has more than 4194304 values at line 20"));
    }

    void whatStandsInStringsDoesNotCount()
    {
        QCOMPARE(errorOf(std::string(1, '"').append(1 << 23, ',').append(1, '"')), QString("accepted"));
        QCOMPARE(errorOf("[\"\\\"" + std::string(1000, '[') + "\"]"), QString("accepted"));
    }

    void depthIsLimited()
    {
        QCOMPARE(errorOf(std::string(64, '[') + std::string(64, ']')), QString("accepted"));
        QCOMPARE(errorOf(std::string(65, '[')),
                 QString("f.json: is nested deeper than 64 levels at line 1, column 65"));
        // Brackets that close nothing open nothing.
        QVERIFY(errorOf(std::string(1000, ']') + std::string(65, '[')).contains("deeper than 64 levels"));
    }

    void mistakesHaveTheirPlace_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* text, const char* error) {
            QTest::newRow(text) << QByteArray(text) << QString("f.json: ") + error;
        };
        row(" \n", "is empty");
        row("{\"a\": 1,\n \"b\" 2}", "is not valid JSON at line 2, column 6");
        row("{\"a\": 1,", "is cut off: the JSON ends at line 1, column 9");
        row("[1, 1e400]", "has a number out of range at line 1, column 5");
        row("[1] 2", "is not valid JSON at line 1, column 5");
        row("{\"\\ud800\": 1}", "is not valid JSON at line 1, column 9");
        row("[NaN]", "is not valid JSON at line 1, column 2");
    }
    void mistakesHaveTheirPlace()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, error);
        QCOMPARE(errorOf(text.toStdString()), error);
    }

    void emptyNamesHaveAPointer()
    {
        const Json json = Json::parse(R"({"": {"": "x", "a/b": 1}})");
        JsonObject root(json, "f.json");
        JsonObject inner = root.object("");
        QCOMPARE(root.pointer(), std::string());
        QCOMPARE(inner.pointer(), std::string("/"));
        QCOMPARE(inner.pointer("a/b"), std::string("//a~1b"));
        const auto unknown = inner.unknown();
        QCOMPARE(unknown.front().first, std::string("//"));
        QCOMPARE(json.at(Json::json_pointer(unknown.front().first)), Json("x"));
        (void)inner.number("", 0, 1);
        QCOMPARE(root.error()->text(), std::string("f.json at //: is a string, expected a number from 0 to 1."));
    }

    void bytesThatAreNoTextAreReplaced() { QCOMPARE(dumped(Json("b\xffz")), std::string("\"b\xef\xbf\xbdz\"")); }

    /// Every file that the project ships, and every fact that tests read; the largest of the large set has 1.5 MB.
    void everyFileThereIsIsRead()
    {
        std::vector<std::filesystem::path> roots{presetsFolder(), dataFolder()};
        if (const auto large = largeDataSet()) {
            roots.push_back(*large);
        }
        int files = 0;
        for (const std::filesystem::path& root : roots) {
            for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
                if (entry.path().extension() == ".json") {
                    const auto read = readTextFile(entry.path()).and_then([&](const std::string& text) {
                        return parseJson(text, entry.path().string());
                    });
                    // Some samples are written by hand, with commas to spare.
                    const bool isSmallEnough = read || read.error().what.english().starts_with("is not valid JSON");
                    QVERIFY2(isSmallEnough, read ? "" : read.error().text().c_str());
                    ++files;
                }
            }
        }
        QVERIFY(files > 60);
    }
};

PGRAM_TEST(TestJson)
#include "test_json.moc"
