// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/actions/shortcut_sheet.h"

#include "widgets/kit/on_change.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/printing.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QLineEdit>
#include <QPrinter>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTableView>
#include <QTextDocument>
#include <QToolTip>
#include <QVBoxLayout>

namespace pgram {

namespace {

constexpr int sheetLetters = 92;
constexpr int heightInLines = 44;

void addKeys(std::vector<ShortcutLine>& lines, const QString& place, const std::vector<ViewKey>& keys)
{
    for (const ViewKey& help : keys) {
        QStringList names;
        for (const QKeySequence& key : help.keys) {
            names.append(key.toString(QKeySequence::NativeText));
        }
        lines.push_back({place, names.join(QStringLiteral(", ")), help.text});
    }
}

}  // namespace

std::vector<ShortcutLine> shortcutLines(const std::vector<FinderEntry>& actions, const std::vector<View*>& views)
{
    std::vector<ShortcutLine> lines;
    for (const FinderEntry& action : actions) {
        if (!action.shortcut.isEmpty()) {
            lines.push_back({action.path, action.shortcut, action.title});
        }
    }
    addKeys(lines, ShortcutSheet::tr("Every view"), View::commonKeys());
    for (View* view : views) {
        addKeys(lines, view->viewTitle(), view->keys());
    }
    return lines;
}

ShortcutSheet::ShortcutSheet(std::function<std::vector<ShortcutLine>()> linesOf, QWidget* parent)
    : QDialog(parent),
      m_linesOf(std::move(linesOf)),
      m_model(new QStandardItemModel(this)),
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
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
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
    resize(fontMetrics().averageCharWidth() * sheetLetters, fontMetrics().height() * heightInLines);
    inEveryLanguage(this, [this] { retranslate(); });
    onChange(this, {QEvent::FontChange}, [this] {
        if (isVisible()) {
            refresh();
        }
    });
}

void ShortcutSheet::refresh()
{
    m_model->clear();
    m_model->setHorizontalHeaderLabels({tr("Where"), tr("Keys"), tr("What they do")});
    for (const ShortcutLine& line : m_linesOf()) {
        QList<QStandardItem*> cells;
        for (const QString& text : line) {
            cells.append(new QStandardItem(text));
            cells.back()->setEditable(false);
        }
        m_model->appendRow(cells);
    }
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
