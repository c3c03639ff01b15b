// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/help_window.h"

#include "widgets/kit/on_change.h"
#include "widgets/shell/guide/help_page.h"
#include "widgets/shell/settings/language.h"

#include <QDesktopServices>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextTable>
#include <QUrl>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr QSize usualSize{880, 720};
constexpr double pageMargin = 16;

/// Hair lines, room around the text of cells, and no wider than the window. The lines are the table's ground between
/// its cells: borders that collapse take three times as long to lay out.
void styleTable(QTextTable& table, const QPalette& colors)
{
    QTextTableFormat format = table.format();
    format.setBorder(0);
    format.setCellSpacing(1);
    format.setBackground(colors.color(QPalette::Mid));
    format.setCellPadding(4);
    format.setHeaderRowCount(1);
    format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
    for (int row = 0; row < table.rows(); ++row) {
        for (int column = 0; column < table.columns(); ++column) {
            QTextTableCell cell = table.cellAt(row, column);
            QTextCharFormat ground = cell.format();
            ground.setBackground(colors.color(QPalette::Base));
            cell.setFormat(ground);
        }
    }
    table.setFormat(format);
}

void styleTables(QTextDocument& document, const QPalette& colors)
{
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            styleTable(*table, colors);
        }
    }
}

}  // namespace

HelpWindow::HelpWindow(FidelityLibrary* library, const Language* language, QWidget* parent)
    : QDialog(parent), m_library(library), m_language(language), m_shown(contentsPage), m_browser(new QTextBrowser)
{
    setObjectName(QStringLiteral("helpWindow"));
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->setOpenLinks(false);
    connect(m_browser, &QTextBrowser::anchorClicked, this, &HelpWindow::followLink);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_browser);
    resize(usualSize);
    m_browser->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // One that comes late lays the page out again.
    connect(library, &FidelityLibrary::changed, this, &HelpWindow::follow);
    onChange(this, {QEvent::PaletteChange}, [this] { follow(); });
    inEveryLanguage(this, [this] { follow(); });
}

void HelpWindow::showPage(const QString& page)
{
    if (page == m_shown || !helpPages().contains(page)) {
        return;
    }
    m_shown = page;
    m_browser->verticalScrollBar()->setValue(0);
    follow();
}

void HelpWindow::followLink(const QUrl& link)
{
    if (link.scheme() == QLatin1StringView("help")) {
        showPage(link.path());
    } else {
        QDesktopServices::openUrl(link);
    }
}

void HelpWindow::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (m_behind) {
        refresh();
    }
}

void HelpWindow::follow()
{
    setWindowTitle(helpTitle(helpText(m_shown, m_language->current())));
    m_browser->setAccessibleName(windowTitle());
    m_behind = true;
    if (isVisible()) {
        refresh();
    }
}

void HelpWindow::refresh()
{
    m_behind = false;
    const int place = m_browser->verticalScrollBar()->value();
    // A page that nobody shows yet is not laid out anew for each row of its tables.
    auto* page = new QTextDocument(m_browser);
    page->setDefaultFont(font());
    page->setDocumentMargin(pageMargin);
    const QString& language = m_language->current();
    page->setMarkdown(m_shown == fidelityPage ? fidelityHelp(language, m_library->data().get())
                                              : helpText(m_shown, language));
    styleTables(*page, palette());
    page->setPageSize(QSizeF(m_browser->viewport()->width(), -1));
    m_browser->setDocument(page);
    delete m_page;
    m_page = page;
    m_browser->verticalScrollBar()->setValue(place);
}

}  // namespace pgram
