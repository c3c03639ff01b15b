// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the program remembers: the table of settings, the page where they are chosen, and how the views were set up.

#include "tests/pgram_test.h"
#include "tests/places.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/document/core_text.h"
#include "widgets/kit/quantity_edit.h"
#include "widgets/shell/files/plan_files.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/settings/settings_dialog.h"
#include "widgets/shell/window/main_window.h"
#include "widgets/theme/appearance.h"
#include "widgets/views/compare/compare_view.h"
#include "widgets/views/fidelity/fidelity_view.h"
#include "widgets/views/search/search_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <optional>
#include <random>
#include <set>

using namespace pgram;

namespace {

constexpr std::array chosenSettings{SettingId::Theme, SettingId::Language, SettingId::Motion, SettingId::RestoreSession,
                                    SettingId::AutosaveSeconds};

struct Program {
    explicit Program(const QString& file) : settings(file), window(&bench, &settings, &language)
    {
        window.showLanguage(QStringLiteral("en"));
        window.show();
    }

    SettingsDialog* openPage()
    {
        window.actions()["settings"]->trigger();
        return window.findChild<SettingsDialog*>();
    }

    Settings settings;
    Language language;
    Workbench bench{PresetStore(presetsFolder())};
    MainWindow window;
};

}  // namespace

class TestSettings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_root.emplace(); }
    void tableIsInOrderWithoutDoubles();
    void whatIsStoredWronglyIsTheDefault();
    void noGarbageKeepsTheWindowFromComing();
    void changesAreTold();
    void theFileIsTheOwnersAlone();
    void aFileThatCannotBeWrittenIsSaidOnce();
    void everyRowHasWordsAndAName_data();
    void everyRowHasWordsAndAName();
    void choicesAreUsedAtOnce();
    void pageFollowsTheMenus();
    void motionIsDecidedInOnePlace();
    void viewsKeepTheirOptions();
    void viewsIgnoreWhatTheyDoNotKnow();

private:
    [[nodiscard]] QString file() const { return m_root->filePath(QStringLiteral("settings.ini")); }

    std::optional<QTemporaryDir> m_root;
};

void TestSettings::tableIsInOrderWithoutDoubles()
{
    std::set<std::string> keys;
    int place = 0;
    for (const Setting& setting : settingsTable()) {
        QCOMPARE(static_cast<int>(setting.id), place++);
        QVERIFY2(keys.insert(setting.key).second, setting.key);
        QVERIFY2(setting.fallback.isValid(), setting.key);
    }
}

void TestSettings::whatIsStoredWronglyIsTheDefault()
{
    {
        QSettings store(file(), QSettings::IniFormat);
        store.setValue(QStringLiteral("files/autosave"), QStringLiteral("soon"));
        store.setValue(QStringLiteral("files/recent"), QStringLiteral("one"));
        store.setValue(QStringLiteral("session/restore"), QStringLiteral("false"));
    }
    const Settings settings(file());
    QCOMPARE(settings.get(SettingId::AutosaveSeconds), QVariant(10));
    QCOMPARE(settings.get(SettingId::RecentFiles).toStringList(), QStringList(QStringLiteral("one")));
    QCOMPARE(settings.get(SettingId::RestoreSession), QVariant(false));
    QVERIFY(settings.get(SettingId::AutosaveSeconds).toInt() <= mostAutosaveSeconds);
}

/// Whatever stands under whichever key, and however a state that was kept is changed: the window comes up with what
/// can be used of it, takes a plan and leaves settings that come up again.
void TestSettings::noGarbageKeepsTheWindowFromComing()
{
    {
        Program program(file());
        program.window.session()->add(samplePlan(2, 8, 4));
        QVERIFY(program.window.close());
    }
    QVariantMap kept;
    {
        const QSettings store(file(), QSettings::IniFormat);
        for (const QString& key : store.allKeys()) {
            kept.insert(key, store.value(key));
        }
    }
    QVERIFY(!kept.isEmpty());
    std::mt19937 random(3);
    const auto any = [&random](qsizetype limit) {
        return static_cast<qsizetype>(random() % static_cast<unsigned>(limit));
    };
    const QList<QVariant> garbage{QVariant(),
                                  QString(),
                                  QStringLiteral("\u8ba1\u5212 @Variant(\\0) %n <b>"),
                                  QString(100'000, u'['),
                                  QString(100'000, u'x'),
                                  -1,
                                  0,
                                  2'147'483'647,
                                  QStringLiteral("99999999999999999999"),
                                  1e308,
                                  QByteArray(5000, '\xff'),
                                  QStringList(5000, QStringLiteral("/nowhere/at all.json")),
                                  QVariantMap{{QStringLiteral("a"), 1}}};
    for (int run = 0; run < 30; ++run) {
        {
            QSettings store(file(), QSettings::IniFormat);
            store.clear();
            for (const Setting& setting : settingsTable()) {
                const QString key = QLatin1StringView(setting.key);
                QByteArray bytes = kept.value(key).toByteArray();
                if (run % 2 == 0 || bytes.isEmpty()) {
                    store.setValue(key, garbage[any(garbage.size())]);
                    continue;
                }
                for (int change = 0; change < run; change += 4) {
                    bytes[any(bytes.size())] = static_cast<char>(any(256));
                }
                bytes.truncate(run % 5 == 0 ? any(bytes.size()) : bytes.size());
                store.setValue(key, bytes);
            }
        }
        Program program(file());
        program.window.session()->add(samplePlan(2, 8, 4));
        QVERIFY(program.window.isVisible());
        QVERIFY(program.window.width() > 300 && program.window.height() > 200);
        QVERIFY(program.window.width() < 20'000 && program.window.height() < 20'000);
        QVERIFY(program.window.views()->current() != nullptr);
        QVERIFY(program.window.files()->recent().size() <= 10);
        QVERIFY(!program.window.grab().isNull());
        program.openPage();
        QVERIFY(program.window.close());
    }
}

void TestSettings::changesAreTold()
{
    Settings settings(file());
    QSignalSpy changed(&settings, &Settings::changed);
    settings.set(SettingId::AutosaveSeconds, 10);  // as it is
    QCOMPARE(changed.count(), 0);
    settings.set(SettingId::AutosaveSeconds, 20);
    settings.set(SettingId::AutosaveSeconds, 20);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.front().front().value<SettingId>(), SettingId::AutosaveSeconds);
}

/// It holds the names of recent files.
void TestSettings::theFileIsTheOwnersAlone()
{
    static constexpr auto owners = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    const auto ofOthers = [](const QString& file) {
        return QFile::permissions(file) & ~(owners | QFileDevice::ReadUser | QFileDevice::WriteUser);
    };
    const QString made = m_root->filePath(QStringLiteral("new/settings.ini"));
    Settings(made).set(SettingId::Theme, QStringLiteral("dark"));
    QVERIFY(QFile::exists(made) && ofOthers(made) == QFileDevice::Permissions());
    // Older versions left it like this.
    QVERIFY(QFile::setPermissions(made, owners | QFileDevice::ReadGroup | QFileDevice::ReadOther));
    Settings(made).set(SettingId::Theme, QStringLiteral("light"));
    QCOMPARE(ofOthers(made), QFileDevice::Permissions());
    QCOMPARE(Settings(made).text(SettingId::Theme), QStringLiteral("light"));
}

void TestSettings::aFileThatCannotBeWrittenIsSaidOnce()
{
    const QString folder = m_root->filePath(QStringLiteral("a.ini"));
    QVERIFY(QDir().mkpath(folder));  // in the place of the file
    Settings settings(folder);
    QStringList said;
    connect(&settings, &Settings::failed, &settings, [&said](const Error& error) { said += qs(error.text()); });
    settings.set(SettingId::Theme, QStringLiteral("dark"));
    settings.save();
    settings.set(SettingId::Theme, QStringLiteral("light"));
    settings.save();
    QCOMPARE(said.size(), 1);
    QVERIFY2(said.front().startsWith(folder + QStringLiteral(": is a directory")), qPrintable(said.front()));
    QCOMPARE(settings.text(SettingId::Theme), QStringLiteral("light"));
}

void TestSettings::everyRowHasWordsAndAName_data()
{
    QTest::addColumn<QString>("code");
    QTest::addRow("English") << QStringLiteral("en");
    QTest::addRow("Chinese") << QStringLiteral("zh_CN");
}

void TestSettings::everyRowHasWordsAndAName()
{
    QFETCH(QString, code);
    Program program(file());
    SettingsDialog* page = program.openPage();
    program.settings.set(SettingId::Language, code);
    QCoreApplication::processEvents();  // the words follow
    QCOMPARE(page->windowTitle() == QStringLiteral("Settings"), code == QLatin1StringView("en"));
    QVERIFY(page->isVisible() && !page->isModal());
    std::set<QChar> mnemonics;
    const auto addMnemonic = [&mnemonics](const QString& text) {
        const auto at = text.indexOf(QLatin1Char('&'));
        return at >= 0 && mnemonics.insert(text.at(at + 1).toUpper()).second;
    };
    for (const auto* label : page->findChildren<QLabel*>()) {
        if (label->buddy() != nullptr) {
            QVERIFY2(addMnemonic(label->text()), qPrintable(label->text()));
        }
    }
    for (const auto* button : page->findChildren<QAbstractButton*>()) {
        QVERIFY2(addMnemonic(button->text()), qPrintable(button->text()));
    }
    for (const SettingId id : chosenSettings) {
        const QWidget* field = page->field(id);
        QVERIFY(field != nullptr);
        QVERIFY(!field->accessibleName().isEmpty() && !field->accessibleName().contains(QLatin1Char('&')));
        if (const auto* box = qobject_cast<const QComboBox*>(field)) {
            for (int row = 0; row < box->count(); ++row) {
                QVERIFY(!box->itemText(row).isEmpty());
            }
        }
    }
    QVERIFY(page->field(SettingId::WindowState) == nullptr);
}

void TestSettings::choicesAreUsedAtOnce()
{
    Program program(file());
    SettingsDialog* page = program.openPage();
    const auto choose = [page](SettingId id, Qt::Key key) { QTest::keyClick(page->field(id), key); };
    program.settings.set(SettingId::Theme, QStringLiteral("light"));
    QVERIFY(!isDark(QApplication::palette()));
    choose(SettingId::Theme, Qt::Key_Down);
    QVERIFY(isDark(QApplication::palette()));
    QCOMPARE(program.settings.text(SettingId::Theme), QStringLiteral("dark"));
    program.settings.set(SettingId::Language, QStringLiteral("en"));
    QCOMPARE(page->windowTitle(), QStringLiteral("Settings"));
    choose(SettingId::Language, Qt::Key_Down);
    QCOMPARE(program.language.current(), QStringLiteral("zh_CN"));
    QTRY_VERIFY(page->windowTitle() != QStringLiteral("Settings"));
    QTest::keyClick(page->field(SettingId::RestoreSession), Qt::Key_Space);
    QVERIFY(!program.settings.get(SettingId::RestoreSession).toBool());
    choose(SettingId::AutosaveSeconds, Qt::Key_Up);
    QCOMPARE(program.settings.get(SettingId::AutosaveSeconds).toInt(), 11);
    auto* seconds = qobject_cast<QuantityEdit*>(page->field(SettingId::AutosaveSeconds));
    seconds->setValue(3600);
    QCOMPARE(program.settings.get(SettingId::AutosaveSeconds).toInt(), mostAutosaveSeconds);
    // Every number has a range of its own.
    for (const Setting& setting : settingsTable()) {
        if (setting.fallback.typeId() == QMetaType::Int) {
            QVERIFY2(setting.least < setting.most, setting.key);
            QVERIFY2(setting.least <= setting.fallback.toInt() && setting.fallback.toInt() <= setting.most,
                     setting.key);
        }
    }
}

void TestSettings::pageFollowsTheMenus()
{
    Program program(file());
    SettingsDialog* page = program.openPage();
    program.window.actions()["theme-dark"]->trigger();
    QCOMPARE(qobject_cast<QComboBox*>(page->field(SettingId::Theme))->currentData().toString(), QStringLiteral("dark"));
    QVERIFY(program.window.actions()["theme-dark"]->isChecked());
    page->close();
    QCOMPARE(program.openPage(), page);
    QVERIFY(page->isVisible());
    QTest::keyClick(page, Qt::Key_Escape);
    QVERIFY(!page->isVisible());
}

void TestSettings::motionIsDecidedInOnePlace()
{
    Program program(file());
    program.settings.set(SettingId::Motion, QStringLiteral("full"));
    QVERIFY(!isMotionReduced());
    QVERIFY(program.window.isAnimated());
    program.settings.set(SettingId::Motion, QStringLiteral("reduced"));
    QVERIFY(isMotionReduced());
    QVERIFY(!program.window.isAnimated());
    for (const Qt::UIEffect effect : {Qt::UI_AnimateMenu, Qt::UI_AnimateCombo, Qt::UI_FadeTooltip}) {
        QVERIFY(!QApplication::isEffectEnabled(effect));
    }
    program.settings.set(SettingId::Motion, QStringLiteral("full"));
    QVERIFY(program.window.isAnimated());
}

void TestSettings::viewsKeepTheirOptions()
{
    QString options;
    {
        Program program(file());
        program.window.session()->add(samplePlan(2, 8, 4));
        program.window.findChild<CompareView*>()->showSection(CompareSection::Memory);
        program.window.findChild<SearchView*>()->showAlone(SearchPlot::Methods);
        program.window.findChild<FidelityView*>()->setFilter({true, {}, Generation::Hopper});
        for (View* view : program.window.views()->views()) {
            view->setTableShown(view->viewName() == QLatin1StringView("timeline"));
        }
        options = program.window.views()->options();
        QVERIFY(program.window.close());
    }
    Program program(file());
    QCOMPARE(program.window.views()->options(), options);
    QCOMPARE(program.window.findChild<CompareView*>()->section(), CompareSection::Memory);
    QVERIFY(program.window.findChild<SearchView*>()->alone() == SearchPlot::Methods);
    QVERIFY(
        (program.window.findChild<FidelityView*>()->figures().filter == FidelityFilter{true, {}, Generation::Hopper}));
    for (const View* view : program.window.views()->views()) {
        QCOMPARE(view->isTableShown(), view->viewName() == QLatin1StringView("timeline"));
    }
}

void TestSettings::viewsIgnoreWhatTheyDoNotKnow()
{
    Program program(file());
    program.window.findChild<SearchView*>()->showAlone(SearchPlot::Walk);
    const QString before = program.window.views()->options();
    for (const char* text : {"", "{", "[]", "{\"sky\": {\"table\": true}}", "{\"search\": 7, \"compare\": {}}",
                             "{\"search\": {\"alone\": \"sky\"}, \"compare\": {\"section\": [1]}}"}) {
        program.window.views()->setOptions(QString::fromLatin1(text));
        QCOMPARE(program.window.views()->options(), before);
    }
}

PGRAM_TEST(TestSettings)
#include "test_settings.moc"
