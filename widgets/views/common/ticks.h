// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Round tick values and their labels in one common unit, for the axes of plots (a QCPAxisTicker) and of pictures.
#pragma once

#include <QString>
#include <qcustomplot.h>

#include <vector>

namespace pgram {

enum class AxisUnit { Time, Memory, Number, Share, Change };  ///< Change: a share with its sign

/// Multiples of 1, 2 or 5 in the unit that suits the axis (powers of 1024 for bytes), no more than tickCount() of them.
/// On a logarithmic axis powers of ten, with 2 and 5 or 3 alone between them where there is room, fewer powers where
/// there is not; each label has the unit that suits it.
class UnitTicker : public QCPAxisTicker {
public:
    explicit UnitTicker(AxisUnit unit, bool logarithmic = false);

    [[nodiscard]] AxisUnit unit() const { return m_unit; }

protected:
    double getTickStep(const QCPRange& range) override;
    int getSubTickCount(double) override { return 0; }
    QVector<double> createTickVector(double step, const QCPRange& range) override;
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;

private:
    AxisUnit m_unit;
    bool m_logarithmic;
    int m_scale = 0;     ///< of the unit's, on a linear axis
    int m_decimals = 0;  ///< on a linear axis
};

struct Tick {
    double value = 0;
    QString label;
};

/// The ticks of a linear axis from `low` to `high`, for pictures that paint their own.
[[nodiscard]] std::vector<Tick> ticksOf(double low, double high, int most, AxisUnit unit);
/// The same for a logarithmic one.
[[nodiscard]] std::vector<Tick> logTicksOf(double low, double high, int most, AxisUnit unit);

}  // namespace pgram
