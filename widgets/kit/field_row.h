// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A field of a dock: its control, and below it in red the reason why its text is refused. The owner
// reads the text (core/base/quantity.h), says what is in force by showValue() and what is wrong by setProblem(); a text
// that is refused stays. GUI thread only.
#pragma once

#include <QStringList>
#include <QWidget>

#include <utility>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace pgram {

class FieldRows;
class ProblemLabel;

class FieldRow : public QWidget {
    Q_OBJECT
public:
    enum class Control {
        Line,    ///< a text, or a number as one types it
        Choice,  ///< one of several values
        Switch,  ///< "true" or "false"; it has its name beside it and no label
    };
    /// `name` is the object's name of the control ("heads"), `topic` its help ("model:heads").
    FieldRow(Control kind, const QString& name, const QString& topic, QWidget* parent = nullptr);
    ~FieldRow() override;

    /// Puts the label and the field beside each other.
    void addTo(FieldRows* rows);
    /// With its label.
    void setShown(bool shown);
    /// What it is called, on the screen and for screen readers.
    void setTitle(const QString& title);
    /// Small and behind the control: a unit, or whence a value comes ("measured"); empty: none.
    void setBadge(const QString& text, const QString& toolTip = {});
    void setToolTip(const QString& text);
    /// Of a Line: grey where nothing is typed, what an empty field stands for.
    void setPlaceholder(const QString& text);
    /// Of a Choice: values and what they are called. What is chosen stays.
    void setChoices(const std::vector<std::pair<QString, QString>>& choices);

    /// What is in force. While the field speaks (typed()), and where a text that was not taken stands over the same
    /// value, what was typed stays.
    void showValue(const QString& value);
    /// Puts a text into the field that is not in force, as it was typed before.
    void showTyped(const QString& text);
    /// Why what stands there is not taken; empty: it is.
    void setProblem(const QString& why);
    /// A button below the problem that mends it; empty: none.
    void setOffer(const QString& text);

    [[nodiscard]] QString text() const;
    [[nodiscard]] QString value() const { return m_value; }
    [[nodiscard]] QString problem() const { return m_why; }
    [[nodiscard]] QWidget* control() const;

Q_SIGNALS:
    /// A person changed it: of a Line, when Return or leaving ends the typing. Escape gives the value in force back.
    void typed(const QString& text);
    /// The focus comes or goes, or Return: what is typed from here on is another step of the history.
    void stepEnded();
    void offerTaken();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build(const QString& name, const QString& topic);
    void put(const QString& text);
    void speak();
    void finish();
    void mark();

    QLabel* m_label = nullptr;
    QLineEdit* m_line = nullptr;
    QComboBox* m_choice = nullptr;
    QCheckBox* m_switch = nullptr;
    QLabel* m_badge = nullptr;
    ProblemLabel* m_problem = nullptr;
    QPushButton* m_offer = nullptr;
    QString m_value;
    QString m_why;
    QString m_tip;
    bool m_speaks = false;
    bool m_fills = false;
    bool m_isEdited = false;  ///< typed in since a text was taken or put there
};

}  // namespace pgram
