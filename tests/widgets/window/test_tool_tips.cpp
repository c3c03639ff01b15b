// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tool tips show what somebody wrote into a file, and render nothing of it: a name may look like HTML.
#include "core/plan/plan_json.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/audit.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/kit/tip_text.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QTextDocument>

using namespace pgram;

namespace {

constexpr const char* hostile = "<b>bold</b><img src='none.png'>";

/// What stands where, of everything that has a tool tip.
QStringList toolTips(const QWidget* window)
{
    QStringList tips;
    for (const QWidget* widget : window->findChildren<QWidget*>()) {
        tips.append(widget->toolTip());
    }
    for (const QAction* action : window->findChildren<QAction*>()) {
        tips.append(action->toolTip());
    }
    for (const auto* model : window->findChildren<QAbstractItemModel*>()) {
        for (int row = 0; row < model->rowCount(); ++row) {
            for (int column = 0; column < model->columnCount(); ++column) {
                tips.append(model->index(row, column).data(Qt::ToolTipRole).toString());
            }
        }
    }
    return tips;
}

/// As a tool tip shows it.
QString shown(const QString& tip)
{
    QTextDocument page;
    Qt::mightBeRichText(tip) ? page.setHtml(tip) : page.setPlainText(tip);
    return page.toPlainText();
}

}  // namespace

class TestToolTips : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAreShownLetterByLetter();
    void plainTextStaysAsItIs();
};

void TestToolTips::namesAreShownLetterByLetter()
{
    const WindowFixture fixture;
    MainWindow* window = fixture.window.get();
    Plan plan = samplePlan(4, 20, 8);
    plan.name = plan.model.title = plan.cluster.title = plan.cluster.device.name = hostile;
    plan.model.runs[0].name = hostile;
    plan.model.runs[0].heads = plan.model.runs[0].kvHeads = 12;  // so that choices are refused, by the layers' names
    const QString file = fixture.path(QStringLiteral("<b>bold<b>.pgplan.json"));
    QVERIFY(savePlan(plan, file.toStdString()).has_value());
    QVERIFY(window->openFile(file));
    Selection all;
    all.firstLayer = 0;
    all.layerCount = 20;
    window->selection()->select(all);
    QCoreApplication::processEvents();
    int met = 0;
    for (const QString& tip : toolTips(window)) {
        if (tip.contains(QStringLiteral("bold"))) {
            QVERIFY2(shown(tip).contains(QStringLiteral("<b>bold")), qPrintable(tip));
            ++met;
        }
    }
    QVERIFY2(met >= 4, qPrintable(QString::number(met)));
}

void TestToolTips::plainTextStaysAsItIs()
{
    for (const char* text : {"", "BERT-Huge-32", "a < b, c > d", "two\nlines", "R&D"}) {
        QCOMPARE(tipText(QString::fromLatin1(text)), QString::fromLatin1(text));
    }
    QVERIFY(shown(tipText(QString::fromLatin1(hostile))) == QString::fromLatin1(hostile));
}

PGRAM_TEST(TestToolTips)
#include "test_tool_tips.moc"
