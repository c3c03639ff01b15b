// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The table of foreign formats: every row is whole, knows its own files and no other's, and refuses with a way on.
#include "core/base/text_file.h"
#include "core/exchange/format.h"
#include "tests/app/small_profile.h"
#include "tests/core/sample_plan.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <algorithm>
#include <set>

using namespace pgram;
using namespace pgram::test;

namespace {

/// A file that the format recognises, without being written anywhere.
const std::map<std::string, ForeignFile> samples{
    {"galvatron", {"g.json", false, R"({"pp_deg": 1, "tp_sizes_enc": "1"})"}},
    {"galvatron-profile", {"computation_profiling_bf16_m_all.json", false, "{}"}},
    {"huggingface", {"config.json", false, R"({"architectures": ["BertModel"]})"}},
    {"nvidia-topo", {"topo.txt", false, "\tGPU0\tGPU1\nGPU0\t X \tNV4\nGPU1\tNV4\t X \n"}},
    {"nccl-tests", {"log.txt", false, "1048576 262144 float sum -1 100 10.49 10.49 0 100 10.49 10.49 0\n"}},
    {"device-list", {"smi.txt", false, "GPU 0: NVIDIA L40S (UUID: GPU-1)\n"}},
    {"kernel-log", {"k.txt", false, "{\"kernel\": \"launch\", \"device\": \"NVIDIA L40S\", \"seconds\": 2e-6}\n"}},
    {"mps", {"plan.sol", false, "Optimal - objective value 1.5\n  0 x_0_0_0 1 0.5\n"}},
    {"megatron", {"run.sh", false, "pretrain.py --num-layers 2 --hidden-size 64\n"}},
    {"deepspeed", {"ds.json", false, R"({"zero_optimization": {"stage": 2}})"}},
    {"torchtitan", {"t.py", false, "from torchtitan.config import *\nParallelismConfig(tensor_parallel_degree=2)\n"}},
    {"fsdp2", {"p.py", false, "# a plan\nPLAN = {\n    \"layers\": [\n    ]\n}\n"}},
    {"torchtitan-toml", {"t.toml", false, "[parallelism]\ntensor_parallel_degree = 2\n"}},
    {"accelerate", {"a.yaml", false, "distributed_type: FSDP\n"}},
    {"ms-swift", {"s.sh", false, "swift sft --model Qwen/Qwen2.5-7B --deepspeed zero2\n"}},
    {"llama-factory", {"l.yaml", false, "model_name_or_path: Qwen/Qwen2.5-7B\nstage: sft\n"}},
    {"axolotl", {"x.yaml", false, "base_model: Qwen/Qwen2.5-7B\n"}},
    {"trl", {"r.sh", false, "trl sft --model_name_or_path Qwen/Qwen2.5-7B --dataset_name a\n"}},
    {"torchtune", {"t.yaml", false, "model:\n  _component_: torchtune.models.llama2.llama2_7b\n"}},
    {"verl", {"v.sh", false, "python3 -m verl.trainer.main_ppo actor_rollout_ref.model.path=Qwen/Qwen2.5-7B\n"}},
    {"nemo", {"n.sh", false, "python run.py --recipe llama3_8b_pretrain_config model.tensor_model_parallel_size=2\n"}},
    {"primus", {"p.yaml", false, "modules:\n  pre_trainer:\n    model: llama2_7B.yaml\n"}},
    {"maxtext", {"m.yml", false, "model_name: llama2-7b\nper_device_batch_size: 4\n"}},
    {"chrome-trace", {"t.json", false, R"({"traceEvents": []})"}},
};

const Format& rowNamed(const std::string& name)
{
    return *loaded(parseFormat(name));
}

ForeignFile configOf(const std::string& text)
{
    return {"config.json", false, text};
}

QString refusalOf(const Result<Reading>& read)
{
    return read ? QStringLiteral("read") : QString::fromStdString(read.error().text());
}

/// Both stages as the format can say them: one strategy for embedding and head.
Plan dataParallelPlan()
{
    Plan plan = samplePlan();
    plan.strategies.assign(plan.strategies.size(), LayerStrategy{.data = 4});
    return plan;
}

}  // namespace

class TestFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rowsAreWhole()
    {
        std::set<std::string> names;
        std::set<std::string> titles;
        for (const Format* format : formats()) {
            QVERIFY2(names.insert(format->name).second, format->name);
            QVERIFY2(titles.insert(format->title.english).second, format->title.english);
            QVERIFY2(format->read != nullptr || format->write != nullptr, format->name);
            QVERIFY2(format->target == nullptr || format->write != nullptr, format->name);
            QVERIFY2(std::string(format->what).ends_with('.'), format->name);
            QVERIFY2(format->limits == nullptr || std::string(format->limits).ends_with('.'), format->name);
            QVERIFY(!std::string(format->usualName).empty());
            QCOMPARE(&rowNamed(format->name), format);
            QVERIFY2(format->recognises == nullptr || samples.contains(format->name), "add a sample here");
        }
    }

    void eachKnowsItsOwnFilesOnly()
    {
        for (const auto& [name, file] : samples) {
            const Json json = parseJson(file.text, {}).value_or(Json());
            for (const Format* format : formats()) {
                const bool knows = format->recognises != nullptr && format->recognises(file, json);
                QVERIFY2(knows == (name == format->name), format->name);
            }
            QCOMPARE(recognise(file), &rowNamed(name));
        }
        for (const char* other : {"", "no JSON", "[]", "[1]", "null", "7", "\"pp_deg\"", "{}",
                                  R"({"format": "parallelogram-plan", "version": 2})"}) {
            QVERIFY2(recognise({"other.json", false, other}) == nullptr, other);
        }
    }

    void foldersAreKnownByTheirFiles()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        const auto empty = openForeign(path);
        QVERIFY(empty && empty->isFolder && recognise(*empty) == nullptr);
        QVERIFY(writeTextFile(path / "memory_profiling_bf16_x.json", "{}"));
        QCOMPARE(recognise(*openForeign(path)), &rowNamed("galvatron-profile"));
        QVERIFY(!openForeign(path / "missing.json"));
    }

    void refusesWithAWayOn()
    {
        const auto starts = [](const auto& result, const char* says) {
            const std::string text = result ? "done" : result.error().text();
            return text.starts_with(says) ? QString() : QString::fromStdString(text);
        };
        const ReadContext context{shippedPresets()};
        QCOMPARE(starts(parseFormat("galvatrom"), "format: unknown format 'galvatrom'. Known are galvatron, "),
                 QString());
        QCOMPARE(starts(readAs(rowNamed("chrome-trace"), samples.at("chrome-trace"), context),
                        "t.json: is a Chrome trace, which is written and not read. What is read: galvatron, "),
                 QString());
        QCOMPARE(starts(readAs(rowNamed("galvatron"), samples.at("galvatron"), context),
                        "g.json: is a Galvatron plan, which names neither its model nor its cluster. Give --model"),
                 QString());
        QCOMPARE(starts(writeAs(rowNamed("huggingface"), samplePlan()),
                        "the format huggingface is read and not written. What is written: galvatron, "),
                 QString());
    }

    /// Whatever is recognised is read or refused, and nothing else happens.
    void readersTakeAnyText()
    {
        const Architecture model = sampleModel();
        const Cluster cluster = sampleCluster();
        for (const Format* format : formats()) {
            for (const char* text : {"", "no JSON", "[]", "null", "{}", R"({"model_type": 7, "n_layer": 1e300})"}) {
                const auto read = readAs(*format, {"x/a.json", false, text}, {shippedPresets(), &model, &cluster});
                QVERIFY2(!read && !read.error().what.empty(), format->name);
            }
        }
    }

    void aPlanGoesThereAndBack()
    {
        const Plan plan = dataParallelPlan();
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("g.json").toStdString();
        const auto files = loaded(writeAs(rowNamed("galvatron"), plan));
        QVERIFY(saveFiles({files.front()}, path));
        const ForeignFile file = loaded(openForeign(path));
        QCOMPARE(recognise(file), &rowNamed("galvatron"));
        const Reading read =
            loaded(readAs(rowNamed("galvatron"), file, {shippedPresets(), &plan.model, &plan.cluster}));
        const Plan& again = *std::get<FoundPlan>(read.found).plan;
        QCOMPARE(again.strategies, plan.strategies);
        QCOMPARE(again.chunks, plan.chunks);
        QVERIFY(again.schedule == plan.schedule && read.ignored.empty());
    }

    void whatAFormatCannotSayIsListed()
    {
        Plan plan = dataParallelPlan();
        plan.strategies[3].zero = 1;
        plan.schedule.kind = ScheduleKind::ZbH1;
        const auto refused = writeAs(rowNamed("galvatron"), plan);
        QVERIFY(!refused);
        QCOMPARE(refused.error().what.english(),
                 std::string("Hetu-Galvatron cannot run: the schedule zb-h1; ZeRO-1, optimizer states divided over the "
                             "data group (layers 4)"));
        plan.strategies.pop_back();
        for (const Format* format : formats()) {
            QVERIFY2(!writeAs(*format, plan), format->name);  // of no sound structure
        }
    }

    void whatNothingCanRunIsNotWritten()
    {
        Plan plan = dataParallelPlan();
        plan.training.globalBatch += 1;
        int refusals = 0;
        for (const Format* format : formats()) {
            if (format->write != nullptr && format->target != nullptr) {
                const auto refused = writeAs(*format, plan);
                QVERIFY2(!refused, format->name);
                refusals += refused.error().what.english().starts_with("nothing can run the plan: ") ? 1 : 0;
            }
        }
        QVERIFY(refusals > 0);
    }

    /// A trace of the timeline at hand, and of the plan's own where there is none.
    void aTraceIsOfThePlan()
    {
        const auto own = loaded(writeAs(rowNamed("chrome-trace"), samplePlan()));
        QVERIFY(recognise({"t.json", false, own.front().content}) == &rowNamed("chrome-trace"));
        QVERIFY(Json::parse(own.front().content)["traceEvents"].size() > 20);
        const Timeline none;
        const auto given = loaded(writeAs(rowNamed("chrome-trace"), samplePlan(), {.timeline = &none}));
        QCOMPARE(Json::parse(given.front().content)["traceEvents"].size(), std::size_t{1});
    }

    void severalFilesLieInAFolder()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("of/a run").toStdString();
        QVERIFY(saveFiles({{"a.json", "{}"}, {"b.txt", "b"}}, path));
        QCOMPARE(loaded(readTextFile(path / "b.txt")), std::string("b"));
        QVERIFY(!saveFiles({{"a.json", "{}"}, {"b.txt", "b"}}, path / "b.txt"));
    }

    void profilesAreAModelAndItsCluster()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        for (const auto& [name, content] : smallProfile(QStringLiteral("m"))) {
            QVERIFY(writeTextFile(path / name.toStdString(), content.toStdString()));
        }
        Architecture model = loaded(shippedPresets().model("gpt2-small"));
        Cluster cluster = sampleCluster();
        const Format& format = rowNamed("galvatron-profile");
        QVERIFY(refusalOf(readAs(format, loaded(openForeign(path)), {shippedPresets(), &model}))
                    .contains(QStringLiteral("does not say what memory its devices have")));
        // By the folder, or by a file in it.
        for (const auto& place : {path, path / "overlap_coefficient.json"}) {
            const auto read = loaded(readAs(format, loaded(openForeign(place)), {shippedPresets(), &model, &cluster}));
            const auto& request = std::get<SearchRequest>(read.found);
            QCOMPARE(request.cluster.devices, 2);
            QCOMPARE(request.cluster.device.memory, cluster.device.memory);
            QVERIFY(
                std::ranges::any_of(request.model.runs, [](const LayerSpec& run) { return run.measured.has_value(); }));
        }
    }

    void configurationsFindTheirPresets()
    {
        const ReadContext context{shippedPresets()};
        const auto read = loaded(readAs(rowNamed("huggingface"), configOf(R"({"model_type": "llama",
            "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32, "intermediate_size": 11008,
            "vocab_size": 32000, "max_position_embeddings": 4096.0})"),
                                        context));
        const FoundModel& found = std::get<FoundModel>(read.found);
        const Architecture preset = loaded(shippedPresets().model("llama2-7b"));
        QCOMPARE(found.preset, std::string("llama2-7b"));
        QVERIFY(found.model.runs == preset.runs && found.model.sequenceLength == preset.sequenceLength);
        QVERIFY(found.model.name == preset.name && found.model.title == preset.title);
        QCOMPARE(read.summary.english(), std::string("llama, 32 layers, 4096 wide"));
    }

    void filesOfNoFormatAreToldWhatWouldBe()
    {
        const auto refused = expectRecognised({"other.json", false, R"({"chat": "x"})"});
        QVERIFY(!refused);
        QVERIFY(refused.error().text().starts_with("other.json: has a format that is not read: it seems to be JSON "
                                                   "(members: chat). Name the format with --from"));
        const auto kindOf = [](const std::string& text) {
            return expectRecognised({"x", false, text}).error().what.english();
        };
        QVERIFY(kindOf("\x89PNG\r\n").ends_with(": it seems to be a picture"));
        QVERIFY(kindOf("hello world\n").ends_with(": it seems to be plain text"));
        QVERIFY(kindOf(std::string("a\0b", 3)).ends_with(": it seems to be a binary file"));
        QVERIFY(kindOf(R"({"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6})")
                    .ends_with("JSON (members: a, b, c, d, e, …)"));
        QCOMPARE(kindOf(R"({"format": "parallelogram-cluster", "version": 1})"),
                 std::string("is a file of Parallelogram itself (parallelogram-cluster), which needs no import"));
        QVERIFY(refused.error().text().find("Hugging Face configuration: model_type") != std::string::npos);
        QVERIFY(expectRecognised({"cut.json", false, R"({"chat": )"}).error().text().find("line 1") !=
                std::string::npos);
    }
};

PGRAM_TEST(TestFormats)
#include "test_formats.moc"
