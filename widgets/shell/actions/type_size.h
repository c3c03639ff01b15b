// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How large the type is: steps of the application's font, for eyes and for walls. Widgets and pictures follow the
// font. GUI thread only.
#pragma once

#include <QFont>
#include <QObject>

#include <array>

namespace pgram {

/// In percent of the desktop's own size.
inline constexpr std::array typeSizes{100, 125, 150, 200};

/// The size so many steps further, the nearest step where `percent` is none; stays within the steps.
[[nodiscard]] int typeSizeAfter(int percent, int steps);

class TypeSize : public QObject {
    Q_OBJECT
public:
    explicit TypeSize(QObject* parent = nullptr);
    /// The desktop's own size again.
    ~TypeSize() override;

    [[nodiscard]] int percent() const { return m_percent; }
    /// Takes the nearest step.
    void set(int percent);

Q_SIGNALS:
    void changed(int percent);

private:
    QFont m_usual;
    int m_percent = 100;
};

}  // namespace pgram
