// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Published trainings of known layout (tests/cases/published): what we predict of their plans, within the limit that
// each states, and the best plans found beside them, both as the table of presets/README.md has them.
#include "core/base/text_file.h"
#include "core/cluster/cluster_sizes.h"
#include "core/fidelity/validation.h"
#include "core/model/model_sizes.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QStringList>

#include <cmath>
#include <fmt/format.h>
#include <set>

using namespace pgram;

namespace {

const std::filesystem::path& publishedFolder()
{
    static const std::filesystem::path folder = sourceFolder() / "tests/cases/published";
    return folder;
}

const DeviceCatalogue& publishedDevices()
{
    static const DeviceCatalogue devices = loaded(DeviceCatalogue::load(shippedPresets()));
    return devices;
}

const std::vector<Measurement>& publishedRuns()
{
    static const std::vector<Measurement> runs = loaded(loadMeasurements(publishedFolder() / "trainings.json"));
    return runs;
}

/// The cells of the line of presets/README.md that begins with `first`.
QStringList readmeRow(const std::string& first)
{
    const std::string text = loaded(readTextFile(presetsFolder() / "README.md"));
    const QString start = QString::fromStdString("| `" + first + "` |");
    for (const QString& line : QString::fromStdString(text).split('\n')) {
        if (line.startsWith(start)) {
            QStringList cells = line.split('|').mid(1);
            cells.removeLast();
            for (QString& cell : cells) {
                cell = cell.trimmed();
            }
            return cells;
        }
    }
    return {};
}

QString seconds(double value)
{
    return QString::fromStdString(fmt::format("{:#.3g} s", value));
}

}  // namespace

class TestPublished : public QObject {
    Q_OBJECT

private slots:
    void theirPlans_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<double>("within");
        const Json rows = jsonOf(publishedFolder() / "trainings.json")["rows"];
        QCOMPARE(rows.size(), publishedRuns().size());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            QTest::newRow(publishedRuns()[i].id.c_str()) << static_cast<int>(i) << rows[i]["within"].get<double>();
        }
    }

    void theirPlans()
    {
        QFETCH(int, index);
        QFETCH(double, within);
        const Measurement& run = publishedRuns()[static_cast<std::size_t>(index)];
        QVERIFY(!run.source.empty());
        const RowResult result = predict(run, publishedDevices());
        QVERIFY2(result.predictedStep, result.skippedBecause.english().c_str());
        const double error = *result.timeError();
        const std::string text = fmt::format("{:.4g} s, {:+.1f} %", *result.predictedStep, 100 * error);
        QVERIFY2(std::abs(error) <= within, text.c_str());

        const QStringList cells = readmeRow(run.id);
        QVERIFY2(cells.size() == 5, "no line of five cells in presets/README.md");
        QCOMPARE(cells[2], seconds(*run.stepTime));
        QCOMPARE(cells[3], seconds(*result.predictedStep));
        QCOMPARE(cells[4], QString::fromStdString(fmt::format("{:+.1f} %", 100 * error)));
    }

    void bestPlans_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("how");
        std::set<std::string> suites;
        for (const Measurement& run : publishedRuns()) {
            suites.insert(run.suite);
        }
        const Json best = jsonOf(publishedFolder() / "trainings.json")["best"];
        QCOMPARE(best.size(), suites.size());
        for (const auto& [name, how] : best.items()) {
            QVERIFY2(suites.contains(name), name.c_str());
            QTest::newRow(name.c_str()) << QString::fromStdString(name) << QByteArray::fromStdString(how.dump());
        }
    }

    /// Asked for the stages, micro-batches and schedule alone that its whole search ends with, on the software that the
    /// training's own plan is predicted on: the two differ in the plan alone.
    void bestPlans()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, how);
        const Json best = Json::parse(how.toStdString());
        const std::string file = (publishedFolder() / (name.toStdString() + ".json")).string();
        SearchRequest request = loaded(loadScenario(shippedPresets(), file)).request;
        const auto run = std::ranges::find(publishedRuns(), best["beside"].get<std::string>(), &Measurement::id);
        QVERIFY(run != publishedRuns().end());
        const RowResult their = predict(*run, publishedDevices());
        Training training = request.training;
        training.sequenceLength = run->sequence;
        QVERIFY(planOf(*run, publishedDevices()).plan->training == training);

        request.cluster = loaded(withDevices(request.cluster, run->devices));
        request.model = loaded(withSizes(request.model, {.heads = best.value("heads", std::int64_t{0})}));
        request.pipelines = {best["stages"].get<int>()};
        request.microbatches = {best["microbatches"].get<int>()};
        request.schedules = {loaded(parseSchedule(best["schedule"].get<std::string>()))};
        const SearchResult result = loaded(search(request));
        QVERIFY(result.estimate);
        QVERIFY(result.estimate->fits);
        const QStringList cells = readmeRow("best " + name.toStdString());
        QVERIFY2(cells.size() == 5, "no line of five cells in presets/README.md");
        QCOMPARE(cells[2], seconds(*their.predictedStep));
        QCOMPARE(cells[3], seconds(result.estimate->stepTime));
        const double change = 100 * (result.estimate->stepTime / *their.predictedStep - 1);
        QCOMPARE(cells[4], QString::fromStdString(fmt::format("{:+.1f} %", change)));
    }
};

PGRAM_TEST(TestPublished)
#include "test_published.moc"
