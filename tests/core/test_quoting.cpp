// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts of users end nothing in the languages that they are written in.
#include "core/base/json.h"
#include "core/base/quoting.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

/// Characters that end a line for some reader, command a terminal or reorder text: each as UTF-8, and its JSON.
struct Hidden {
    const char* text;
    const char* escaped;
};
constexpr std::array invisible{Hidden{"\r", "\\r"},
                               Hidden{"\x1b", "\\u001b"},
                               Hidden{"\x7f", "\\u007f"},
                               Hidden{"\xC2\x85", "\\u0085"},
                               Hidden{"\xC2\x9B", "\\u009b"},
                               Hidden{"\xE2\x80\xA8", "\\u2028"},
                               Hidden{"\xE2\x80\xA9", "\\u2029"},
                               Hidden{"\xE2\x80\xAE", "\\u202e"},
                               Hidden{"\xE2\x81\xA6", "\\u2066"},
                               Hidden{"\xEF\xBF\xBE", "\\ufffe"}};
/// Bytes that are not UTF-8: a lone continuation, a cut character, an overlong one, a surrogate, beyond Unicode.
constexpr std::array broken{"\x80", "\xE2\x80", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xFF"};
const std::string replacement = "\xEF\xBF\xBD";
const std::string visible = "8 × RTX, «a–b» ü 模 \xF0\x9F\x99\x82";

}  // namespace

class TestQuoting : public QObject {
    Q_OBJECT

private slots:
    void terminalsSeeNothingHidden()
    {
        QCOMPARE(plainText(visible + "\n"), visible + "\n");
        QCOMPARE(plainLine(visible + "\n"), visible + replacement);
        QCOMPARE(plainLine(std::string("a\0b", 3)), "a" + replacement + "b");
        for (const Hidden& each : invisible) {
            QCOMPARE(plainText(std::string("a") + each.text + "b"), "a" + replacement + "b");
        }
        for (const char* bytes : broken) {
            const std::string text = plainLine(bytes);
            QVERIFY(!text.empty() && text.size() % replacement.size() == 0);
            for (std::size_t at = 0; at < text.size(); at += replacement.size()) {
                QCOMPARE(text.substr(at, replacement.size()), replacement);
            }
        }
    }

    void jsonHasNothingHiddenAndReadsBack()
    {
        QCOMPARE(doubleQuoted("a\"\\\n"), std::string("\"a\\\"\\\\\\n\""));
        QCOMPARE(doubleQuoted(visible), '"' + visible + '"');
        for (const Hidden& each : invisible) {
            const std::string text = std::string("a") + each.text + "b";
            QCOMPARE(doubleQuoted(text), std::string("\"a") + each.escaped + "b\"");
            QCOMPARE(Json::parse(dumped(Json{{text, text}}, 2)), Json({{text, text}}));
        }
    }

    void shellsReadOneWord()
    {
        QCOMPARE(shellQuoted("a'b c"), std::string("'a'\\''b c'"));
        QCOMPARE(shellQuoted("plain/path:1"), std::string("plain/path:1"));
        QCOMPARE(shellQuoted(""), std::string("''"));
        QCOMPARE(plainName("--a; b/ü"), std::string("a-b-"));
        QCOMPARE(plainName("ü"), std::string("plan"));
    }

    void tablesReadOneCell()
    {
        QCOMPARE(csvQuoted("a,\"b\""), std::string("\"a,\"\"b\"\"\""));
        QCOMPARE(csvQuoted("a b"), std::string("a b"));
        for (const char* formula : {"=1+1", "@SUM(A1)", " \t=1", "+1+1", "-1|cmd", "-A1+2", "\r=1"}) {
            QCOMPARE(withoutFormula(formula), std::string("'") + formula);
        }
        for (const char* plain : {"", "-3.1 %", "-1e-05", "-1e-05 s", "+2", "-inf", "a=1", "-", "3-1"}) {
            QCOMPARE(withoutFormula(plain), std::string(plain));
        }
        QCOMPARE(csvQuoted("=HYPERLINK(\"a\",1)"), std::string("\"'=HYPERLINK(\"\"a\"\",1)\""));
        QCOMPARE(markdownCell("**a** | b\nc"), std::string("**a** \\| b c"));
    }

    void markupReadsPlainText()
    {
        QCOMPARE(xmlEscaped("a<b>&\"c'\x01"), "a&lt;b&gt;&amp;&quot;c&#39;" + replacement);
        QCOMPARE(markdownEscaped("a<b> | `c`\n[d](e) & *f* \\"),
                 "a\\<b\\> \\| \\`c\\`" + replacement + "\\[d\\](e) \\& \\*f\\* \\\\");
        QCOMPARE(markdownEscaped(visible), visible);
        QCOMPARE(pointerToken("a/b~c"), std::string("a~1b~0c"));
    }
};

PGRAM_TEST(TestQuoting)
#include "test_quoting.moc"
