// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Galvatron's profile and case files: what is read, what is refused and where, and that broken ones never get through
// to a score that is no number.
#include "core/base/json.h"
#include "core/galvatron/profile_folder.h"
#include "tests/core/data_sets.h"
#include "tests/pgram_test.h"
#include "validation/galvatron/case_file.h"
#include "validation/galvatron/plan_search.h"
#include "validation/galvatron/task_search.h"

#include <cmath>
#include <functional>
#include <random>

namespace pgram::galvatron {

namespace {

const std::string brokenFile = "broken.json";

constexpr const char* layerTimes = R"({"layernum[2]_bsz1_seq512": 9.5,
    "layertype_0_bsz1_seq512": 3.0, "layertype_0_bsz2_seq512": 2.5, "layertype_0_bsz4_seq512": 2.25,
    "layertype_1_bsz1_seq256": 2.0, "layertype_1_bsz2_seq256": 1.5,
    "layertype_other_bsz1_seq[512,256]": 4.0, "layertype_other_bsz3_seq[512,256]": 2.0})";

constexpr const char* memory = R"({"1_1_8_sp": {"raw": 1},
    "layertype_0_sp": {"512": {"parameter_size": 100, "tp_activation_per_bsz_dict": {"1": 80, "2": 40, "checkpoint": 8}}},
    "layertype_1_sp": {"256": {"parameter_size": 60, "tp_activation_per_bsz_dict": {"1": 50, "2": 25, "checkpoint": 4}}},
    "other_memory_pp_off_sp": {"[512,256]": {"model_states": {"1": 300, "2": 150}, "activation": {"1": 90, "2": 45}}},
    "other_memory_pp_on_first_sp": {"[512,256]": {"model_states": {"1": 160, "2": 80}, "activation": {"1": 30, "2": 15}}},
    "other_memory_pp_on_last_sp": {"[512,256]": {"model_states": {"1": 160, "2": 80}, "activation": {"1": 60, "2": 30}}}})";

constexpr const char* allReduce =
    R"({"allreduce_size_4_consec_1": 100, "allreduce_size_2_consec_1": 120, "allreduce_size_2_consec_0": 80})";
constexpr const char* pipeline = R"({"pp_size_2": 50, "pp_size_4": 40})";
constexpr const char* overlap = R"({"overlap_coe": 1.25})";
constexpr const char* sizes = R"({"allreduce_size_2_1MB_time": 0.1, "allreduce_size_2_3MB_time": 0.2,
    "all2all_size_2_1MB_time": 0.05, "all2all_size_2_2MB_time": 0.08, "all2all_size_2_4MB_time": 0.14})";

constexpr const char* question = R"({"name": "two kinds", "profile": "p", "devices": 4, "devices_per_node": 4,
    "model": {"hidden": [1024, 512], "layers": [3, 2], "sequence": [512, 256]}, "memory_gb": 4, "time_mode": "batch",
    "tasks": [{"batch": 8, "microbatches": 2, "pp": 2, "tensor_cap": 2, "mode": "tp_with_sp", "peer_cost_s": 0.5,
               "exact_cost_s": null, "peer_layers": ["2-1-2f-c", "2-2*-1", "2-2*-1-sp", "2-1-2", "2-1-2"],
               "peer_stages": [2, 3], "peer_memory_mib": [1, 2],
               "peer_embedding": {"degree": 2, "ulysses": 1, "zero3": 0}}]})";

/// All the files of one profile.
struct Texts {
    std::string times = layerTimes;
    std::string memory = galvatron::memory;
    std::string allReduce = galvatron::allReduce;
    std::string pipeline = galvatron::pipeline;
    std::string overlap = galvatron::overlap;
    std::string sizes = galvatron::sizes;
    std::string question = galvatron::question;

    std::vector<std::string*> all() { return {&times, &memory, &allReduce, &pipeline, &overlap, &sizes, &question}; }
};

Result<std::pair<Case, Rules>> read(const Texts& texts)
{
    ModelProfile model;
    HardwareProfile hardware;
    const Result<void> profiles = readTimes(texts.times, brokenFile, model)
                                      .and_then([&] { return readMemory(texts.memory, brokenFile, model); })
                                      .and_then([&] { return readAllReduce(texts.allReduce, brokenFile, hardware); })
                                      .and_then([&] { return readPipeline(texts.pipeline, brokenFile, hardware); })
                                      .and_then([&] { return readOverlap(texts.overlap, brokenFile, hardware); })
                                      .and_then([&] { return readSizes(texts.sizes, brokenFile, hardware); });
    if (!profiles) {
        return tl::unexpected(profiles.error());
    }
    Result<Case> asked = readCase(texts.question, brokenFile);
    if (!asked) {
        return tl::unexpected(asked.error());
    }
    return figuresOf(model, hardware, asked->setting, brokenFile).map([&](Figures figures) {
        return std::pair(*asked, Rules(std::move(figures), asked->setting));
    });
}

/// The error; nothing when all is read, and what follows from it is sane.
std::optional<Error> errorOf(const Texts& texts)
{
    const auto got = read(texts);
    if (!got) {
        return got.error();
    }
    for (const CaseTask& task : got->first.tasks) {
        const TaskResult found = searchTask(got->second, task.key);
        if (found.plan && !(std::isfinite(found.seconds) && found.lowerBound <= found.seconds)) {
            qFatal("an insane profile was accepted");
        }
        if (task.peerPlan) {
            const Result<Score> score = got->second.score(task.key, *task.peerPlan);
            if (score && !std::isfinite(score->seconds)) {
                qFatal("a score is no number");
            }
        }
    }
    return {};
}

void collectPointers(const Json& json, const Json::json_pointer& here, std::vector<Json::json_pointer>& pointers)
{
    pointers.push_back(here);
    if (json.is_structured()) {
        for (const auto& [key, value] : json.items()) {
            collectPointers(value, json.is_object() ? here / key : here / std::stoul(key), pointers);
        }
    }
}

QString textOf(const std::optional<Error>& error)
{
    return error ? QString::fromStdString(error->text()) : QString();
}

}  // namespace

class TestGalvatronProfile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatTheRulesNeed()
    {
        const auto got = read({});
        QVERIFY2(got, qPrintable(textOf(got ? std::nullopt : std::optional(got.error()))));
        const auto& [asked, rules] = *got;
        QCOMPARE(rules.setting().layerCount(), 5);
        QCOMPARE(asked.nodes, 1);
        const CaseTask& task = asked.tasks.front();
        QVERIFY(task.peerPlan);
        QCOMPARE(task.peerPlan->layers[0], (Strategy{1, 1, 2, true, true}));
        QCOMPARE(task.peerPlan->layers[2], (Strategy{1, 2, 1, false, false}));
        QCOMPARE(task.peerPlan->ends, (Strategy{1, 2, 1, false, false}));
    }

    /// One layer by hand: the first of the peer's plan, 2 samples on each of two devices, ZeRO-3 and recomputation.
    void scoresOneLayerByHand()
    {
        const auto got = read({});
        QVERIFY(got);
        const auto& [asked, rules] = *got;
        const TaskKey task = asked.tasks.front().key;
        const auto cost = rules.layer(0, {1, 1, 2, true, true}, task);
        QVERIFY(cost);
        // The line through (1, 3), (2, 5), (4, 9) is 2x + 1; a micro-batch of 4 samples leaves 2 a device.
        const double forward = 2 * 2 + 1;
        // Traffic 2·(1/2)·100 MiB in 16 bits at 120 MiB/ms; ZeRO-3 gathers half of it again.
        const double sync = 50.0 / 120;
        // 2 stages · 2 · 2 samples · 512 · 1024 · 4 B / 2, at 50 MiB/ms, shared by 3 layers.
        const double sending = 2.0 * 2 * 2 * 512 * 1024 * 4 / 1048576 / 2 / 50 / 3;
        const double rest = forward + sync / 2 + sending;
        QVERIFY(std::abs(cost->withoutSync - (3 * forward + rest) * 1e-3) < 1e-12);
        QVERIFY(std::abs(cost->withSync - (3 * forward + 0.25 * sync + rest) * 1e-3) < 1e-12);
        // m > 1, asynchronous: 7/8·G + 1/8 with G = 1/2 + 0.003, of four states.
        const double states = 400 * (7.0 / 8 * 0.503 + 1.0 / 8);
        QVERIFY(std::abs(cost->states - states) < 1e-9);
        QCOMPARE(Rules::layerMemory(*cost, 2), static_cast<std::int64_t>(std::ceil(states + 8 * 2 * 2)));
    }

    /// A tabled size is looked up; any other lies on the line through the table: 0.03x + 0.02 here.
    void looksUpOrFits()
    {
        const SizeTimes times{{{1, 0.06}, {2, 0.07}, {4, 0.14}}, {0.03, 0.02}};
        QCOMPARE(times.at(1), 0.06);
        QCOMPARE(times.at(4), 0.14);
        QVERIFY(std::abs(times.at(3) - 0.11) < 1e-15);
        QVERIFY(std::abs(times.at(2.5) - 0.095) < 1e-15);
    }

    void saysWhatIsWrongAndWhere_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, int index, const char* text, const char* says) {
            QTest::newRow(name) << index << text << says;
        };
        row("no object", 0, "[1]", "is not a JSON object");
        row("batch", 0, R"({"layertype_0_bszx_seq512": 1})", "/layertype_0_bszx_seq512");
        row("type", 0, R"({"layertype_99_bsz1_seq512": 1})", "/layertype_99_bsz1_seq512");
        row("negative", 0, R"({"layertype_0_bsz1_seq512": -1})", "/layertype_0_bsz1_seq512");
        row("one batch size", 0, R"({"layertype_0_bsz1_seq512": 1})", "fewer than two batch sizes at 512 tokens");
        row("no tables", 1, "{}", "lacks 3 members: /other_memory_pp_off");
        row("degree", 1, R"({"layertype_0": {"512": {"parameter_size": 1,
                         "tp_activation_per_bsz_dict": {"x": 1, "checkpoint": 1}}}})",
            "not a degree of parallelism");
        row("group", 2, R"({"allreduce_size_2_consec_7": 1})", "/allreduce_size_2_consec_7");
        row("no bandwidth", 2, R"({"allreduce_size_2_consec_1": 0})", "/allreduce_size_2_consec_1");
        row("stages", 3, R"({"pp_size_two": 1})", "/pp_size_two");
        row("overlap", 4, R"({"overlap_coe": "1"})", "/overlap_coe");
        row("size", 5, R"({"allreduce_size_2_bigMB_time": 1})", "/allreduce_size_2_bigMB_time");
        row("mode", 6, R"({"name": "", "profile": "", "devices": 4, "memory_gb": 1, "tasks": [
                        {"batch": 8, "microbatches": 2, "pp": 2, "tensor_cap": 2, "mode": "all"}],
                        "model": {"hidden": 1, "layers": 1, "sequence": 1}})",
            "/tasks/0/mode");
        row("lists", 6, R"({"name": "", "profile": "", "devices": 4, "memory_gb": 1, "tasks": [],
                        "model": {"hidden": [1, 2], "layers": [1, 2, 3], "sequence": 1}})",
            "different lengths");
    }

    void saysWhatIsWrongAndWhere()
    {
        QFETCH(int, index);
        QFETCH(QString, text);
        QFETCH(QString, says);
        Texts texts;
        *texts.all()[static_cast<std::size_t>(index)] = text.toStdString();
        const auto error = errorOf(texts);
        QVERIFY(error);
        QVERIFY2(textOf(error).startsWith("broken.json") && textOf(error).contains(says), qPrintable(textOf(error)));
    }

    void everyPrefixIsRefused()
    {
        for (std::size_t index = 0; index < Texts{}.all().size(); ++index) {
            const std::string whole = *Texts{}.all()[index];
            for (std::size_t length = 0; length < whole.size(); ++length) {
                Texts texts;
                *texts.all()[index] = whole.substr(0, length);
                const auto error = errorOf(texts);
                QVERIFY(error && error->where.english().starts_with(brokenFile) && !error->what.empty());
            }
        }
    }

    /// One noisy measurement bends the line through all below zero for small messages: those take the time of the
    /// nearest measured size, and no plan runs backwards in time.
    void aLineBelowZeroIsNoTime()
    {
        Texts texts;
        texts.sizes = R"({"allreduce_size_2_1MB_time": 0.1, "allreduce_size_2_3MB_time": 0.2,
            "all2all_size_2_1MB_time": 0.05, "all2all_size_2_2MB_time": 0.08, "all2all_size_2_1024MB_time": 9,
            "all2all_size_2_512MB_time": 0.3})";
        ModelProfile model;
        HardwareProfile hardware;
        QVERIFY(readSizes(texts.sizes, brokenFile, hardware).has_value());
        QVERIFY(readTimes(texts.times, brokenFile, model).has_value());
        QVERIFY(readMemory(texts.memory, brokenFile, model).has_value());
        const auto asked = readCase(texts.question, brokenFile);
        const auto figures = figuresOf(model, hardware, asked->setting, brokenFile);
        QVERIFY(figures.has_value());
        const SizeTimes& allToAll = figures->allToAll.at(2);
        QVERIFY(allToAll.line.at(64.5) < 0);
        QCOMPARE(allToAll.at(0.5), 0.05);
        QCOMPARE(allToAll.at(1.5), 0.05);
        QCOMPARE(allToAll.at(64.5), 0.08);
        QCOMPARE(allToAll.at(512), 0.3);
        QCOMPARE(allToAll.at(2048), allToAll.line.at(2048));
        // A share of a sample, on a line of batches that starts below zero.
        const Line line{3, -1};
        QCOMPARE(timeAt(line, 0.25), 0.5);
        QCOMPARE(timeAt(line, 0.5), 0.5);
        QCOMPARE(timeAt(line, 2), 5.0);
    }

    void timesThatFallWithTheBatchAreRefused()
    {
        Texts texts;
        texts.times = R"({"layertype_0_bsz1_seq512": 3.0, "layertype_0_bsz2_seq512": 0.5,
            "layertype_1_bsz1_seq256": 2.0, "layertype_1_bsz2_seq256": 1.5,
            "layertype_other_bsz1_seq[512,256]": 4.0, "layertype_other_bsz3_seq[512,256]": 2.0})";
        const auto error = errorOf(texts);
        QVERIFY(error);
        QCOMPARE(error->text(), std::string("broken.json: has times of layer type 0 at 512 tokens through which goes "
                                            "the line 5 ms - 2 ms a sample. Profile it again, or use the time mode "
                                            "static."));
        texts.times = layerTimes;
        texts.times.replace(texts.times.find("3.0"), 3, "0.0");
        texts.times.replace(texts.times.find("2.5"), 3, "0.0");
        texts.times.replace(texts.times.find("2.25"), 4, "0.00");
        QVERIFY(errorOf(texts) && errorOf(texts)->what == "has times of layer type 0 at 512 tokens of 0 ms");
    }

    /// A measured profile with one all-to-all of 8 ms in the place of 4.04 ms.
    void aNoisyProfileMakesNoNegativeStep()
    {
        const std::filesystem::path folder = dataFile("galvatron/profiles/swin-huge");
        auto profile = loadProfile(folder, {});
        QVERIFY(profile.has_value());
        profile->hardware.allToAll.at(4).at(1024) = 8;
        Setting setting;
        setting.layers = {{2, 320, 3136}, {2, 640, 784}, {26, 1280, 196}, {2, 2560, 49}};
        setting.devices = profile->shape.devices();
        setting.memoryGb = 24;
        setting.timeMode = profile->timeMode;
        setting.memoryMode = profile->memoryMode;
        const auto figures = figuresOf(profile->model, profile->hardware, setting, folder.string());
        QVERIFY2(figures.has_value(), figures ? "" : figures.error().text().c_str());
        const Rules rules(*figures, setting);
        PlanRequest request;
        request.batches = {16};
        const PlanAnswer answer = searchPlan(rules, request);
        QVERIFY(answer.best && answer.results[*answer.best].seconds > 0 && answer.lowerBound > 0);
    }

    /// Every value replaced by values of other kinds and sizes.
    void strangeValues()
    {
        const std::vector<Json> strange{nullptr,
                                        true,
                                        -1,
                                        0,
                                        0.5,
                                        1e-300,
                                        1e12,
                                        1e300,
                                        "",
                                        "7",
                                        Json::array(),
                                        Json::array({1, "x"}),
                                        Json::object(),
                                        std::int64_t{1} << 62};
        int refused = 0;
        int accepted = 0;
        for (std::size_t index = 0; index < Texts{}.all().size(); ++index) {
            const Json whole = Json::parse(*Texts{}.all()[index]);
            std::vector<Json::json_pointer> pointers;
            collectPointers(whole, Json::json_pointer(), pointers);
            for (const auto& pointer : pointers) {
                for (const Json& value : strange) {
                    Json changed = whole;
                    changed[pointer] = value;
                    Texts texts;
                    *texts.all()[index] = changed.dump();
                    const auto error = errorOf(texts);
                    QVERIFY(!error ||
                            (error->where.english().starts_with(brokenFile) && error->kind == ErrorKind::BadInput));
                    error ? ++refused : ++accepted;
                }
            }
        }
        QVERIFY2(refused > 800 && accepted > 100, qPrintable(QString("%1, %2").arg(refused).arg(accepted)));
    }

    void changedBytes()
    {
        std::mt19937 random(17);
        for (int round = 0; round < 6000; ++round) {
            Texts texts;
            const auto all = texts.all();
            std::string& text = *all[random() % all.size()];
            for (int change = 0; change < 1 + round % 3; ++change) {
                text[random() % text.size()] = static_cast<char>(round % 2 == 0 ? 32 + random() % 95 : random() % 256);
            }
            const auto error = errorOf(texts);
            QVERIFY(!error || error->where.english().starts_with(brokenFile));
        }
    }
};

PGRAM_TEST(TestGalvatronProfile)

}  // namespace pgram::galvatron

#include "test_galvatron_profile.moc"
