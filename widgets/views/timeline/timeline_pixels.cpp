// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/index.h"
#include "widgets/theme/theme.h"
#include "widgets/views/common/timeline_bins.h"
#include "widgets/views/timeline/timeline_picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace pgram {

namespace {

constexpr double thinnestParted = 4;  // pixels of an operation that leaves one free to the next
constexpr double faintest = 0.15;     // of the ink of an operation far below a pixel

struct Run {
    int first = 0;
    int last = 0;  ///< half open
};

/// The image as plain memory.
struct Pixels {
    QRgb* first = nullptr;
    std::ptrdiff_t stride = 0;
    int width = 0;
    int height = 0;

    explicit Pixels(QImage& image)
        : first(reinterpret_cast<QRgb*>(image.bits())),
          stride(image.bytesPerLine() / std::ptrdiff_t{sizeof(QRgb)}),
          width(image.width()),
          height(image.height())
    {}
    [[nodiscard]] std::span<QRgb> line(int y) const { return {first + y * stride, static_cast<std::size_t>(width)}; }
};

/// Of a place that is not negative; std::lround() is a call, and there are a hundred thousand of them in a frame.
int rounded(double place)
{
    return static_cast<int>(place + 0.5);  // NOLINT(bugprone-incorrect-roundings): see above
}

QRgb blended(QRgb ground, QRgb ink, double share)
{
    const auto channel = [share](int from, int to) { return static_cast<int>(from + (to - from) * share); };
    return qRgb(channel(qRed(ground), qRed(ink)), channel(qGreen(ground), qGreen(ink)),
                channel(qBlue(ground), qBlue(ink)));
}

void fill(std::span<QRgb> line, Run run, QRgb color)
{
    std::fill(line.begin() + run.first, line.begin() + run.last, color);
}

void paintOperation(std::span<QRgb> line, double left, double right, QRgb color)
{
    const double width = line.size();
    left = std::max(0.0, left);
    right = std::min(width, right);
    if (right <= left) {
        return;
    }
    if (right - left < 1) {
        QRgb& pixel = line[std::min(left, width - 1)];
        pixel = blended(pixel, color, std::max(faintest, right - left));
        return;
    }
    const double end = right - left >= thinnestParted ? right - 1 : right;
    fill(line, {rounded(left), rounded(end)}, color);
}

/// Whole pixels of an idle time; that of its middle where it is below one.
Run runOf(double left, double right, int width)
{
    left = std::max(0.0, left);
    right = std::min(static_cast<double>(width), right);
    if (right - left < 1) {
        const int pixel = std::min(width - 1, static_cast<int>((left + right) / 2));
        return {pixel, pixel + 1};
    }
    return {rounded(left), rounded(right)};
}

/// The idle times of half a pixel and more.
std::vector<Run> bubbleRuns(const TimelineRow& row, std::span<const Operation> operations, OperationRange range,
                            Seconds makespan, double scale)
{
    std::vector<Run> runs;
    visitGaps(operations, range.first, range.last, makespan, [&](const Gap& gap) {
        const double left = (std::max(gap.start, row.begin) - row.begin) * scale;
        const double right = (std::min(gap.end, row.end) - row.begin) * scale;
        if (right - left >= thinnestBubble) {
            runs.push_back(runOf(left, right, row.image.width()));
        }
    });
    return runs;
}

/// Rising lines, each a point in a line of pixels.
void hatch(const TimelineRow& row, const Pixels& pixels, Run run, QRgb ink)
{
    if (run.last - run.first < thinnestHatched * row.ratio || pixels.height < thinnestHatched * row.ratio) {
        return;
    }
    const int spacing = std::max(1, static_cast<int>(std::lround(bubbleHatch * row.ratio)));
    const int thickness = std::max(1, static_cast<int>(row.ratio));
    for (int y = 0; y < pixels.height; ++y) {
        const std::span<QRgb> line = pixels.line(y);
        const int phase = (row.origin.x() + run.first + row.origin.y() + y) % spacing;
        for (int x = run.first + (spacing - phase) % spacing; x < run.last; x += spacing) {
            fill(line, {x, std::min(run.last, x + thickness)}, ink);
        }
    }
}

/// Paints one pixel column bottom up, as its slice of time was spent.
void paintColumn(const Pixels& pixels, int x, const TimelineBin& bin, float slice, const TimelineInk& ink)
{
    int y = pixels.height - 1;
    QRgb* pixel = pixels.first + y * pixels.stride + x;
    const auto fillDownTo = [&](int top, QRgb color) {
        for (; y >= top; --y, pixel -= pixels.stride) {
            *pixel = color;
        }
    };
    if (bin.longestGap < static_cast<float>(thinnestBubble) * slice) {
        const float scale = static_cast<float>(pixels.height) / slice;
        float top = static_cast<float>(pixels.height) + 0.5F;
        for (const TimelineKind kind : columnOrder) {
            const auto index = static_cast<std::size_t>(kind);
            top -= bin.busy[index] * scale;
            fillDownTo(std::max(0, static_cast<int>(top)), ink.kinds[index]);
        }
    }
    fillDownTo(0, ink.bubble);
}

}  // namespace

bool isCommunication(TimelineKind kind)
{
    return kind == TimelineKind::Receive || kind == TimelineKind::Sync;
}

QColor hatchInk(const Theme& theme)
{
    return mixed(theme.surface, theme.text, 0.38);
}

TimelineInk inkOf(const Theme& theme)
{
    TimelineInk ink{{}, theme.panel.rgb(), theme.bubble().rgb(), hatchInk(theme).rgb()};
    for (const TimelineKind kind : allTimelineKinds) {
        ink.kinds[at(kind)] = theme.of(kind).rgb();
    }
    return ink;
}

void paintOperationPixels(const TimelineRow& row, std::span<const Operation> operations, Seconds makespan,
                          const TimelineInk& ink)
{
    const Pixels pixels(row.image);
    const double scale = pixels.width / (row.end - row.begin);
    const OperationRange range = operationsIn(operations, row.begin, row.end);
    const std::vector<Run> bubbles = bubbleRuns(row, operations, range, makespan, scale);
    const auto paintLane = [&](int top, int bottom, auto&& belongs) {
        const std::span<QRgb> line = pixels.line(top);
        std::ranges::fill(line, ink.panel);
        for (const Operation& operation : operations.subspan(range.first, range.size())) {
            if (belongs(operation.kind)) {
                paintOperation(line, (operation.start - row.begin) * scale, (operation.end - row.begin) * scale,
                               ink.kinds[at(operation.kind)]);
            }
        }
        for (const Run& bubble : bubbles) {
            fill(line, bubble, ink.bubble);
        }
        for (int y = top + 1; y < bottom; ++y) {
            std::memcpy(pixels.line(y).data(), line.data(), line.size_bytes());
        }
    };
    if (row.split > 0 && row.split + 1 < pixels.height) {
        paintLane(0, row.split, [](TimelineKind kind) { return !isCommunication(kind); });
        paintLane(row.split, row.split + 1, [](TimelineKind) { return false; });
        paintLane(row.split + 1, pixels.height, isCommunication);
    } else {
        paintLane(0, pixels.height, [](TimelineKind) { return true; });
    }
    for (const Run& bubble : bubbles) {
        hatch(row, pixels, bubble, ink.hatch);
    }
}

void paintColumnPixels(const TimelineRow& row, std::span<TimelineBin> columns, const TimelineInk& ink)
{
    const Pixels pixels(row.image);
    const auto slice = static_cast<float>((row.end - row.begin) / static_cast<double>(columns.size()));
    smooth(columns, static_cast<float>(thinnestBubble) * slice);
    for (std::size_t x = 0; x < columns.size(); ++x) {
        paintColumn(pixels, static_cast<int>(x), columns[x], slice, ink);
    }
    const auto isIdle = [](const TimelineBin& bin) {
        return std::ranges::all_of(bin.busy, [](float seconds) { return seconds <= 0; });
    };
    for (auto first = std::ranges::find_if(columns, isIdle); first != columns.end();) {
        const auto last = std::find_if_not(first, columns.end(), isIdle);
        hatch(row, pixels, {static_cast<int>(first - columns.begin()), static_cast<int>(last - columns.begin())},
              ink.hatch);
        first = std::find_if(last, columns.end(), isIdle);
    }
}

}  // namespace pgram
