// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Colossal-AI: what its operators were seen to send for one product, and what a Transformer layer sends, keeps and may
// be, in each layout of the tensor group.
#include "core/base/index.h"
#include "core/cost/tensor_layout.h"
#include "validation/systems/case_kinds.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>

namespace pgram::systems {

namespace {

constexpr double largestFigure = 1e12;
constexpr int mostRanks = 1 << 20;

/// One layout of so many devices. 1D and the ring are lines: a grid of one dimension.
struct Mode {
    enum class Kind { Line, Square, Cube, Ring, Deep };
    Kind kind = Kind::Line;
    int devices = 1;
    int side = 1;   ///< q; of a line all devices
    int depth = 1;  ///< d: grids of 2.5D, each with a part of the samples

    [[nodiscard]] bool isGrid() const { return kind != Kind::Line && kind != Kind::Ring; }
    [[nodiscard]] TensorGrid grid() const { return {side, kind == Kind::Cube ? 3 : 2}; }
    [[nodiscard]] int weightParts() const { return kind == Kind::Line ? side : isGrid() ? grid().weightParts() : 1; }
};

constexpr std::array modeNames{"1d", "2d", "3d", "ring-sp", "2.5d"};

const char* nameOf(const Mode& mode)
{
    return modeNames[at(mode.kind)];
}

/// "2.5d q=2 d=4".
std::string titleOf(const Mode& mode)
{
    return mode.kind == Mode::Kind::Deep ? fmt::format("2.5d q={} d={}", mode.side, mode.depth) : nameOf(mode);
}

std::vector<GroupTransfer> transfersOf(const Mode& mode, ProductShape product)
{
    product.rows /= mode.depth;
    return gridTransfers(mode.grid(), product);
}

// --- one product

std::string callName(CollectiveKind kind)
{
    std::string name(pgram::name(kind));
    std::ranges::replace(name, '-', '_');
    return name;
}

/// Returns the calls as logs count them: a ring of n devices makes n - 1 calls from one to the next.
Json callsOf(const std::vector<GroupTransfer>& transfers, const Mode& mode)
{
    Json calls = Json::object();
    for (const GroupTransfer& transfer : transfers) {
        const bool isRing = mode.kind == Mode::Kind::Ring && transfer.kind == CollectiveKind::AllGather;
        const std::string name = callName(isRing ? CollectiveKind::PointToPoint : transfer.kind);
        for (const auto& [phase, times] : {std::pair("fwd ", transfer.forward), {"bwd ", transfer.backward}}) {
            if (times > 0) {
                Json& sum = calls[phase + name];
                sum = sum.is_null() ? Json(0) : sum;
                sum = sum.get<int>() + times * (isRing ? mode.side - 1 : 1);
            }
        }
    }
    return calls;
}

/// 1D of one product: its result is summed in forward where the rows of W are divided, the gradient of its operand in
/// backward where the columns are.
std::vector<GroupTransfer> lineTransfers(bool dividesRows, const ProductShape& product)
{
    const double elements = product.rows * (dividesRows ? product.columns : product.inner);
    return {{CollectiveKind::AllReduce, 0, elements, dividesRows ? 1 : 0, dividesRows ? 0 : 1}};
}

struct ProductCase {
    std::string name;
    Mode mode;
    std::vector<GroupTransfer> transfers;
};

ProductCase readProduct(JsonObject& row)
{
    const std::string op = row.string("op");
    const auto matches = [&](const char* name) { return op.starts_with(name); };
    const auto known = std::ranges::find_if(modeNames, matches);
    ProductCase read;
    if (known == modeNames.end()) {
        row.fail("op", Core::tr("is '{}', which is not a layout", op));
        return read;
    }
    Mode& mode = read.mode;
    mode.kind = static_cast<Mode::Kind>(known - modeNames.begin());
    mode.side = whole(row, mode.isGrid() ? "q" : "P", 1, mostRanks);
    mode.depth = static_cast<int>(row.integerOr("d", 1, 1, mostRanks));
    if (mode.kind == Mode::Kind::Ring) {
        const double states =
            row.number("b", 1, largestFigure) * row.number("s", 1, largestFigure) * row.number("h", 1, largestFigure);
        read.transfers = ringTransfers(states, states);
        read.name = fmt::format("{} of {} elements, P {}", op, states, mode.side);
        return read;
    }
    const ProductShape product{row.number("M", 1, largestFigure), row.number("K", 1, largestFigure),
                               row.number("N", 1, largestFigure)};
    read.transfers =
        mode.isGrid() ? transfersOf(mode, product) : lineTransfers(op.find("row") != std::string::npos, product);
    read.name = fmt::format("{} {} x {} x {}, q {}, d {}", op, product.rows, product.inner, product.columns, mode.side,
                            mode.depth);
    return read;
}

void checkProducts(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        const ProductCase product = readProduct(row);
        if (row.error()) {
            return;
        }
        Checks checks = list.of(product.name);
        const Received sum = received(product.transfers, product.mode.side);
        checks.near(row, "elements_fwd", sum.forward);
        checks.near(row, "elements_bwd", sum.backward);
        checks.near(row, "formula", sum.both());
        if (row.has("calls")) {
            const Json& expected = row.json()["calls"];
            const Json calls = callsOf(product.transfers, product.mode);
            const bool isAlike =
                expected.is_object() && expected.size() == calls.size() &&
                std::ranges::all_of(calls.items(), [&](const auto& call) {
                    return expected.contains(call.key()) && isNear(expected[call.key()], call.value(), 0);
                });
            checks.add("calls", expected, calls, isAlike);
        }
        if (row.has("agree")) {
            const double logged =
                row.numberOr("elements_fwd", 0, 0, largestFigure) + row.numberOr("elements_bwd", 0, 0, largestFigure);
            checks.near(row, "agree", isNear(logged, sum.both(), exactly));
        }
    }
}

// --- one layer

struct LayerCase {
    double samples = 1;   ///< b
    double sequence = 1;  ///< s
    double hidden = 1;    ///< h
    double heads = 1;     ///< a
    double inner = 1;     ///< f
    double width = 2;     ///< bytes of an element
    int devices = 1;      ///< P

    [[nodiscard]] double states() const { return samples * sequence * hidden; }
    /// QKV, projection, up, down.
    [[nodiscard]] std::array<ProductShape, 4> products() const
    {
        const double rows = samples * sequence;
        return {ProductShape{rows, hidden, 3 * hidden}, ProductShape{rows, hidden, hidden},
                ProductShape{rows, hidden, inner}, ProductShape{rows, inner, hidden}};
    }
};

LayerCase readLayer(JsonObject input)
{
    LayerCase read;
    read.samples = input.number("b", 1, largestFigure);
    read.sequence = input.number("s", 1, largestFigure);
    read.hidden = input.number("h", 1, largestFigure);
    read.heads = input.number("a", 1, largestFigure);
    read.inner = input.has("ffn") ? input.number("ffn", 1, largestFigure) : 4 * read.hidden;
    read.width = input.has("bytes_per_element") ? input.number("bytes_per_element", 0, 64) : 2;
    read.devices = whole(input, "P", 1, mostRanks);
    return read;
}

/// All layouts that so many devices have.
std::vector<Mode> modesOf(int devices)
{
    std::vector<Mode> modes{{Mode::Kind::Line, devices, devices, 1}};
    std::vector<Mode> deep;
    std::vector<Mode> cubes;
    for (int q = 2; q <= devices / q; ++q) {
        const int depth = devices / (q * q);
        if (devices % (q * q) != 0) {
            continue;
        }
        (depth == 1 ? modes : deep).push_back({depth == 1 ? Mode::Kind::Square : Mode::Kind::Deep, devices, q, depth});
        if (depth == q) {
            cubes.push_back({Mode::Kind::Cube, devices, q, 1});
        }
    }
    modes.insert(modes.end(), cubes.begin(), cubes.end());
    modes.push_back({Mode::Kind::Ring, devices, devices, 1});
    modes.insert(modes.end(), deep.begin(), deep.end());
    return modes;
}

std::vector<GroupTransfer> transfersOf(const Mode& mode, const LayerCase& layer)
{
    switch (mode.kind) {
    case Mode::Kind::Line:  // attention's result and that of the feed-forward part
        return {{CollectiveKind::AllReduce, 0, layer.states(), 2, 2}};
    case Mode::Kind::Ring:
        return ringTransfers(layer.states(), layer.states());
    default:
        break;
    }
    std::vector<GroupTransfer> all;
    for (const ProductShape& product : layer.products()) {
        const std::vector<GroupTransfer> own = transfersOf(mode, product);
        all.insert(all.end(), own.begin(), own.end());
    }
    return all;
}

/// Calls of one phase, as the file counts them.
int callsOf(const std::vector<GroupTransfer>& transfers, const Mode& mode, int GroupTransfer::*phase)
{
    int sum = 0;
    for (const GroupTransfer& transfer : transfers) {
        const bool isRing = mode.kind == Mode::Kind::Ring && transfer.kind == CollectiveKind::AllGather;
        sum += transfer.*phase * (isRing ? mode.side - 1 : 1);
    }
    return sum;
}

/// Returns the bytes at 16 bits that backward reads, for a layer with dropout that stores its attention matrix
/// (2205.05198 §4). On a line of devices, tensors between the products are whole on every device.
double keptBytes(const Mode& mode, const LayerCase& layer)
{
    const double states = layer.states();
    const double inside = 8 * states + 4 * layer.samples * layer.sequence * layer.inner;
    const double scores = 5 * layer.heads * layer.samples * layer.sequence * layer.sequence;
    constexpr double outside = 10;
    const double parts = mode.devices;
    return mode.kind == Mode::Kind::Line ? outside * states + (inside + scores) / parts
                                         : (outside * states + inside + scores) / parts;
}

std::vector<std::string> problemsOf(const Mode& mode, const LayerCase& layer)
{
    struct Rule {
        const char* text;
        double number;
        int parts;
    };
    const int q = mode.side;
    const auto rules = [&]() -> std::vector<Rule> {
        switch (mode.kind) {
        case Mode::Kind::Line:
            return {{"heads % P", layer.heads, q}, {"hidden % P", layer.hidden, q}};
        case Mode::Kind::Square:
            return {{"batch % q", layer.samples, q}, {"heads % q", layer.heads, q}, {"hidden % q", layer.hidden, q}};
        case Mode::Kind::Deep:
            return {{"batch % (d q)", layer.samples, mode.depth * q},
                    {"heads % q", layer.heads, q},
                    {"hidden % q", layer.hidden, q}};
        case Mode::Kind::Cube:
            return {{"batch % q^2", layer.samples, q * q},
                    {"heads % q", layer.heads, q},
                    {"hidden % q^2", layer.hidden, q * q}};
        case Mode::Kind::Ring:
            return {{"sequence % P", layer.sequence, q}};
        }
        return {};
    };
    std::vector<std::string> problems;
    for (const Rule& rule : rules()) {
        if (static_cast<std::int64_t>(rule.number) % rule.parts != 0) {
            problems.emplace_back(rule.text);
        }
    }
    return problems;
}

/// Traffic, kept bytes and computation of a layer in one layout.
struct LayoutFigures {
    Received bytes;
    double weights = 0;  ///< elements of all matrices
    Json json;
};

LayoutFigures figuresOf(const Mode& mode, const LayerCase& layer)
{
    const std::vector<GroupTransfer> transfers = transfersOf(mode, layer);
    LayoutFigures figures;
    figures.bytes = received(transfers, mode.side);
    figures.bytes = {layer.width * figures.bytes.forward, layer.width * figures.bytes.backward};
    double flops = 4 * layer.states() * layer.sequence;
    double gathered = 0;
    for (const ProductShape& product : layer.products()) {
        figures.weights += product.inner * product.columns;
        flops += 2 * product.rows * product.inner * product.columns;
        gathered += gatheredElements(mode.grid(), product);
    }
    const double held = layer.width * figures.weights / mode.weightParts();
    const int copies = mode.kind == Mode::Kind::Ring ? mode.devices : mode.depth;
    const std::vector<std::string> problems = problemsOf(mode, layer);
    figures.json = Json{{"mode", nameOf(mode)},
                        {"P", mode.devices},
                        {"legal", problems.empty()},
                        {"illegal_because", problems},
                        {"forward_bytes", figures.bytes.forward},
                        {"backward_bytes", figures.bytes.backward},
                        {"layer_bytes", figures.bytes.both()},
                        {"weight_bytes", held},
                        {"activation_bytes_no_recompute", keptBytes(mode, layer)},
                        {"weight_gradient_sync_bytes_per_step", bytesPerRank(CollectiveKind::AllReduce, copies, held)},
                        {"collective_calls_forward", callsOf(transfers, mode, &GroupTransfer::forward)},
                        {"collective_calls_backward", callsOf(transfers, mode, &GroupTransfer::backward)},
                        {"flop_forward_per_device", flops / mode.devices}};
    if (mode.isGrid()) {
        figures.json["q"] = mode.side;
    }
    if (mode.kind == Mode::Kind::Deep) {
        figures.json["d"] = mode.depth;
    }
    if (mode.kind == Mode::Kind::Cube) {
        figures.json["extra_saved_by_code_bytes"] = layer.width * gathered;
    }
    return figures;
}

void checkRow(JsonObject& row, const Mode& mode, const LayerCase& layer, Checks& checks)
{
    const Json got = figuresOf(mode, layer).json;
    for (const auto& [key, expected] : row.json().items()) {
        const Json own = got.contains(key) ? got[key] : Json(nullptr);
        checks.near(titleOf(mode) + "." + key, expected, own);
    }
}

/// The layout of a row; none: so many devices have no such.
std::optional<Mode> modeOf(JsonObject& row, const std::vector<Mode>& modes)
{
    const std::string name = row.string("mode");
    const std::int64_t side = row.integerOr("q", 0, 1, mostRanks);
    const auto found = std::ranges::find_if(modes, [&](const Mode& mode) {
        return nameOf(mode) == name && (side == 0 || !mode.isGrid() || side == mode.side);
    });
    return found == modes.end() ? std::nullopt : std::optional(*found);
}

Json leastMode(const std::vector<Mode>& modes, const LayerCase& layer)
{
    Json least;
    double bytes = largestFigure;
    for (const Mode& mode : modes) {
        const double own = figuresOf(mode, layer).bytes.both();
        if (problemsOf(mode, layer).empty() && own < bytes * (1 - exactly)) {
            bytes = own;
            least = titleOf(mode);
        }
    }
    return least;
}

void checkLayers(CaseList& list)
{
    for (JsonObject& row : list.rows()) {
        const LayerCase layer = readLayer(row.object("input"));
        JsonObject expected = row.object("expected");
        if (row.error()) {
            return;
        }
        Checks checks = list.of(row.stringOr("name", ""));
        const std::vector<Mode> modes = modesOf(layer.devices);
        std::vector<JsonObject> rows = expected.objects("rows", mostRanks);
        checks.near("rows", rows.size(), modes.size(), 0);
        for (JsonObject& own : rows) {
            const std::optional<Mode> mode = modeOf(own, modes);
            if (row.error()) {
                return;
            }
            if (mode) {
                checkRow(own, *mode, layer, checks);
            } else {
                checks.add("mode", own.json()["mode"], nullptr, false);
            }
        }
        checks.near(expected, "least_bytes_mode", leastMode(modes, layer));
    }
}

}  // namespace

std::span<const CaseKind> colossalKinds()
{
    static constexpr std::array kinds{CaseKind{"colossal", "gemm_counts_from_authors_code", "op", checkProducts},
                                      CaseKind{"colossal", "layers", "h", checkLayers, true}};
    return kinds;
}

}  // namespace pgram::systems
