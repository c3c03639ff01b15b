// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/settings/settings.h"

#include "core/base/file_writer.h"
#include "core/base/index.h"
#include "widgets/views/common/picture_export.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLibraryInfo>
#include <QLocale>

#include <algorithm>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <utility>

namespace pgram {

namespace {

const Setting& setting(SettingId id)
{
    return settingsTable()[at(id)];
}

/// Bytes are the state of a window or a table, and Qt trusts them: a changed count has it read for minutes. They are
/// kept behind a checksum.
QByteArray checksum(const QByteArray& bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha1);
}

QByteArray withoutChecksum(const QByteArray& stored)
{
    const qsizetype size = QCryptographicHash::hashLength(QCryptographicHash::Sha1);
    const QByteArray bytes = stored.mid(size);
    return stored.size() > size && stored.first(size) == checksum(bytes) ? bytes : QByteArray();
}

}  // namespace

const std::vector<Setting>& settingsTable()
{
    static const std::vector<Setting> table{
        {SettingId::WindowGeometry, "window/geometry", QByteArray()},
        {SettingId::WindowState, "window/state", QByteArray()},
        {SettingId::CompareState, "window/state_compare", QByteArray()},
        {SettingId::TeachState, "window/state_teach", QByteArray()},
        {SettingId::Layout, "window/layout", QStringLiteral("explore")},
        {SettingId::TypeSize, "window/type_size", 100, leastTypeSize, mostTypeSize},
        {SettingId::TeachTypeSize, "window/type_size_teach", 150, leastTypeSize, mostTypeSize},
        {SettingId::Theme, "window/theme", QStringLiteral("system")},
        {SettingId::Language, "window/language", QString()},
        {SettingId::ViewLayout, "views/layout", QStringLiteral("tabs")},
        {SettingId::CurrentView, "views/current", QString()},
        {SettingId::ViewOptions, "views/options", QString()},
        {SettingId::RecentFiles, "files/recent", QStringList()},
        {SettingId::LastFolder, "files/folder", QString()},
        {SettingId::PlansHeader, "plans/header", QByteArray()},
        {SettingId::Motion, "window/motion", QStringLiteral("system")},
        {SettingId::AutosaveSeconds, "files/autosave", 10, leastAutosaveSeconds, mostAutosaveSeconds},
        {SettingId::PictureWidth, "picture/width_mm", 0.0, leastFigure, mostFigure},
        {SettingId::PictureHeight, "picture/height_mm", 0.0, leastFigure, mostFigure},
        {SettingId::PictureType, "picture/type_pt", 0.0, leastType, mostType},
        {SettingId::PictureDpi, "picture/dpi", usualDpi, leastDpi, mostDpi},
        {SettingId::PictureCaptioned, "picture/captioned", true},
        {SettingId::ExportFormat, "export/format", QString()},
        {SettingId::LessonsDone, "lessons/done", QStringList()},
        {SettingId::StartSeen, "start/seen", false},
        {SettingId::RestoreSession, "session/restore", true},
    };
    return table;
}

Settings::Settings()
    : m_store(QSettings::IniFormat, QSettings::UserScope, QStringLiteral("parallelogram"),
              QStringLiteral("parallelogram"))
{}

Settings::Settings(const QString& file) : m_store(file, QSettings::IniFormat) {}

Settings::~Settings()
{
    if (m_due) {
        save();
    }
}

QVariant Settings::get(SettingId id) const
{
    const QVariant& fallback = setting(id).fallback;
    QVariant stored = m_store.value(QLatin1StringView(setting(id).key));
    if (!stored.isValid() || !stored.convert(fallback.metaType())) {
        return fallback;
    }
    return fallback.typeId() == QMetaType::QByteArray ? withoutChecksum(stored.toByteArray()) : stored;
}

void Settings::set(SettingId id, const QVariant& value)
{
    const QVariant before = get(id);
    const bool isState = setting(id).fallback.typeId() == QMetaType::QByteArray;
    const QByteArray state = value.toByteArray();
    m_store.setValue(QLatin1StringView(setting(id).key), isState ? checksum(state) + state : value);
    if (!std::exchange(m_due, true)) {
        QMetaObject::invokeMethod(this, &Settings::save, Qt::QueuedConnection);
    }
    if (get(id) != before) {
        Q_EMIT changed(id);
    }
}

void Settings::save()
{
    m_due = false;
    // Qt writes a file of the same mode in the place of the old one.
    const QByteArray file = QFile::encodeName(m_store.fileName());
    QDir().mkpath(QFileInfo(m_store.fileName()).path());
    if (const Descriptor own(::open(file.constData(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600));
        own.isOpen()) {
        ::fchmod(own.handle(), 0600);
    }
    m_store.sync();
    if (m_store.status() == QSettings::AccessError && !std::exchange(m_said, true)) {
        const auto opened = FileWriter::open(std::filesystem::path(m_store.fileName().toStdU16String()));
        Q_EMIT failed(opened ? Error{ErrorKind::BadInput, Core::tr("cannot be written"), file.toStdString(), {}}
                             : opened.error());
    }
}

const std::vector<LanguageInfo>& languages()
{
    static const std::vector<LanguageInfo> known = [] {
        std::vector<LanguageInfo> found;
        for (const QFileInfo& file : QDir(QStringLiteral(":/i18n")).entryInfoList({QStringLiteral("*.qm")})) {
            const QString code = file.baseName().section(u'_', 1);
            const QLocale locale(code);
            // QLocale calls English without a country American English.
            found.push_back({code, locale.language() == QLocale::English ? QStringLiteral("English")
                                                                         : locale.nativeLanguageName()});
        }
        return found;
    }();
    return known;
}

QString systemLanguage()
{
    const auto isSystems = [](const LanguageInfo& each) {
        return QLocale(each.code).language() == QLocale::system().language();
    };
    const auto found = std::ranges::find_if(languages(), isSystems);
    return found == languages().end() ? QStringLiteral("en") : found->code;
}

Language::Language()
{
    QLocale::setDefault(QLocale::c());
}

Language::~Language()
{
    QCoreApplication::removeTranslator(&m_program);
    QCoreApplication::removeTranslator(&m_qt);
}

bool Language::use(const QString& code)
{
    const QString wanted = code.isEmpty() ? systemLanguage() : code;
    if (std::ranges::find(languages(), wanted, &LanguageInfo::code) == languages().end()) {
        return false;
    }
    if (wanted == m_current && !m_program.isEmpty()) {
        return true;  // Every widget would be told four times of nothing.
    }
    QCoreApplication::removeTranslator(&m_program);
    QCoreApplication::removeTranslator(&m_qt);
    // English has a file of its own for plural forms. Qt's own words come with Qt, where they are installed.
    if (m_program.load(QStringLiteral(":/i18n/parallelogram_%1.qm").arg(wanted))) {
        QCoreApplication::installTranslator(&m_program);
    }
    if (m_qt.load(QStringLiteral("qtbase_%1").arg(wanted), QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(&m_qt);
    }
    m_current = wanted;
    return true;
}

}  // namespace pgram
