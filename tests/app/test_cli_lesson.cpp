// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram lesson: the list, the check, the figures.
#include "tests/app/pgram_run.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/schema_check.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

using namespace pgram;
using namespace pgram::test;

class TestCliLesson : public QObject {
    Q_OBJECT

    static Json checked(const PgramRun& run, int exitCode, const char* schema)
    {
        const QString problem = schemaProblem(run.out.toStdString(), schema);
        return run.exitCode == exitCode && problem.isEmpty()
                   ? run.json()
                   : Json{{"exit", run.exitCode}, {"problem", problem.toStdString()}};
    }

private Q_SLOTS:
    void lessonsAreNamed()
    {
        const Json list = checked(pgramRun({"lesson", "list", "--json"}), 0, "pgram-lesson-list");
        QVERIFY2(list.contains("lessons"), list.dump().c_str());
        QVERIFY(list["lessons"].size() >= 2 && list["broken"].empty());
        const auto& lessons = list["lessons"];
        const auto memory =
            std::ranges::find_if(lessons, [](const Json& l) { return l["name"] == "memory-in-training"; });
        QVERIFY(memory != lessons.end());
        QCOMPARE((*memory)["titles"]["en"].get<std::string>(), std::string("What is in memory when training"));
        QVERIFY(!(*memory)["titles"]["zh_CN"].get<std::string>().empty());
        QVERIFY(pgramRun({"lesson", "list"}).out.contains("memory-in-training"));
        QVERIFY(checked(pgramRun({"lesson", "figures", "--json"}), 0, "pgram-lesson-figures")["figures"].size() > 20);
        QVERIFY(pgramRun({"lesson", "figures"}).out.contains("peak_memory"));
    }

    void oneIsChecked()
    {
        const PgramRun run = pgramRun({"lesson", "check", "memory-in-training", "--json"});
        const Json good = checked(run, 0, "pgram-lesson-check");
        QVERIFY2(good.contains("problems"), good.dump().c_str());
        QVERIFY(good["problems"].empty() && good["tasks"] == 3 && good["questions"] == 6);
        QTemporaryDir folder;
        const QString mine = folder.filePath("mine.json");
        QVERIFY(
            QFile::copy(QString::fromStdString((presetsFolder() / "lessons/memory-in-training.json").string()), mine));
        const PgramRun without = pgramRun({"lesson", "check", mine, "--json"});
        const Json broken = checked(without, 2, "pgram-lesson-check");
        QVERIFY2(broken.contains("problems") && broken["problems"].size() >= 2, broken.dump().c_str());
        QVERIFY(pgramRun({"lesson", "check", mine}).out.contains("mine.zh_CN.md"));
        QCOMPARE(pgramRun({"lesson", "check", "one-class", "--json"}).json()["steps"], 20);
        QCOMPARE(pgramRun({"lesson", "check", "no-such-lesson"}).exitCode, 2);
        QVERIFY(pgramRun({"lesson", "check", "memory-in-trainin"}).err.contains("memory-in-training"));
    }

    void aNewOneRuns()
    {
        QTemporaryDir folder;
        const auto run = [&](const QStringList& arguments) { return pgramRun(arguments, folder.path()); };
        const PgramRun made = run({"lesson", "new", "my-lesson", "--json"});
        const Json files = checked(made, 0, "pgram-lesson-new");
        QCOMPARE(files["files"], Json({"my-lesson.json", "my-lesson.en.md"}));
        const Json answer = checked(run({"lesson", "check", "my-lesson.json", "--json"}), 0, "pgram-lesson-check");
        QCOMPARE(answer["name"].get<std::string>(), std::string("my-lesson"));
        QVERIFY(answer["problems"].empty());
        // Again, as after a kill between the two files; but nothing that was edited is lost.
        QVERIFY(QFile::remove(folder.filePath("my-lesson.en.md")));
        QCOMPARE(run({"lesson", "new", "my-lesson"}).exitCode, 0);
        QFile edited(folder.filePath("my-lesson.en.md"));
        QVERIFY(edited.open(QIODevice::Append) && edited.write("more") == 4);
        edited.close();
        QVERIFY(run({"lesson", "new", "my-lesson"}).err.contains("my-lesson.en.md: exists"));
        QCOMPARE(run({"lesson", "new", "../mine"}).exitCode, 2);
    }
};

PGRAM_TEST(TestCliLesson)
#include "test_cli_lesson.moc"
