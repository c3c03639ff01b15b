// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A number with its unit, as one types it: "16384 MiB", "24 GB", "128k". What cannot be read stays as it was typed, in
// red and with the reason; the value is again what it was before. GUI thread only.
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
    };
    explicit QuantityEdit(Kind kind, QWidget* parent = nullptr);

    void setRange(qint64 least, qint64 most);
    void setSingleStep(qint64 step) { m_step = step; }
    /// Stands for the least value.
    void setSpecialText(const QString& text);
    /// Emits valueChanged() when it is another one.
    void setValue(qint64 value);
    /// The last that could be read.
    [[nodiscard]] qint64 value() const { return m_value; }
    /// Why the text cannot be read; nothing = it is the value.
    [[nodiscard]] const std::optional<Error>& problem() const { return m_problem; }

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

    Kind m_kind;
    qint64 m_least = 0;
    qint64 m_most;
    qint64 m_step = 1;
    qint64 m_value = 0;
    bool m_isTyped = false;  ///< since the value was set; a spin box forgets it of its line at Return
    qint64 m_settled = 0;    ///< the value when typing began
    std::optional<Error> m_problem;
};

}  // namespace pgram
