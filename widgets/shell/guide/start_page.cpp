// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/start_page.h"

#include "widgets/docks/lesson/lesson_parts.h"
#include "widgets/docks/scenario/scenario_boxes.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/forms.h"
#include "widgets/kit/on_change.h"
#include "widgets/kit/tip_text.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/views/all_views.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFileInfo>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMainWindow>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr int mostRecent = 4;
constexpr int widest = 1100;  // lines longer than this are hard to read

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
    button->setForegroundRole(QPalette::Link);
    return button;
}

QPushButton* named(const char* name)
{
    auto* button = new QPushButton;
    button->setObjectName(QString::fromLatin1(name));
    button->setAutoDefault(true);
    return button;
}

/// Of the preset that is typed or chosen; below 0: there is none of that name.
int chosenRow(const QComboBox* box)
{
    const QString typed = box->currentText().trimmed();
    return typed == box->itemText(box->currentIndex()) ? box->currentIndex() : presetRow(*box, typed);
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
      m_planBox(planBox()),
      m_learnBox(learnBox()),
      m_openBox(openBox()),
      m_questionsTitle(new QLabel),
      m_close(named("startClose"))
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
    auto* boxes = new QHBoxLayout;
    boxes->setSpacing(12);
    for (LessonBox* box : {m_planBox, m_learnBox, m_openBox}) {
        boxes->addWidget(box, 1);
    }
    column->addLayout(boxes);
    column->addWidget(m_questionsTitle);
    column->addWidget(questions());
    column->addWidget(m_close, 0, Qt::AlignRight);
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
    connect(m_close, &QPushButton::clicked, this, &StartPage::leave);
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

LessonBox* StartPage::planBox()
{
    auto* box = new LessonBox;
    m_model = presetBox(QStringLiteral("startModel"));
    m_cluster = presetBox(QStringLiteral("startCluster"));
    m_modelLabel = new QLabel;
    m_clusterLabel = new QLabel;
    m_modelLabel->setBuddy(m_model);
    m_clusterLabel->setBuddy(m_cluster);
    m_plan = named("startPlan");
    m_plan->setDefault(true);
    for (QWidget* each : std::initializer_list<QWidget*>{m_modelLabel, m_model, m_clusterLabel, m_cluster}) {
        box->column()->addWidget(each);
    }
    box->column()->addStretch(1);
    box->column()->addWidget(m_plan, 0, Qt::AlignLeft);
    connect(m_plan, &QPushButton::clicked, this, [this] {
        take([this] {
            m_ways.plan(m_model->itemData(chosenRow(m_model)).toString(),
                        m_cluster->itemData(chosenRow(m_cluster)).toString());
        });
    });
    for (const QComboBox* each : {m_model, m_cluster}) {
        connect(each, &QComboBox::editTextChanged, this, [this] {
            const QComboBox* unknown = chosenRow(m_model) < 0     ? m_model
                                       : chosenRow(m_cluster) < 0 ? m_cluster
                                                                  : nullptr;
            m_plan->setEnabled(unknown == nullptr);
            m_plan->setToolTip(unknown == nullptr ? QString()
                                                  : tr("Nothing is called “%1”").arg(unknown->currentText()));
        });
    }
    return box;
}

LessonBox* StartPage::learnBox()
{
    auto* box = new LessonBox;
    m_learnText = wrapped();
    m_first = named("startLesson");
    m_class = named("startClass");
    m_course = named("startCourse");
    box->column()->addWidget(m_learnText);
    box->column()->addStretch(1);
    box->column()->addWidget(m_first, 0, Qt::AlignLeft);
    box->column()->addWidget(m_class, 0, Qt::AlignLeft);
    box->column()->addWidget(m_course, 0, Qt::AlignLeft);
    connect(m_first, &QPushButton::clicked, this,
            [this] { take([this] { m_ways.learn(qs(m_bench->lesson.lessons().front().name)); }); });
    connect(m_class, &QPushButton::clicked, this,
            [this] { take([this] { m_ways.learn(qs(m_bench->lesson.firstCourse()->name)); }); });
    connect(m_course, &QPushButton::clicked, this, [this] { take(m_ways.course); });
    return box;
}

LessonBox* StartPage::openBox()
{
    auto* box = new LessonBox;
    m_openText = wrapped();
    m_open = named("startOpen");
    m_recent = new QVBoxLayout;
    box->column()->addWidget(m_openText);
    box->column()->addLayout(m_recent);
    box->column()->addStretch(1);
    box->column()->addWidget(m_open, 0, Qt::AlignLeft);
    connect(m_open, &QPushButton::clicked, this, [this] { take(m_ways.open); });
    return box;
}

/// Two columns of views, each a button that goes there.
QWidget* StartPage::questions()
{
    auto* area = new QWidget;
    auto* grid = new QGridLayout(area);
    grid->setContentsMargins(0, 0, 0, 0);
    const auto count = static_cast<int>(m_views->views().size());
    const int rows = (count + 1) / 2;
    for (int i = 0; i < count; ++i) {
        View* view = m_views->views()[static_cast<std::size_t>(i)];
        auto* button = lineButton("startView");
        auto* text = wrapped();
        text->setBuddy(button);
        grid->addWidget(button, i % rows, 2 * (i / rows), Qt::AlignLeft);
        grid->addWidget(text, i % rows, 2 * (i / rows) + 1);
        connect(button, &QToolButton::clicked, this, [this, view] {
            take([this, view] {
                m_views->setCurrent(view);
                view->setFocus();
            });
        });
        m_questions.push_back({button, text});
    }
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    return area;
}

void StartPage::open()
{
    fill();
    cover();
    show();
    raise();
    m_model->setFocus(Qt::OtherFocusReason);
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
}

void StartPage::retranslate()
{
    setAccessibleName(tr("Start"));
    m_title->setText(tr("Parallelogram draws parallel training"));
    m_text->setText(tr(
        "It finds the best way to train a large model on many devices: which layers are replicated, sharded, split or "
        "recomputed, where the pipeline is cut.\nIt shows what fills each device, where time is lost and what is sent "
        "where, and every number answers when you change a layer.\nIt writes what Megatron, DeepSpeed, torchtitan and "
        "others run."));
    m_planBox->setCaption(tr("Plan my model"));
    m_modelLabel->setText(tr("&Model"));
    m_clusterLabel->setText(tr("Ma&chines"));
    m_plan->setText(tr("Plan"));
    m_learnBox->setCaption(tr("Learn"));
    m_learnText->setText(
        tr("A course in distributed training, in steps of a few minutes: change a plan, see what follows, "
           "answer a question."));
    m_course->setText(tr("All Lessons"));
    m_openBox->setCaption(tr("Open"));
    m_openText->setText(
        tr("A plan, a scenario, a model's config.json, a profile, or a framework's configuration. Or drop "
           "a file on the window."));
    m_open->setText(tr("Open…"));
    m_questionsTitle->setText(tr("What each view answers"));
    QFont bold = m_questionsTitle->font();
    bold.setBold(true);
    m_questionsTitle->setFont(bold);
    for (std::size_t i = 0; i < m_questions.size(); ++i) {
        const View* view = m_views->views()[i];
        m_questions[i].view->setText(view->viewTitle());
        m_questions[i].text->setText(viewQuestion(view->viewName()));
    }
    m_close->setText(tr("Go to the Views"));
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
