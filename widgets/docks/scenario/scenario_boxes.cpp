// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/scenario/scenario_boxes.h"

#include "core/base/index.h"
#include "core/base/nearest.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/suggest_edit.h"
#include "widgets/kit/tip_text.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>

#include <algorithm>

namespace pgram {

namespace {

/// Of an entry: the keys of its title and of its name.
constexpr int KeyRole = Qt::UserRole + 1;
constexpr int OwnRole = Qt::UserRole + 2;  // true: of no preset
constexpr int shownRows = 16;
constexpr int widestPopup = 460;

/// Finds entries by their keys and completes to their titles.
class PresetCompleter : public QCompleter {
public:
    explicit PresetCompleter(QComboBox* box) : QCompleter(box->model(), box)
    {
        setCompletionRole(KeyRole);
        setFilterMode(Qt::MatchContains);
        setCompletionMode(QCompleter::PopupCompletion);
        setMaxVisibleItems(shownRows);
    }
    [[nodiscard]] QStringList splitPath(const QString& path) const override { return {presetKey(path)}; }
    [[nodiscard]] QString pathFromIndex(const QModelIndex& index) const override
    {
        return index.data(Qt::DisplayRole).toString();
    }
};

void takeTyped(QComboBox* box)
{
    const bool chosenInList =
        box->completer()->popup()->isVisible() && box->completer()->popup()->currentIndex().isValid();
    const int row = presetRow(*box, box->lineEdit()->text());
    if (chosenInList || row < 0 || box->itemText(box->currentIndex()) == box->lineEdit()->text()) {
        return;
    }
    box->completer()->popup()->hide();
    box->setCurrentIndex(row);
    Q_EMIT box->activated(row);
}

/// The lists are as wide as what they hold: the box itself is as narrow as its dock.
void widenLists(QComboBox* box, const QString& title)
{
    constexpr int edges = 16;
    const int bar = box->view()->verticalScrollBar()->sizeHint().width();
    const int width = std::min(widestPopup, box->fontMetrics().horizontalAdvance(title) + bar + edges);
    for (QAbstractItemView* list : {box->view(), box->completer()->popup()}) {
        list->setMinimumWidth(std::max(list->minimumWidth(), width));
    }
}

}  // namespace

QComboBox* presetBox(const QString& name)
{
    auto* box = new QComboBox;
    box->setObjectName(name);
    box->setEditable(true);
    box->setLineEdit(new ElidingEdit);
    box->setInsertPolicy(QComboBox::NoInsert);
    box->setMinimumContentsLength(8);  // beside the way to the editor
    box->setMaxVisibleItems(shownRows);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setCompleter(new PresetCompleter(box));
    QObject::connect(box->lineEdit(), &QLineEdit::returnPressed, box, [box] { takeTyped(box); });
    return box;
}

void addEntry(QComboBox* box, const QString& name, const QString& title)
{
    box->addItem(title, name);
    box->setItemData(box->count() - 1, presetKey(title) + QLatin1Char(' ') + presetKey(name), KeyRole);
    widenLists(box, title);
}

void showEntry(QComboBox* box, const QString& name, const QString& title)
{
    const QSignalBlocker blocker(box);
    if (box->findData(name) < 0) {
        // One that no preset names stands for what is asked now: the one before it is history.
        box->removeItem(box->findData(true, OwnRole));
        addEntry(box, name, title);
        box->setItemData(box->count() - 1, true, OwnRole);
    } else if (box->itemData(box->findData(name), OwnRole).toBool()) {
        box->setItemText(box->findData(name), title);
    }
    box->setCurrentIndex(box->findData(name));
    box->lineEdit()->setCursorPosition(0);
    box->setToolTip(tipText(title));  // of a long one, the box shows the beginning
}

QString presetKey(const QString& text)
{
    QString key;
    for (const QChar letter : text) {
        if (letter.isLetterOrNumber()) {
            key += letter.toLower();
        }
    }
    return key;
}

int presetRow(const QComboBox& box, const QString& text)
{
    const QString wanted = presetKey(text);
    int begins = -1;
    int contains = -1;
    for (int row = 0; row < box.count() && !wanted.isEmpty(); ++row) {
        const QStringList keys = box.itemData(row, KeyRole).toString().split(QLatin1Char(' '));
        const auto any = [&keys](const auto& test) { return std::any_of(keys.begin(), keys.end(), test); };
        if (any([&](const QString& key) { return key == wanted; })) {
            return row;
        }
        if (begins < 0 && any([&](const QString& key) { return key.startsWith(wanted); })) {
            begins = row;
        }
        if (contains < 0 && any([&](const QString& key) { return key.contains(wanted); })) {
            contains = row;
        }
    }
    return begins >= 0 ? begins : contains;
}

QStringList nearestTitles(const QComboBox& box, const QString& text)
{
    constexpr std::size_t most = 3;
    constexpr int leastLetters = 3;  // of a word that says something: "x" and "32" are in many names
    static const QRegularExpression between(QStringLiteral("[^\\w]+"));
    std::vector<std::pair<qsizetype, int>> shared;
    std::vector<std::string> names;
    for (int row = 0; row < box.count(); ++row) {
        names.push_back(box.itemText(row).toStdString());
        qsizetype letters = 0;
        for (const QString& word : text.split(between, Qt::SkipEmptyParts)) {
            const bool isIn =
                word.size() >= leastLetters && box.itemData(row, KeyRole).toString().contains(word.toLower());
            letters += isIn ? word.size() : 0;
        }
        if (letters > 0) {
            shared.emplace_back(-letters, row);
        }
    }
    std::ranges::stable_sort(shared, {}, &std::pair<qsizetype, int>::first);
    QStringList titles;
    for (const auto& [letters, row] : shared) {
        titles.append(box.itemText(row));
    }
    if (titles.isEmpty()) {
        for (const std::string& name : nearestNames(text.toStdString(), names, most)) {
            titles.append(qs(name));
        }
    }
    return titles.mid(0, most);
}

void showChoice(QComboBox* box, const ScenarioField& field, const ScenarioState& state)
{
    const QSignalBlocker blocker(box);
    const std::vector<qint64> values = field.values(state);
    while (box->count() > static_cast<int>(values.size())) {
        box->removeItem(box->count() - 1);
    }
    for (int row = 0; row < static_cast<int>(values.size()); ++row) {
        const qint64 value = values[at(row)];
        const QString text = field.text(state, value);
        if (row == box->count()) {
            box->addItem(text);
        }
        if (box->itemText(row) != text) {
            box->setItemText(row, text);
        }
        box->setItemData(row, value);
        if (field.valueTip != nullptr) {
            box->setItemData(row, tipText(field.valueTip(state, value)), Qt::ToolTipRole);
        }
        if (field.topic != nullptr) {
            box->setItemData(row, field.topic(value), TopicRole);
        }
    }
    // Every value has its row: a wrong one would ask another question.
    const qint64 now = field.get(state);
    box->setCurrentIndex(box->findData(now));
    // Of a long text, the box shows the beginning.
    const QString tip = field.valueTip != nullptr ? field.valueTip(state, now) : QString();
    box->setToolTip(tipText(tip.isEmpty() ? box->currentText() : tip));
}

}  // namespace pgram
