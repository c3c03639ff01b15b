// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Device × device traffic as a picture, coloured by the logarithm of its bytes: real pairs however many devices there
// are. What is smaller than a pixel is drawn from levels of detail, each of squares twice as wide as the one before,
// that keep the heaviest pair: zoomed out no pair is swallowed, and a frame costs what its pixels cost. Plain values;
// made once for an estimate, on any thread.
// What travels in a step, summed one way or another: by kind of transfer, by class of link, by the group of ranks that
// it belongs to, or as the estimate lists it. Pure; nothing is lost or counted twice.
#pragma once

#include "core/plan/estimate.h"
#include "widgets/theme/theme.h"

#include <QImage>
#include <QString>

#include <array>
#include <cstdint>
#include <vector>

namespace pgram {

// Which part of the square traffic map is shown, in devices. Plain values.

/// `span` receivers from `column` on, `span` senders from `row` on.
struct TrafficWindow {
    double column = 0;
    double row = 0;
    double span = 0;
    bool operator==(const TrafficWindow&) const = default;

    [[nodiscard]] static TrafficWindow all(int devices) { return {0, 0, static_cast<double>(devices)}; }
    /// Closer by `factor` below one, so that the pair (row, column) keeps its place.
    [[nodiscard]] TrafficWindow zoomed(double factor, double atColumn, double atRow, int devices) const;
    /// Moved, but not beyond the map.
    [[nodiscard]] TrafficWindow moved(double columns, double rows, int devices) const;
    /// Moved as far as it takes to show the row and the column of a device.
    [[nodiscard]] TrafficWindow revealing(int device, int devices) const;
};

/// A pixel for each device of the square, or for each pixel of the screen where devices are smaller.
struct TrafficImage {
    QImage image;
    TrafficWindow window;  ///< what it covers
};

class TrafficMap {
public:
    /// `flows` in any order, each pair once.
    TrafficMap(int devices, std::vector<TrafficFlow> flows);

    [[nodiscard]] int devices() const { return m_devices; }
    /// Returns the traffic between groups of `width` neighbours, and inside of each.
    [[nodiscard]] TrafficMap folded(int width) const;
    [[nodiscard]] Volume bytes(int from, int to) const;     ///< a step
    [[nodiscard]] Volume least() const { return m_least; }  ///< of the pairs that carry something; 0 without any
    [[nodiscard]] Volume most() const { return m_most; }
    /// Place of a volume on the scale from least to most, by its logarithm: 0 … 1.
    [[nodiscard]] double share(Volume bytes) const;
    /// Rows are senders, columns receivers; a pair that carries nothing has the panel's colour. `pixels` a side, that
    /// the window is shown on.
    [[nodiscard]] TrafficImage image(const Theme& theme, const TrafficWindow& window, int pixels) const;

private:
    struct Cell {
        int column = 0;
        std::uint8_t shade = 0;  ///< 1 … 255, from the least to the most
    };
    /// Squares of `width` devices a side; those that carry something, row by row.
    struct Level {
        int width = 1;
        std::vector<std::size_t> rows;  ///< where each begins in `cells`, and where the last ends
        std::vector<Cell> cells;
    };

    [[nodiscard]] std::uint8_t shade(Volume bytes) const
    {
        return static_cast<std::uint8_t>(1 + std::lround(share(bytes) * 254));
    }
    [[nodiscard]] Level finest() const;
    [[nodiscard]] static Level coarser(const Level& fine);
    static void paint(const Level& level, const TrafficWindow& window, QImage& image);

    int m_devices = 0;
    std::vector<TrafficFlow> m_flows;  ///< by sender, then receiver
    std::vector<Level> m_levels;       ///< finest first
    Volume m_least = 0;
    Volume m_most = 0;
};

/// The groups of devices that a cell of the traffic map can stand for.
enum class TrafficUnit { Device, Node, Stage };

struct TrafficFold {
    TrafficUnit unit = TrafficUnit::Device;
    int width = 1;  ///< devices of a group
    TrafficMap map;
};

/// Returns the traffic between devices, and between larger and larger groups of them; the whole is not a group.
[[nodiscard]] std::vector<TrafficFold> foldTraffic(const Plan& plan, const Estimate& estimate);

enum class VolumeGrouping { Each, Kind, Link, Group };
inline constexpr std::array allVolumeGroupings{VolumeGrouping::Each, VolumeGrouping::Kind, VolumeGrouping::Link,
                                               VolumeGrouping::Group};

/// The groups of ranks that training is spread over.
enum class RankGroup { Tensor, Context, Expert, Data, Stage, Pipeline, Host };
[[nodiscard]] RankGroup groupOf(TrafficKind kind);
[[nodiscard]] QString nameOf(RankGroup group);

struct VolumePart {
    TrafficKind kind = TrafficKind::TensorParallel;
    Volume bytes = 0;
    Seconds exposed = 0;
    Seconds hidden = 0;
};

/// One row: its parts by kind, in the order of the kinds.
struct VolumeSum {
    QString name;
    QString detail;   ///< between whom and over what, as far as it is one thing or two
    QString between;  ///< the ranks alone; over a link, whose ranks
    std::vector<VolumePart> parts;
    int link = -1;  ///< of all its parts; -1 = several
    int first = 0;  ///< index of its first row in the estimate

    [[nodiscard]] Volume bytes() const;
    [[nodiscard]] Seconds exposed() const;
    [[nodiscard]] Seconds hidden() const;
    [[nodiscard]] Seconds seconds() const { return exposed() + hidden(); }
};

/// Returns the sums with the most exposed seconds first, then those with the most bytes; what carries nothing is left
/// out.
[[nodiscard]] std::vector<VolumeSum> sumVolumes(const Plan& plan, const Estimate& estimate, VolumeGrouping grouping);

/// "each", "kind", "link", "group".
[[nodiscard]] const char* keyOf(VolumeGrouping grouping);

}  // namespace pgram
