// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Deployment: measured rows of serving beside our figures. A row is listed with its error; the rows of a kind are
// judged together, by a mean or a median: some measured rows are odd, and none is left out.
#include "core/serving/serving.h"
#include "validation/measurements/statistics.h"
#include "validation/systems/case_kinds.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace pgram::systems {

namespace {

constexpr std::int64_t widest = 1 << 24;

/// Reads the architecture of the rows: blocks, widths, heads and the vocabulary.
Architecture architectureOf(JsonObject model, const std::string& name)
{
    LayerSpec block;
    block.kind = LayerKind::Decoder;
    block.name = "decoder";
    block.count = whole(model, "L", 1, 4096);
    block.hidden = model.integer("h", 1, widest);
    block.heads = model.integer("a", 1, block.hidden);
    block.kvHeads = model.integer("kv", 1, block.heads);
    block.headDim = block.hidden / std::max<std::int64_t>(block.heads, 1);
    block.ffn = model.integer("f", 1, widest);
    block.gatedMlp = !model.booleanOr("plain", false);
    block.linearBias = block.qkvBias = block.dropout = false;
    LayerSpec table;
    table.kind = LayerKind::Embedding;
    table.name = "embedding";
    table.hidden = block.hidden;
    table.vocabulary = model.integer("V", 1, widest);
    LayerSpec head = table;
    head.kind = LayerKind::Head;
    head.name = "head";
    Architecture architecture;
    architecture.name = architecture.title = name;
    architecture.runs = {table, block, head};
    return architecture;
}

/// "fp16", "int4-g64", "int4-g64 + 2:4 (sparse marlin)"; nothing of a format that is not ours.
std::optional<WeightFormat> formatOf(std::string text)
{
    const bool sparse = text.find("2:4") != std::string::npos;
    text = text.substr(0, text.find(' '));
    const std::size_t group = text.find("-g");
    if (group != std::string::npos) {
        text = text.substr(0, group) + ":" + text.substr(group + 2);
    }
    const auto format = parseWeightFormat(text + (sparse ? "-2:4" : ""), "weights");
    return format ? std::optional(*format) : std::nullopt;
}

struct MeasuredRow {
    Server server;
    int batch = 1;
    std::string name;
};

MeasuredRow readRow(JsonObject& file, JsonObject& row)
{
    MeasuredRow read;
    const std::string model = row.string("model");
    const std::string device = row.string("device");
    JsonObject machine = file.object("devices").object(device);
    Server& server = read.server;
    server.format = formatOf(row.string("weights")).value_or(WeightFormat());
    server.memory = machine.number("bw", 1, huge);
    server.peak16 = machine.number("pk", 1, huge);
    server.peak8 = server.format.kind == WeightKind::Fp8 ? 2 * server.peak16 : 0;
    server.tensor = whole(row, "tp", 1, 4096);
    read.batch = static_cast<int>(row.integerOr("batch", 1, 1, largestCount));
    const Architecture architecture = architectureOf(file.object("models").object(model), model);
    if (row.error() || file.error()) {
        return read;
    }
    if (const auto served = servedModel(architecture)) {
        server.model = *served;
    }
    read.name = fmt::format("{}, {}, {}, {} device{}, batch {}", model, device, row.string("weights"), server.tensor,
                            server.tensor > 1 ? "s" : "", read.batch);
    return read;
}

/// Errors by what was measured, to be judged together.
class MeasuredErrors {
public:
    explicit MeasuredErrors(CaseList& list) : m_list(list) {}

    void add(const std::string& name, const std::string& figure, double measured, double ours)
    {
        m_errors[figure].push_back(ours / measured - 1);
        m_list.of(name).measured(figure, measured, ours);
    }
    void judge()
    {
        atMost("tokens_per_s", "decode", "mean_error_at_most", 0.10, &ErrorStatistics::mape);
        atMost("first_token_ms", "first token", "mean_error_at_most", 0.12, &ErrorStatistics::mape);
        atMost("first_token_ms", "first token", "median_error_at_most", 0.10, &ErrorStatistics::median);
        atMost("out_tokens_per_s_per_gpu", "throughput", "median_error_at_most", 0.10, &ErrorStatistics::median);
        atMost("itl_ms", "serving", "mean_error_at_most", 0.15, &ErrorStatistics::mape);
    }

private:
    void atMost(const char* figure, const char* kind, const char* quantity, double limit, double ErrorStatistics::*of)
    {
        const auto errors = m_errors.find(figure);
        if (errors != m_errors.end()) {
            const double got = errorStatistics(errors->second).*of;
            m_list.of(fmt::format("all rows of {} ({})", kind, errors->second.size()))
                .add(quantity, limit, got, got <= limit);
        }
    }

    CaseList& m_list;
    std::map<std::string, std::vector<double>> m_errors;
};

void checkRow(JsonObject& row, const MeasuredRow& measured, MeasuredErrors& errors)
{
    const Server& server = measured.server;
    const double batch = measured.batch;
    const std::string kind = row.string("kind");
    const auto figure = [&row](const char* key) { return row.number(key, 1e-30, huge); };
    if (kind == "decode" || kind == "decode-sparse") {
        const double context = row.number("context", 0, largestCount);
        const double rate = figure("tokens_per_s");
        errors.add(measured.name, "tokens_per_s", rate, batch / tokenSeconds(server, batch, context));
    } else if (kind == "prefill") {
        const double input = row.number("input", 1, largestCount);
        const double milliseconds = figure("first_token_ms");
        errors.add(fmt::format("{}, input {:g}", measured.name, input), "first_token_ms", milliseconds,
                   1e3 * promptSeconds(server, batch, input));
    } else if (kind == "throughput" || kind == "serving") {
        const double input = row.number("input", 1, largestCount);
        const double output = row.number("output", 1, largestCount);
        const std::string name = fmt::format("{}, {:g}/{:g}", measured.name, input, output);
        if (kind == "throughput") {
            const double rate = figure("out_tokens_per_s_per_gpu");
            errors.add(name, "out_tokens_per_s_per_gpu", rate,
                       staticThroughput(server, batch, input, output, input + output / 2) / server.tensor);
        } else {
            const double milliseconds = figure("itl_ms");
            errors.add(name, "itl_ms", milliseconds,
                       1e3 * servedTokenSeconds(server, batch, input, output, input + output / 2));
            if (batch == 1) {  // waiting behind other users is not predicted
                const double first = figure("ttft_ms");
                errors.add(name, "first_token_ms", first, 1e3 * promptSeconds(server, 1, input));
            }
        }
    } else {
        row.fail("kind", Core::tr("'{}' is not a kind of measured row", kind));
    }
}

void checkRows(CaseList& list)
{
    JsonObject file(*list.file, "");
    MeasuredErrors errors(list);
    for (JsonObject& row : list.rows()) {
        const MeasuredRow measured = readRow(file, row);
        if (const auto error = file.error()) {
            list.group.fail({}, error->what, error->todo);
        }
        if (row.error()) {
            return;
        }
        if (!formatOf(row.string("weights"))) {
            list.of(measured.name).add("weights", row.json()["weights"], nullptr, false);
            continue;
        }
        if (row.has("derived_weight_GB_total")) {
            const ServedModel& model = measured.server.model;
            list.of(measured.name)
                .near(row, "derived_weight_GB_total",
                      (model.body() + model.head) * storedBytes(measured.server.format) / 1e9, 0, 5.1e-4);
        }
        checkRow(row, measured, errors);
        if (row.error()) {
            return;
        }
    }
    errors.judge();
}

}  // namespace

/// Under any name: files part their rows in several ways.
std::span<const CaseKind> deploymentKinds()
{
    constexpr auto readWithRows = [](CaseList&) {};
    static constexpr std::array kinds{CaseKind{"deployment", "", "weights", checkRows, true},
                                      CaseKind{"deployment", "models", "", readWithRows, true},
                                      CaseKind{"deployment", "devices", "", readWithRows, true},
                                      CaseKind{"deployment", "fit", "", readWithRows, true}};
    return kinds;
}

}  // namespace pgram::systems
