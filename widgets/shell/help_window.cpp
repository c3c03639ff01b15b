// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/help_window.h"

#include "widgets/shell/help_page.h"
#include "widgets/shell/language.h"

#include <QEvent>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr QSize usualSize{880, 720};
constexpr double pageMargin = 16;

}  // namespace

HelpWindow::HelpWindow(FidelityLibrary* library, const Language* language, QWidget* parent)
    : QDialog(parent), m_library(library), m_language(language), m_browser(new QTextBrowser)
{
    setObjectName(QStringLiteral("helpWindow"));
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->setOpenExternalLinks(true);
    m_browser->document()->setDocumentMargin(pageMargin);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_browser);
    resize(usualSize);
    connect(library, &FidelityLibrary::changed, this, &HelpWindow::refresh);
    refresh();
}

void HelpWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        refresh();
    }
    QDialog::changeEvent(event);
}

void HelpWindow::refresh()
{
    setWindowTitle(tr("How Far to Trust the Numbers"));
    m_browser->setAccessibleName(windowTitle());
    const int place = m_browser->verticalScrollBar()->value();
    m_browser->setMarkdown(fidelityHelp(m_language->current(), m_library->data().get()));
    m_browser->verticalScrollBar()->setValue(place);
}

}  // namespace pgram
