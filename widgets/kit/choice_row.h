// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One of a few values as a row of buttons: all of them visible, those that cannot be had disabled with the reason in
// their tool tip and in a line below. GUI thread only.
#pragma once

#include <QStyleOptionToolButton>
#include <QToolButton>
#include <QWidget>

#include <vector>

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace pgram {

/// A switch that is on in the accent colour: which of several is chosen must be seen at a glance.
class ToggleButton : public QToolButton {
    Q_OBJECT
public:
    explicit ToggleButton(QWidget* parent = nullptr) : QToolButton(parent)
    {
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    /// Beside its neighbours it may be as narrow as its text: rows of them stand in docks.
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        constexpr int edges = 8;
        return {fontMetrics().size(Qt::TextShowMnemonic, text()).width() + edges,
                QToolButton::minimumSizeHint().height()};
    }

protected:
    void initStyleOption(QStyleOptionToolButton* option) const override
    {
        QToolButton::initStyleOption(option);
        if (isChecked() && isEnabled()) {
            // The style lightens buttons: darker, so that the text keeps its contrast.
            option->palette.setColor(QPalette::Button, option->palette.color(QPalette::Highlight).darker(125));
            option->palette.setBrush(QPalette::ButtonText, option->palette.highlightedText());
        }
    }
};

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
