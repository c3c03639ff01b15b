// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One of a few values as a row of buttons: all of them visible, those that cannot be had disabled with the reason in
// their tool tip and in a line below. GUI thread only.
#pragma once

#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace pgram {

class ChoiceRow : public QWidget {
    Q_OBJECT
public:
    struct Choice {
        int value = 0;
        QString text;
        QString toolTip;
        bool checked = false;
        QString refused;  ///< why it cannot be had; empty = it can
    };

    explicit ChoiceRow(QWidget* parent = nullptr);

    /// Keeps the buttons, and with them the focus, when the values stay the same.
    void setChoices(const std::vector<Choice>& choices);
    /// A name for screen readers and tests: "Tensor".
    void setTitle(const QString& title);
    [[nodiscard]] QToolButton* button(int value) const;

Q_SIGNALS:
    void chosen(int value);
    /// The pointer or the keyboard came to a choice that can be had …
    void weighed(int value);
    /// … and went away from it.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild(const std::vector<Choice>& choices);
    void showReasons(const std::vector<Choice>& choices);

    QString m_title;
    std::vector<int> m_values;
    std::vector<QToolButton*> m_buttons;
    QHBoxLayout* m_row;
    QLabel* m_reason;
};

}  // namespace pgram
