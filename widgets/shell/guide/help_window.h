// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The pages of the help in a window of its own, beside the program's. GUI thread only.
// The pages of the help: the texts of resources/help, Markdown with links "help:NAME" from page to page; those with
// tables have them of what the program knows now.
#pragma once

#include "widgets/work/fidelity_library.h"

#include <QDialog>
#include <QString>
#include <QStringList>

class QTextBrowser;
class QTextDocument;

namespace pgram {

inline const QString contentsPage = QStringLiteral("contents");
inline const QString fidelityPage = QStringLiteral("fidelity");
inline const QString frameworksPage = QStringLiteral("frameworks");

/// All of them, the contents first.
[[nodiscard]] QStringList helpPages();
/// Markdown in a language of the window; empty where there is no such page.
[[nodiscard]] QString helpText(const QString& page, const QString& language);
/// The first heading of a page.
[[nodiscard]] QString helpTitle(const QString& text);

/// The page with its tables and figures; without `data` it says that those of measured runs are on their way.
[[nodiscard]] QString filledHelp(const QString& page, const QString& language, const FidelityData* data);

class Language;

class HelpWindow : public QDialog {
    Q_OBJECT
public:
    /// `library` and `language` outlive the window.
    HelpWindow(FidelityLibrary* library, const Language* language, QWidget* parent = nullptr);

    /// One of helpPages(); another one changes nothing.
    void showPage(const QString& page);
    [[nodiscard]] QString page() const { return m_shown; }
    [[nodiscard]] QTextBrowser* browser() const { return m_browser; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// What the page says is news: lays it out anew where somebody sees it, else when it is shown.
    void follow();
    void refresh();
    void followLink(const QUrl& link);

    FidelityLibrary* m_library;
    const Language* m_language;
    QString m_shown;
    QTextBrowser* m_browser;
    QTextDocument* m_page = nullptr;  ///< that the browser shows
    bool m_behind = false;            ///< refresh() waits for the window to be shown
};

}  // namespace pgram
