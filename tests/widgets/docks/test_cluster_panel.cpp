// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The cluster edited in its dock: live, in steps that are undone, with what is not taken kept beside its reason.

#include "core/base/json.h"
#include "core/cluster/cluster_json.h"
#include "core/search/task/scenario.h"
#include "tests/effort.h"
#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/text.h"
#include "widgets/docks/cluster/cluster_panel.h"
#include "widgets/docks/cluster/cluster_picture.h"
#include "widgets/docks/cluster/cluster_section.h"
#include "widgets/docks/cluster/measured_table.h"
#include "widgets/document/scenario_model.h"
#include "widgets/document/scenario_text.h"
#include "widgets/kit/field_row.h"
#include "widgets/kit/labels.h"

#include <QApplication>
#include <QDate>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTableWidget>
#include <QToolButton>

#include <algorithm>
#include <random>

using namespace pgram;

namespace {

struct ShownCluster {
    ScenarioModel model{PresetStore(presetsFolder())};
    ClusterPanel panel{&model};

    explicit ShownCluster(const char* cluster = "dgx-h100-64")
    {
        model.setScenario(QString::fromLatin1(defaultScenario));
        model.setCluster(text(cluster));
        model.history()->clear();
        panel.resize(320, 900);
        panel.show();
    }
    [[nodiscard]] const Cluster& cluster() const { return model.request().cluster; }
    [[nodiscard]] QLineEdit* line(const char* name) const { return panel.findChild<QLineEdit*>(text(name)); }
    [[nodiscard]] FieldRow* row(const char* name) const { return qobject_cast<FieldRow*>(line(name)->parentWidget()); }
    /// As somebody types it over what is there, and leaves the field.
    void type(const char* name, const char* words) const
    {
        QLineEdit* field = line(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text(words));
        QTest::keyClick(field, Qt::Key_Return);
    }
    /// From the menu of kinds.
    void addKind(const QString& device) const
    {
        QMenu* menu = panel.findChild<QPushButton*>(text("cluster.addKind"))->menu();
        Q_EMIT menu->aboutToShow();
        for (QAction* action : menu->actions()) {
            if (action->text() == device) {
                action->trigger();
                return;
            }
        }
        QFAIL(qPrintable(device));
    }
    void press(const QString& name) const { panel.findChild<QAbstractButton*>(name)->click(); }
};

std::string jsonOf(const Cluster& cluster)
{
    return dumped(toJson(cluster));
}

}  // namespace

class TestClusterPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aTypedValueIsOneStep()
    {
        ShownCluster shown;
        const Cluster before = shown.cluster();
        shown.type("cluster.link0.bytes_per_s", "900 GB/s");
        QCOMPARE(shown.cluster().links[0].bandwidth, 900e9);
        QCOMPARE(shown.line("cluster.link0.bytes_per_s")->text(), text("900 GB/s"));
        QCOMPARE(shown.model.history()->count(), 1);
        QCOMPARE(shown.model.history()->undoText(), text("Cluster: NVLink 4: Bandwidth 450 GB/s → 900 GB/s"));
        shown.model.history()->undo();
        QVERIFY(shown.cluster() == before);
        QCOMPARE(shown.line("cluster.link0.bytes_per_s")->text(), text("450 GB/s"));
    }

    void unitsAreUnderstood()
    {
        ShownCluster shown;
        shown.type("cluster.link1.bytes_per_s", "800 Gb/s");
        QCOMPARE(shown.cluster().links[1].bandwidth, 100e9);
        shown.type("cluster.link0.latency_s", "3.4 us");
        QCOMPARE(shown.cluster().links[0].latency, 3.4e-6);
        shown.type("cluster.device.memory_bytes", "96 GiB");
        QCOMPARE(shown.cluster().device.memory, 96 * GiB);
        shown.type("cluster.device.gemm_efficiency", "0.5");
        QCOMPARE(shown.line("cluster.device.gemm_efficiency")->text(), text("50 %"));
    }

    void whatIsNotTakenStays()
    {
        ShownCluster shown;
        const std::string before = jsonOf(shown.cluster());
        shown.type("cluster.device.gemm_efficiency", "many");
        QCOMPARE(jsonOf(shown.cluster()), before);
        QCOMPARE(shown.line("cluster.device.gemm_efficiency")->text(), text("many"));
        QVERIFY(shown.row("cluster.device.gemm_efficiency")->problem().contains(text("60 % or 0.6")));
        // Another field's edit leaves it as it is.
        shown.type("cluster.link0.latency_s", "9 us");
        QCOMPARE(shown.line("cluster.device.gemm_efficiency")->text(), text("many"));
        shown.type("cluster.link0.span", "3");
        QVERIFY2(shown.row("cluster.link0.span")->problem().contains(text("InfiniBand NDR, Devices in an island")),
                 qPrintable(shown.row("cluster.link0.span")->problem()));
        QCOMPARE(shown.cluster().links[0].span, 8);
        shown.type("cluster.whole.devices", "12");
        QVERIFY(shown.row("cluster.whole.devices")->problem().contains(text("Nearest are 8 and 16")));
    }

    void theBudgetStaysWhereItCan()
    {
        ShownCluster shown;
        QCOMPARE(shown.model.request().memoryBudget, shown.cluster().device.memory);
        shown.type("cluster.device.memory_bytes", "96 GiB");
        QCOMPARE(shown.model.request().memoryBudget, 96 * GiB);  // all of it, as before
        shown.model.setBudget(40 * GiB);
        shown.type("cluster.device.memory_bytes", "64 GiB");
        QCOMPARE(shown.model.request().memoryBudget, 40 * GiB);
        shown.type("cluster.device.memory_bytes", "32 GiB");
        QCOMPARE(shown.model.request().memoryBudget, 32 * GiB);
        shown.model.history()->undo();
        QCOMPARE(shown.model.request().memoryBudget, 40 * GiB);
    }

    void whatIsSetIsYoursUntilReverted()
    {
        ShownCluster shown;
        const Cluster preset = shown.cluster();
        const QDate before = QDate::currentDate();
        shown.type("cluster.device.gemm_efficiency", "70 %");
        shown.type("cluster.device.usd_per_hour", "2.25");
        shown.type("cluster.device.memory_bytes_per_s", "3 TB/s");
        const Cluster& now = shown.cluster();
        QCOMPARE(now.device.gemmEfficiency.provenance.kind, std::string("yours"));
        QVERIFY(now.device.gemmEfficiency.provenance.source.starts_with("set by hand; was "));
        QCOMPARE(now.device.hourPrice.source, std::string("yours"));
        // Midnight may have come meanwhile.
        const QDate priced = QDate::fromString(QString::fromStdString(now.device.hourPrice.date), Qt::ISODate);
        QVERIFY(before <= priced && priced <= QDate::currentDate());
        QCOMPARE(shown.panel.changes()->changes().size(), std::size_t{3});
        shown.press(text("revert.device.gemm_efficiency"));
        QVERIFY(shown.cluster().device.gemmEfficiency == preset.device.gemmEfficiency);
        QCOMPARE(shown.panel.changes()->changes().size(), std::size_t{2});
        shown.press(text("cluster.revertAll"));
        QVERIFY(shown.cluster() == preset);
        QVERIFY(shown.panel.changes()->isHidden());
        QCOMPARE(shown.model.history()->count(), 5);
    }

    void measurementsThatGoAreTold()
    {
        ShownCluster shown("a100-pcie-8");
        const std::size_t before = shown.cluster().measured.size() + shown.cluster().measuredTimes.size();
        QVERIFY(before > 0);
        QSignalSpy dropped(&shown.model, &ScenarioModel::measuredDropped);
        shown.type("cluster.link0.latency_s", "9 us");
        QVERIFY(dropped.isEmpty());
        shown.type("cluster.link0.span", "4");
        QCOMPARE(shown.cluster().devices, 4);
        const std::size_t left = shown.cluster().measured.size() + shown.cluster().measuredTimes.size();
        QCOMPARE(dropped.count(), 1);
        QCOMPARE(dropped.front().front().toInt(), static_cast<int>(before - left));
    }

    /// A common network fills in its figures, as one card that the devices of the node share, in one step of history.
    void commonNetworks()
    {
        ShownCluster shown("dgx-h100");
        auto* button = shown.panel.findChild<QToolButton*>(text("cluster.network.common"));
        QVERIFY(button && button->isEnabled() && button->menu());
        const auto actions = button->menu()->actions();
        const auto found = std::ranges::find(actions, text("Ethernet 100 Gb/s"), &QAction::text);
        QVERIFY(found != actions.end());
        (*found)->trigger();
        QVERIFY(shown.cluster().network);
        QCOMPARE(shown.cluster().network->bandwidth, 12.5e9 / 8);
        QCOMPARE(shown.cluster().network->efficiency.provenance.kind, std::string("guessed"));
        QCOMPARE(shown.model.history()->count(), 1);
        ShownCluster nodes("dgx-h100-64");
        QVERIFY(!nodes.panel.findChild<QToolButton*>(text("cluster.network.common"))->isVisibleTo(&nodes.panel) ||
                !nodes.panel.findChild<QToolButton*>(text("cluster.network.common"))->isEnabled());
    }

    void levelsComeAndGo()
    {
        ShownCluster shown;
        const Cluster before = shown.cluster();
        shown.press(text("cluster.addLevel"));
        QCOMPARE(shown.cluster().links.size(), std::size_t{3});
        QCOMPARE(shown.cluster().devices, 128);
        QVERIFY(shown.line("cluster.link2.span"));
        QCOMPARE(shown.line("cluster.link2.span")->text(), text("128"));
        shown.press(text("cluster.link2.remove"));
        QCOMPARE(shown.cluster().devices, 64);
        shown.press(text("cluster.link0.moveOut"));
        QCOMPARE(shown.cluster().links[0].name, before.links[1].name);
        shown.press(text("cluster.host.remove"));
        QVERIFY(!shown.cluster().host.isKnown());
        shown.press(text("cluster.host.add"));
        QVERIFY(shown.cluster().host.isKnown());
        shown.press(text("cluster.network.add"));
        QVERIFY(shown.cluster().network);
        QCOMPARE(shown.model.history()->count(), 6);
        while (shown.model.history()->canUndo()) {
            shown.model.history()->undo();
        }
        QVERIFY(shown.cluster() == before);
    }

    /// The mixed preset as its file has it, by hand.
    void kindsMakeTheMixedPreset()
    {
        ShownCluster shown("a100-64");
        shown.addKind(text("NVIDIA V100 SXM2 32GB"));
        shown.type("cluster.kind0.devices", "32");
        shown.type("cluster.kind1.nodes", "4");
        QCOMPARE(shown.cluster().devices, 64);
        Cluster file = *shown.model.store().cluster("a100-32-v100-32");
        file.name = shown.cluster().name;
        file.title = shown.cluster().title;
        file.source = shown.cluster().source;
        QCOMPARE(jsonOf(shown.cluster()), jsonOf(file));
        QVERIFY(shown.line("cluster.kind1.device.gemm_efficiency") && shown.line("cluster.kind1.link0.bytes_per_s"));
        QVERIFY(!shown.line("cluster.kind0.device.gemm_efficiency"));  // It is the cluster's.
        QVERIFY(!shown.line("cluster.whole.devices")->isEnabled());
        QCOMPARE(shown.model.history()->count(), 3);
    }

    void aKindIsEditedAndGoes()
    {
        ShownCluster shown("dgx-h100");
        const Cluster before = shown.cluster();
        shown.addKind(text("NVIDIA H200 SXM 141GB"));
        QCOMPARE(shown.cluster().title, std::string("8 × H100 + 8 × H200"));
        QCOMPARE(shown.model.request().memoryBudget, shown.cluster().kinds[1].device->memory);
        shown.type("cluster.kind1.device.gemm_efficiency", "70 %");
        QCOMPARE(shown.model.history()->undoText(), text("Cluster: Device of kind H200: GEMM efficiency 66 % → 70 %"));
        QCOMPARE(shown.cluster().kinds[1].device->gemmEfficiency.provenance.kind, std::string("yours"));
        shown.type("cluster.kind1.name", "New");
        QCOMPARE(shown.cluster().title, std::string("8 × H100 + 8 × New, edited"));
        shown.press(text("cluster.kind1.addLink"));
        QCOMPARE(shown.cluster().kinds[1].links.size(), std::size_t{2});
        shown.press(text("cluster.kind1.link1.remove"));
        QCOMPARE(shown.panel.changes()->changes().size(), std::size_t{1});
        shown.press(text("cluster.kind1.remove"));
        QCOMPARE(jsonOf(shown.cluster()), jsonOf(before));
        while (shown.model.history()->canUndo()) {
            shown.model.history()->undo();
        }
        QCOMPARE(jsonOf(shown.cluster()), jsonOf(before));
        while (shown.model.history()->canRedo()) {
            shown.model.history()->redo();
        }
        QCOMPARE(jsonOf(shown.cluster()), jsonOf(before));
    }

    void wrongKindsStayInTheField()
    {
        ShownCluster shown("a100-32-v100-32");
        const std::string before = jsonOf(shown.cluster());
        shown.type("cluster.kind1.devices", "30");
        QVERIFY2(shown.row("cluster.kind1.devices")->problem().contains(text("Nearest are 24 and 32")),
                 qPrintable(shown.row("cluster.kind1.devices")->problem()));
        QCOMPARE(shown.line("cluster.kind1.devices")->text(), text("30"));
        shown.type("cluster.kind1.device.memory_bytes", "much");
        QVERIFY(!shown.row("cluster.kind1.device.memory_bytes")->problem().isEmpty());
        shown.type("cluster.kind1.link0.bytes_per_s", "0");
        QVERIFY(!shown.row("cluster.kind1.link0.bytes_per_s")->problem().isEmpty());
        QCOMPARE(jsonOf(shown.cluster()), before);
        // One node that nothing joins to another.
        ShownCluster lonely("mi300x-8");
        QVERIFY(lonely.model
                    .editCluster([](Cluster cluster) -> Result<Cluster> {
                        cluster.network.reset();
                        return cluster;
                    })
                    .has_value());
        lonely.addKind(text("NVIDIA H200 SXM 141GB"));
        QVERIFY(!lonely.cluster().isMixed());
        QVERIFY(std::ranges::any_of(lonely.panel.findChildren<ProblemLabel*>(), [](const ProblemLabel* label) {
            return label->text().contains(text("without a network to other nodes"));
        }));
    }

    void slowDevicesAreEdited()
    {
        ShownCluster shown;
        const Cluster before = shown.cluster();
        shown.press(text("cluster.addSlow"));
        QTRY_COMPARE(QApplication::focusWidget(), shown.line("cluster.slow0.first"));
        shown.type("cluster.slow0.first", "12");
        shown.type("cluster.slow0.speed", "80 %");
        QVERIFY((shown.cluster().slow == std::vector<SlowDevices>{{12, 1, 0.8}}));
        QCOMPARE(shown.model.history()->undoText(), text("Cluster: Slow devices: Speed 70 % → 80 %"));
        QVERIFY(shown.panel.picture()->accessibleDescription().contains(text("Device 12 computes at 80.0 %")));
        for (const auto& [field, typed] : {std::pair{"cluster.slow0.first", "64"},
                                           {"cluster.slow0.devices", "99"},
                                           {"cluster.slow0.speed", "120 %"},
                                           {"cluster.slow0.speed", "slow"}}) {
            shown.type(field, typed);
            QVERIFY2(!shown.row(field)->problem().isEmpty(), typed);
            QCOMPARE(shown.line(field)->text(), text(typed));
        }
        QVERIFY((shown.cluster().slow == std::vector<SlowDevices>{{12, 1, 0.8}}));
        QCOMPARE(shown.panel.changes()->changes().size(), std::size_t{1});
        QCOMPARE(clusterChangeText(shown.panel.changes()->changes().front(), shown.cluster()),
                 text("Slow devices: 12: 80 %"));
        shown.press(text("cluster.slow0.remove"));
        QCOMPARE(jsonOf(shown.cluster()), jsonOf(before));
        shown.model.history()->undo();
        shown.press(text("revert.slow"));
        QCOMPARE(jsonOf(shown.cluster()), jsonOf(before));
    }

    /// Whatever came last: Tab goes down the fields as they are seen.
    void tabGoesDown()
    {
        ShownCluster shown("dgx-h100");
        shown.press(text("cluster.addSlow"));
        shown.addKind(text("NVIDIA H200 SXM 141GB"));
        QCoreApplication::processEvents();
        std::vector<QLineEdit*> seen;
        for (QLineEdit* line : shown.panel.findChildren<QLineEdit*>()) {
            if (line->isVisible() && line->isEnabled()) {
                seen.push_back(line);
            }
        }
        std::ranges::sort(seen, {}, [&](QLineEdit* line) { return line->mapTo(&shown.panel, QPoint()).y(); });
        seen.front()->setFocus();
        std::vector<QLineEdit*> reached{seen.front()};
        for (int key = 0; reached.size() < seen.size() && key < 200; ++key) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            if (auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget())) {
                reached.push_back(line);
            }
        }
        QVERIFY(reached == seen);
    }

    void measuredTablesAreEdited()
    {
        ShownCluster shown;
        shown.press(text("cluster.measured.groups.add"));
        auto* table = shown.panel.findChild<QTableWidget*>(text("cluster.measured.groups"));
        const int rows = table->rowCount();
        QVERIFY(rows > 0 && static_cast<std::size_t>(rows) == shown.cluster().measured.size());
        table->item(rows - 1, 2)->setText(text("400 Gb/s"));
        QCOMPARE(shown.cluster().measured.back().busBandwidth, 50e9);
        QCOMPARE(table->item(rows - 1, 2)->text(), text("50 GB/s"));
        table->item(rows - 1, 0)->setText(text("one"));
        auto* edit = qobject_cast<MeasuredTableEdit*>(table->parentWidget());
        QVERIFY(!edit->problem().isEmpty());
        QCOMPARE(table->item(rows - 1, 0)->text(), text("one"));
        QCOMPARE(shown.cluster().measuredProvenance.kind, std::string("yours"));
        shown.press(text("cluster.measured.groups.remove"));
        QCOMPARE(static_cast<int>(shown.cluster().measured.size()), rows - 1);
    }

    /// Whatever is typed where: all of it is undone and done again to the letter.
    void randomEditsComeBack_data()
    {
        QTest::addColumn<QByteArray>("cluster");
        QTest::newRow("plain") << QByteArray("gb200-nvl72");
        QTest::newRow("mixed") << QByteArray("a100-32-v100-32");
    }
    void randomEditsComeBack()
    {
        QFETCH(const QByteArray, cluster);
        ShownCluster shown(cluster.constData());
        std::mt19937 random(20261124);
        const std::vector<const char*> values = {"1",  "8 us", "64",     "450 GB/s",    "400 Gb/s", "40 %",   "x",
                                                 "",   "2",    "80 GiB", "989 TFLOP/s", "-3",       "3.4 us", "1e30",
                                                 "72", "1.2",  "0",      "gb/s gb/s",   "144",      "300 W",  "36"};
        const std::string first = jsonOf(shown.cluster());
        int taken = 0;
        int refused = 0;
        int mixed = 0;
        const int rounds = test::casesOf(200, 2000);
        for (int round = 0; round < rounds; ++round) {
            QList<QAbstractButton*> buttons;
            for (QAbstractButton* button : shown.panel.findChildren<QAbstractButton*>()) {
                const QString name = button->objectName();
                const bool isAsked = name.startsWith(text("cluster.")) && name != text("cluster.start") &&
                                     name != text("cluster.addKind") && name != text("cluster.network.common");
                if (isAsked && button->isEnabled() && !button->isHidden() && shown.cluster().links.size() < 5) {
                    buttons.append(button);
                }
            }
            if (random() % 40 == 0 && shown.cluster().kinds.size() < 4) {
                shown.addKind(text(random() % 2 == 0 ? "NVIDIA V100 SXM2 32GB" : "NVIDIA H200 SXM 141GB"));
                continue;
            }
            if (random() % 8 == 0 && !buttons.isEmpty()) {
                buttons[static_cast<qsizetype>(random() % static_cast<std::size_t>(buttons.size()))]->click();
                QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
                continue;
            }
            QList<FieldRow*> rows;
            for (FieldRow* row : shown.panel.findChildren<FieldRow*>()) {
                if (!row->isHidden()) {
                    rows.append(row);
                }
            }
            FieldRow* row = rows[static_cast<qsizetype>(random() % static_cast<std::size_t>(rows.size()))];
            const std::string before = jsonOf(shown.cluster());
            const QString typed = text(values[random() % values.size()]);
            auto* line = qobject_cast<QLineEdit*>(row->control());
            shown.model.endStep();
            line->selectAll();
            line->insert(typed);
            Q_EMIT line->editingFinished();
            shown.model.endStep();
            if (!row->problem().isEmpty()) {
                ++refused;
                QCOMPARE(row->text(), typed);
                QCOMPARE(jsonOf(shown.cluster()), before);
            } else {
                ++taken;
            }
            const Result<Cluster> read = parseCluster(jsonOf(shown.cluster()), "now");
            QVERIFY(read && *read == shown.cluster());
            mixed += shown.cluster().isMixed() ? 1 : 0;
        }
        QVERIFY(mixed > rounds / 8);
        QVERIFY2(taken > rounds / 8 && refused > rounds / 8,
                 qPrintable(QStringLiteral("%1, %2").arg(taken).arg(refused)));
        const std::string last = jsonOf(shown.cluster());
        QUndoStack* history = shown.model.history();
        while (history->canUndo()) {
            history->undo();
        }
        QCOMPARE(jsonOf(shown.cluster()), first);
        while (history->canRedo()) {
            history->redo();
        }
        QCOMPARE(jsonOf(shown.cluster()), last);
    }

    void thePictureLeadsToTheFields()
    {
        ShownCluster shown;
        QVERIFY(QTest::qWaitForWindowActive(&shown.panel));
        ClusterPicture* picture = shown.panel.picture();
        for (const ClusterShape& shape : picture->layoutNow().shapes) {
            if (shape.kind == ClusterShape::Kind::Host) {
                QTest::mouseClick(picture, Qt::LeftButton, {}, shape.area.center().toPoint());
                break;
            }
        }
        QCOMPARE(QApplication::focusWidget(), shown.line("cluster.host.name"));
        picture->setFocus();
        QTest::keyClick(picture, Qt::Key_Down);
        QTest::keyClick(picture, Qt::Key_Return);
        QCOMPARE(QApplication::focusWidget(), shown.line("cluster.link1.name"));
    }

    void aNarrowDockShowsAll()
    {
        for (const char* cluster :
             {"dgx-h100-64", "gb200-nvl72", "rtx-titan-8", "consumer-8", "dgx-h100-16384", "a100-32-v100-32"}) {
            ShownCluster shown(cluster);
            QVERIFY2(shown.panel.minimumSizeHint().width() <= 320,
                     qPrintable(QString::number(shown.panel.minimumSizeHint().width())));
            QCOMPARE(shown.panel.width(), 320);
        }
    }
};

PGRAM_TEST(TestClusterPanel)
#include "test_cluster_panel.moc"
