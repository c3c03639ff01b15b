// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The picture of a cluster: painted into any device, and as a widget whose parts lead to their fields. GUI thread only.
#pragma once

#include "widgets/docks/cluster/cluster_layout.h"

#include <QWidget>

#include <optional>

class QPainter;

namespace pgram {

/// `marked`: framed as what the pointer or the keyboard is at.
void paintCluster(QPainter& painter, const Theme& theme, const ClusterLayout& layout,
                  const std::optional<ClusterPlace>& marked = {});

class ClusterPicture : public QWidget {
    Q_OBJECT
public:
    explicit ClusterPicture(QWidget* parent = nullptr);

    void setCluster(const Cluster& cluster);
    /// PNG, SVG or PDF by the file's suffix. Empty = done, else what went wrong.
    [[nodiscard]] QString exportPicture(const QString& file) const;
    [[nodiscard]] ClusterLayout layoutNow() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

Q_SIGNALS:
    void chosen(const pgram::ClusterPlace& place);
    /// A picture could not be saved.
    void failed(const pgram::Error& error);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] Theme theme() const;
    /// Those that the arrow keys go through, from the top.
    [[nodiscard]] std::vector<ClusterPlace> places() const;
    void mark(const std::optional<ClusterPlace>& place);
    void say();

    Cluster m_cluster;
    std::optional<ClusterPlace> m_marked;
};

}  // namespace pgram
