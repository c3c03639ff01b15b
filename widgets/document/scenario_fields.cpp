// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/scenario_fields.h"

#include "core/base/index.h"
#include "core/model/encoder.h"
#include "core/model/run_fields.h"
#include "core/model/tuning.h"
#include "core/questions/nearest_plan.h"
#include "core/questions/usual_request.h"
#include "core/strategy/space.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
#include "widgets/document/training_fields.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace pgram {

namespace {

using Kind = ScenarioField::Kind;

const ScenarioField sequence{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Sequence"),
    .name = "sequence",
    .kind = Kind::Count,
    .get = [](const ScenarioState& s) -> qint64 { return s.request.training.sequenceLength; },
    .set = [](ScenarioState& s, qint64 tokens) { s.request.training.sequenceLength = tokens; },
    .text =
        [](const ScenarioState& s, qint64 tokens) {
            return tokens > 0 ? QString::number(tokens)
                              : fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "%1 (model)"))
                                    .arg(s.request.model.sequenceLength);
        },
    .tip = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Tokens per sample: 4096, 4k, 128k"),
    .most = 10'000'000,
    .step = 128,
    .leastIsWord = true,
    .section = ScenarioSection::Main,
};

/// Stands for several schedules among the kinds of one.
constexpr qint64 severalSchedules = -1;

const ScenarioField schedule{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Schedule"),
    .name = "scenarioSchedule",
    .kind = Kind::Choice,
    .get =
        [](const ScenarioState& s) {
            return s.request.schedules.empty() ? static_cast<qint64>(s.request.schedule.kind) : severalSchedules;
        },
    .set =
        [](ScenarioState& s, qint64 value) {
            s.request.schedules = value == severalSchedules ? s.several : std::vector<Schedule>();
            if (value != severalSchedules) {
                const auto kind = static_cast<ScheduleKind>(value);
                Schedule& one = s.request.schedule;
                one.kind = kind;
                const int chunks = usualChunks(kind);
                one.virtualStages = kind == ScheduleKind::Interleaved ? std::max(chunks, one.virtualStages) : chunks;
                one.slices = usualSlices(kind);
            }
        },
    .text =
        [](const ScenarioState& s, qint64 value) {
            return value == severalSchedules ? severalText(s.several) : scheduleTitle(static_cast<ScheduleKind>(value));
        },
    .values =
        [](const ScenarioState&) {
            std::vector<qint64> all = valuesOf(schedules(), &ScheduleInfo::kind);
            all.push_back(severalSchedules);
            return all;
        },
    .section = ScenarioSection::Search,
    .isInSummary = true,
};

const ScenarioField microbatches{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Micro-batches"),
    .name = "scenarioMicrobatches",
    .kind = Kind::Count,
    .get = [](const ScenarioState& s) -> qint64 {
        return s.request.microbatches.size() == 1 ? s.request.microbatches.front() : 0;
    },
    .set =
        [](ScenarioState& s, qint64 count) {
            s.request.microbatches = count > 0 ? std::vector{static_cast<int>(count)} : s.microbatches;
        },
    .text =
        [](const ScenarioState&, qint64 count) {
            return count > 0 ? QString::number(count)
                             : fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "searched"));
        },
    .tip = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "A fixed number, or all divisors of the batch"),
    .most = 1'000'000,
    .leastIsWord = true,
    .section = ScenarioSection::Search,
};

/// Value of overheads that belong to no family.
constexpr qint64 ownFramework = -1;

/// Returns the values of the families, sorted by title.
std::vector<qint64> frameworksByTitle(const std::vector<FrameworkFamily>& families)
{
    std::vector<qint64> order(families.size());
    for (std::size_t index = 0; index < order.size(); ++index) {
        order[index] = static_cast<qint64>(index) + 1;
    }
    const auto titleOf = [&families](qint64 value) { return qs(families[at(value - 1)].title).toLower(); };
    std::ranges::sort(order, {}, titleOf);
    return order;
}

const FrameworkFamily* familyAt(const ScenarioState& state, qint64 value)
{
    return value > 0 ? &(*state.frameworks)[at(value - 1)] : nullptr;
}

qint64 frameworkOf(const ScenarioState& state)
{
    const Framework& now = state.request.training.framework;
    if (now == Framework()) {
        return 0;
    }
    for (std::size_t index = 0; state.frameworks != nullptr && index < state.frameworks->size(); ++index) {
        if ((*state.frameworks)[index].framework() == now) {
            return static_cast<qint64>(index) + 1;
        }
    }
    return ownFramework;
}

/// Returns the value of the family whose overheads a target's runs have; 0: none were measured.
qint64 overheadsOf(const ScenarioState& state)
{
    const Target* target = state.request.target;
    if (target == nullptr || target->overheads == nullptr || state.frameworks == nullptr) {
        return 0;
    }
    const auto family = std::ranges::find(*state.frameworks, target->overheads, &FrameworkFamily::name);
    return family == state.frameworks->end() ? 0 : family - state.frameworks->begin() + 1;
}

/// Gives the search back what a target took from it; the usual search where that is not known.
void freeSearch(ScenarioState& state)
{
    SearchRequest& request = state.request;
    if (const auto free = std::exchange(state.free, std::nullopt)) {
        request.space = free->space;
        request.method = free->method;
        request.schedule = free->schedule;
        request.schedules = free->schedules;
        request.microbatches = free->microbatches;
        state.open.search = free->isOpen;
    } else {
        chooseUsual(request, {.batch = false});
    }
    state.several = request.schedules.empty() ? everySchedule() : request.schedules;
}

const ScenarioField target{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Runs on"),
    .name = "target",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) -> qint64 {
        const auto found = std::ranges::find(targets(), s.request.target);
        return found == targets().end() ? -1 : found - targets().begin();
    },
    .set =
        [](ScenarioState& s, qint64 value) {
            SearchRequest& request = s.request;
            const Target* const before = std::exchange(request.target, value < 0 ? nullptr : targets()[at(value)]);
            if (request.target != nullptr) {
                if (before == nullptr) {
                    s.free = {request.space,     request.method,       request.schedule,
                              request.schedules, request.microbatches, s.open.search};
                }
                const bool takeaway3 = request.space.takeaway3;
                request = requestWithin(request, *request.target);
                request.space.takeaway3 = takeaway3;
                s.several = request.schedules;
            } else if (before != nullptr) {
                freeSearch(s);
            }
            if (!s.ownOverheads) {
                const FrameworkFamily* family = familyAt(s, overheadsOf(s));
                request.training.framework = family != nullptr ? family->framework() : Framework();
            }
        },
    .text =
        [](const ScenarioState&, qint64 value) {
            return value < 0 ? fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "any framework"))
                             : QString::fromUtf8(targets()[at(value)]->title);
        },
    .values =
        [](const ScenarioState&) {
            std::vector<qint64> all;
            for (qint64 index = -1; index < static_cast<qint64>(targets().size()); ++index) {
                all.push_back(index);
            }
            return all;
        },
    .valueTip = [](const ScenarioState&,
                   qint64 value) { return value < 0 ? QString() : QString::fromUtf8(targets()[at(value)]->version); },
    .section = ScenarioSection::Search,
    .isInSummary = true,
};

const ScenarioField fit{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Memory margin"),
    .name = "scenarioFit",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) { return static_cast<qint64>(s.request.fit); },
    .set = [](ScenarioState& s, qint64 value) { s.request.fit = static_cast<FitRule>(value); },
    .text =
        [](const ScenarioState&, qint64 value) {
            return static_cast<FitRule>(value) == FitRule::Formula
                       ? fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "none: fits by formula"))
                       : fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "80 % of similar runs fit"));
        },
    .values =
        [](const ScenarioState&) {
            return std::vector<qint64>{0, 1};
        },
    .section = ScenarioSection::Search,
};

const ScenarioField method{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Method"),
    .name = "method",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) { return static_cast<qint64>(s.request.method); },
    .set = [](ScenarioState& s, qint64 value) { s.request.method = static_cast<Method>(value); },
    .text = [](const ScenarioState&, qint64 value) { return methodTitle(static_cast<Method>(value)); },
    .values = [](const ScenarioState&) { return valuesOf(methods(), &MethodInfo::method); },
    .valueTip = [](const ScenarioState&, qint64 value) { return methodSentence(static_cast<Method>(value)); },
    .topic =
        [](qint64 value) {
            return QStringLiteral("method:%1").arg(QString::fromLatin1(info(static_cast<Method>(value)).name));
        },
    .isEnabled = [](const SearchRequest& r) { return r.target == nullptr; },
    .section = ScenarioSection::Search,
    .isInSummary = true,
};

const ScenarioField slowdown{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Slowdown"),
    .name = "slowdown",
    .kind = Kind::Percent,
    .get = [](const ScenarioState& s) { return percentOf(s.request.slowdown); },
    .set = [](ScenarioState& s, qint64 percent) { s.request.slowdown = shareOf(percent); },
    .text = [](const ScenarioState& s, qint64) { return percentText(s.request.slowdown); },
    .tip = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Share of its speed that any one device may lose"),
    .least = 1,
    .most = percentOf(greatestSlowdown),
    .isShown = [](const SearchRequest& r) { return r.method == Method::Robust && r.target == nullptr; },
    .section = ScenarioSection::Search,
};

const ScenarioField framework{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Framework overhead"),
    .name = "framework",
    .kind = Kind::Choice,
    .get = frameworkOf,
    .set =
        [](ScenarioState& s, qint64 value) {
            if (value != ownFramework) {
                const FrameworkFamily* family = familyAt(s, value);
                s.request.training = trainedBy(family, s.request.training);
                s.gradientBytes = family != nullptr ? family->gradientBytes : 4;
                s.ownOverheads = value != overheadsOf(s);
            }
        },
    .text =
        [](const ScenarioState& s, qint64 value) {
            return value == 0              ? fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "none (ideal)"))
                   : value == ownFramework ? fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "as in its file"))
                                           : presetText(familyAt(s, value)->title);
        },
    .values =
        [](const ScenarioState& s) {
            std::vector<qint64> all{0};
            if (s.frameworks != nullptr) {
                const std::vector<qint64> sorted = frameworksByTitle(*s.frameworks);
                all.insert(all.end(), sorted.begin(), sorted.end());
            }
            if (frameworkOf(s) == ownFramework) {
                all.push_back(ownFramework);
            }
            return all;
        },
    .valueTip = [](const ScenarioState& s,
                   qint64 value) { return value > 0 ? presetText(familyAt(s, value)->what) : QString(); },
    .follows = "target",
};

/// Value of a space that is not one of the groups.
constexpr qint64 ownSpace = -1;

/// Returns the space with the dimensions of the group and the other switches as they are.
Space spaceOfGroup(qint64 group, const Space& now)
{
    Space space = *parseSpace(spaceGroups()[at(group)].name);
    space.takeaway3 = now.takeaway3;
    space.anyDivisor = now.anyDivisor;
    return space;
}

const ScenarioField space{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Parallelism"),
    .name = "scenarioSpace",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) -> qint64 {
        for (qint64 group = 0; group < std::ssize(spaceGroups()); ++group) {
            if (s.request.space == spaceOfGroup(group, s.request.space)) {
                return group;
            }
        }
        return ownSpace;
    },
    .set =
        [](ScenarioState& s, qint64 group) {
            if (group != ownSpace) {
                s.request.space = spaceOfGroup(group, s.request.space);
            }
        },
    .text =
        [](const ScenarioState& s, qint64 group) {
            constexpr std::array names{QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "the paper's five"),
                                       QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "modern"),
                                       QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "all")};
            return group != ownSpace ? fieldName(names[at(group)])
                   : s.request.target != nullptr
                       ? fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "what the framework has"))
                       : fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "own choice"));
        },
    .values =
        [](const ScenarioState& s) {
            std::vector<qint64> all{0, 1, 2};
            if (std::ranges::none_of(all,
                                     [&](qint64 g) { return s.request.space == spaceOfGroup(g, s.request.space); })) {
                all.push_back(ownSpace);
            }
            return all;
        },
    .valueTip =
        [](const ScenarioState& s, qint64 group) {
            return qs(toString(group == ownSpace ? s.request.space : spaceOfGroup(group, s.request.space)));
        },
    .isEnabled = [](const SearchRequest& r) { return r.target == nullptr; },
    .section = ScenarioSection::Search,
    .isInSummary = true,
};

}  // namespace

const std::vector<ScenarioField>& scenarioFields()
{
    static const std::vector<ScenarioField> fields = [] {
        std::vector<ScenarioField> all{sequence, target, method, slowdown, space, schedule, microbatches, fit};
        const std::vector<ScenarioField> ofTraining = trainingFields();
        all.insert(all.end(), ofTraining.begin(), ofTraining.end());
        all.push_back(framework);
        return all;
    }();
    return fields;
}

const ScenarioField& scenarioField(const char* name)
{
    return *std::ranges::find_if(scenarioFields(),
                                 [name](const ScenarioField& field) { return std::string_view(field.name) == name; });
}

QString fieldName(const char* label)
{
    return QCoreApplication::translate(contextOfWords, label);
}

QString valueText(const ScenarioField& field, const ScenarioState& state)
{
    return valueText(field, state, field.get(state));
}

QString valueText(const ScenarioField& field, const ScenarioState& state, qint64 value)
{
    return field.text != nullptr ? field.text(state, value) : QString::number(value);
}

QString sectionText(ScenarioSection section, const ScenarioState& state)
{
    ScenarioState usual;
    usual.frameworks = state.frameworks;
    QStringList values;
    for (const ScenarioField& field : scenarioFields()) {
        const bool isShown = field.section == section && (field.isShown == nullptr || field.isShown(state.request));
        if (isShown && field.isInSummary) {
            values.append(valueText(field, state));
        } else if (isShown && field.get(state) != field.get(usual)) {
            values.append(QStringLiteral("%1 %2").arg(fieldName(field.label), valueText(field, state)));
        }
    }
    return values.join(QStringLiteral(" · "));
}

bool hasOwnOverheads(const ScenarioState& state)
{
    return state.request.training.framework != Framework() && frameworkOf(state) != overheadsOf(state);
}

void choosePrecision(ScenarioState& state, Precision precision)
{
    Training& training = state.request.training;
    training.precision = precision;
    training.gradientBytes = training.elementBytes() == 4 ? 4 : state.gradientBytes;
}

}  // namespace pgram
