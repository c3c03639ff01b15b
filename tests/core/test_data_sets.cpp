// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The facts in tests/data: every file has its source, the whole stays small, and the sample of kernels follows its
// rule.
#include "tests/core/data_sets.h"
#include "tests/pgram_test.h"

#include <QDirIterator>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>

using namespace pgram;

namespace {

QString dataText(const std::filesystem::path& file)
{
    return QString::fromStdString(loaded(readTextFile(file)));
}

/// Relative paths of all files in tests/data but its README.
QStringList filesInData()
{
    const QDir root(QString::fromStdString(dataFolder().string()));
    QStringList files;
    for (QDirIterator entry(root.path(), QDir::Files, QDirIterator::Subdirectories); entry.hasNext();) {
        const QString file = root.relativeFilePath(entry.next());
        if (file != "README.md" && !file.contains("__pycache__")) {
            files.push_back(file);
        }
    }
    return files;
}

/// Patterns in the first cells of the table in tests/data/README.md.
QStringList listedPatterns()
{
    QStringList patterns;
    const QRegularExpression name("`([^`]+)`");
    for (const QString& line : dataText(dataFile("README.md")).split('\n')) {
        const QString cell = line.startsWith("| `") ? line.section('|', 1, 1) : QString();
        for (const QRegularExpressionMatch& match : name.globalMatch(cell)) {
            patterns.push_back(match.captured(1));
        }
    }
    return patterns;
}

bool isListedBy(const QString& pattern, const QString& file)
{
    return QRegularExpression(QRegularExpression::wildcardToRegularExpression(pattern)).match(file).hasMatch();
}

}  // namespace

class TestDataSets : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyFileHasItsSource()
    {
        const QStringList patterns = listedPatterns();
        const QStringList files = filesInData();
        QVERIFY(patterns.size() > 10);
        for (const QString& file : files) {
            QVERIFY2(std::ranges::any_of(patterns, [&](const QString& pattern) { return isListedBy(pattern, file); }),
                     qPrintable(file));
        }
        for (const QString& pattern : patterns) {
            QVERIFY2(std::ranges::any_of(files, [&](const QString& file) { return isListedBy(pattern, file); }),
                     qPrintable(pattern));
        }
    }

    void theWholeIsSmall()
    {
        qint64 bytes = 0;
        for (const QString& file : filesInData()) {
            bytes += QFileInfo(QString::fromStdString(dataFolder().string()) + '/' + file).size();
        }
        QVERIFY2(bytes < 4 << 20, qPrintable(QString::number(bytes)));
    }

    void theSampleFollowsItsRule_data() { addDataSets(); }

    /// The script makes the sample from the large set. From the sample itself it makes the same, since it keeps rows by
    /// their shapes alone: a row that was added by hand, or a change of the rule, shows without the large set.
    void theSampleFollowsItsRule()
    {
        QFETCH(QString, root);
        const QTemporaryDir out;
        QProcess python;
        python.start("python3", {QString::fromStdString(dataFile("sample_kernels.py").string()), root, out.path()});
        QVERIFY2(python.waitForFinished(waitLimit) && python.exitCode() == 0, python.readAllStandardError());
        int compared = 0;
        for (const auto& entry : std::filesystem::directory_iterator(dataFile("kernels"))) {
            const std::string name = entry.path().filename().string();
            QVERIFY2(dataText(entry.path()) == dataText(dataFile("kernels/" + name, out.path().toStdString())),
                     name.c_str());
            ++compared;
        }
        QCOMPARE(static_cast<int>(QDir(out.filePath("kernels")).entryList(QDir::Files).size()), compared);
    }
};

PGRAM_TEST(TestDataSets)
#include "test_data_sets.moc"
