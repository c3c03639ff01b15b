// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/help_window.h"

#include "widgets/kit/on_change.h"
#include "widgets/kit/suggest_edit.h"
#include "widgets/shell/actions/finder_entries.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/theme/icon.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QMimeData>
#include <QScrollBar>
#include <QShortcut>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <tuple>

namespace pgram {

namespace {

constexpr QSize usualSize{880, 720};
constexpr std::size_t mostFound = 40;

}  // namespace

QMimeData* HelpBrowser::createMimeDataFromSelection() const
{
    const std::unique_ptr<QMimeData> usual(QTextBrowser::createMimeDataFromSelection());
    const QTextCursor selection = textCursor();
    QString text;
    for (int at = selection.selectionStart(); at < selection.selectionEnd(); ++at) {
        const QChar sign = document()->characterAt(at);
        QTextCursor one(document());
        one.setPosition(at + 1);
        text += sign == QChar::ObjectReplacementCharacter && one.charFormat().isImageFormat()
                    ? pictureText(*document(), one.charFormat().toImageFormat().name())
                    : QString(sign == QChar::ParagraphSeparator ? QChar(u'\n') : sign);
    }
    auto* copied = new QMimeData;  // The usual one would make its text again.
    copied->setHtml(usual->html());
    copied->setText(text);
    return copied;
}

std::vector<HelpEntry> helpEntries(const QString& language)
{
    std::vector<HelpEntry> entries;
    for (const QString& page : helpPages()) {
        const QString text = helpText(page, language);
        const QString title = helpTitle(text);
        entries.push_back({title, {}, {page, {}}});
        for (const HelpSection& section : helpSections(text)) {
            if (!section.id.isEmpty()) {
                entries.push_back({section.title, title, {page, section.id}});
            }
        }
    }
    return entries;
}

HelpWindow::HelpWindow(FidelityLibrary* library, const Language* language, HelpSources sources, QWidget* parent)
    : QDialog(parent),
      m_library(library),
      m_language(language),
      m_sources(std::move(sources)),
      m_browser(new HelpBrowser),
      m_search(new SuggestEdit([this](const QString& typed) { return found(typed); })),
      m_back(new QToolButton),
      m_forward(new QToolButton),
      m_contents(new QToolButton)
{
    setObjectName(QStringLiteral("helpWindow"));
    build();
    connect(m_browser, &QTextBrowser::anchorClicked, this, &HelpWindow::followLink);
    connect(m_back, &QToolButton::clicked, this, [this] { go(-1); });
    connect(m_forward, &QToolButton::clicked, this, [this] { go(1); });
    connect(m_contents, &QToolButton::clicked, this, [this] { showPage(contentsPage); });
    connect(m_search, &SuggestEdit::picked, this, [this](int index) {
        const HelpPlace place = m_found[static_cast<std::size_t>(index)].place;
        m_search->clear();
        m_browser->setFocus();
        showPlace(place);
    });
    connect(library, &FidelityLibrary::changed, this, &HelpWindow::follow);
    onChange(this, {QEvent::PaletteChange, QEvent::FontChange}, [this] { follow(); });
    inEveryLanguage(this, [this] { retranslate(); });
}

void HelpWindow::build()
{
    m_browser->setFrameShape(QFrame::NoFrame);
    m_browser->setOpenLinks(false);
    m_browser->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOn);  // One that comes late lays the page out again.
    m_back->setIcon(themedIcon(QStringLiteral("back")));
    m_forward->setIcon(themedIcon(QStringLiteral("forward")));
    m_back->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Left));
    m_forward->setShortcut(QKeySequence(Qt::ALT | Qt::Key_Right));
    m_search->setObjectName(QStringLiteral("helpSearch"));
    m_search->setClearButtonEnabled(true);
    m_search->setAnswersLeaving(false);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 6, 8, 6);
    head->setSpacing(4);
    for (QToolButton* button : {m_back, m_forward, m_contents}) {
        button->setAutoRaise(true);
        head->addWidget(button);
    }
    head->addStretch(1);
    head->addWidget(m_search, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
    column->addWidget(m_browser);
    auto* find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, m_search, [this] { m_search->setFocus(Qt::ShortcutFocusReason); });
    m_browser->setFocus();
    resize(usualSize);
}

void HelpWindow::showPlace(const HelpPlace& place)
{
    if (place == m_shown) {
        m_browser->scrollToAnchor(place.section);  // It may have been scrolled away from.
        return;
    }
    if (!helpPages().contains(place.page)) {
        return;
    }
    m_before.push_back({m_shown, m_browser->verticalScrollBar()->value()});
    m_after.clear();
    turnTo({place, 0});
    if (!place.section.isEmpty()) {
        m_browser->scrollToAnchor(place.section);
    }
}

void HelpWindow::go(int step)
{
    std::vector<Read>& from = step < 0 ? m_before : m_after;
    std::vector<Read>& to = step < 0 ? m_after : m_before;
    if (!from.empty()) {
        to.push_back({m_shown, m_browser->verticalScrollBar()->value()});
        const Read read = from.back();
        from.pop_back();
        turnTo(read);
    }
}

void HelpWindow::turnTo(const Read& read)
{
    const bool isOther = read.place.page != m_shown.page;
    m_shown = read.place;
    if (isOther) {
        m_browser->verticalScrollBar()->setValue(0);
        follow();
    }
    m_browser->verticalScrollBar()->setValue(read.scrolled);
    m_back->setEnabled(!m_before.empty());
    m_forward->setEnabled(!m_after.empty());
}

void HelpWindow::followLink(const QUrl& link)
{
    if (const auto place = placeOfLink(link.toString())) {
        showPlace(*place);
    } else {
        QDesktopServices::openUrl(link);
    }
}

/// Titles before texts; the better the letters match, the nearer to the top.
QStringList HelpWindow::found(const QString& typed)
{
    std::vector<std::pair<int, HelpEntry>> all;
    for (const HelpEntry& entry : helpEntries(m_language->current())) {
        const auto match = fuzzyMatch(typed, entry.title);
        if (match && !match->isWeak) {
            all.emplace_back(match->score, entry);
        }
    }
    // What matches as well is the better the shorter it is; an entry of the glossary is what most people look for.
    const auto rank = [](const auto& one) {
        return std::tuple(-one.first, one.second.place.page != glossaryPage, one.second.title.size());
    };
    std::ranges::stable_sort(all, {}, rank);
    all.resize(std::min(all.size(), mostFound));
    m_found.clear();
    QStringList titles;
    for (auto& [score, entry] : all) {
        titles.append(entry.page.isEmpty() ? entry.title : QStringLiteral("%1 – %2").arg(entry.title, entry.page));
        m_found.push_back(std::move(entry));
    }
    return titles;
}

void HelpWindow::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (m_behind) {
        refresh();
        m_browser->scrollToAnchor(m_shown.section);
    }
}

/// Pictures of views are as wide as the page.
void HelpWindow::resizeEvent(QResizeEvent* event)
{
    QDialog::resizeEvent(event);
    if (isVisible() && m_width != m_browser->viewport()->width() &&
        helpText(m_shown.page, QString()).contains(QStringLiteral("](view:"))) {
        follow();
    }
}

void HelpWindow::retranslate()
{
    m_back->setToolTip(tr("Back (%1)").arg(m_back->shortcut().toString(QKeySequence::NativeText)));
    m_forward->setToolTip(tr("Forward (%1)").arg(m_forward->shortcut().toString(QKeySequence::NativeText)));
    for (QToolButton* button : {m_back, m_forward}) {
        button->setAccessibleName(button->toolTip());
    }
    m_contents->setText(tr("Contents"));
    m_search->setPlaceholderText(tr("Find a page or a term"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_back->setEnabled(!m_before.empty());
    m_forward->setEnabled(!m_after.empty());
    follow();
}

void HelpWindow::follow()
{
    setWindowTitle(helpTitle(helpText(m_shown.page, m_language->current())));
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
    m_sources.data = m_library->data().get();
    m_width = m_browser->viewport()->width();
    // A page that nobody shows yet is not laid out anew for each row of its tables.
    QTextDocument* page =
        helpDocument(m_shown.page, m_language->current(), m_sources, {font(), palette(), devicePixelRatioF(), m_width});
    page->setParent(m_browser);
    page->setPageSize(QSizeF(m_width, -1));
    m_browser->setDocument(page);
    delete m_page;
    m_page = page;
    m_browser->verticalScrollBar()->setValue(place);
}

}  // namespace pgram
