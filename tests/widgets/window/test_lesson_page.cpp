// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The help's page on writing lessons, followed to the letter: the files that it says to write are written as they stand
// there, checked as it says, and opened as it says.
#include "core/lessons/lesson_check.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/document/core_text.h"
#include "widgets/shell/files/opener.h"
#include "widgets/shell/guide/help_pages.h"
#include "widgets/shell/teach/lesson_stage.h"

#include <QRegularExpression>

using namespace pgram;

namespace {

const QString helpPage = QStringLiteral("writing-lessons");

/// What is fenced below a line that names a file in bold.
QMap<QString, QString> filesOfPage(const QString& language)
{
    static const QRegularExpression bold(QStringLiteral(R"(\*\*([a-z-]+\.[A-Za-z_.]+)\*\*)"));
    QMap<QString, QString> files;
    QString name;
    bool fenced = false;
    for (const QString& line : helpText(helpPage, language).split(QLatin1Char('\n'))) {
        if (line.startsWith(QStringLiteral("```"))) {
            fenced = !fenced;
            name = fenced ? name : QString();
        } else if (fenced && !name.isEmpty()) {
            files[name] += line + QLatin1Char('\n');
        } else if (const auto match = bold.match(line); !fenced && match.hasMatch()) {
            name = match.captured(1);
        }
    }
    return files;
}

}  // namespace

class TestLessonPage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        const QMap<QString, QString> files = filesOfPage(QStringLiteral("en"));
        QCOMPARE(files.keys(), (QStringList{text("many-micro-batches.en.md"), text("many-micro-batches.json")}));
        for (const auto& [name, content] : files.asKeyValueRange()) {
            QFile file(m_fixture->folder.filePath(name));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content.toUtf8());
            QFile made(QString::fromStdString((presetsFolder() / "templates" / name.toStdString()).string()));
            QVERIFY2(made.open(QIODevice::ReadOnly) && made.readAll() == content.toUtf8(), qPrintable(name));
        }
        m_file = m_fixture->folder.filePath(text("many-micro-batches.json"));
    }
    void cleanup() { m_fixture.reset(); }

    void bothLanguagesShowTheSameFiles()
    {
        QCOMPARE(filesOfPage(QStringLiteral("zh_CN")), filesOfPage(QStringLiteral("en")));
    }

    void theCheckSaysThatItRuns()
    {
        const PresetStore store(presetsFolder());
        const auto lesson = loadLesson(store, m_file.toStdString());
        QVERIFY2(lesson.has_value(), lesson ? "" : lesson.error().text().c_str());
        const std::vector<Error> problems = checkLesson(*lesson, store).problems;
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().text().c_str());
        QCOMPARE(lesson->steps.size(), std::size_t(3));
        QCOMPARE(lesson->texts.size(), std::size_t(1));
    }

    void theWindowRunsIt()
    {
        MainWindow& window = *m_fixture->window;
        QVERIFY(window.openFile(m_file));
        LessonRun* run = window.lessons()->run();
        QVERIFY(run->isOpen());
        QCOMPARE(run->stepCount(), 3);
        for (int step = 0; step < run->stepCount(); ++step) {
            run->goTo(step);
            QTRY_VERIFY(run->isReady());
            QVERIFY2(!run->problem(), run->problem() ? run->problem()->text().c_str() : "");
            QCOMPARE(window.views()->current()->viewName().toStdString(), run->step().view);
            if (run->step().task) {
                QVERIFY(!run->task().done);
                run->showSolution();
                QVERIFY(run->task().done);
            }
            for (int i = 0; i < static_cast<int>(run->step().questions.size()); ++i) {
                const auto right = run->rightAnswer(i);
                QVERIFY(right.has_value());
                QVERIFY(run->answer(i, {right->choice, right->number, right->order}));
            }
            QVERIFY(run->isComplete(step));
        }
    }

    /// A slip of the pen is named with file and place, and the window stays as it was.
    void aSlipIsNamed()
    {
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray content = file.readAll();
        file.close();
        content.replace("\"view\": \"timeline\"", "\"veiw\": \"timeline\"");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        MainWindow& window = *m_fixture->window;
        window.openFile(m_file);
        QVERIFY(!window.lessons()->run()->isOpen());
        const auto lesson = loadLesson(PresetStore(presetsFolder()), m_file.toStdString());
        QVERIFY(!lesson);
        QVERIFY2(lesson.error().text().find("veiw") != std::string::npos, lesson.error().text().c_str());
        QVERIFY2(lesson.error().text().find("many-micro-batches.json") != std::string::npos,
                 lesson.error().text().c_str());
    }

private:
    std::optional<WindowFixture> m_fixture;
    QString m_file;
};

PGRAM_TEST(TestLessonPage)
#include "test_lesson_page.moc"
