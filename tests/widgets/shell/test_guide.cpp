// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The guide of the window: everything that it shows has a page or an entry of the glossary, in both languages, and F1
// opens it. With PARALLELOGRAM_PICTURES set to a folder it leaves pictures there.

#include "core/cluster/collective.h"
#include "core/lessons/plan_figures.h"
#include "core/plan/compare.h"
#include "core/schedule/schedule_rules.h"
#include "core/search/task/request.h"
#include "core/strategy/dimension_rules.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/docks/inspector/facts.h"
#include "widgets/docks/inspector/inspector_panel.h"
#include "widgets/docks/plans/plans_model.h"
#include "widgets/docks/scenario/scenario_panel.h"
#include "widgets/document/strategy_fields.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/suggest_edit.h"
#include "widgets/shell/actions/action_finder.h"
#include "widgets/shell/frame/dock_layouts.h"
#include "widgets/shell/guide/focus_topic.h"
#include "widgets/shell/guide/help_formulas.h"
#include "widgets/shell/guide/help_window.h"
#include "widgets/shell/settings/settings_dialog.h"
#include "widgets/views/common/words.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSvgRenderer>
#include <QTableView>
#include <QTextBlock>

using namespace pgram;

namespace {

const std::array<QString, 2> bothLanguages{QStringLiteral("en"), QStringLiteral("zh_CN")};

QStringList found(const QString& text, const QString& pattern)
{
    QStringList all;
    for (auto matches = QRegularExpression(pattern).globalMatch(text); matches.hasNext();) {
        all.append(matches.next().captured(1));
    }
    return all;
}

QStringList idsOf(const QString& page, const QString& language)
{
    QStringList ids;
    for (const HelpSection& section : helpSections(helpText(page, language))) {
        if (!section.id.isEmpty()) {
            ids.append(section.id);
        }
    }
    return ids;
}

QString topic(const char* kind, std::string_view name)
{
    return QStringLiteral("%1:%2").arg(QString::fromLatin1(kind),
                                       QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
}

/// Of the core's tables.
QStringList tableTopics()
{
    QStringList topics;
    for (const DimensionRules* rules : dimensionRules()) {
        topics += topic("dimension", rules->name);
    }
    for (const ScheduleRules* rules : scheduleRules()) {
        topics += topic("schedule", nameOf(*rules));
    }
    for (const MethodInfo& method : methods()) {
        topics += topic("method", method.name);
    }
    for (int kind = 0; kind <= static_cast<int>(TrafficKind::HostTransfer); ++kind) {
        topics += topic("traffic", name(static_cast<TrafficKind>(kind)));
    }
    for (int kind = 0; kind <= static_cast<int>(CollectiveKind::Reduce); ++kind) {
        topics += topic("collective", name(static_cast<CollectiveKind>(kind)));
    }
    for (const Route route : {Route::Ring, Route::Tree, Route::Pairwise, Route::Direct}) {
        topics += topic("route", name(route));
    }
    for (const Figure& figure : figures()) {
        topics += topic("figure", figure.key);
    }
    for (const PlanFigure& figure : planFigures()) {
        topics += topic("lesson", figure.name);
    }
    for (const StrategyField& field : strategyFields()) {
        topics += topic("field", field.key);
    }
    for (const MemoryKind kind : allMemoryKinds) {
        topics += QStringLiteral("memory:") + nameOf(kind).toLower();
    }
    for (const TimelineKind kind : allTimelineKinds) {
        topics += QStringLiteral("operation:") + nameOf(kind).toLower().replace(QLatin1Char(' '), QLatin1Char('-'));
    }
    return topics;
}

}  // namespace

class TestGuide : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        QVERIFY(QTest::qWaitForWindowActive(window()));
    }
    void cleanup() { m_fixture.reset(); }

    void everythingHasAPlace();
    void noTopicIsAnsweredTwice();
    void bothLanguagesHaveTheSameSections();
    void everyLinkAndFormulaIsThere();
    void formulasAreDrawnFromTheirSources();
    void signsStandOnTheBaseLine();
    void f1OpensThePageOfWhatHasTheFocus();
    void f1InADialogOpensAHelpOfItsOwn();
    void theFinderFindsTerms();
    void theHelpGoesBackAndFinds();
    void formulasAreDrawnAndCopiedAsText();
    void viewPagesShowTheViews();
    void theActionsPageNamesEveryAction();

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    [[nodiscard]] QStringList windowTopics() const;
    [[nodiscard]] QStringList factTopics() const;
    [[nodiscard]] HelpPlace placeByF1(QWidget* focused) const;
    std::optional<WindowFixture> m_fixture;
};

QStringList TestGuide::windowTopics() const
{
    QStringList topics;
    for (const QString& name : window()->actions().names()) {
        topics += topicOfAction(name);
    }
    for (const View* view : window()->views()->views()) {
        topics += QStringLiteral("view:") + view->viewName();
    }
    for (const DockSpec& dock : dockTable()) {
        topics += topic("dock", dock.key);
    }
    window()->showSettings();
    for (const QObject* object : window()->findChildren<QObject*>()) {
        if (!topicOf(*object).isEmpty()) {
            topics += topicOf(*object);
        }
    }
    for (const auto& [title, field] : window()->findChild<ScenarioPanel*>()->fields()) {
        topics += topicOf(*field);
    }
    for (const char* dialog : {"settingsDialog", "exportDialog", "pictureDialog", "shortcutSheet", "helpWindow",
                               "QFileDialog", "QMessageBox", "QPrintDialog", "QProgressDialog"}) {
        topics += topic("dialog", dialog);
    }
    return topics;
}

QStringList TestGuide::factTopics() const
{
    Plan plan = chunkedPlan(ScheduleKind::Interleaved, 2, 12, 8);
    plan.strategies.front().offloadOptimizer = true;
    const Estimate figures = estimate(plan);
    std::vector<Fact> facts = planFacts(plan, figures);
    for (const auto& more :
         {stageFacts(plan, figures, 0), layerFacts(plan, figures, {0, 2}), constantFacts(plan.cluster)}) {
        facts.insert(facts.end(), more.begin(), more.end());
    }
    QStringList topics;
    for (const Fact& fact : facts) {
        if (!fact.heading) {
            topics += fact.topic[0] == 0 ? QStringLiteral("no topic: ") + fact.name : QString::fromLatin1(fact.topic);
        }
    }
    const PlansModel columns(window()->session(), &m_fixture->bench->fidelity);
    for (int column = 0; column < columns.columnCount(); ++column) {
        topics += columns.headerData(column, Qt::Horizontal, TopicRole).toString();
    }
    return topics;
}

void TestGuide::everythingHasAPlace()
{
    window()->session()->add(samplePlan(4, 12, 8));
    QStringList without;
    const QStringList all = tableTopics() + windowTopics() + factTopics();
    QVERIFY(all.size() > 250);
    for (const QString& each : all) {
        if (!placeOfTopic(each) && !without.contains(each)) {
            without.append(each);
        }
    }
    QVERIFY2(without.isEmpty(), qPrintable(without.join(QStringLiteral(", "))));
}

void TestGuide::noTopicIsAnsweredTwice()
{
    QVERIFY2(disputedTopics().isEmpty(), qPrintable(disputedTopics().join(QStringLiteral(", "))));
    QVERIFY(helpTopics().size() > 250);
}

void TestGuide::bothLanguagesHaveTheSameSections()
{
    for (const QString& page : helpPages()) {
        QCOMPARE(idsOf(page, bothLanguages[1]), idsOf(page, bothLanguages[0]));
        const QStringList ids = idsOf(page, bothLanguages[0]);
        QVERIFY2(QSet<QString>(ids.begin(), ids.end()).size() == ids.size(), qPrintable(page));
        for (const HelpSection& section : helpSections(helpText(page, bothLanguages[1]))) {
            QVERIFY2(section.topics.isEmpty(), qPrintable(page));  // The English text is their home.
        }
    }
    for (const QString& language : bothLanguages) {
        for (const HelpSection& entry : helpSections(helpText(glossaryPage, language))) {
            QVERIFY2(entry.id.isEmpty() || entry.text.trimmed().size() > 10, qPrintable(entry.id));
        }
    }
}

void TestGuide::everyLinkAndFormulaIsThere()
{
    const QStringList pages = helpPages();
    QSet<QString> used;
    for (const QString& language : bothLanguages) {
        for (const QString& page : pages) {
            const QString text = helpText(page, language);
            for (const QString& link : found(text, QStringLiteral("\\((help:[^)]+)\\)"))) {
                const auto place = placeOfLink(link);
                QVERIFY2(place && pages.contains(place->page), qPrintable(page + QLatin1Char(' ') + link));
                QVERIFY2(place->section.isEmpty() || idsOf(place->page, language).contains(place->section),
                         qPrintable(page + QLatin1Char(' ') + link));
            }
            for (const QString& name : found(text, QStringLiteral("\\$\\$([^$]*)\\$\\$"))) {
                QVERIFY2(helpFormulas().contains(QLatin1Char('$') + name), qPrintable(page + QLatin1Char(' ') + name));
                used.insert(QLatin1Char('$') + name);
            }
            const QString rest = QString(text).remove(QRegularExpression(QStringLiteral("\\$\\$[^$]*\\$\\$")));
            for (const QString& sign : found(rest, QStringLiteral("\\$([^$\\n]+)\\$"))) {
                QVERIFY2(helpFormulas().contains(sign), qPrintable(page + QLatin1Char(' ') + sign));
                used.insert(sign);
            }
        }
    }
    for (const auto& [name, formula] : helpFormulas()) {
        QVERIFY2(used.contains(name), qPrintable(name));
    }
}

/// The pictures are those of formulas.txt as it is; resources/help/formulas.cjs makes them anew.
void TestGuide::formulasAreDrawnFromTheirSources()
{
    QFile file(QString::fromStdString((sourceFolder() / "resources/help/formulas.txt").string()));
    QVERIFY(file.open(QIODevice::ReadOnly));
    int count = 0;
    for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
        if (!line.isEmpty() && !line.startsWith(QLatin1Char('#'))) {
            const HelpFormula& formula = helpFormulas().at(QLatin1Char('$') + line.section(text(": "), 0, 0));
            QCOMPARE(formula.source, line.section(text(": "), 1));
            QVERIFY(QSvgRenderer(formula.svg).isValid());
            ++count;
        }
    }
    QVERIFY(count > 50);
}

/// The base line of a sign is where Qt puts it: half an x-height below the middle of its picture.
void TestGuide::signsStandOnTheBaseLine()
{
    const QFont font;
    const QImage sign = formulaPicture(helpFormulas().at(text("x_l")), font, Qt::red, 2, true);
    const QImage letter = formulaPicture(helpFormulas().at(text("m")), font, Qt::red, 2, true);
    const double base = letter.deviceIndependentSize().height() / 2 + QFontMetricsF(font).xHeight() / 2;
    int lowest = 0;
    for (int y = 0; y < letter.height(); ++y) {
        for (int x = 0; x < letter.width(); ++x) {
            const QColor color = letter.pixelColor(x, y);
            QVERIFY(color.alpha() < 200 || (color.red() > 200 && color.blue() < 50));
            lowest = color.alpha() > 128 ? y + 1 : lowest;
        }
    }
    QVERIFY2(std::abs(lowest / 2.0 - base) <= 1, qPrintable(QString::number(lowest / 2.0 - base)));
    QVERIFY(sign.height() > letter.height());  // because of the script
}

HelpPlace TestGuide::placeByF1(QWidget* focused) const
{
    window()->activateWindow();
    focused->setFocus();
    QTest::keyClick(window(), Qt::Key_F1);
    return window()->findChild<HelpWindow*>()->place();
}

void TestGuide::f1OpensThePageOfWhatHasTheFocus()
{
    window()->session()->add(samplePlan(4, 12, 8));
    QCOMPARE(placeByF1(window()->views()->current()), (HelpPlace{text("view-map"), {}}));
    QCOMPARE(placeByF1(window()->findChild<QLineEdit*>(text("scenarioBatch"))),
             (HelpPlace{text("dock-scenario"), text("batch")}));
    QCOMPARE(placeByF1(window()->findChild<QWidget*>(text("SDP"))), (HelpPlace{glossaryPage, text("sdp")}));
    // A column of the plans.
    const auto tables = window()->findChild<QDockWidget*>(text("plans"))->findChildren<QTableView*>();
    auto* plans = *std::ranges::find_if(
        tables, [](const QTableView* each) { return each->model()->columnCount() == PlansModel::Columns; });
    plans->setCurrentIndex(plans->model()->index(0, PlansModel::Mfu));
    QCOMPARE(placeByF1(plans), (HelpPlace{glossaryPage, text("mfu")}));
    // What no page speaks of is answered by what is around it.
    auto* inspector = window()->findChild<QWidget*>(text("firstLayer"));
    QCOMPARE(placeByF1(inspector), (HelpPlace{text("dock-inspector"), {}}));
    // A place under the pointer, in the header of a table.
    const auto* header = plans->horizontalHeader();
    const QPoint at = header->viewport()->mapToGlobal(
        QPoint(header->sectionViewportPosition(PlansModel::StepTime) + 5, header->height() / 2));
    QCOMPARE(placeOf(topicsOf(header->viewport(), at)), (HelpPlace{glossaryPage, text("step-time")}));
    QCOMPARE(placeOf({text("nothing:known")}), (HelpPlace{contentsPage, {}}));
}

void TestGuide::f1InADialogOpensAHelpOfItsOwn()
{
    window()->showSettings();
    auto* dialog = window()->findChild<SettingsDialog*>();
    dialog->activateWindow();
    QTRY_COMPARE(QApplication::activeWindow(), dialog);
    auto* field = dialog->findChild<QComboBox*>(text("window/motion"));
    field->setFocus();
    QTest::keyClick(field, Qt::Key_F1);
    const auto* help = window()->findChild<HelpWindow*>();
    QVERIFY(help != nullptr && help->isVisible());
    QCOMPARE(help->place(), (HelpPlace{text("dialogs"), text("motion")}));
    // One that lets nothing else be used has a help window to itself.
    QDialog modal(window());
    modal.setObjectName(text("pictureDialog"));
    modal.setModal(true);
    modal.show();
    QVERIFY(QTest::qWaitForWindowActive(&modal));
    QTest::keyClick(&modal, Qt::Key_F1);
    const auto* own = modal.findChild<HelpWindow*>();
    QVERIFY(own != nullptr && own->isVisible() && own != help);
    QCOMPARE(own->place().section, text("export-picture"));
}

void TestGuide::theFinderFindsTerms()
{
    QTest::keyClick(window(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    auto* finder = window()->findChild<ActionFinder*>();
    QTRY_VERIFY(finder->line()->hasFocus());
    QTest::keyClicks(finder->line(), text("model flop util"));
    QVERIFY(finder->model()->index(0, 0).data().toString().startsWith(text("MFU")));
    QTest::keyClick(finder->line(), Qt::Key_Return);
    const auto* help = window()->findChild<HelpWindow*>();
    QVERIFY(help != nullptr);
    QCOMPARE(help->place(), (HelpPlace{glossaryPage, text("mfu")}));
    QVERIFY(help->browser()->verticalScrollBar()->value() > 0);
}

void TestGuide::theHelpGoesBackAndFinds()
{
    HelpWindow help(&m_fixture->bench->fidelity, &m_fixture->language);
    help.show();
    help.showPage(glossaryPage);
    Q_EMIT help.browser()->anchorClicked(QUrl(text("help:glossary#sdp")));
    const int scrolled = help.browser()->verticalScrollBar()->value();
    QVERIFY(scrolled > 0);
    help.showPage(text("first-steps"));
    QCOMPARE(help.browser()->verticalScrollBar()->value(), 0);
    help.go(-1);
    QCOMPARE(help.place(), (HelpPlace{glossaryPage, text("sdp")}));
    QCOMPARE(help.browser()->verticalScrollBar()->value(), scrolled);
    help.go(-1);
    help.go(-1);
    QCOMPARE(help.page(), contentsPage);
    help.go(-1);  // There is nothing before the first.
    QCOMPARE(help.page(), contentsPage);
    help.go(1);
    QCOMPARE(help.page(), glossaryPage);
    help.search()->setFocus();
    QTest::keyClicks(help.search(), text("all-reduce"));
    QTest::keyClick(help.search()->list(), Qt::Key_Return);
    QCOMPARE(help.place().section, text("all-reduce"));
    keepPicture(&help, text("glossary"));
    for (const char* page : {"formulas", "contents", "view-keeping"}) {
        help.showPage(text(page));
        keepPicture(&help, text(page));
    }
}

void TestGuide::formulasAreDrawnAndCopiedAsText()
{
    HelpWindow help(&m_fixture->bench->fidelity, &m_fixture->language);
    help.show();
    help.showPage(text("formulas"));
    const QTextDocument* page = help.browser()->document();
    int drawn = 0;
    for (QTextBlock block = page->begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            const QTextImageFormat format = at.fragment().charFormat().toImageFormat();
            if (format.isValid()) {
                const auto image = page->resource(QTextDocument::ImageResource, QUrl(format.name())).value<QImage>();
                QVERIFY2(!image.isNull() && image.width() > 2, qPrintable(format.name()));
                QVERIFY2(!format.toolTip().isEmpty(), qPrintable(format.name()));
                ++drawn;
            }
        }
    }
    QVERIFY(drawn > static_cast<int>(helpFormulas().size()));
    QVERIFY(!help.browser()->toPlainText().contains(QLatin1Char('$')));
    help.browser()->selectAll();
    help.browser()->copy();
    QVERIFY(QApplication::clipboard()->text().contains(text("MFU = C/(TN")));
    for (const char* language : {"en", "zh_CN"}) {
        window()->showLanguage(text(language));
        for (const char* theme : {"light", "dark"}) {
            window()->showTheme(text(theme));
            for (const char* shown : {"formulas", "glossary", "dock-inspector", "dialogs"}) {
                help.showPage(text(shown));
                keepPicture(&help, QStringLiteral("%1-%2-%3").arg(text(shown), text(language), text(theme)));
            }
        }
    }
}

void TestGuide::viewPagesShowTheViews()
{
    window()->actions()["helpContents"]->trigger();
    auto* help = window()->findChild<HelpWindow*>();
    const auto shown = [help] {
        const QUrl name(text("picture:0"));
        return help->browser()->document()->resource(QTextDocument::ImageResource, name).value<QImage>();
    };
    for (const View* view : window()->views()->views()) {
        const auto place = placeOfTopic(QStringLiteral("view:") + view->viewName());
        QVERIFY2(place.has_value(), qPrintable(view->viewName()));
        help->showPlace(*place);
        const QImage first = shown();
        QVERIFY2(!first.isNull() && first.width() > 400, qPrintable(view->viewName()));
        // What the view works out in the background comes into its picture.
        if (view->viewName() == text("search")) {
            QTRY_VERIFY(shown() != first);
        }
        keepPicture(help, place->page);
    }
    QCOMPARE(window()->session()->count(), 0);  // The pictures are of plans of their own.
}

void TestGuide::theActionsPageNamesEveryAction()
{
    for (const QString& language : bothLanguages) {
        const QString page = helpText(text("actions"), language);
        for (const QString& name : window()->actions().names()) {
            const qsizetype family = name.indexOf(QLatin1Char('-'));
            const QString written = QStringLiteral("{{action:%1}}").arg(name);
            const bool isOne = family < 0;
            const bool isListed =
                !isOne && (page.contains(QStringLiteral("{{actions:%1}}").arg(name.left(family + 1))) ||
                           placeOfTopic(topicOfAction(name)));
            QVERIFY2(isOne ? page.contains(written) : isListed, qPrintable(language + QLatin1Char(' ') + name));
        }
    }
    window()->actions()["helpContents"]->trigger();
    auto* help = window()->findChild<HelpWindow*>();
    help->showPage(text("actions"));
    const QString shown = help->browser()->toPlainText();
    QVERIFY(!shown.contains(text("{{")));
    QVERIFY(shown.contains(text("Ctrl+Shift+P")) && shown.contains(text("Keep the Stage Cuts")));
    keepPicture(help, text("actions"));
}

PGRAM_TEST(TestGuide)
#include "test_guide.moc"
