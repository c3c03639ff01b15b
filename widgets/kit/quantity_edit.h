// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A number with its unit, as one types it: "16384 MiB", "24 GB", "128k". Return or leaving takes it. A text that cannot
// be read stays as it was typed, in red and with the reason, and the value stays the last one that was confirmed. GUI
// thread only.
#pragma once

#include "core/base/error.h"

#include <QAbstractSpinBox>

#include <optional>

namespace pgram {

class QuantityEdit : public QAbstractSpinBox {
    Q_OBJECT
public:
    enum class Kind {
        Memory,   ///< bytes; a number alone counts GiB
        Count,    ///< whole numbers, in k and M too
        Percent,  ///< whole ones: "20 %", "20"
        Number,   ///< with a fraction, in powers of 1000: "2.5", "1.5k"; its value counts millionths
        Tokens,   ///< of a training run, in powers of 1000: "100M", "2T tokens"
    };
    explicit QuantityEdit(Kind kind, QWidget* parent = nullptr);

    void setRange(qint64 least, qint64 most);
    void setSingleStep(qint64 step) { m_step = step; }
    /// The range and the step of a Number.
    void setNumbers(double least, double most, double step);
    void setNumber(double number);
    [[nodiscard]] double number() const;
    /// Text in front of the number and behind it, which need not be typed.
    void setAffixes(const QString& prefix, const QString& suffix);
    /// Stands for the least value.
    void setSpecialText(const QString& text);
    /// Emits valueChanged() when it is another one.
    void setValue(qint64 value);
    /// The last that Return, leaving or a step confirmed.
    [[nodiscard]] qint64 value() const { return m_value; }
    /// Why the text cannot be read; nothing = it is the value.
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }
    /// The text is being typed and not confirmed.
    [[nodiscard]] bool isTyped() const { return m_isTyped; }

    void stepBy(int steps) override;
    QValidator::State validate(QString& input, int& pos) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    void valueChanged(qint64 value);
    void problemChanged();

protected:
    [[nodiscard]] StepEnabled stepEnabled() const override;
    void changeEvent(QEvent* event) override;

private:
    void read();
    void finish();
    void take(qint64 value);
    void setProblem(std::optional<Error> problem);
    [[nodiscard]] Result<qint64> parsed(const QString& text) const;
    [[nodiscard]] QString textOf(qint64 value) const;
    [[nodiscard]] QString numberOf(qint64 value) const;

    Kind m_kind;
    qint64 m_least = 0;
    qint64 m_most;
    qint64 m_step = 1;
    qint64 m_value = 0;
    bool m_isTyped = false;  ///< since the value was set; a spin box forgets it of its line at Return
    QString m_prefix;
    QString m_suffix;
    QString m_tip;  ///< tool tip of a field without a problem
    std::optional<Error> m_problem;
};

}  // namespace pgram
