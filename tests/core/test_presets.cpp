// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every preset that is shipped: it loads, reads back as it was written, and counts as published.
#include "core/cluster/cluster_json.h"
#include "core/model/model_json.h"
#include "core/search/search.h"
#include "core/search/task/scenario.h"
#include "tests/core/data_sets.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
using namespace pgram;

namespace {

void addFiles(PresetKind kind)
{
    QTest::addColumn<QString>("name");
    for (const PresetEntry& entry : shippedPresets().entries(kind)) {
        QTest::newRow(entry.name.c_str()) << QString::fromStdString(entry.name);
    }
}

}  // namespace

class TestPresets : public QObject {
    Q_OBJECT

private slots:
    void models_data() { addFiles(PresetKind::Model); }
    void models()
    {
        QFETCH(QString, name);
        const Architecture model = loaded(shippedPresets().model(name.toStdString()));
        QCOMPARE(QString::fromStdString(model.name), name);
        QVERIFY(!model.title.empty());
        QVERIFY(!model.family.empty());
        QVERIFY(!model.source.empty());
        QVERIFY(parameterCount(model) >= publishedParameterCount(model));

        const Architecture again = loaded(parseArchitecture(toJson(model).dump(), "again"));
        QVERIFY(again == model);
    }

    void clusters_data() { addFiles(PresetKind::Cluster); }
    void clusters()
    {
        QFETCH(QString, name);
        const Cluster cluster = loaded(shippedPresets().cluster(name.toStdString()));
        QCOMPARE(QString::fromStdString(cluster.name), name);
        QVERIFY(!cluster.source.empty());
        for (const Constant& constant : {cluster.device.gemmEfficiency, cluster.device.memoryEfficiency,
                                         cluster.device.launchSeconds, cluster.overlapSlowdown, cluster.reserve}) {
            QVERIFY(!constant.provenance.source.empty());
        }
        for (const LinkLevel& link : cluster.links) {
            QVERIFY(!link.efficiency.provenance.source.empty());
        }

        const Cluster again = loaded(parseCluster(toJson(cluster).dump(), "again"));
        QVERIFY(again == cluster);
    }

    void devices_data() { addFiles(PresetKind::Device); }
    void devices()
    {
        QFETCH(QString, name);
        const Device device = loaded(shippedPresets().device(name.toStdString()));
        for (const Constant& constant :
             {device.gemmEfficiency, device.attentionEfficiency, device.memoryEfficiency, device.launchSeconds}) {
            QVERIFY(!constant.provenance.source.empty());
        }
    }

    void scenarios_data() { addFiles(PresetKind::Scenario); }
    void scenarios()
    {
        QFETCH(QString, name);
        const Scenario scenario = loaded(loadScenario(shippedPresets(), name.toStdString()));
        QCOMPARE(QString::fromStdString(scenario.name), name);
        QVERIFY(!scenario.description.empty());
        const Scenario again =
            loaded(parseScenario(toJson(scenario).dump(), "again", shippedPresets().root(), shippedPresets()));
        QCOMPARE(toJson(again).dump(), toJson(scenario).dump());
        QVERIFY(again.request.model == scenario.request.model);
        QVERIFY(again.request.training == scenario.request.training);
    }

    /// What a first look meets: a pipeline with bubbles, layers that run different strategies, some recomputed, and a
    /// method that certifies.
    void theDefaultScenarioShowsWhatThereIs()
    {
        const Scenario scenario = loaded(loadScenario(shippedPresets(), defaultScenario));
        QCOMPARE(scenario.request.method, Method::Joint);
        const SearchResult result = loaded(search(scenario.request));
        QVERIFY(result.plan);
        QVERIFY(result.estimate->stages.size() >= 2);
        QVERIFY(result.estimate->bubbleFraction > 0.05);
        const std::vector<LayerStrategy>& all = result.plan->strategies;
        QVERIFY(std::set(all.begin(), all.end()).size() >= 3);
        QVERIFY(std::ranges::any_of(all, [](const LayerStrategy& strategy) { return strategy.kept.recomputes(); }));
        QCOMPARE(result.certificate.status, Certificate::Status::Optimal);
    }

    void modelsOfThePaperHaveItsSizes_data()
    {
        // Millions of parameters: Galvatron-BMW's table of models.
        QTest::addColumn<double>("millions");
        QTest::newRow("bert-huge-32") << 672.0;
        QTest::newRow("bert-huge-48") << 987.0;
        QTest::newRow("vit-huge-32") << 632.0;
        QTest::newRow("vit-huge-48") << 947.0;
        QTest::newRow("t5-large-32") << 502.0;
        QTest::newRow("t5-large-48") << 737.0;
        QTest::newRow("t5-512-4-32") << 502.0;
        QTest::newRow("t5-512-4-48") << 737.0;
        QTest::newRow("swin-huge-32") << 701.0;
        QTest::newRow("swin-huge-48") << 1016.0;
        QTest::newRow("gpt3-15b") << 15'400.0;
        QTest::newRow("gpt3-39b") << 39'100.0;
        QTest::newRow("gpt3-65b") << 64'900.0;
    }
    void modelsOfThePaperHaveItsSizes()
    {
        QFETCH(double, millions);
        const double count = publishedParameterCount(loaded(shippedPresets().model(QTest::currentDataTag())));
        QVERIFY2(std::abs(count / 1e6 / millions - 1) < 0.01, qPrintable(QString::number(count, 'g', 12)));
    }

    void parameterCountsAreThePublishedOnes_data()
    {
        // Exact counts of the published checkpoints.
        QTest::addColumn<double>("parameters");
        QTest::newRow("bert-large") << 335'141'888.0;
        QTest::newRow("resnet-50") << 25'557'032.0;
        QTest::newRow("swin-t") << 28'288'354.0;
        QTest::newRow("vit-b-16") << 86'567'656.0;
        QTest::newRow("t5-3b") << 2'851'598'336.0;
        QTest::newRow("gpt2-xl") << 1'557'611'200.0;
        QTest::newRow("llama2-70b") << 68'976'648'192.0;
        QTest::newRow("llama3.1-405b") << 405'853'388'800.0;
        QTest::newRow("mistral-7b") << 7'241'732'096.0;
        QTest::newRow("mixtral-8x7b") << 46'702'792'704.0;
        QTest::newRow("qwen3-8b") << 8'190'735'360.0;
        QTest::newRow("gemma3-1b") << 999'885'952.0;
    }
    void parameterCountsAreThePublishedOnes()
    {
        QFETCH(double, parameters);
        QCOMPARE(publishedParameterCount(loaded(shippedPresets().model(QTest::currentDataTag()))), parameters);
    }

    /// The source of a model begins with its Hugging Face name, which ties it to its row of the data.
    void parameterCountsAgreeWithTheData()
    {
        std::map<std::string, double> exact;
        const QString table = QString::fromStdString(loaded(readTextFile(dataFile("parameters.csv"))));
        for (const QString& line : table.split('\n', Qt::SkipEmptyParts).sliced(1)) {
            const QStringList cells = line.split(',');
            exact[cells[0].toStdString()] = cells[1].toDouble();
        }
        int compared = 0;
        for (const PresetEntry& entry : shippedPresets().models()) {
            const Architecture model = loaded(shippedPresets().model(entry.name));
            const auto found = exact.find(model.source.substr(0, model.source.find(':')));
            if (found != exact.end() && model.runs.back().predictions == 0) {  // which count without it
                QVERIFY2(publishedParameterCount(model) == found->second, entry.name.c_str());
                ++compared;
            }
        }
        QVERIFY2(compared >= 60, qPrintable(QString::number(compared)));
    }
};

PGRAM_TEST(TestPresets)
#include "test_presets.moc"
