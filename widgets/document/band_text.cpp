// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/band_text.h"

#include "widgets/document/quantity_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>

#include <algorithm>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ErrorBand)
};

constexpr std::size_t mostNames = 3;

QString namesText(const std::vector<std::string>& names)
{
    QStringList list;
    for (std::size_t i = 0; i < std::min(mostNames, names.size()); ++i) {
        list.append(qs(names[i]));
    }
    return list.join(QStringLiteral(", ")) + (names.size() > mostNames ? QStringLiteral(", …") : QString());
}

}  // namespace

QString bandRange(const ErrorBand& band)
{
    return QStringLiteral("%1 … %2").arg(signedPercent(band.low - 1), signedPercent(band.high - 1));
}

QString bandEvidence(const ErrorBand& band)
{
    if (!band.isNear()) {
        return Words::tr("no comparable measured run; the nearest are on %1").arg(namesText(band.gpus));
    }
    return Words::tr("%1 % of the %2 nearest measured runs: %3")
        .arg(100 * bandCoverage, 0, 'f', 0)
        .arg(band.runs)
        .arg(namesText(band.suites));
}

QStringList bandLines(const ErrorBands& bands)
{
    QStringList lines;
    if (bands.time) {
        lines.append(Words::tr("A measured step time is expected within %1 (%2)")
                         .arg(bandRange(*bands.time), bandEvidence(*bands.time)));
    }
    if (bands.memory) {
        lines.append(Words::tr("A measured peak memory is expected within %1 (%2)")
                         .arg(bandRange(*bands.memory), bandEvidence(*bands.memory)));
    }
    return lines;
}

}  // namespace pgram
