// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/settings/language.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QLocale>

#include <algorithm>

namespace pgram {

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
