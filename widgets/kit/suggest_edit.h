// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A line edit that proposes: whatever is typed is asked about, and the answers stand in a list below, the first of them
// ready for Return. GUI thread only.
#pragma once

#include <QLineEdit>
#include <QStringList>

#include <functional>

class QCompleter;
class QStringListModel;

namespace pgram {

/// A line edit that ends a text which is too long for it in an ellipsis, as a label does, while nobody types in it.
class ElidingEdit : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent* event) override;
};

class SuggestEdit : public ElidingEdit {
    Q_OBJECT
public:
    /// Called with what is typed so far; the best answer first.
    using Suggest = std::function<QStringList(const QString& typed)>;
    explicit SuggestEdit(Suggest suggest, QWidget* parent = nullptr);

    /// What the list shows.
    [[nodiscard]] QStringList suggestions() const;

Q_SIGNALS:
    /// The suggestion at this place of the list was taken.
    void picked(int index);
    /// The list points at it …
    void pointedAt(int index);
    /// … and is closed.
    void closed();
    /// Return on a text that no suggestion answers.
    void refused(const QString& typed);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void ask();
    void open();
    void enter();

    Suggest m_suggest;
    QStringListModel* m_model;
    QCompleter* m_list;
};

}  // namespace pgram
