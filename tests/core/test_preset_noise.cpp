// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Broken presets: cut off anywhere, bytes changed, values replaced. Nothing crashes, every refusal says where, and what
// is accepted is sane.
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"
#include "core/cluster/collective.h"
#include "core/model/model_json.h"
#include "core/presets/device_presets.h"
#include "core/search/task/scenario.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <random>

using namespace pgram;

namespace {

const std::string noiseFile = "broken.json";

/// A format's reader: nothing where it accepts the text and finds it sane, else the error.
using Reader = std::optional<Error> (*)(std::string_view);

std::optional<Error> readModel(std::string_view text)
{
    const auto model = parseArchitecture(text, noiseFile);
    if (!model) {
        return model.error();
    }
    const double count = parameterCount(*model);
    if (!(count > 0 && count <= 1e15) || !(loaded(parseArchitecture(toJson(*model).dump(), noiseFile)) == *model)) {
        qFatal("an insane model was accepted: %s", std::string(text).c_str());
    }
    return {};
}

std::optional<Error> readCluster(std::string_view text)
{
    const auto cluster = parseClusterPreset(text, noiseFile, shippedPresets());
    if (!cluster) {
        return cluster.error();
    }
    bool sane = loaded(parseCluster(toJson(*cluster).dump(), noiseFile)) == *cluster;
    for (int size = 2; size <= cluster->devices; size *= 2) {
        const auto cost = collectiveCost(*cluster, CollectiveKind::AllReduce, {size, cluster->devices / size}, 1e6);
        sane = sane && std::isfinite(cost.seconds) && cost.seconds > 0;
    }
    if (!sane) {
        qFatal("an insane cluster was accepted: %s", std::string(text).c_str());
    }
    return {};
}

std::optional<Error> readDevicePreset(std::string_view text)
{
    const auto device = parseDevicePreset(text, noiseFile, shippedPresets());
    if (!device) {
        return device.error();
    }
    const Json again{{"format", "parallelogram-device"}, {"version", 1}, {"device", toJson(*device)}};
    if (!(loaded(parseDevicePreset(again.dump(), noiseFile, shippedPresets())) == *device)) {
        qFatal("an insane device was accepted: %s", std::string(text).c_str());
    }
    return {};
}

std::optional<Error> readScenario(std::string_view text)
{
    const auto scenario = parseScenario(text, noiseFile, "/nowhere", shippedPresets());
    return scenario ? std::nullopt : std::optional(scenario.error());
}

struct Sample {
    std::string name;
    std::string text;
    Reader read;
};

const std::vector<Sample>& samples()
{
    static const std::vector<Sample> all = [] {
        std::vector<Sample> list;
        const auto add = [&list](PresetKind kind, std::initializer_list<const char*> names, Reader read) {
            for (const char* name : names) {
                const auto place = loaded(shippedPresets().locate(kind, name));
                list.push_back({name, loaded(readTextFile(place)), read});
            }
        };
        add(PresetKind::Model, {"bert-huge-32", "swin-t", "mixtral-8x7b", "t5-512-4-32", "resnet-50", "vit-b-16"},
            readModel);
        add(PresetKind::Cluster, {"rtx-titan-8", "a100-16", "dgx-h100-16384"}, readCluster);
        add(PresetKind::Device, {"rtx-titan", "h100-sxm", "a100-pcie-80gb"}, readDevicePreset);
        add(PresetKind::Scenario, {"default", "llama2-7b"}, readScenario);
        return list;
    }();
    return all;
}

bool saysWhere(const Error& error)
{
    return error.kind == ErrorKind::BadInput && error.where.english().starts_with(noiseFile) && !error.what.empty();
}

/// Every place in a document: its scalars, arrays and objects.
void collectPointers(const Json& json, const Json::json_pointer& here, std::vector<Json::json_pointer>& pointers)
{
    pointers.push_back(here);
    if (json.is_object()) {
        for (const auto& [key, value] : json.items()) {
            collectPointers(value, here / key, pointers);
        }
    } else if (json.is_array()) {
        for (std::size_t i = 0; i < json.size(); ++i) {
            collectPointers(json[i], here / i, pointers);
        }
    }
}

}  // namespace

class TestPresetNoise : public QObject {
    Q_OBJECT

private slots:
    void everyPrefixIsRefused()
    {
        for (const Sample& sample : samples()) {
            QVERIFY(!sample.read(sample.text));
            const std::size_t last = sample.text.rfind('}');
            for (std::size_t length = 0; length <= last; ++length) {
                const auto error = sample.read(std::string_view(sample.text).substr(0, length));
                QVERIFY2(error && saysWhere(*error), qPrintable(QString("%1 %2").arg(sample.name.c_str()).arg(length)));
            }
        }
    }

    void changedBytesNeverCrash()
    {
        std::mt19937 random(20260101);
        int refused = 0;
        for (const Sample& sample : samples()) {
            for (int round = 0; round < 1000; ++round) {
                std::string text = sample.text;
                for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
                    text[random() % text.size()] = static_cast<char>(random() % 256);
                }
                if (const auto error = sample.read(text)) {
                    QVERIFY2(saysWhere(*error), error->text().c_str());
                    ++refused;
                }
            }
        }
        QVERIFY(refused > 5000);
    }

    void replacedValuesAreRefusedOrSane()
    {
        const std::vector<Json> values{nullptr,
                                       true,
                                       -1,
                                       0,
                                       1,
                                       0.5,
                                       1e308,
                                       -1e308,
                                       INT64_MAX,
                                       INT64_MIN,
                                       UINT64_MAX,
                                       "",
                                       "\\u0000",
                                       "é/~",
                                       Json::array(),
                                       Json::array({0}),
                                       Json::object(),
                                       "none",
                                       1000000007,
                                       std::string(5000, 'x')};
        for (const Sample& sample : samples()) {
            const Json json = Json::parse(sample.text);
            std::vector<Json::json_pointer> pointers;
            collectPointers(json, Json::json_pointer(), pointers);
            for (const auto& pointer : pointers) {
                for (const Json& value : values) {
                    Json changed = json;
                    changed[pointer] = value;
                    const auto error = sample.read(changed.dump());
                    QVERIFY2(!error || saysWhere(*error), pointer.to_string().c_str());
                }
            }
        }
    }

    void removedMembersAreRefusedOrSane()
    {
        for (const Sample& sample : samples()) {
            const Json json = Json::parse(sample.text);
            std::vector<Json::json_pointer> pointers;
            collectPointers(json, Json::json_pointer(), pointers);
            for (const auto& pointer : pointers) {
                if (pointer.empty() || !json[pointer.parent_pointer()].is_object()) {
                    continue;
                }
                Json changed = json;
                changed[pointer.parent_pointer()].erase(pointer.back());
                const auto error = sample.read(changed.dump());
                QVERIFY2(!error || saysWhere(*error), pointer.to_string().c_str());
            }
        }
    }
};

PGRAM_TEST(TestPresetNoise)
#include "test_preset_noise.moc"
