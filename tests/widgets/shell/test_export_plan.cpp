// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// File > Export Plan: what is shown before it is written, what a framework refuses, and the plan in its place.

#include "core/plan/plan_json.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/document/core_text.h"
#include "widgets/shell/files/export_dialog.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/frame/message_bar.h"
#include "widgets/shell/frame/status_area.h"

#include <QCheckBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QToolButton>

#include <functional>
#include <optional>

using namespace pgram;

namespace {

/// A person who answers the dialog when what it looks for is found.
class ExportAnswer : public QObject {
public:
    ExportAnswer(const char* format, QString path, std::function<void(ExportDialog&)> look = {})
        : m_format(*parseFormat(format)), m_path(std::move(path)), m_look(std::move(look))
    {
        startTimer(20);
    }
    [[nodiscard]] bool answered() const { return m_answered; }

protected:
    void timerEvent(QTimerEvent*) override
    {
        auto* dialog = qobject_cast<ExportDialog*>(QApplication::activeModalWidget());
        if (dialog == nullptr || m_answered) {
            return;
        }
        auto* list = dialog->findChild<QListWidget*>();
        for (int row = 0; row < list->count() && &dialog->format() != m_format; ++row) {
            list->setCurrentRow(row);
        }
        const PlanExport* found = dialog->found();
        if (found == nullptr || (found->files.empty() && found->remark.empty())) {
            return;
        }
        m_answered = true;
        if (!m_path.isEmpty()) {
            dialog->findChild<QLineEdit*>()->setText(m_path);
        }
        if (m_look) {
            m_look(*dialog);
        }
        found->files.empty() ? dialog->reject() : dialog->accept();
    }

private:
    const Format* m_format;
    QString m_path;
    std::function<void(ExportDialog&)> m_look;
    bool m_answered = false;
};

/// Of one strategy for all layers, as every framework has them.
Plan uniformPlan()
{
    Plan plan = samplePlan(4, 12, 8);
    plan.strategies.assign(plan.strategies.size(), LayerStrategy{.data = 2});
    return plan;
}

QString textOf(const ExportDialog& dialog)
{
    QStringList texts;
    for (const QLabel* label : dialog.findChildren<QLabel*>()) {
        if (label->isVisible()) {
            texts.append(label->text());
        }
    }
    return texts.join(u'\n');
}

}  // namespace

class TestExportPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture.emplace();
        QVERIFY(QTest::qWaitForWindowActive(window()));
    }
    void cleanup() { m_fixture.reset(); }
    void everyFormatIsWritten();
    void aRefusedPlanIsPlannedAgain();
    void theNearestPlanIsSearchedInTheOpen();
    void oneFileAlone();
    void nothingIsReplacedUnasked();
    void theFrameworkOfTheLastTimeComesFirst();

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    [[nodiscard]] QAction* action() const { return window()->actions()["exportPlan"]; }

    std::optional<WindowFixture> m_fixture;
};

void TestExportPlan::everyFormatIsWritten()
{
    QVERIFY(!action()->isEnabled());
    Plan plan = samplePlan(1, 34, 8, 8);
    plan.model = *window()->scenario()->store().model("llama3-8b");
    plan.cluster = *window()->scenario()->store().cluster("a100-8");
    plan.strategies.assign(plan.strategies.size(), LayerStrategy{.data = 8, .zero = 3});
    window()->session()->add(plan);
    int written = 0;
    for (const Format* format : formats()) {
        if (format->write == nullptr) {
            continue;
        }
        const auto files = writeFolder(*format, plan);
        const QString path = m_fixture->path(text(format->name));
        std::vector<NamedFile> shown;
        const ExportAnswer answer(format->name, path, [&](const ExportDialog& dialog) {
            shown = dialog.files();
            QVERIFY(!files || (dialog.found()->refused.empty() && shown.size() == files->size()));
            QCOMPARE(dialog.findChild<QPlainTextEdit*>()->toPlainText().isEmpty(), shown.empty());
        });
        action()->trigger();
        QVERIFY2(answer.answered(), format->name);
        QCOMPARE(QFile::exists(path), !shown.empty());
        for (const NamedFile& file : shown.size() > 1 ? shown : std::vector<NamedFile>()) {
            QVERIFY2(QFile::exists(QDir(path).filePath(qs(file.name))), file.name.c_str());
        }
        written += files.has_value();
        window()->session()->show(0);
    }
    QVERIFY(written > 2);
}

void TestExportPlan::aRefusedPlanIsPlannedAgain()
{
    Plan plan = uniformPlan();
    plan.strategies.front().zero = 1;
    window()->session()->add(plan);
    const QString path = m_fixture->path(text("again"));
    const ExportAnswer answer("galvatron", path, [](const ExportDialog& dialog) {
        const QListWidget* refused = dialog.findChildren<QListWidget*>().at(1);
        QVERIFY(refused->isVisible() && refused->item(0)->text().contains(text("ZeRO-1")));
        QVERIFY2(textOf(dialog).contains(text("Hetu-Galvatron cannot run this plan")), qPrintable(textOf(dialog)));
        QVERIFY2(textOf(dialog).contains(text("Planned again: the best plan that it runs takes")),
                 qPrintable(textOf(dialog)));
        const auto& nearest = dialog.found()->nearest;
        QVERIFY(nearest && beyond(*dialog.format().target, *nearest->result.plan).empty());
    });
    action()->trigger();
    QVERIFY(answer.answered());
    QVERIFY(QFile::exists(path));
    // What was written is among the plans, with the search that found it.
    QCOMPARE(window()->session()->count(), 2);
    const PlanDocument& added = window()->session()->at(1);
    QVERIFY(added.search() && added.search()->request.target == (*parseFormat("galvatron"))->target);
    QVERIFY(added.plan()->name.ends_with(", for Hetu-Galvatron"));
}

/// A search of some seconds shows its name, a bar that fills, and Stop, which keeps the best plan. The window answers
/// meanwhile. A format that is chosen again is searched again.
void TestExportPlan::theNearestPlanIsSearchedInTheOpen()
{
    Plan plan = samplePlan(4, 82, 64, 16);
    plan.model = *window()->scenario()->store().model("llama2-70b");
    plan.cluster = *window()->scenario()->store().cluster("dgx-h100-64");
    plan.strategies.assign(plan.strategies.size(), LayerStrategy{.tensor = 8, .data = 2, .zero = 3});
    window()->session()->add(plan);
    ExportDialog dialog(window()->session()->at(0), &m_fixture->bench->fidelity, &m_fixture->settings,
                        m_fixture->path(text("x")), window());
    const Format& format = **parseFormat("megatron");
    dialog.choose(format);
    dialog.show();
    auto* status = dialog.findChild<StatusArea*>();
    const auto* bar = status->findChild<QProgressBar*>();
    auto* stop = status->findChild<QToolButton*>();
    const auto searches = [&] {
        return status->isVisible() &&
               textOf(dialog).contains(text("Searching the nearest plan that Megatron-LM runs…"));
    };
    QTRY_VERIFY(searches());
    QVERIFY(bar->isVisible() && stop->isVisible());
    QTRY_VERIFY(bar->maximum() > 0 || !searches());
    keepPicture(&dialog, text("export-searching"));
    dialog.choose(**parseFormat("chrome-trace"));
    QVERIFY(!status->isVisible());
    dialog.choose(format);
    QTRY_VERIFY(searches());
    QTest::mouseClick(stop, Qt::LeftButton);
    QTRY_VERIFY(!status->isVisible());
    QVERIFY(dialog.found()->stopped);
    QVERIFY2(textOf(dialog).contains(text("The search was stopped")), qPrintable(textOf(dialog)));
    QVERIFY(dialog.isVisible());
    dialog.choose(format);
    QTRY_VERIFY(searches());
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QTRY_VERIFY(!status->isVisible());
    QVERIFY(dialog.isVisible());
    QTest::keyClick(&dialog, Qt::Key_Escape);
    QVERIFY(!dialog.isVisible());
}

void TestExportPlan::oneFileAlone()
{
    window()->session()->add(uniformPlan());
    const QString path = m_fixture->path(text("alone.json"));
    const ExportAnswer answer("galvatron", {}, [&path](const ExportDialog& dialog) {
        dialog.findChild<QCheckBox*>()->setChecked(true);
        QVERIFY(dialog.path().endsWith(text("-galvatron.json")));
        QCOMPARE(dialog.files().size(), 1U);
        dialog.findChild<QLineEdit*>()->setText(path);
    });
    action()->trigger();
    QVERIFY(answer.answered() && QFileInfo(path).isFile());
    const auto file = openForeign(path.toStdString());
    QVERIFY(file && recognise(*file) == *parseFormat("galvatron"));
}

void TestExportPlan::nothingIsReplacedUnasked()
{
    window()->session()->add(uniformPlan());
    const QString path = m_fixture->path(text("mine.json"));
    QFile mine(path);
    QVERIFY(mine.open(QIODevice::WriteOnly) && mine.write("mine") == 4);
    mine.close();
    ExportDialog dialog(window()->session()->at(0), &m_fixture->bench->fidelity, &m_fixture->settings,
                        m_fixture->path(text("x")), window());
    dialog.choose(**parseFormat("galvatron"));
    dialog.show();
    QTRY_VERIFY(dialog.found() != nullptr);
    dialog.findChild<QLineEdit*>()->setText(path);
    const QuestionAnswer cancel(text("Cancel"));
    dialog.accept();
    QVERIFY(cancel.asked().contains(text("mine.json exists already")));
    QVERIFY(dialog.isVisible());
}

void TestExportPlan::theFrameworkOfTheLastTimeComesFirst()
{
    window()->session()->add(uniformPlan());
    {
        const ExportAnswer answer("chrome-trace", m_fixture->path(text("first")));
        action()->trigger();
        QVERIFY(answer.answered());
    }
    const ExportDialog again(window()->session()->at(0), &m_fixture->bench->fidelity, &m_fixture->settings, {},
                             window());
    QCOMPARE(QLatin1StringView(again.format().name), QLatin1StringView("chrome-trace"));
}

PGRAM_TEST(TestExportPlan)
#include "test_export_plan.moc"
