// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/shortcut_sheet.h"

#include "widgets/views/common/printing.h"
#include "widgets/views/common/table_text.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QPrinter>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QTextDocument>
#include <QToolTip>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr int widthInLetters = 92;
constexpr int heightInLines = 44;

}  // namespace

ShortcutSheet::ShortcutSheet(std::function<std::vector<ShortcutLine>()> linesOf, QWidget* parent)
    : QDialog(parent),
      m_linesOf(std::move(linesOf)),
      m_model(new ShortcutModel(this)),
      m_found(new QSortFilterProxyModel(this)),
      m_search(new QLineEdit),
      m_table(new QTableView),
      m_copy(new QPushButton),
      m_print(new QPushButton),
      m_close(new QPushButton)
{
    setObjectName(QStringLiteral("shortcutSheet"));
    m_found->setSourceModel(m_model);
    m_found->setFilterKeyColumn(-1);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_search->setClearButtonEnabled(true);
    m_table->setModel(m_found);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setStretchLastSection(true);
    auto* foot = new QHBoxLayout;
    foot->addWidget(m_copy);
    foot->addWidget(m_print);
    foot->addStretch(1);
    foot->addWidget(m_close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_search);
    column->addWidget(m_table, 1);
    column->addLayout(foot);
    for (QPushButton* button : {m_copy, m_print, m_close}) {
        button->setAutoDefault(false);
    }
    connect(m_search, &QLineEdit::textChanged, m_found, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_copy, &QPushButton::clicked, this, &ShortcutSheet::copy);
    connect(m_print, &QPushButton::clicked, this, &ShortcutSheet::print);
    connect(m_close, &QPushButton::clicked, this, &QDialog::reject);
    resize(fontMetrics().averageCharWidth() * widthInLetters, fontMetrics().height() * heightInLines);
    retranslate();
}

void ShortcutSheet::refresh()
{
    m_model->setLines(m_linesOf());
    m_table->resizeColumnsToContents();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
}

void ShortcutSheet::copy()
{
    QApplication::clipboard()->setText(tableToTsv(*m_found));
}

QString ShortcutSheet::html() const
{
    QString rows;
    QString place;
    for (int row = 0; row < m_found->rowCount(); ++row) {
        const auto cell = [&](int column) { return m_found->index(row, column).data().toString().toHtmlEscaped(); };
        if (cell(0) != place) {
            place = cell(0);
            rows += QStringLiteral("<tr><td colspan=\"2\"><br/><b>%1</b></td></tr>").arg(place);
        }
        rows += QStringLiteral("<tr><td>%1&nbsp;&nbsp;&nbsp;</td><td>%2</td></tr>").arg(cell(1), cell(2));
    }
    return QStringLiteral("<h2>%1</h2><table>%2</table>").arg(windowTitle().toHtmlEscaped(), rows);
}

void ShortcutSheet::print()
{
    const QString failure = askAndPrint(this, windowTitle(), QPageLayout::Portrait, [this](QPrinter& printer) {
        QTextDocument page;
        page.setHtml(html());
        page.print(&printer);
        return printer.printerState() != QPrinter::Error;
    });
    if (!failure.isEmpty()) {
        QToolTip::showText(m_print->mapToGlobal(QPoint()), failure, m_print);
    }
}

void ShortcutSheet::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    } else if (event->type() == QEvent::FontChange && isVisible()) {
        refresh();
    }
    QDialog::changeEvent(event);
}

void ShortcutSheet::retranslate()
{
    setWindowTitle(tr("Keyboard Shortcuts"));
    m_search->setPlaceholderText(tr("Search keys and what they do"));
    m_search->setAccessibleName(tr("Search shortcuts"));
    m_table->setAccessibleName(windowTitle());
    m_copy->setText(tr("&Copy"));
    m_print->setText(tr("&Print…"));
    m_close->setText(tr("Close"));
    refresh();
}

}  // namespace pgram
