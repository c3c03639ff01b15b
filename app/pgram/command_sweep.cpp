// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// pgram sweep: the best plan at every value of a number of the request, the values at which the kind of plan changes, a
// map of two numbers, and the sensitivity to the cluster's constants.
#include "app/pgram/command.h"
#include "app/pgram/plan_request.h"
#include "app/pgram/plan_text.h"
#include "app/pgram/progress_line.h"
#include "app/pgram/search_output.h"
#include "app/pgram/table.h"
#include "app/pgram/time_limit.h"
#include "core/base/format.h"
#include "core/base/quantity.h"
#include "core/plan/plan_json.h"
#include "core/questions/plan_question.h"
#include "core/questions/sweep.h"

#include <fmt/format.h>
#include <map>
#include <memory>

namespace pgram::cli {

namespace {

constexpr int usualPoints = 21;

struct SweepOptions {
    PlanOptions request;
    std::string plan;
    std::vector<std::string> axes;
    std::string tornado;
    bool noCrossings = false;
    TimeLimit limit;
};

/// Parses "1e9", or memory with its unit.
Result<double> parseEnd(const std::string& text)
{
    if (const std::optional<double> number = decimalNumber(text)) {
        return *number;
    }
    const Result<Bytes> memory = parseMemory(text);
    if (!memory) {
        return badInput(fmt::format("'{}' is not a number", text.substr(0, 40)), "--axis",
                        "Give one such as 25e9 or 16GiB");
    }
    return static_cast<double>(*memory);
}

/// Parses "cluster.links/1/bytes_per_s=1e9..1e11:60,log".
Result<SweepAxis> parseAxis(std::string text)
{
    SweepAxis axis;
    axis.points = usualPoints;
    axis.logarithmic = text.ends_with(",log");
    if (axis.logarithmic) {
        text.erase(text.rfind(','));
    }
    const std::size_t equals = text.find('=');
    const std::size_t dots = equals == std::string::npos ? equals : text.find("..", equals);
    if (dots == std::string::npos) {
        return badInput(fmt::format("'{}' is no axis", text.substr(0, 60)), "--axis",
                        "Give WHAT=FROM..TO, with :POINTS and ,log behind it if need be");
    }
    axis.what = text.substr(0, equals);
    std::string last = text.substr(dots + 2);
    if (const std::size_t colon = last.find(':'); colon != std::string::npos) {
        const Result<std::int64_t> points = parseCount(last.substr(colon + 1), 2, 10000);
        if (!points) {
            return badInput(points.error().what.english(), "--axis", points.error().todo.english());
        }
        axis.points = static_cast<int>(*points);
        last.resize(colon);
    }
    return parseEnd(text.substr(equals + 1, dots - equals - 1)).and_then([&](double from) {
        axis.from = from;
        return parseEnd(last).map([&axis](double to) {
            axis.to = to;
            return axis;
        });
    });
}

Result<SearchRequest> requestFor(const SweepOptions& options, const std::filesystem::path& program)
{
    if (!options.plan.empty()) {
        return loadPlan(options.plan).map([](const Plan& plan) { return requestOf(plan); });
    }
    Result<SearchRequest> request = planRequest(options.request, program);
    if (request && options.request.method.empty() && options.request.target.empty()) {
        request->method = Method::Joint;  // the one that leaves nothing out
    }
    return request;
}

bool hasPlan(const SweepPoint& point)
{
    return point.plan != nullptr;
}

constexpr Field<SweepPoint> plannedPointRows[] = {
    figure<&SweepPoint::kind>("kind").says("Stages, and the strategy of most layers"),
    figure<&SweepPoint::figures, &Estimate::stepTime>("step_time_s").atLeast(0),
    figure<&SweepPoint::figures, &Estimate::throughput>("throughput_samples_per_s").atLeast(0),
    figure<&SweepPoint::figures, &Estimate::mfu>("mfu").atLeast(0),
    figure<&SweepPoint::figures, &Estimate::peakMemory>("peak_memory_bytes").atLeast(0),
    figure<[](const SweepPoint& point) { return strategiesInShort(*point.plan); }>("strategies"),
    figure<&SweepPoint::certificate, &Certificate::status>("certificate"),
    figure<&SweepPoint::certificate, &Certificate::gap>("gap").atLeast(0).orNull(),
};
constexpr Field<SweepPoint> sweepPointRows[] = {
    figure<&SweepPoint::value>("value"),
    figure<&SweepPoint::second>("second")
        .when([](const SweepPoint& point) { return point.second.has_value(); })
        .says("Value on the second axis of a map"),
    figure<hasPlan>("fits"),
    figure<&SweepPoint::why>("reason").when([](const SweepPoint& point) { return !hasPlan(point); }),
    nested<plannedPointRows, itself<SweepPoint>>("").when(hasPlan),
};
constexpr Field<SweepAxis> axisRows[] = {
    figure<&SweepAxis::what>("what").says("memory, batch, cluster.POINTER, …"),
    figure<&SweepAxis::logarithmic>("log"),
};
constexpr Field<Crossing> crossingRows[] = {
    nested<sweepPointRows, &Crossing::below>("below"),
    nested<sweepPointRows, &Crossing::above>("above"),
};
constexpr Field<TornadoBar> barRows[] = {
    figure<&TornadoBar::what>("what"),
    figure<&TornadoBar::from>("from").says("vendor, or the provenance of the constant"),
    figure<&TornadoBar::value>("value"),
    figure<&TornadoBar::share>("share").atLeast(0).says("Relative change of the value"),
    nested<sweepPointRows, &TornadoBar::less>("less"),
    nested<sweepPointRows, &TornadoBar::more>("more"),
};

/// The answer of the command: a sweep, a map or a tornado.
struct SweepAnswer {
    std::vector<SweepAxis> axes;
    std::vector<SweepPoint> points;
    std::optional<std::vector<Crossing>> crossings;
    std::optional<std::vector<TornadoBar>> tornado;
    bool complete;
};
constexpr Field<SweepAnswer> sweepRows[] = {
    listed<axisRows, &SweepAnswer::axes>("axes"),
    listed<sweepPointRows, &SweepAnswer::points>("points").says(
        "By rising value; of a map, the values of the second axis for each value of the first"),
    listed<crossingRows, [](const SweepAnswer& answer) { return *answer.crossings; }>("crossings")
        .when([](const SweepAnswer& answer) { return answer.crossings.has_value(); })
        .says("Changes of the kind of plan"),
    listed<barRows, [](const SweepAnswer& answer) { return *answer.tornado; }>("tornado")
        .when([](const SweepAnswer& answer) { return answer.tornado.has_value(); })
        .says("By falling change of the step"),
    figure<&SweepAnswer::complete>("complete"),
};
constexpr AnswerFormat<SweepAnswer> sweepAnswer{
    "sweep",
    "The best plan at every value of one number or of two, or with every constant changed.",
    sweepRows,
    {"tornado", "points"}};

/// Returns "8", "10.0 GiB".
std::string valueText(const SweepAxis& axis, double value)
{
    return axis.what == "memory" ? formatBytes(value) : fmt::format("{:.6g}", value);
}

void addRow(Table& table, const SweepAxis& axis, const SweepPoint& point)
{
    const std::string value = valueText(axis, point.value);
    if (!point.plan) {
        table.addRow({value, "–", "–", "–", "–", point.why.english()});
        return;
    }
    table.addRow({value, formatSeconds(point.figures->stepTime), fmt::format("{:.4g}", point.figures->throughput),
                  formatPercent(point.figures->mfu), bytesText(point.figures->peakMemory), point.kind});
}

std::string kindOrNone(const SweepPoint& point)
{
    return point.plan ? point.kind : "no plan";
}

std::string toText(const SearchRequest& request, const Sweep& sweep)
{
    Table table(
        {{sweep.axis.what}, {"step"}, {"samples/s"}, {"MFU"}, {"peak memory"}, {"stages, most layers", Align::Left}});
    for (const SweepPoint& point : sweep.points) {
        addRow(table, sweep.axis, point);
    }
    std::string text = fmt::format("{}: the best plan by {}\n\n{}\n", titlesOf(request.model, request.cluster),
                                   sweep.axis.what, table.text());
    for (const Crossing& crossing : sweep.crossings) {
        text += fmt::format("  from {} on: {} instead of {}\n", valueText(sweep.axis, crossing.above.value),
                            kindOrNone(crossing.above), kindOrNone(crossing.below));
    }
    return text + fmt::format("  {} planned in {}\n", counted(static_cast<std::int64_t>(sweep.points.size()), "value"),
                              formatSeconds(sweep.seconds));
}

/// Returns samples per second by row and column, with a letter for each kind of plan.
std::string mapText(const SweepAxis& first, const SweepAxis& second, const std::vector<SweepPoint>& points)
{
    std::vector<Column> columns{{fmt::format("{} \\ {}", second.what, first.what)}};
    for (const double x : first.values()) {
        columns.push_back({fmt::format("{:.4g}", x)});
    }
    std::map<std::string, char> letters;
    Table table(columns);
    const std::vector<double> ys = second.values();
    for (std::size_t y = 0; y < ys.size(); ++y) {
        std::vector<std::string> cells{fmt::format("{:.4g}", ys[y])};
        for (std::size_t i = y; i < points.size(); i += ys.size()) {
            const auto letter = letters.try_emplace(points[i].kind, static_cast<char>('a' + letters.size() % 26)).first;
            cells.push_back(points[i].plan ? fmt::format("{:.3g} {}", points[i].figures->throughput, letter->second)
                                           : "–");
        }
        cells.resize(columns.size());
        table.addRow(std::move(cells));
    }
    std::string text = fmt::format("samples/s\n\n{}\n", table.text());
    for (const auto& [kind, letter] : letters) {
        text += kind.empty() ? "" : fmt::format("  {} {}\n", letter, kind);
    }
    return text;
}

std::string changeOf(const SweepPoint& point, Seconds step)
{
    return point.plan ? fmt::format("{:+.1f} %", 100 * (point.figures->stepTime / step - 1)) : "no plan";
}

std::string toText(const SearchRequest& request, const Tornado& tornado)
{
    if (!tornado.base.plan) {
        return fmt::format("{}: {}\n", titlesOf(request.model, request.cluster), tornado.base.why.english());
    }
    const Seconds step = tornado.base.figures->stepTime;
    Table table({{"step changes by", Align::Left},
                 {"value"},
                 {"from", Align::Left},
                 {"by"},
                 {"less"},
                 {"more"},
                 {"plan then", Align::Left}});
    for (const TornadoBar& bar : tornado.bars) {
        const std::string kinds = bar.less.kind == tornado.base.kind && bar.more.kind == tornado.base.kind
                                      ? ""
                                      : fmt::format("{} / {}", kindOrNone(bar.less), kindOrNone(bar.more));
        table.addRow({bar.what, fmt::format("{:.4g}", bar.value), bar.from, fmt::format("±{:.0f} %", 100 * bar.share),
                      changeOf(bar.less, step), changeOf(bar.more, step), kinds});
    }
    return fmt::format("{}: {} a step, {}\n\n{}", titlesOf(request.model, request.cluster), formatSeconds(step),
                       tornado.base.kind, table.text());
}

ExitCode print(const Invocation& invocation, const Interrupt& interrupt, const TimeLimit& limit,
               const SweepAnswer& answer, const std::string& text)
{
    printAnswer(invocation, sweepAnswer, answer, text);
    const bool any = std::ranges::any_of(answer.points, hasPlan);
    if (!answer.complete) {
        return stopped(endedBy(interrupt), limit, any, "values that were not planned are left out");
    }
    return any ? ExitOk : ExitInfeasible;
}

Result<ExitCode> runTornado(const SweepOptions& options, const SearchRequest& request, const Invocation& invocation)
{
    double share = 0;
    if (options.tornado != "own") {
        const Result<double> percent = parseEnd(options.tornado);
        if (!percent || !(*percent > 0 && *percent < 100)) {
            return badInput("is own, or percent above 0 and below 100", "--tornado");
        }
        share = *percent / 100;
    }
    const Interrupt interrupt(options.limit.seconds());
    ProgressLine line;
    return tornado(request, share, interrupt.token(), [&line](const Progress& now) { line.show(now); })
        .map([&](const Tornado& answer) {
            return print(invocation, interrupt, options.limit, {{}, {answer.base}, {}, answer.bars, answer.complete},
                         toText(request, answer));
        });
}

Result<ExitCode> run(const SweepOptions& options, const Invocation& invocation)
{
    PGRAM_TRY(const SearchRequest request, requestFor(options, invocation.program));
    if (options.axes.empty() == options.tornado.empty() || options.axes.size() > 2) {
        return badInput("give one --axis, two of them, or --tornado", "--axis");
    }
    if (!options.tornado.empty()) {
        return runTornado(options, request, invocation);
    }
    std::vector<SweepAxis> axes;
    for (const std::string& text : options.axes) {
        PGRAM_TRY(const SweepAxis axis, parseAxis(text));
        axes.push_back(axis);
    }
    const Interrupt interrupt(options.limit.seconds());
    ProgressLine line;
    const auto show = [&line](const Progress& now) { line.show(now); };
    if (axes.size() == 2) {
        return sweepMap(request, axes[0], axes[1], interrupt.token(), show).map([&](const auto& points) {
            return print(invocation, interrupt, options.limit,
                         {axes, points, {}, {}, !interrupt.token().stop_requested()},
                         mapText(axes[0], axes[1], points));
        });
    }
    return sweep(request, axes[0], {.crossings = !options.noCrossings}, interrupt.token(), {}, show)
        .map([&](const Sweep& answer) {
            return print(invocation, interrupt, options.limit,
                         {axes, answer.points, answer.crossings, {}, answer.complete}, toText(request, answer));
        });
}

}  // namespace

void addSweep(CLI::App& app, Invocation& invocation)
{
    const auto [command, options] = addCommand<SweepOptions, sweepAnswer>(
        app, invocation, run, "sweep",
        "What if: the best plan at every value of a number, and where kinds of plans cross",
        "  pgram sweep --model llama2-13b --cluster a100-16 --axis cluster.links/1/bytes_per_s=1e9..1e11:60,log\n"
        "  pgram sweep --model llama2-7b --cluster a100-8 --axis memory=10GiB..40GiB --axis batch=8..128:4\n"
        "  pgram sweep --plan llama.pgplan.json --tornado 20\n"
        "Numbers are memory, batch, sequence, nodes, devices, and members of the cluster or the model by their JSON\n"
        "pointers, as --set takes them. Crossings are found to 1 %, both sides planned.");
    addPlanOptions(*command, options->request);
    addMethodOption(*command, options->request, "joint");
    addSeconds(*command, options->limit, "stop after this long, with the values until then");
    command->add_option("--plan", options->plan, "the question of this plan file")->type_name("FILE");
    command->add_option("--axis", options->axes, "one number, or two for a map; 21 points unless it says")
        ->type_name("WHAT=FROM..TO[:POINTS][,log]")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    command
        ->add_option("--tornado", options->tornado,
                     "vary every constant of the cluster by so many percent, or, with own, by its own uncertainty: "
                     "measured 5, fitted 10, guessed 30")
        ->type_name("PERCENT|own");
    command->add_flag("--no-crossings", options->noCrossings, "leave out where kinds of plans cross");
}

}  // namespace pgram::cli
