// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/help_window.h"

#include "widgets/shell/help_page.h"
#include "widgets/shell/language.h"

#include <QEvent>
#include <QScrollBar>
#include <QTextBrowser>
#include <QTextTable>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr QSize usualSize{880, 720};
constexpr double pageMargin = 16;

/// Hair lines, room around the text of cells, and no wider than the window.
void styleTables(QTextDocument& document, const QColor& line)
{
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        if (auto* table = qobject_cast<QTextTable*>(frame)) {
            QTextTableFormat format = table->format();
            format.setBorderCollapse(true);
            format.setBorder(1);
            format.setBorderBrush(line);
            format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            format.setCellPadding(4);
            format.setHeaderRowCount(1);
            format.setWidth(QTextLength(QTextLength::PercentageLength, 100));
            table->setFormat(format);
        }
    }
}

}  // namespace

HelpWindow::HelpWindow(FidelityLibrary* library, const Language* language, QWidget* parent)
    : QDialog(parent), m_library(library), m_language(language), m_browser(new QTextBrowser)
{
    setObjectName(QStringLiteral("helpWindow"));
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->setOpenExternalLinks(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_browser);
    resize(usualSize);
    connect(library, &FidelityLibrary::changed, this, &HelpWindow::refresh);
    refresh();
}

void HelpWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
        refresh();
    }
    QDialog::changeEvent(event);
}

void HelpWindow::refresh()
{
    setWindowTitle(tr("How Far to Trust the Numbers"));
    m_browser->setAccessibleName(windowTitle());
    const int place = m_browser->verticalScrollBar()->value();
    // A page that nobody shows yet is not laid out anew for each row of its tables.
    auto* page = new QTextDocument(m_browser);
    page->setDefaultFont(font());
    page->setDocumentMargin(pageMargin);
    page->setMarkdown(fidelityHelp(m_language->current(), m_library->data().get()));
    styleTables(*page, palette().color(QPalette::Mid));
    m_browser->setDocument(page);
    delete m_page;
    m_page = page;
    m_browser->verticalScrollBar()->setValue(place);
}

}  // namespace pgram
