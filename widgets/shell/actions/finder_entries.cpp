// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/finder_entries.h"

#include "core/base/index.h"
#include "core/strategy/dimension_rules.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/texts.h"
#include "widgets/shell/actions/action_spec.h"
#include "widgets/views/common/view.h"

#include <QAction>
#include <QCoreApplication>
#include <QMenu>
#include <QPointer>
#include <QStringList>

#include <algorithm>
#include <set>

namespace pgram {

namespace {

constexpr int letterScore = 10;
constexpr int wordStartScore = 12;
constexpr int neighbourScore = 14;
constexpr int gapCost = 1;  // for each character between two matched ones
constexpr int impossible = -1'000'000'000;
constexpr int leastScore = impossible / 2;  // below it stands only what is impossible

bool beginsWord(const QString& text, qsizetype place)
{
    if (place == 0 || !text[place - 1].isLetterOrNumber()) {
        return true;
    }
    return text[place].isUpper() && text[place - 1].isLower();
}

/// For each place of the text the best score of a match that ends there, and the place before it.
struct Row {
    std::vector<int> score;
    std::vector<int> before;
};

Row firstRow(QChar letter, const QString& text)
{
    Row row{std::vector<int>(static_cast<std::size_t>(text.size()), impossible),
            std::vector<int>(static_cast<std::size_t>(text.size()), -1)};
    for (qsizetype place = 0; place < text.size(); ++place) {
        if (text[place].toLower() == letter) {
            row.score[at(place)] = letterScore + (beginsWord(text, place) ? wordStartScore : 0);
        }
    }
    return row;
}

Row nextRow(const Row& last, QChar letter, const QString& text)
{
    Row row = firstRow(letter, text);
    int best = impossible;  // over the earlier places, less the gap up to here
    int bestPlace = -1;
    for (std::size_t place = 0; place < row.score.size(); ++place) {
        const int neighbour = place > 0 ? last.score[place - 1] + neighbourScore : impossible;
        if (row.score[place] != impossible) {
            const bool near = neighbour >= best;
            const int from = near ? neighbour : best;
            row.before[place] = near ? static_cast<int>(place) - 1 : bestPlace;
            row.score[place] = from < leastScore ? impossible : row.score[place] + from;
        }
        best = std::max(impossible, best - gapCost);
        if (place > 0 && last.score[place - 1] - gapCost > best) {
            best = last.score[place - 1] - gapCost;
            bestPlace = static_cast<int>(place) - 1;
        }
    }
    return row;
}

std::optional<FuzzyMatch> matchWord(const QString& word, const QString& text)
{
    if (text.isEmpty()) {
        return std::nullopt;
    }
    std::vector<Row> rows{firstRow(word[0], text)};
    for (qsizetype index = 1; index < word.size(); ++index) {
        rows.push_back(nextRow(rows.back(), word[index], text));
    }
    const auto best = std::ranges::max_element(rows.back().score);
    if (*best < leastScore) {
        return std::nullopt;
    }
    FuzzyMatch match{*best, {}};
    int place = static_cast<int>(best - rows.back().score.begin());
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        match.places.push_back(place);
        place = row->before[at(place)];
    }
    std::ranges::reverse(match.places);
    return match;
}

/// Nobody who types "edit" means "2 × 8 RTX TITAN, Scenario": neighbours and first letters are what is remembered.
bool isScattered(const std::vector<int>& places, const QString& text)
{
    int inside = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const bool beginsPiece = i == 0 || places[i] != places[i - 1] + 1;
        inside += beginsPiece && !beginsWord(text, places[i]) ? 1 : 0;
    }
    return 2 * inside > static_cast<int>(places.size());
}

constexpr const char* titleProperty = "finderTitle";
constexpr int titleBonus = 20;  // for words found in the title alone

struct Words {
    Q_DECLARE_TR_FUNCTIONS(FinderEntries)
};

QString below(const QString& path, const QString& name)
{
    return path.isEmpty() ? name : QStringLiteral("%1 ▸ %2").arg(path, name);
}

std::optional<FoundEntry> found(const FinderEntry& entry, const QString& typed)
{
    const auto inTitle = fuzzyMatch(typed, entry.title);
    const auto anywhere = fuzzyMatch(typed, QStringLiteral("%1 %2").arg(entry.title, entry.path));
    if (!anywhere || anywhere->isWeak) {
        return std::nullopt;
    }
    FoundEntry result{0, anywhere->score, anywhere->places};
    if (inTitle && !inTitle->isWeak && inTitle->score + titleBonus >= anywhere->score) {
        result = {0, inTitle->score + titleBonus, inTitle->places};
    }
    std::erase_if(result.places, [&](int place) { return place >= entry.title.size(); });
    return result;
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text)
{
    FuzzyMatch all;
    std::set<int> places;
    for (const QString& word : typed.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto match = matchWord(word, text);
        if (!match) {
            return std::nullopt;
        }
        all.score += match->score;
        all.isWeak = all.isWeak || isScattered(match->places, text);
        places.insert(match->places.begin(), match->places.end());
    }
    all.places.assign(places.begin(), places.end());
    return all;
}

void setFinderTitle(QAction* action, const QString& title)
{
    action->setProperty(titleProperty, title);
}

QString finderTitle(const QAction& action)
{
    const QString own = action.property(titleProperty).toString();
    return own.isEmpty() ? plainText(action.text()) : own;
}

std::vector<FinderEntry> menuEntries(const QList<QAction*>& actions, const ReasonOf& reasonOf, const QString& path)
{
    std::vector<FinderEntry> entries;
    for (QAction* action : actions) {
        if (action->isSeparator() || !action->isVisible()) {
            continue;
        }
        if (const QMenu* menu = action->menu()) {
            const auto inner = menuEntries(menu->actions(), reasonOf, below(path, plainText(menu->title())));
            entries.insert(entries.end(), inner.begin(), inner.end());
            continue;
        }
        // A shortcut can make the menu of recent files anew while the finder lists what was in it.
        const auto run = [alive = QPointer<QAction>(action)] {
            if (alive) {
                alive->trigger();
            }
        };
        entries.push_back({finderTitle(*action), path, shortcutText(*action), reasonOf(action), action->isEnabled(),
                           action->isCheckable() && action->isChecked(), run});
    }
    return entries;
}

std::vector<FinderEntry> planEntries(Session* session)
{
    std::vector<FinderEntry> entries;
    for (int row = 0; row < session->count(); ++row) {
        entries.push_back({.title = qs(session->at(row).plan()->name),
                           .path = Words::tr("Plans"),
                           .checked = row == session->currentRow(),
                           .run = [session, row] { session->show(row); }});
    }
    return entries;
}

std::vector<FinderEntry> presetEntries(ScenarioModel* scenario)
{
    std::vector<FinderEntry> entries;
    const auto add = [&entries](const PresetEntry& preset, const QString& path, const std::function<void()>& run) {
        entries.push_back({.title = qs(preset.title), .path = below(path, qs(preset.name)), .run = run});
    };
    for (const PresetEntry& model : scenario->store().models()) {
        add(model, Words::tr("Scenario ▸ Model"), [scenario, name = qs(model.name)] { scenario->setModel(name); });
    }
    for (const PresetEntry& cluster : scenario->store().clusters()) {
        add(cluster, Words::tr("Scenario ▸ Cluster"),
            [scenario, name = qs(cluster.name)] { scenario->setCluster(name); });
    }
    return entries;
}

std::vector<FinderEntry> scenarioEntries(ScenarioPanel* panel)
{
    ScenarioModel* scenario = panel->model();
    std::vector<FinderEntry> entries;
    for (const auto& [title, field] : panel->fields()) {
        entries.push_back(
            {.title = title, .path = Words::tr("Scenario"), .run = [panel, field = QPointer<QWidget>(field)] {
                 if (field) {
                     panel->goTo(field);
                 }
             }});
    }
    const SearchRequest now = scenario->request();
    for (const ScenarioField& field : scenarioFields()) {
        const bool isOffered = field.kind == ScenarioField::Kind::Choice &&
                               (field.isShown == nullptr || field.isShown(now)) &&
                               (field.isEnabled == nullptr || field.isEnabled(now));
        if (!isOffered) {
            continue;
        }
        for (const qint64 value : field.values(scenario->state())) {
            entries.push_back({.title = valueText(field, scenario->state(), value),
                               .path = Words::tr("Scenario ▸ %1").arg(fieldName(field.label)),
                               .checked = value == field.get(scenario->state()),
                               .run = [scenario, &field, value] { scenario->set(field, value); }});
        }
    }
    for (const DimensionRules* rules : dimensionRules()) {
        entries.push_back(
            {.title = QStringLiteral("%1 – %2").arg(QString::fromUtf8(rules->title), coreText(rules->what)),
             .path = Words::tr("Scenario ▸ Space"),
             .checked = now.space.*rules->on,
             .run = [scenario, rules] { scenario->toggleDimension(*rules); }});
    }
    return entries;
}

std::vector<FinderEntry> viewEntries(View* view)
{
    if (view == nullptr) {
        return {};
    }
    const auto add = [view](const QString& title, bool isOn, const std::function<void(View*)>& run) {
        return FinderEntry{.title = title,
                           .path = Words::tr("View ▸ %1").arg(view->viewTitle()),
                           .checked = isOn,
                           .run = [shown = QPointer<View>(view), run] {
                               if (shown) {
                                   run(shown);
                               }
                           }};
    };
    return {add(Words::tr("Copy Table"), false, [](View* shown) { shown->copyTable(); }),
            add(Words::tr("Show as Table"), view->isTableShown(),
                [](View* shown) { shown->setTableShown(!shown->isTableShown()); })};
}

std::vector<FoundEntry> findEntries(const std::vector<FinderEntry>& entries, const QString& typed)
{
    std::vector<FoundEntry> all;
    for (std::size_t index = 0; index < entries.size(); ++index) {
        if (auto match = found(entries[index], typed)) {
            match->entry = index;
            all.push_back(std::move(*match));
        }
    }
    std::ranges::stable_sort(all, [&](const FoundEntry& a, const FoundEntry& b) {
        return a.score != b.score ? a.score > b.score : entries[a.entry].enabled && !entries[b.entry].enabled;
    });
    return all;
}

}  // namespace pgram
