// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The language of the window, switched while it is open. GUI thread only.
#pragma once

#include <QString>
#include <QTranslator>

#include <vector>

namespace pgram {

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
