// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram serve: each tool answers as its command does, and hostile input gets an error.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

using namespace pgram;
using namespace pgram::test;

class TestCliServe : public QObject {
    Q_OBJECT

    QProcess m_server;
    int m_number = 0;

    QJsonObject line()
    {
        while (!m_server.canReadLine()) {
            if (!m_server.waitForReadyRead(waitLimit)) {
                qFatal("no answer");
            }
        }
        return QJsonDocument::fromJson(m_server.readLine()).object();
    }
    QJsonObject raw(const QByteArray& text)
    {
        m_server.write(text + "\n");
        return line();
    }
    QJsonObject ask(const QString& method, const QJsonObject& params)
    {
        const QJsonObject message{{"jsonrpc", "2.0"}, {"id", ++m_number}, {"method", method}, {"params", params}};
        QJsonObject answer = raw(QJsonDocument(message).toJson(QJsonDocument::Compact));
        if (answer["id"].toInt() != m_number) {
            qFatal("another answer");
        }
        return answer;
    }
    QJsonObject call(const QString& tool, const QJsonObject& arguments)
    {
        return ask("tools/call", {{"name", tool}, {"arguments", arguments}})["result"].toObject();
    }
    static QString textOf(const QJsonObject& result)
    {
        return result["content"].toArray().first().toObject()["text"].toString();
    }
    static int codeOf(const QJsonObject& answer) { return answer["error"].toObject()["code"].toInt(); }
    QJsonObject answerOf(const QString& tool, const QJsonObject& arguments)
    {
        const QJsonObject result = call(tool, arguments);
        if (result["isError"].toBool(true)) {
            qFatal("%s", qPrintable(textOf(result)));
        }
        return result["structuredContent"].toObject();
    }

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY(startPgram(m_server, {"serve", "--stdio"}, {}, {}));
        const QJsonObject hello =
            ask("initialize", {{"protocolVersion", "2025-03-26"}, {"capabilities", QJsonObject()}});
        QCOMPARE(hello["result"].toObject()["protocolVersion"].toString(), QStringLiteral("2025-03-26"));
        m_server.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
    }
    void cleanupTestCase()
    {
        m_server.closeWriteChannel();
        QVERIFY(m_server.waitForFinished(waitLimit));
        QCOMPARE(m_server.exitCode(), 0);
    }

    void eachToolAnswers()
    {
        QStringList names;
        for (const QJsonValue& tool : ask("tools/list", {})["result"].toObject()["tools"].toArray()) {
            names.append(tool["name"].toString());
            QCOMPARE(tool["inputSchema"]["type"].toString(), QStringLiteral("object"));
            QCOMPARE(tool["outputSchema"]["properties"]["format"]["const"].toString(), "pgram-" + names.last());
            QVERIFY(!tool["inputSchema"]["properties"].toObject().contains("out"));
        }
        QCOMPARE(names, (QStringList{"list", "plan", "estimate", "why", "sweep", "export", "import"}));
        QVERIFY(!answerOf("list", {{"what", "models"}})["entries"].toArray().isEmpty());
        const QJsonObject request{{"model", "gpt2-small"}, {"cluster", "dgx-a100"}, {"batch", 64}};
        const QJsonObject planned = answerOf("plan", request);
        const PgramRun own =
            pgramRun({"plan", "--model", "gpt2-small", "--cluster", "dgx-a100", "--batch", "64", "--json"});
        const QJsonObject same = QJsonDocument::fromJson(own.out).object();
        QCOMPARE(planned["step_time_s"].toDouble(), same["step_time_s"].toDouble());
        QCOMPARE(planned["plan"].toObject()["strategies"], same["plan"].toObject()["strategies"]);
        const QJsonObject plan = planned["plan"].toObject();
        QCOMPARE(answerOf("estimate", {{"plan", plan}})["step_time_s"], planned["step_time_s"]);
        QVERIFY(answerOf("why", {{"plan", plan}, {"strategy", "tp8"}}).contains("outcome"));
        const QJsonObject folder = answerOf("export", {{"plan", plan}, {"to", "megatron"}, {"nearest", true}});
        QVERIFY(folder["content"].toObject()["train.sh"].toString().startsWith("#!"));
        QVERIFY(folder["out"].isNull());
        const QJsonObject sweep = answerOf(
            "sweep",
            {{"model", "gpt2-small"}, {"cluster", "dgx-a100"}, {"batch", 64}, {"axis", QJsonArray{"batch=32..64:2"}}});
        QCOMPARE(sweep["points"].toArray().size(), 2);
        const QString config = R"({"model_type": "llama", "hidden_size": 256, "num_hidden_layers": 4,
            "num_attention_heads": 8, "intermediate_size": 512, "vocab_size": 1000, "max_position_embeddings": 512})";
        QCOMPARE(answerOf("import", {{"files", QJsonObject{{"config.json", config}}}})["kind"].toString(),
                 QStringLiteral("model"));
    }

    void hostileArguments_data()
    {
        QTest::addColumn<QJsonObject>("arguments");
        QTest::addColumn<QString>("why");
        QTest::newRow("path") << QJsonObject{{"model", "/etc/passwd"}} << "names a file";
        QTest::newRow("relative") << QJsonObject{{"cluster", "../x"}} << "names a file";
        QTest::newRow("list") << QJsonObject{{"document-tokens", "@/etc/passwd"}} << "names a file";
        QTest::newRow("scenario") << QJsonObject{{"scenario", QJsonObject{{"model", "/etc/passwd"}}}} << "names a file";
        QTest::newRow("writes") << QJsonObject{{"out", "/tmp/x"}} << "is not an argument of this tool";
        QTest::newRow("type") << QJsonObject{{"batch", QJsonObject()}} << "is not a short text or a number";
        QTest::newRow("flag") << QJsonObject{{"mixed", 1}} << "is neither true nor false";
        QTest::newRow("long") << QJsonObject{{"batch", QString(5000, '1')}} << "is not a short text or a number";
        QTest::newRow("value") << QJsonObject{{"model", "gpt2-small"}, {"cluster", "--out=x"}} << "--out=x";
    }
    void hostileArguments()
    {
        QFETCH(QJsonObject, arguments);
        QFETCH(QString, why);
        const QJsonObject result = call("plan", arguments);
        QVERIFY(result["isError"].toBool());
        QVERIFY2(textOf(result).contains(why), qPrintable(textOf(result)));
    }

    void hostileFiles()
    {
        for (const char* name : {"../x", "/etc/x", ".hidden", "-rf", "a b", ""}) {
            const QJsonObject result = call("import", {{"files", QJsonObject{{name, "x"}}}});
            QVERIFY(result["isError"].toBool() && textOf(result).contains("is not a plain name of a file"));
        }
        // Paths of the server's own files do not reach the client.
        const QJsonObject broken = call("estimate", {{"plan", QJsonObject{{"format", "x"}}}});
        QVERIFY(broken["isError"].toBool());
        QVERIFY2(textOf(broken).startsWith("pgram: plan.pgplan.json"), qPrintable(textOf(broken)));
    }

    void hostileMessages()
    {
        QCOMPARE(codeOf(raw("x")), -32700);
        QCOMPARE(codeOf(raw("[]")), -32600);
        QCOMPARE(codeOf(raw("{\"jsonrpc\": \"2.0\"}")), -32600);
        QCOMPARE(codeOf(raw("{\"jsonrpc\": \"2.0\", \"id\": {}, \"method\": \"ping\"}")), -32600);
        QCOMPARE(codeOf(raw("{\"jsonrpc\": \"2.0\", \"id\": 0, \"method\": \"ping\", \"params\": []}")), -32602);
        QCOMPARE(codeOf(raw(QByteArray(1000000, '['))), -32700);
        QCOMPARE(codeOf(raw(QByteArray((16 << 20) + 1, 'x'))), -32600);
        QCOMPARE(codeOf(ask("tools/call", {{"name", "serve"}})), -32602);
        QCOMPARE(codeOf(ask("resources/list", {})), -32601);
        QVERIFY(ask("ping", {})["result"].toObject().isEmpty());
    }

    /// A call that takes too long ends with an error, and so does one that the client gives up.
    void limits()
    {
        QProcess server;
        QVERIFY(startPgram(server, {"serve", "--stdio", "--seconds", "0.1", "--memory", "2"}, {}, {}));
        server.write(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"plan\",\"arguments\":"
            "{\"model\":\"llama3.1-405b\",\"cluster\":\"dgx-h100-1024\",\"batch\":4096,\"space\":\"all\"}}}\n");
        server.closeWriteChannel();
        QVERIFY(server.waitForFinished(waitLimit));
        const QByteArray out = server.readAllStandardOutput();
        QVERIFY2(out.contains("took longer than 0.1 s"), out);
    }
};

PGRAM_TEST(TestCliServe)
#include "test_cli_serve.moc"
