// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What comes to the window from files: each kind is known by what stands in it, opens or is explained, and the
// Scenario dock goes along where its user has nothing to lose.

#include "core/cluster/cluster_json.h"
#include "core/exchange/galvatron_plan.h"
#include "core/model/model_json.h"
#include "core/plan/plan_json.h"
#include "core/plan/plan_link.h"
#include "tests/app/small_profile.h"
#include "tests/pgram_test.h"
#include "tests/traces/written_trace.h"
#include "tests/traces/written_wire.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/document/plan_names.h"
#include "widgets/shell/files/opener.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/view_area.h"

#include <QClipboard>
#include <QDropEvent>
#include <QFile>
#include <QMimeData>
#include <QPushButton>

#include <new>
#include <optional>
#include <sys/stat.h>

using namespace pgram;
using pgram::test::WrittenTrace;

class TestOpening : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_fixture.emplace(); }
    void cleanup() { m_fixture.reset(); }
    void kindsAreKnownByTheirContent();
    void aPlanGoesOverTheClipboard();
    void aPipeIsLeftToItsReader();
    void configurationsFindTheirPresets_data();
    void configurationsFindTheirPresets();
    void configurationsWithoutAPreset();
    void galvatronPlanOpensForTheScenario();
    void galvatronPlanOfAnotherModelIsExplained();
    void galvatronPlanWithAnEmptyNameOpens();
    void scriptsBringTheirModel();
    void logsBringTheirDevice();
    void filesAboutOneMachineAreOneCluster();
    void aMeasuredNodeSaysItsErrors();
    void tracesAreReadBesideThePlan();
    void otherFilesAreNamed();
    void aFaultOverAFileIsAMessage();
    void galvatronProfilesBecomeTheScenario();
    void modelsAndClustersOpen();
    void emptyFolderIsExplained();
    void openedPlanBringsItsScenario();
    void unplannedScenarioIsKept();
    void chosenPlanOfAnotherModelBringsItsScenario();
    void equalNamesAreToldApart();

private:
    [[nodiscard]] QString path(const char* name) const { return m_fixture->path(QString::fromLatin1(name)); }
    QString write(const char* name, const QByteArray& content) const;
    bool drop(const QString& file) const { return drop(QStringList{file}); }
    bool drop(const QStringList& files) const;
    [[nodiscard]] ScenarioModel* scenario() const { return m_fixture->window->scenario(); }
    /// Returns the first message on the file: what was chosen for a model or cluster set before is left out.
    [[nodiscard]] QString message() const
    {
        const QStringList all = m_fixture->window->messages()->texts();
        const auto found =
            std::ranges::find_if(all, [](const QString& each) { return !each.startsWith(text("Chosen")); });
        return found == all.end() ? QString() : *found;
    }
    [[nodiscard]] QString messages() const { return m_fixture->window->messages()->texts().join(QChar::LineFeed); }
    [[nodiscard]] std::string model() const { return scenario()->request().model.name; }

    std::optional<WindowFixture> m_fixture;
};

QString TestOpening::write(const char* name, const QByteArray& content) const
{
    QFile file(path(name));
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
}

/// Drops files on the window; whether the window wanted them.
bool TestOpening::drop(const QStringList& files) const
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files) {
        urls.append(QUrl::fromLocalFile(file));
    }
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(600, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_fixture->window.get(), &enter);
    QDropEvent event(QPointF(600, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_fixture->window.get(), &event);
    return event.isAccepted();
}

void TestOpening::kindsAreKnownByTheirContent()
{
    const auto kind = [](const QString& file) { return knownFile(file).kind; };
    const auto format = [](const QString& file) {
        const KnownFile known = knownFile(file);
        return known.kind == FileKind::Foreign ? QString::fromUtf8(known.format->name) : QString();
    };
    QVERIFY(savePlan(samplePlan(4, 20, 8), path("p.json").toStdString()).has_value());
    QCOMPARE(kind(path("p.json")), FileKind::Plan);
    QCOMPARE(kind(write("s", R"({"format": "parallelogram-scenario"})")), FileKind::Scenario);
    QCOMPARE(kind(write("m", R"({"format": "parallelogram-model"})")), FileKind::Model);
    QCOMPARE(kind(write("c", R"({"format": "parallelogram-cluster"})")), FileKind::Cluster);
    QCOMPARE(kind(write("l", R"({"format": "parallelogram-lesson"})")), FileKind::Lesson);
    QCOMPARE(format(write("g", R"({"pp_deg": 2, "tp_sizes_enc": "1,1"})")), text("galvatron"));
    QCOMPARE(format(write("h", R"({"model_type": "llama"})")), text("huggingface"));
    QCOMPARE(kind(write("t", R"({"schemaVersion": 1, "traceEvents": []})")), FileKind::Trace);
    QCOMPARE(kind(write("u", R"([{"ph": "X", "ts": 1}])")), FileKind::Trace);
    QCOMPARE(kind(write("log", "loading\nelapsed time per iteration (ms): 900.1 |\n")), FileKind::Trace);
    QCOMPARE(kind(write("long", QByteArray(20 << 20, ' ').replace(0, 10, "\ntps: 9.5\n"))), FileKind::Trace);
    QCOMPARE(kind(write("events.out.tfevents.1", QByteArray::fromStdString(test::firstRecord()))), FileKind::Trace);
    QCOMPARE(kind(write("n", "no JSON")), FileKind::Unknown);
    QCOMPARE(kind(write("o", R"({"other": 1})")), FileKind::Unknown);
    QCOMPARE(kind(path("missing")), FileKind::Plan);
    QCOMPARE(kind(m_fixture->folder.path()), FileKind::Folder);
    const QString profile = write("computation_profiling_bf16_x.json", "{}");
    QCOMPARE(format(m_fixture->folder.path()), text("galvatron-profile"));
    QCOMPARE(format(profile), text("galvatron-profile"));
}

/// The text of a plan opens as a plan that is not saved; other texts are refused with a message.
void TestOpening::aPlanGoesOverTheClipboard()
{
    WindowFixture* fixture = &*m_fixture;
    fixture->session()->add(samplePlan(4, 20, 8));
    const Plan before = *fixture->document()->plan();
    const int count = fixture->session()->count();
    fixture->window->actions()["copyPlan"]->trigger();
    QVERIFY(QApplication::clipboard()->text().startsWith(text("pgplan1.")));
    fixture->window->actions()["pastePlan"]->trigger();
    QCOMPARE(fixture->session()->count(), count + 1);
    Plan after = *fixture->document()->plan();
    after.name = before.name;  // the session gives each plan a name of its own
    QCOMPARE(planToJson(after), planToJson(before));
    QVERIFY(fixture->session()->at(fixture->session()->currentRow()).file().isEmpty());
    for (const char* other : {"", "hello", "pgplan1.AAAA", "pgplan9.AAAA"}) {
        QApplication::clipboard()->setText(QLatin1StringView(other));
        fixture->window->messages()->dismiss(Tone::Bad);
        fixture->window->actions()["pastePlan"]->trigger();
        QCOMPARE(fixture->session()->count(), count + 1);
        QVERIFY(!messages().isEmpty());
    }
    // The message of the try before disappears.
    QApplication::clipboard()->setText(QString::fromStdString(planLink(before)));
    fixture->window->actions()["pastePlan"]->trigger();
    QCOMPARE(fixture->session()->count(), count + 2);
    QVERIFY2(messages().isEmpty(), qPrintable(messages()));
}

/// It would wait for who writes, and take what is read only once.
void TestOpening::aPipeIsLeftToItsReader()
{
    const QString pipe = path("pipe");
    QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    QCOMPARE(knownFile(pipe).kind, FileKind::Plan);
    QCOMPARE(knownFile(text("/dev/zero")).kind, FileKind::Plan);
}

void TestOpening::configurationsFindTheirPresets_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("preset");
    QTest::newRow("llama2-7b")
        << QByteArray(
               R"({"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
            "intermediate_size": 11008, "vocab_size": 32000, "max_position_embeddings": 4096})")
        << QByteArray("llama2-7b");
    QTest::newRow("llama-7b")
        << QByteArray(
               R"({"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
            "intermediate_size": 11008, "vocab_size": 32000, "max_position_embeddings": 2048})")
        << QByteArray("llama-7b");
    QTest::newRow("gpt2-xl")
        << QByteArray(
               R"({"model_type": "gpt2", "n_layer": 48, "n_embd": 1600, "n_head": 25, "vocab_size": 50257,
            "n_positions": 1024})")
        << QByteArray("gpt2-xl");
    QTest::newRow("mixtral-8x7b")
        << QByteArray(
               R"({"model_type": "mixtral", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
            "intermediate_size": 14336, "vocab_size": 32000, "num_local_experts": 8,
            "max_position_embeddings": 32768})")
        << QByteArray("mixtral-8x7b");
}

void TestOpening::configurationsFindTheirPresets()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, preset);
    QVERIFY(drop(write("config.json", config)));
    QCOMPARE(model(), preset.toStdString());
    QVERIFY2(message().contains(text("Hugging Face")), qPrintable(message()));
}

void TestOpening::configurationsWithoutAPreset()
{
    const std::string before = model();
    // What a file says is shown, and takes nobody else's place in the sentence.
    drop(write("config.json", R"({"model_type": "%3", "num_hidden_layers": 7, "hidden_size": 640})"));
    QVERIFY2(message().contains(text("model type '%3', which is not read")), qPrintable(message()));
    drop(write("config.json", R"({"model_type": "llama", "num_hidden_layers": 7, "hidden_size": 640})"));
    QCOMPARE(model(), before);
    QVERIFY2(messages().contains(text("lacks")), qPrintable(messages()));
    // A model that is no preset's is the Scenario dock's all the same, with what was assumed of it.
    drop(write("config.json", R"({"model_type": "llama", "num_hidden_layers": 7, "hidden_size": 640, "vocab_size": 999,
        "num_attention_heads": 10, "intermediate_size": 1280, "max_position_embeddings": 2048})"));
    QCOMPARE(model(), std::string("llama"));
    QVERIFY2(messages().contains(text("7 layers, 640 wide")), qPrintable(messages()));
    QVERIFY2(messages().contains(text("Assumed: tie_word_embeddings = false")), qPrintable(messages()));
}

void TestOpening::galvatronPlanOpensForTheScenario()
{
    Plan plan = samplePlan(2, 8, 4);
    plan.model = *scenario()->store().model("gpt2-small");
    plan.cluster = *scenario()->store().cluster("rtx-titan-8");
    const int layers = plan.model.layerCount();
    plan.strategies.assign(static_cast<std::size_t>(layers), LayerStrategy{});
    for (LayerStrategy& strategy : plan.strategies) {
        strategy.data = 4;
    }
    plan.chunks = {{0, layers / 2}, {layers / 2, layers - layers / 2}};
    plan.training.globalBatch = 32;
    const std::string written = planToGalvatron(plan);
    scenario()->setModel(text("gpt2-small"));
    scenario()->setCluster(text("rtx-titan-8"));
    QVERIFY(drop(write("galvatron_config_gpt.json", QByteArray::fromStdString(written))));
    QCOMPARE(m_fixture->window->session()->count(), 1);
    const Plan& read = *m_fixture->window->session()->at(0).plan();
    QCOMPARE(read.name, std::string("galvatron_config_gpt"));
    QCOMPARE(read.pipeline(), 2);
    QCOMPARE(read.training.globalBatch, std::int64_t{32});
    QVERIFY(message().contains(text("(Galvatron plan) for")));
    // Whether it fits, and where the memory goes, at once; the best plan in its place, when it is found.
    QVERIFY2(message().contains(text("It fits, and takes")) && message().contains(text("the largest part")),
             qPrintable(message()));
    QTRY_VERIFY(messages().contains(text("the best plan that it runs takes")));
    QPushButton* show = nullptr;
    for (QPushButton* button : m_fixture->window->messages()->findChildren<QPushButton*>()) {
        show = button->text() == text("Show It") ? button : show;
    }
    QVERIFY(show != nullptr);
    show->click();
    QCOMPARE(m_fixture->window->session()->count(), 2);
    const PlanDocument& best = m_fixture->window->session()->at(1);
    QVERIFY(best.search() && best.search()->request.target == (*parseFormat("galvatron"))->target);
    QVERIFY(best.estimate()->stepTime <= m_fixture->window->session()->at(0).estimate()->stepTime);
}

void TestOpening::galvatronPlanOfAnotherModelIsExplained()
{
    drop(write("g.json", R"({"pp_deg": 1, "tp_sizes_enc": "1,1,1", "tp_consecutive_flags": "1,1,1",
        "dp_types_enc": "0,0,0", "checkpoint": "0,0,0", "world_size": 3, "global_bsz": 3, "chunks": 1})"));
    QCOMPARE(m_fixture->window->session()->count(), 0);
    QVERIFY2(message().contains(text("Galvatron plan")) && message().contains(text("in Scenario")),
             qPrintable(message()));
}

/// A name of no characters says nothing to us, as any other unknown one.
void TestOpening::galvatronPlanWithAnEmptyNameOpens()
{
    scenario()->setModel(text("gpt2-small"));
    scenario()->setCluster(text("rtx-titan-8"));
    const std::string ones = "\"1,1,1,1,1,1,1,1,1,1,1,1\"";
    const std::string plan = R"({"": 0, "pp_deg": 1, "tp_sizes_enc": )" + ones + R"(, "pp_division": "12",
        "world_size": 8, "global_bsz": 8, "chunks": 1})";
    drop(write("g.json", QByteArray::fromStdString(plan)));
    QVERIFY2(m_fixture->window->session()->count() == 1, qPrintable(message()));
}

/// A script is planned with its own model and number of devices, of the Scenario dock's kind; that dock keeps its
/// model.
void TestOpening::scriptsBringTheirModel()
{
    scenario()->setModel(text("llama2-7b"));
    scenario()->setCluster(text("a100-16"));
    const std::string before = model();
    QVERIFY(drop(write("train.sh", "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 12 --hidden-size 768 "
                                   "--num-attention-heads 12 --seq-length 1024 --max-position-embeddings 1024 "
                                   "--vocab-size 50257 --bf16 --tensor-model-parallel-size 2 --micro-batch-size 1 "
                                   "--global-batch-size 32 --made-up 3\n")));
    QCOMPARE(m_fixture->window->session()->count(), 1);
    const Plan& read = *m_fixture->window->session()->at(0).plan();
    QCOMPARE(read.model.layerCount(), 14);
    QCOMPARE(read.cluster.devices, 8);
    QVERIFY(read.cluster.device.name.find("A100") != std::string::npos);
    QCOMPARE(model(), before);
    QVERIFY2(message().contains(text("The model is the file's, not Llama 2 7B of the Scenario dock.")),
             qPrintable(message()));
    QVERIFY2(message().contains(text("Unknown, and not used: --made-up.")), qPrintable(message()));
    QVERIFY(drop(write("more.sh", "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 12 --hidden-size 768 "
                                  "--num-attention-heads 12 --seq-length 1024 --max-position-embeddings 1024 "
                                  "--vocab-size 50257 --bf16 --micro-batch-size 1 --global-batch-size 32 "
                                  "--lr 1e-4 --seed 3\n")));
    QVERIFY2(messages().contains(text("Without effect: --lr, --seed.")), qPrintable(messages()));
}

/// A node that was measured says how well its constants explain the measurements.
void TestOpening::aMeasuredNodeSaysItsErrors()
{
    const auto line = [](int rows, double seconds) {
        return fmt::format(R"({{"kernel": "product", "device": "NVIDIA L40S", "numbers": "bf16", "rows": {}, )"
                           R"("inner": 4096, "columns": 4096, "seconds": {}}})"
                           "\n",
                           rows, seconds);
    };
    const std::string log = line(8192, 1.3e-3) + line(4096, 0.66e-3) + line(2048, 0.35e-3) + line(512, 0.1e-3);
    QVERIFY(drop(write("node.jsonl", QByteArray::fromStdString(log))));
    QVERIFY2(message().contains(text("Mean errors of the constants: matrix products ")), qPrintable(message()));
    QVERIFY2(message().contains(text("left out of the fit")), qPrintable(message()));
}

/// A log for another device than the dock's is for its own; a rate beyond the link's is questioned.
void TestOpening::logsBringTheirDevice()
{
    scenario()->setCluster(text("rtx-4090-8"));
    const QByteArray row = " 536870912 134217728 float sum -1 1167 460.0 460.0 0 1167 460.0 460.0 0\n";
    drop(write("a.txt", "#  Rank  0 Group  0 Pid 1 on a device  0 [0x00] NVIDIA H100 80GB HBM3\n"
                        "#  Rank  1 Group  0 Pid 1 on a device  1 [0x00] NVIDIA H100 80GB HBM3\n"
                        "all_reduce_perf\n" +
                            row));
    QVERIFY(scenario()->request().cluster.device.name.find("H100") != std::string::npos);
    scenario()->setCluster(text("rtx-4090-8"));
    drop(write("b.txt", "all_reduce_perf\n" + row));
    QVERIFY(scenario()->request().cluster.device.name.find("4090") != std::string::npos);
    QVERIFY2(messages().contains(text("is this log of that device?")), qPrintable(messages()));
}

/// Files that are dropped together, whatever their order, give the Scenario dock one cluster.
void TestOpening::filesAboutOneMachineAreOneCluster()
{
    const QString devices = write("smi.txt", "GPU 0: NVIDIA L40S (UUID: GPU-1)\nGPU 1: NVIDIA L40S (UUID: GPU-2)\n");
    const QString log =
        write("log.txt", "# all_reduce_perf\n#  Rank  0 Group 0 Pid 1 on h device 0 [0x05] NVIDIA L40S\n"
                         "#  Rank  1 Group 0 Pid 1 on h device 1 [0x33] NVIDIA L40S\n"
                         "134217728 33554432 float sum -1 6439.3 20.84 20.84 0 6439.3 20.84 20.84 0\n");
    const QString kernels =
        write("k.jsonl", R"({"kernel": "product", "device": "NVIDIA L40S", "numbers": "bf16", "rows": 8192, )"
                         R"("inner": 4096, "columns": 5120, "seconds": 1629e-6})");
    QVERIFY(drop({kernels, log, devices}));
    const Cluster cluster = scenario()->request().cluster;
    QCOMPARE(cluster.source, std::string("devices: smi.txt; collectives: log.txt; kernels: k.jsonl"));
    QCOMPARE(cluster.devices, 2);
    QCOMPARE(cluster.device.products->provenance.kind, std::string(measuredHere));
    QVERIFY2(message().contains(text("smi.txt: 2 devices; log.txt: ")), qPrintable(message()));
    QVERIFY2(message().contains(text("memory_share")), qPrintable(message()));
    // One that is of another machine changes nothing.
    const QString other = write("other.txt", "GPU 0: Tesla T4 (UUID: GPU-1)\n");
    drop({kernels, other});
    QCOMPARE(scenario()->request().cluster, cluster);
    QVERIFY2(messages().contains(text("NVIDIA L40S, and other.txt of Tesla T4")), qPrintable(messages()));
}

/// A trace is shown in the timeline; one that cannot be read is refused with its name and reason.
void TestOpening::tracesAreReadBesideThePlan()
{
    WrittenTrace trace;
    trace.kernel("gemm", 0, 10, 50);
    const std::string content = trace.text(0);
    m_fixture->session()->add(samplePlan(2, 8, 4));
    QVERIFY(drop(write("rank0.json", QByteArray::fromStdString(content))));
    QCOMPARE(m_fixture->window->views()->current()->viewName(), text("timeline"));
    MeasuredRun& run = m_fixture->bench->measured;
    QTRY_VERIFY(!run.isRunning());
    QCOMPARE(run.measured().size(), std::size_t{1});
    QCOMPARE(message(), QString());
    QVERIFY(drop(write("half.json", QByteArray::fromStdString(content.substr(0, content.size() / 2)))));
    QTRY_VERIFY(!run.isRunning());
    QVERIFY2(message().contains(text("half.json")) && message().contains(text("is not the JSON of a trace")),
             qPrintable(message()));
    QCOMPARE(run.measured().size(), std::size_t{1});
}

void TestOpening::otherFilesAreNamed()
{
    for (const char* content : {"hello world", R"({"other": 1})", "\x89PNG"}) {
        QVERIFY(!m_fixture->window->openFile(write("other", content)));
        QVERIFY2(message().contains(text("other is not a file that Parallelogram reads.")), qPrintable(message()));
    }
}

/// Whatever a reader throws, the window stays, with what is open in it.
void TestOpening::aFaultOverAFileIsAMessage()
{
    QVERIFY(savePlan(samplePlan(4, 20, 8), path("p.json").toStdString()).has_value());
    connect(m_fixture->window->findChild<Opener*>(), &Opener::planOpened, this, [] { throw std::bad_alloc(); });
    QVERIFY(!m_fixture->window->openFile(path("p.json")));
    QVERIFY2(message().contains(text("Could not open p.json (needs more memory than there is)")),
             qPrintable(message()));
    QCOMPARE(m_fixture->window->session()->count(), 1);
}

void TestOpening::galvatronProfilesBecomeTheScenario()
{
    const QString broken = write("computation_profiling_bf16_none.json", "{}");
    QVERIFY(drop(broken));
    QVERIFY2(message().contains(text("Galvatron profiles that cannot be used")), qPrintable(message()));

    QVERIFY(QDir(m_fixture->folder.path()).mkpath(text("small")));
    for (const auto& [name, content] : smallProfile(text("small"))) {
        QVERIFY(!write(qPrintable(text("small/") + name), content).isEmpty());
    }
    // The files' name is no preset: the model is the dock's.
    scenario()->setModel(text("gpt2-small"));
    const Bytes memory = scenario()->request().cluster.device.memory;
    QVERIFY2(m_fixture->window->openFile(path("small")),
             qPrintable(m_fixture->window->messages()->texts().join(QLatin1Char(' '))));
    const SearchRequest request = scenario()->request();
    QCOMPARE(request.cluster.devices, 2);
    QCOMPARE(request.cluster.device.memory, memory);
    QCOMPARE(request.training.sequenceLength, std::int64_t{512});
    QVERIFY(std::ranges::any_of(request.model.runs, [](const LayerSpec& run) { return run.measured.has_value(); }));
    QVERIFY(m_fixture->window->messages()->texts().last().contains(text("as measured in small")));
}

void TestOpening::modelsAndClustersOpen()
{
    QVERIFY(saveArchitecture(sampleModel(6), path("m.json").toStdString()).has_value());
    QVERIFY(drop(path("m.json")));
    QCOMPARE(scenario()->request().model, sampleModel(6));
    QVERIFY(saveCluster(sampleCluster(4), path("c.json").toStdString()).has_value());
    QVERIFY(drop(path("c.json")));
    QCOMPARE(scenario()->request().cluster.devices, 4);
    const SearchRequest before = scenario()->request();
    drop(write("broken.json", R"({"format": "parallelogram-model", "version": 1})"));
    QCOMPARE(scenario()->request(), before);
    QVERIFY(m_fixture->window->messages()->texts().last().contains(text("broken.json")));
}

void TestOpening::emptyFolderIsExplained()
{
    QVERIFY(!m_fixture->window->openFile(m_fixture->folder.path()));
    QVERIFY(message().contains(text("without Galvatron")));
}

void TestOpening::openedPlanBringsItsScenario()
{
    const Plan plan = samplePlan(4, 20, 8);
    QVERIFY(savePlan(plan, path("p.json").toStdString()).has_value());
    QVERIFY(m_fixture->window->openFile(path("p.json")));
    QCOMPARE(scenario()->request().model, plan.model);
    QCOMPARE(scenario()->request().cluster, plan.cluster);
    QCOMPARE(scenario()->request().training.globalBatch, plan.training.globalBatch);
    QVERIFY(m_fixture->window->messages()->texts().isEmpty());
}

void TestOpening::unplannedScenarioIsKept()
{
    m_fixture->window->scenario()->setBatches({48});
    const SearchRequest mine = scenario()->request();
    QVERIFY(savePlan(samplePlan(4, 20, 8), path("p.json").toStdString()).has_value());
    QVERIFY(m_fixture->window->openFile(path("p.json")));
    QCOMPARE(scenario()->request(), mine);
    QVERIFY2(message().contains(text("scenario settings were kept")), qPrintable(message()));
    auto* take = m_fixture->window->messages()->findChild<QPushButton*>();
    QCOMPARE(take->text(), text("Take Its Scenario"));
    take->click();
    QCOMPARE(scenario()->request().model, sampleModel(20));
}

void TestOpening::chosenPlanOfAnotherModelBringsItsScenario()
{
    m_fixture->window->session()->add(samplePlan(4, 20, 8));
    QCOMPARE(scenario()->request().model, sampleModel(20));
    m_fixture->window->session()->add(samplePlan(2, 6, 8));
    QCOMPARE(scenario()->request().model, sampleModel(6));
    m_fixture->window->session()->show(0);
    QCOMPARE(scenario()->request().model, sampleModel(20));
    m_fixture->window->scenario()->setBatches({48});
    m_fixture->window->session()->show(1);
    QCOMPARE(scenario()->request().model, sampleModel(20));
    // Asked for, it comes nevertheless.
    m_fixture->window->actions()["scenarioFromPlan"]->trigger();
    QCOMPARE(scenario()->request().model, sampleModel(6));
}

void TestOpening::equalNamesAreToldApart()
{
    Session& session = *m_fixture->window->session();
    const auto name = [&](int row) { return QString::fromStdString(session.at(row).plan()->name); };
    Plan plan = samplePlan(4, 20, 8);
    session.add(plan);
    plan.training.globalBatch = 64;
    session.add(plan);
    QCOMPARE(name(1), QStringLiteral("sample plan · batch 64"));
    session.add(samplePlan(4, 20, 8));
    QCOMPARE(name(2), text("sample plan (2)"));

    QVERIFY(QDir(m_fixture->folder.path()).mkpath(text("first")) &&
            QDir(m_fixture->folder.path()).mkpath(text("second")));
    Plan other = samplePlan(2, 6, 4);
    other.name = "twin";
    for (const char* file : {"first/twin.json", "second/twin.json", "second/copy.json"}) {
        QVERIFY(savePlan(other, path(file).toStdString()).has_value());
        QVERIFY(m_fixture->window->openFile(path(file)));
    }
    QCOMPARE(name(3), text("twin"));
    QCOMPARE(name(4), QStringLiteral("twin · second"));
    QCOMPARE(name(5), QStringLiteral("twin · copy"));
}

PGRAM_TEST(TestOpening)
#include "test_opening.moc"
