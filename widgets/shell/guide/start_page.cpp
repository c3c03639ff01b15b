// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/start_page.h"

#include "core/cluster/cluster_sizes.h"
#include "core/presets/machine_name.h"
#include "widgets/docks/lesson/lesson_parts.h"
#include "widgets/docks/scenario/scenario_boxes.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/kit/tip_text.h"
#include "widgets/shell/frame/view_area.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr int mostRecent = 4;
constexpr int widest = 560;

QLabel* wrapped()
{
    auto* label = new QLabel;
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

/// As a line of text that can be pressed.
QToolButton* lineButton(const char* name)
{
    auto* button = new QToolButton;
    button->setObjectName(QString::fromLatin1(name));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

/// Of the preset that is typed or chosen; below 0: there is none of that name.
int chosenRow(const QComboBox* box)
{
    const QString typed = box->currentText().trimmed();
    return typed == box->itemText(box->currentIndex()) ? box->currentIndex() : presetRow(*box, typed);
}

/// Returns the name of the chosen preset, or of a machine that was typed: "2 x RTX 3090"; empty where it names none.
QString nameIn(const QComboBox* box, const PresetStore& store)
{
    if (const int row = chosenRow(box); row >= 0) {
        return box->itemData(row).toString();
    }
    const QString typed = box->currentText().trimmed();
    const bool isMachine = machineName(typed.toStdString()) && store.cluster(typed.toStdString());
    return isMachine ? typed : QString();
}

void fillPresets(QComboBox* box, const std::vector<PresetEntry>& entries, const QString& chosen)
{
    box->clear();
    for (const PresetEntry& entry : entries) {
        addEntry(box, qs(entry.name), qs(entry.title));
    }
    box->setCurrentIndex(std::max(0, box->findData(chosen)));
}

}  // namespace

StartPage::StartPage(Workbench* bench, ViewArea* views, StartWays ways, QMainWindow* window)
    : QWidget(window),
      m_window(window),
      m_bench(bench),
      m_views(views),
      m_ways(std::move(ways)),
      m_title(new TitleLabel(this)),
      m_text(wrapped()),
      m_card(card())
{
    setObjectName(QStringLiteral("startPage"));
    auto* content = new QWidget;
    content->setMaximumWidth(widest);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(24, 18, 24, 18);
    column->setSpacing(16);
    column->addStretch(1);
    column->addWidget(m_title);
    column->addWidget(m_text);
    column->addWidget(m_card);
    addLinks(column);
    column->addStretch(2);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    auto* centred = new QWidget;
    auto* row = new QHBoxLayout(centred);
    row->setContentsMargins(0, 0, 0, 0);
    row->addStretch(1);
    row->addWidget(content, 1000);
    row->addStretch(1);
    whole->addWidget(new FittingScroll(centred));
    connectCard();
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* focused) {
        if (isVisible() && covers(focused)) {
            hide();
        }
    });
    connect(views, &ViewArea::currentChanged, this, &StartPage::giveWay);
    connect(views, &ViewArea::arrangementChanged, this, &StartPage::giveWay);
    window->installEventFilter(this);
    for (QDockWidget* dock : window->findChildren<QDockWidget*>()) {
        dock->installEventFilter(this);
    }
    hide();
    inEveryLanguage(this, [this] { retranslate(); });
    onChange(this, {QEvent::PaletteChange}, [this] { colourLinks(); });
}

/// To the view: left to itself, the focus would fall on a choice of the Inspector, which previews what it is on.
void StartPage::leave()
{
    if (View* view = m_views->current()) {
        view->setFocus(Qt::OtherFocusReason);
    }
    hide();
}

template <typename Way>
void StartPage::take(const Way& way)
{
    leave();
    way();
}

LessonBox* StartPage::card()
{
    auto* box = new LessonBox;
    m_model = presetBox(QStringLiteral("startModel"));
    m_cluster = presetBox(QStringLiteral("startCluster"));
    m_nodes = new QuantityEdit(QuantityEdit::Kind::Count);
    m_nodes->setObjectName(QStringLiteral("startNodes"));
    m_nodes->setRange(1, 1'000'000);
    m_modelLabel = new QLabel;
    m_clusterLabel = new QLabel;
    m_nodesLabel = new QLabel;
    m_plan = new QPushButton;
    m_plan->setObjectName(QStringLiteral("startPlan"));
    m_plan->setDefault(true);
    auto* rows = new FieldRows;
    const auto add = [rows](QLabel* label, QWidget* field) {
        label->setBuddy(field);
        rows->addRow(label, field);
    };
    add(m_modelLabel, m_model);
    add(m_clusterLabel, m_cluster);
    add(m_nodesLabel, m_nodes);
    box->column()->addLayout(rows);
    box->column()->addWidget(m_plan, 0, Qt::AlignRight);
    return box;
}

void StartPage::connectCard()
{
    connect(m_plan, &QPushButton::clicked, this, [this] {
        take([this] {
            m_ways.plan(m_model->itemData(chosenRow(m_model)).toString(), nameIn(m_cluster, m_bench->scenario.store()),
                        static_cast<int>(m_nodes->value()));
        });
    });
    const auto check = [this] {
        const PresetStore& store = m_bench->scenario.store();
        const QComboBox* unknown = chosenRow(m_model) < 0               ? m_model
                                   : nameIn(m_cluster, store).isEmpty() ? m_cluster
                                                                        : nullptr;
        const QString why = m_nodes->problem()   ? errorText(*m_nodes->problem())
                            : unknown != nullptr ? tr("“%1” is not a preset.").arg(unknown->currentText())
                                                 : QString();
        m_plan->setEnabled(why.isEmpty());
        m_plan->setToolTip(tipText(why));
    };
    connect(m_model, &QComboBox::editTextChanged, this, check);
    connect(m_cluster, &QComboBox::editTextChanged, this, check);
    connect(m_nodes, &QuantityEdit::problemChanged, this, check);
    connect(m_cluster, &QComboBox::editTextChanged, this, &StartPage::showNodes);
}

/// Shows the number of nodes that the preset has.
void StartPage::showNodes()
{
    const PresetStore& store = m_bench->scenario.store();
    if (const QString name = nameIn(m_cluster, store); !name.isEmpty()) {
        const Result<Cluster> cluster = store.cluster(name.toStdString());
        m_nodes->setValue(cluster ? nodesOf(*cluster) : 1);
    }
}

/// Adds the other ways in: a file, a lesson, the current plan.
void StartPage::addLinks(QVBoxLayout* column)
{
    m_open = lineButton("startOpen");
    m_recent = new QVBoxLayout;
    m_first = lineButton("startLesson");
    m_class = lineButton("startClass");
    m_course = lineButton("startCourse");
    m_close = lineButton("startClose");
    auto* links = new QVBoxLayout;
    links->setSpacing(4);
    links->addWidget(m_open, 0, Qt::AlignLeft);
    links->addLayout(m_recent);
    links->addWidget(m_first, 0, Qt::AlignLeft);
    links->addWidget(m_class, 0, Qt::AlignLeft);
    links->addWidget(m_course, 0, Qt::AlignLeft);
    links->addWidget(m_close, 0, Qt::AlignLeft);
    m_recent->setContentsMargins(18, 0, 0, 0);
    column->addLayout(links);
    connect(m_open, &QToolButton::clicked, this, [this] { take(m_ways.open); });
    connect(m_first, &QToolButton::clicked, this,
            [this] { take([this] { m_ways.learn(qs(m_bench->lesson.lessons().front().name)); }); });
    connect(m_class, &QToolButton::clicked, this,
            [this] { take([this] { m_ways.learn(qs(m_bench->lesson.firstCourse()->name)); }); });
    connect(m_course, &QToolButton::clicked, this, [this] { take(m_ways.course); });
    connect(m_close, &QToolButton::clicked, this, &StartPage::leave);
}

void StartPage::open()
{
    fill();
    cover();
    show();
    raise();
    m_model->setFocus(Qt::OtherFocusReason);
    m_model->lineEdit()->selectAll();
}

void StartPage::giveWay()
{
    if (isVisible()) {
        leave();
    }
}

/// True for what lies under the page: all of the window but its menus.
bool StartPage::covers(const QWidget* widget) const
{
    const QWidget* menus = m_window->menuWidget();
    return widget != nullptr && widget->window() == m_window && widget != m_window && widget != this &&
           !isAncestorOf(widget) && widget != menus && (menus == nullptr || !menus->isAncestorOf(widget));
}

/// All of the window but its menus.
void StartPage::cover()
{
    const QWidget* menus = m_window->menuWidget();
    const int height =
        menus == nullptr || menus->isHidden() ? 0 : std::max(menus->height(), menus->sizeHint().height());
    setGeometry(m_window->rect().adjusted(0, height, 0, 0));
}

void StartPage::colourLinks()
{
    QPalette link;
    link.setColor(QPalette::ButtonText, palette().color(QPalette::Link));
    for (QToolButton* button : findChildren<QToolButton*>()) {
        button->setPalette(link);
    }
}

/// Tab stays in the page: what it covers cannot be seen.
bool StartPage::focusNextPrevChild(bool next)
{
    QWidget* at = focusWidget() != nullptr ? focusWidget() : this;
    for (QWidget* each = at;;) {
        each = next ? each->nextInFocusChain() : each->previousInFocusChain();
        if (each == at) {
            return false;
        }
        if (isAncestorOf(each) && each->focusProxy() == nullptr && (each->focusPolicy() & Qt::TabFocus) != 0 &&
            each->isVisibleTo(this) && each->isEnabled()) {
            each->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    }
}

void StartPage::fill()
{
    const PresetStore& store = m_bench->scenario.store();
    const auto nameOf = [](const QComboBox* box, const char* usual) {
        return box->count() > 0 ? box->currentData().toString() : QString::fromLatin1(usual);
    };
    fillPresets(m_model, store.models(), nameOf(m_model, "llama2-7b"));
    fillPresets(m_cluster, store.clusters(), nameOf(m_cluster, "a100-8"));
    showNodes();
    while (QLayoutItem* item = m_recent->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (const QString& file : m_ways.recent().mid(0, mostRecent)) {
        auto* button = lineButton("startRecent");
        button->setText(QFileInfo(file).fileName());
        button->setToolTip(tipText(file));
        m_recent->addWidget(button, 0, Qt::AlignLeft);
        connect(button, &QToolButton::clicked, this, [this, file] { take([this, file] { m_ways.openRecent(file); }); });
    }
    LessonRun& run = m_bench->lesson;
    m_first->setVisible(!run.lessons().empty());
    if (!run.lessons().empty()) {
        m_first->setText(tr("Lesson 1: %1").arg(run.titleOf(run.lessons().front())));
    }
    const LessonEntry* course = run.firstCourse();
    m_class->setVisible(course != nullptr);
    if (course != nullptr) {
        m_class->setText(tr("Course: %1 (%n minute(s))", nullptr, course->minutes).arg(run.titleOf(*course)));
    }
    colourLinks();
}

void StartPage::retranslate()
{
    setAccessibleName(tr("Start"));
    m_title->setText(tr("Plan large-model training across many devices"));
    m_text->setText(
        tr("Choose a model and the machines. The planner finds the fastest plan that fits. Change any layer, "
           "and every figure updates at once."));
    m_card->setCaption(tr("Plan my model"));
    m_modelLabel->setText(tr("&Model"));
    m_clusterLabel->setText(tr("&Cluster"));
    m_nodesLabel->setText(tr("&Nodes"));
    m_plan->setText(tr("Plan"));
    m_open->setText(tr("Open a plan, a config.json or a launch script…"));
    m_course->setText(tr("All lessons"));
    m_close->setText(tr("Continue with the current plan"));
    if (isVisible()) {
        fill();
    }
}

bool StartPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_window && (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)) {
        cover();
    }
    if (watched != m_window && event->type() == QEvent::ZOrderChange) {
        giveWay();  // A dock came to the front, over the page.
    }
    return QWidget::eventFilter(watched, event);
}

void StartPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        leave();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void StartPage::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).fillRect(rect(), palette().color(QPalette::Window));
}

}  // namespace pgram
