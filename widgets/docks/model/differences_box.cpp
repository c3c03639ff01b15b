// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/model/differences_box.h"

#include "widgets/docks/model/model_fields.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"
#include "widgets/kit/help_topic.h"
#include "widgets/kit/labels.h"
#include "widgets/kit/on_change.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace pgram {

DifferencesBox::DifferencesBox(ModelDraft* draft, QWidget* parent)
    : QWidget(parent),
      m_draft(draft),
      m_title(new QLabel),
      m_lines(new QVBoxLayout),
      m_all(new QPushButton),
      m_problem(new ProblemLabel(this))
{
    m_title->setWordWrap(true);
    m_all->setObjectName(QStringLiteral("revertModel"));
    setTopic(m_all, QStringLiteral("model:differences"));
    m_lines->setSpacing(2);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_title);
    column->addLayout(m_lines);
    column->addWidget(m_problem);
    column->addWidget(m_all, 0, Qt::AlignLeft);
    connect(m_all, &QPushButton::clicked, this, [this] {
        if (m_draft->base()) {
            m_draft->startFrom(*m_draft->base());
        }
    });
    connect(m_draft, &ModelDraft::changed, this, &DifferencesBox::show);
    inEveryLanguage(this, [this] { retranslate(); });
}

QStringList DifferencesBox::lines() const
{
    QStringList texts;
    for (const ModelDifference& difference : m_differences) {
        texts.append(coreText(textOf(difference)));
    }
    return texts;
}

/// The lines stay while they are the same: a button that somebody stands on keeps the focus.
void DifferencesBox::show()
{
    const bool isEdited = m_draft->base() && m_draft->model() != *m_draft->base();
    std::vector<ModelDifference> now =
        isEdited ? differences(*m_draft->base(), m_draft->model()) : std::vector<ModelDifference>();
    setVisible(isEdited);
    m_title->setText(isEdited ? tr("Other than in %1").arg(presetText(m_draft->base()->title)) : QString());
    if (now == m_differences) {
        return;
    }
    m_differences = std::move(now);
    m_problem->setProblem({});
    while (QLayoutItem* item = m_lines->takeAt(0)) {
        item->widget()->deleteLater();
        item->widget()->hide();
        delete item;
    }
    const QStringList texts = lines();
    for (qsizetype line = 0; line < texts.size(); ++line) {
        auto* row = new QWidget;
        auto* label = new QLabel(texts[line]);
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        auto* back = new QToolButton;
        back->setObjectName(QStringLiteral("revertLine"));
        back->setText(tr("Revert"));
        back->setAutoRaise(true);
        back->setFocusPolicy(Qt::StrongFocus);
        back->setAccessibleName(tr("Revert: %1").arg(texts[line]));
        setTopic(back, QStringLiteral("model:differences"));
        connect(back, &QToolButton::clicked, this, [this, line] { revert(static_cast<std::size_t>(line)); });
        auto* layout = new QHBoxLayout(row);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(label, 1);
        layout->addWidget(back);
        m_lines->addWidget(row);
    }
}

void DifferencesBox::revert(std::size_t line)
{
    const auto error = m_draft->take(reverted(*m_draft->base(), m_draft->model(), m_differences[line]));
    m_problem->setProblem(
        error ? tr("This change cannot be reverted alone. %1").arg(problemText(*error, m_draft->model(), std::nullopt))
              : QString());
}

void DifferencesBox::retranslate()
{
    m_all->setText(tr("Revert All"));
    m_all->setToolTip(tr("The preset as it is shipped"));
    m_differences.clear();
    show();
}

}  // namespace pgram
