// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The pages of the help in a window of its own, beside the program's: back and forward through what was read, and a
// line that finds pages, sections and terms. GUI thread only.
#pragma once

#include "widgets/shell/guide/help_document.h"
#include "widgets/shell/guide/help_pages.h"

#include <QDialog>
#include <QString>
#include <QTextBrowser>

#include <vector>

class QToolButton;

namespace pgram {

inline const QString fidelityPage = QStringLiteral("fidelity");
inline const QString frameworksPage = QStringLiteral("frameworks");

class Language;
class SuggestEdit;

/// Copies formulas as text.
class HelpBrowser : public QTextBrowser {
    Q_OBJECT
public:
    using QTextBrowser::QTextBrowser;

protected:
    [[nodiscard]] QMimeData* createMimeDataFromSelection() const override;
};

/// A place of the help by its name: a page, or a section of one.
struct HelpEntry {
    QString title;
    QString page;  ///< its title; empty for a page itself
    HelpPlace place;
};
[[nodiscard]] std::vector<HelpEntry> helpEntries(const QString& language);

class HelpWindow : public QDialog {
    Q_OBJECT
public:
    /// `library` and `language`, and what `words` and `picture` of the sources ask, outlive the window.
    HelpWindow(FidelityLibrary* library, const Language* language, HelpSources sources = {}, QWidget* parent = nullptr);

    /// One of helpPages(); another one changes nothing.
    void showPage(const QString& page) { showPlace({page, {}}); }
    void showPlace(const HelpPlace& place);
    [[nodiscard]] QString page() const { return m_shown.page; }
    [[nodiscard]] const HelpPlace& place() const { return m_shown; }
    [[nodiscard]] QTextBrowser* browser() const { return m_browser; }
    [[nodiscard]] SuggestEdit* search() const { return m_search; }
    /// `step`: -1 = to what was read before, 1 = forward again.
    void go(int step);
    /// What the page says is news: lays it out anew where somebody sees it, else when it is shown.
    void follow();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Read {
        HelpPlace place;
        int scrolled = 0;
    };
    void build();
    void refresh();
    void followLink(const QUrl& link);
    void turnTo(const Read& read);
    void retranslate();
    [[nodiscard]] QStringList found(const QString& typed);

    FidelityLibrary* m_library;
    const Language* m_language;
    HelpSources m_sources;
    HelpPlace m_shown{contentsPage, {}};
    std::vector<Read> m_before;
    std::vector<Read> m_after;
    std::vector<HelpEntry> m_found;  ///< what the line proposes
    HelpBrowser* m_browser;
    SuggestEdit* m_search;
    QToolButton* m_back;
    QToolButton* m_forward;
    QToolButton* m_contents;
    QTextDocument* m_page = nullptr;  ///< that the browser shows
    int m_width = 0;                  ///< of the browser when it was laid out
    bool m_behind = false;            ///< refresh() waits for the window to be shown
};

}  // namespace pgram
