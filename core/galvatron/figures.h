// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A profile read for one run: the lines and curves that the galvatron-3 rules fit through its measurements, at the
// run's sequence length. ms and MiB.
#pragma once

#include "core/galvatron/profile.h"

#include <map>
#include <string>
#include <vector>

namespace pgram::galvatron {

/// A type of equal layers.
struct LayerType {
    int count = 1;
    std::int64_t hidden = 1;
    std::int64_t sequence = 1;
};

/// How forward times are read: the line over batch sizes, one measurement, or the curve over sequence lengths.
enum class TimeMode { Batch, Static, Curve };
/// How memory is read: at the run's sequence length, or scaled from the longest.
enum class MemoryMode { Static, Scaled };
enum class DataParallel { Ddp, Zero2, Zero3 };

/// Settings of a run in the engine.
struct Setting {
    std::vector<LayerType> layers;
    int devices = 1;
    double memoryGb = 0;  ///< budget per device
    TimeMode timeMode = TimeMode::Batch;
    MemoryMode memoryMode = MemoryMode::Static;
    DataParallel defaultData = DataParallel::Zero2;  ///< kind of data parallelism of strategies other than ZeRO-3
    bool gpipe = false;                              ///< else 1F1B
    bool asyncGradients = true;
    int elementBytes = 2;

    [[nodiscard]] int layerCount() const;
    /// Type of each layer, front to back.
    [[nodiscard]] std::vector<int> typeOfLayers() const;
};

/// y = slope·x + constant.
struct Line {
    double slope = 0;
    double constant = 0;
    [[nodiscard]] double at(double x) const { return slope * x + constant; }
};

struct LayerFigures {
    Line forward;           ///< ms of b/s samples
    double parameters = 0;  ///< W
    std::map<int, double> activation;
    double checkpoint = 0;
};

/// ms of x samples on a line through measured times: a share of one sample's time where the line is below zero.
[[nodiscard]] double timeAt(const Line& line, double samples);

/// A collective's time by size: from the table if it contains the size, else from the line through all of it. Where the
/// line is negative, the time of the largest measured size that does not exceed the size applies, or that of the
/// smallest.
struct SizeTimes {
    SizeTable table;
    Line line;
    [[nodiscard]] double at(double mebibytes) const;
};

struct Figures {
    std::vector<LayerFigures> layers;
    Line endForward;
    EndMemory whole;
    EndMemory first;
    EndMemory last;
    bool sequenceParallel = true;
    HardwareProfile hardware;
    std::map<int, SizeTimes> allReduce;
    std::map<int, SizeTimes> allToAll;
};

/// Computes the figures. Errors, reported at `where`: a layer type, sequence length or batch size that the profile does
/// not contain; times so noisy that a sample would take no time, or more samples less time.
[[nodiscard]] Result<Figures> figuresOf(const ModelProfile& model, const HardwareProfile& hardware,
                                        const Setting& setting, const std::string& where);

}  // namespace pgram::galvatron
