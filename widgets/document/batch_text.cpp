// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/batch_text.h"

#include "core/base/quantity.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(BatchText)
};

constexpr std::size_t mostSizes = 1000;
constexpr std::int64_t largestBatch = 100'000'000;

std::optional<std::int64_t> parseSize(const QString& text)
{
    const Result<std::int64_t> size = parseCount(text.toStdString(), 1, largestBatch);
    return size ? std::optional(*size) : std::nullopt;
}

std::optional<std::vector<std::int64_t>> parseRange(const QStringList& parts)
{
    const auto first = parseSize(parts[0]);
    const auto last = parseSize(parts[1]);
    const auto step = parts.size() == 3 ? parseSize(parts[2]) : first;
    if (parts.size() > 3 || !first || !last || !step || *last < *first ||
        (*last - *first) / *step >= static_cast<std::int64_t>(mostSizes)) {
        return std::nullopt;
    }
    std::vector<std::int64_t> sizes;
    for (std::int64_t size = *first; size <= *last; size += *step) {
        sizes.push_back(size);
    }
    return sizes;
}

}  // namespace

std::optional<std::vector<std::int64_t>> parseBatches(const QString& text)
{
    const QStringList range = text.split(QLatin1Char(':'));
    if (range.size() > 1) {
        return parseRange(range);
    }
    std::vector<std::int64_t> sizes;
    for (const QString& part : text.split(QLatin1Char(','))) {
        const auto size = parseSize(part);
        if (!size || sizes.size() == mostSizes) {
            return std::nullopt;
        }
        sizes.push_back(*size);
    }
    std::ranges::sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    return sizes;
}

QString batchProblem(const QString& text)
{
    const QString hint = Words::tr("Enter a size (64), a list (8, 16, 32) or a range (first:last:step).");
    return text.trimmed().isEmpty() ? hint : Words::tr("“%1” is no batch size. %2").arg(text.trimmed(), hint);
}

QString batchText(const std::vector<std::int64_t>& batches)
{
    QStringList parts;
    for (const std::int64_t size : batches) {
        parts.append(QString::number(size));
    }
    return parts.join(QStringLiteral(", "));
}

}  // namespace pgram
