// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything that the window remembers between runs: one table of keys with their defaults. Who shows or follows a
// setting listens to changed(). GUI thread only.
#pragma once

#include "core/base/error.h"

#include <QObject>
#include <QSettings>
#include <QString>
#include <QTranslator>
#include <QVariant>

#include <vector>

namespace pgram {

enum class SettingId {
    WindowGeometry,
    WindowState,  ///< of the docks in the Explore layout
    CompareState,
    TeachState,
    Layout,    ///< layoutKey()
    TypeSize,  ///< in percent
    TeachTypeSize,
    Theme,        ///< "system", "light", "dark"
    Language,     ///< "" = the system's, "en", "zh_CN"
    ViewLayout,   ///< "tabs", "grid"
    CurrentView,  ///< View::viewName()
    ViewOptions,  ///< ViewArea::options()
    RecentFiles,
    LastFolder,
    PlansHeader,  ///< column widths, order and sorting
    Motion,       ///< "system", "full", "reduced"
    AutosaveSeconds,
    PictureWidth,   ///< mm; 0 = as on the screen
    PictureHeight,  ///< mm; 0 = in proportion
    PictureType,    ///< pt; 0 = as on the screen
    PictureDpi,     ///< of a PNG
    PictureCaptioned,
    ExportFormat,    ///< of the last exported plan
    LessonsDone,     ///< their names
    StartSeen,       ///< the page of the first start was shown
    RestoreSession,  ///< show the plans of the last time again, saved or not
};

struct Setting {
    SettingId id;
    const char* key;
    QVariant fallback;  ///< its type is the setting's type
    int least = 0;      ///< of a number, what may be set by hand
    int most = 0;
};

/// The table, in the order of SettingId.
[[nodiscard]] const std::vector<Setting>& settingsTable();

/// The type, in percent of the desktop's own size: from the first to the last step.
inline constexpr int leastTypeSize = 100;
inline constexpr int mostTypeSize = 200;

/// What is not saved yet is written against a crash once in so many seconds: a minute's work is the most to lose.
inline constexpr int leastAutosaveSeconds = 1;
inline constexpr int mostAutosaveSeconds = 60;

class Settings : public QObject {
    Q_OBJECT
public:
    /// The user's own file.
    Settings();
    explicit Settings(const QString& file);
    /// Saves what is not saved yet.
    ~Settings() override;

    /// The stored value, or the fallback where none is stored or what is stored has another type.
    [[nodiscard]] QVariant get(SettingId id) const;
    void set(SettingId id, const QVariant& value);
    [[nodiscard]] QString text(SettingId id) const { return get(id).toString(); }
    /// Writes the file now, for its owner alone. set() calls it later.
    void save();

Q_SIGNALS:
    /// The file cannot be written. Emitted once.
    void failed(const pgram::Error& error);
    /// It has another value than before.
    void changed(pgram::SettingId id);

private:
    QSettings m_store;
    bool m_due = false;   ///< save() will be called
    bool m_said = false;  ///< failed() was emitted
};

struct LanguageInfo {
    QString code;  ///< "en", "zh_CN"
    QString name;  ///< in the language itself
};
[[nodiscard]] const std::vector<LanguageInfo>& languages();

/// The language that is closest to the system's.
[[nodiscard]] QString systemLanguage();

/// Installs the translations of one language; every widget is told by a LanguageChange event.
class Language {
public:
    /// Figures are written one way in every language and on every system: 7.95, as the pictures have them.
    Language();
    ~Language();
    Language(const Language&) = delete;
    Language& operator=(const Language&) = delete;

    /// "" = the system's. False when there is no such language: then nothing changes.
    bool use(const QString& code);
    [[nodiscard]] const QString& current() const { return m_current; }

private:
    QString m_current = QStringLiteral("en");
    QTranslator m_program;
    QTranslator m_qt;
};

}  // namespace pgram
