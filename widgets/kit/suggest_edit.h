// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A line edit that proposes: whatever is typed is asked about, and a list below shows the answers, the first of them
// ready for Return. The text stays as it is typed until Return or leaving takes an answer. GUI thread only.
#pragma once

#include <QLineEdit>
#include <QStringList>

#include <functional>

class QAbstractItemView;
class QCompleter;
class QStringListModel;

namespace pgram {

/// A line edit that ends a text which is too long for it in an ellipsis, as a label does, while nobody types in it. The
/// click that enters it selects the text, so that typing replaces it.
class ElidingEdit : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    bool m_isEntered = false;  ///< by the mouse button that is still down
};

class SuggestEdit : public ElidingEdit {
    Q_OBJECT
public:
    /// Called with what is typed so far; the best answer first.
    using Suggest = std::function<QStringList(const QString& typed)>;
    explicit SuggestEdit(Suggest suggest, QWidget* parent = nullptr);

    /// A field that searches answers Return alone. A field of a value also answers leaving, as all fields do.
    void setAnswersLeaving(bool answers) { m_answersLeaving = answers; }
    /// The texts of the list.
    [[nodiscard]] QStringList suggestions() const;
    [[nodiscard]] QAbstractItemView* list() const;

Q_SIGNALS:
    /// The suggestion at this place of the list was taken.
    void picked(int index);
    /// The list points at it …
    void pointedAt(int index);
    /// … and is closed.
    void closed();
    /// Return, or leaving, with a text that is empty or that no suggestion answers; the text stays.
    void refused(const QString& typed);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void ask();
    void open();
    void enter();

    Suggest m_suggest;
    QStringListModel* m_model;
    QCompleter* m_list;
    bool m_answersLeaving = true;
};

}  // namespace pgram
