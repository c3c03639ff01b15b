// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Every field of the window and of its dialogs that is typed into: keys alone change nothing, Return takes the whole
// text or nothing, and a text that is refused stays, with its reason.
#include "core/plan/plan_json.h"
#include "core/search/task/scenario.h"
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/text.h"
#include "tests/widgets/fixtures/window_fixture.h"
#include "widgets/document/document.h"
#include "widgets/document/scenario_model.h"
#include "widgets/kit/field_row.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/kit/suggest_edit.h"
#include "widgets/shell/files/picture_dialog.h"
#include "widgets/shell/settings/settings_dialog.h"
#include "widgets/views/run_cost/run_cost_view.h"
#include "widgets/views/what_if/what_if_view.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>

using namespace pgram;

namespace {

/// Everything that a field of the window may change.
struct State {
    SearchRequest request;
    std::string plan;
    std::vector<qint64> numbers;

    bool operator==(const State&) const = default;
};

}  // namespace

class TestTypedFields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_fixture = std::make_unique<WindowFixture>();
        window()->scenario()->setScenario(QString::fromLatin1(defaultScenario));
        window()->plan();
        QTRY_VERIFY(window()->session()->count() == 1 && !window()->planning()->isRunning());
    }
    void cleanup() { m_fixture.reset(); }

    /// Plan waits for a text that the Model dock refuses, and says why.
    void aRefusedModelIsNotPlanned()
    {
        window()->findChild<QToolButton*>(text("editModel"))->click();
        auto* layers = window()->findChild<QLineEdit*>(text("sizes-layers"));
        auto* plan = window()->findChild<QPushButton*>(text("planButton"));
        QVERIFY(layers != nullptr && plan->isEnabled());
        const QString before = layers->text();
        typeOver(layers, layers, text("100000"));
        QTest::keyClick(layers, Qt::Key_Return);
        QVERIFY(!plan->isEnabled());
        QVERIFY2(plan->toolTip().contains(text("4096")), qPrintable(plan->toolTip()));
        QVERIFY(!window()->findChild<QAction*>(text("plan"))->isEnabled());
        typeOver(layers, layers, before);
        QTest::keyClick(layers, Qt::Key_Return);
        QVERIFY(plan->isEnabled());
    }

    /// The form may be ahead of the plan that is shown, and says so.
    void theFormSaysThatItDiffers()
    {
        auto* said = window()->findChild<QLabel*>(text("scenarioDiffers"));
        QVERIFY(said != nullptr && !said->isVisible());
        window()->scenario()->setBatches({128});
        QVERIFY(said->isVisible() && !said->text().isEmpty());
        keepPicture(window(), text("form-differs"));
        window()->scenario()->history()->undo();
        QVERIFY(!said->isVisible());
        window()->scenario()->setBatches({128});
        window()->plan();
        QTRY_VERIFY(window()->session()->count() == 2 && !window()->planning()->isRunning());
        QVERIFY(!said->isVisible());
        window()->scenario()->history()->undo();  // the plan of 128 stays
        QVERIFY(said->isVisible());
        window()->session()->show(0);
        QVERIFY(!said->isVisible());
    }

    void numbersAreTakenWhole()
    {
        int seen = 0;
        for (const QPointer<QuantityEdit>& edit : fieldsOf<QuantityEdit>()) {
            if (edit == nullptr || !edit->isEnabled()) {
                continue;
            }
            ++seen;
            typeOver(edit, edit, text("12"));
            QTest::keyClick(edit, Qt::Key_Return);
            const bool isNumber = edit->value() == 12 || edit->number() == 12 || edit->value() == 12 * GiB;
            QVERIFY2(isNumber || edit->problem() || !edit->isVisible(), qPrintable(edit->objectName() + edit->text()));
            takeBack();
            const qint64 value = edit->value();
            for (const char* wrong : {"12 apples", "1x", "99999999999999999999999"}) {
                typeOver(edit, edit, text(wrong));
                const State before = state();
                QTest::keyClick(edit, Qt::Key_Return);
                QVERIFY2(state() == before, qPrintable(edit->objectName()));
                QCOMPARE(edit->text(), text(wrong));
                QVERIFY(edit->problem());
                QVERIFY2(edit->accessibleDescription().contains(text(wrong)) || !edit->toolTip().isEmpty(),
                         qPrintable(edit->objectName()));
                QCOMPARE(edit->value(), value);
            }
            edit->setValue(value);
        }
        QVERIFY2(seen > 20, qPrintable(QString::number(seen)));
    }

    void rowsAreTakenWhole()
    {
        int seen = 0;
        for (const QPointer<FieldRow>& row : fieldsOf<FieldRow>()) {
            auto* line = row != nullptr ? qobject_cast<QLineEdit*>(row->control()) : nullptr;
            if (line == nullptr || !row->isEnabled()) {
                continue;
            }
            ++seen;
            const QString name = line->objectName();
            const QString value = row->value();
            typeOver(line, line, text("12 !,apples"));
            const State before = state();
            QTest::keyClick(line, Qt::Key_Return);
            if (row == nullptr) {
                continue;
            }
            if (row->problem().isEmpty()) {  // a title
                takeBack();
                continue;
            }
            QVERIFY2(state() == before, qPrintable(name));
            QCOMPARE(line->text(), text("12 !,apples"));
            QCOMPARE(row->value(), value);
            QTest::keyClick(line, Qt::Key_Escape);
            QVERIFY2(row->problem().isEmpty(), qPrintable(name));
            QCOMPARE(line->text(), value);
        }
        QVERIFY2(seen > 20, qPrintable(QString::number(seen)));
    }

    /// Boxes with names: a part of a name takes its row, an unknown name stays, red.
    void namesAreTakenWhole()
    {
        int seen = 0;
        for (const QPointer<QComboBox>& box : fieldsOf<QComboBox>()) {
            if (box == nullptr || box->lineEdit() == nullptr || !box->isEnabled() || box->count() == 0) {
                continue;
            }
            ++seen;
            const int row = box->currentIndex();
            typeOver(box->lineEdit(), box->lineEdit(), text("no such garden"));
            const State before = state();
            QTest::keyClick(box->lineEdit(), Qt::Key_Return);
            QVERIFY2(state() == before, qPrintable(box->objectName()));
            QCOMPARE(box->lineEdit()->text(), text("no such garden"));
            QVERIFY2(box->palette().color(QPalette::Text) != QPalette().color(QPalette::Text),
                     qPrintable(box->objectName()));
            QVERIFY2(!box->toolTip().isEmpty(), qPrintable(box->objectName()));
            box->setCurrentIndex(row);
            box->setEditText(box->itemText(row));
        }
        QVERIFY2(seen >= 3, qPrintable(QString::number(seen)));
    }

    void numbersOfDialogs()
    {
        PictureDialog pictures(&m_fixture->settings, nullptr);
        SettingsDialog page(&m_fixture->settings, nullptr);
        for (const QWidget* dialog : {static_cast<QWidget*>(&pictures), static_cast<QWidget*>(&page)}) {
            const auto edits = dialog->findChildren<QuantityEdit*>();
            QVERIFY(!edits.isEmpty());
            for (QuantityEdit* edit : edits) {
                edit->setEnabled(true);
                const qint64 value = edit->value();
                edit->selectAll();
                QTest::keyClicks(edit, text("300"));
                QCOMPARE(edit->value(), value);
                QTest::keyClicks(edit, text("apples"));
                QTest::keyClick(edit, Qt::Key_Tab);
                QCOMPARE(edit->value(), value);
                QVERIFY2(edit->problem() || edit->isTyped(), qPrintable(edit->text()));
            }
        }
    }

private:
    [[nodiscard]] MainWindow* window() const { return m_fixture->window.get(); }
    template <typename Field>
    [[nodiscard]] QList<QPointer<Field>> fieldsOf() const
    {
        QList<QPointer<Field>> all;
        for (Field* field : window()->findChildren<Field*>()) {
            all.append(field);
        }
        return all;
    }
    [[nodiscard]] State state() const
    {
        State now{window()->scenario()->request(), planToJson(*m_fixture->document()->plan()), {}};
        for (const QuantityEdit* edit : window()->findChildren<QuantityEdit*>()) {
            now.numbers.push_back(edit->value());
        }
        return now;
    }
    void typeOver(QWidget* field, QWidget* target, const QString& keys) const
    {
        auto* line = qobject_cast<QLineEdit*>(field);
        line = line != nullptr ? line : field->findChild<QLineEdit*>();
        line->selectAll();
        const State before = state();
        for (const QChar key : keys) {
            QTest::keyClicks(target, QString(key));
            QVERIFY2(state() == before, qPrintable(field->objectName() + text(": ") + line->text()));
        }
        QCOMPARE(line->text(), keys);
    }
    void takeBack() const
    {
        while (window()->scenario()->history()->canUndo()) {
            window()->scenario()->history()->undo();
        }
        while (m_fixture->document()->undoStack()->canUndo()) {
            m_fixture->document()->undoStack()->undo();
        }
    }

    std::unique_ptr<WindowFixture> m_fixture;
};

PGRAM_TEST(TestTypedFields)
#include "test_typed_fields.moc"
