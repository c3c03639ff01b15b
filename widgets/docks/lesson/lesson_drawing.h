// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The drawings that steps of lessons show (lessonDrawings()), in the text colour of their ground. GUI thread only.
#pragma once

#include <QColor>
#include <QImage>
#include <QWidget>

namespace pgram {

/// Returns what a drawing shows, in words.
[[nodiscard]] QString drawingText(const std::string& name);
/// Returns the size of a drawing at this width.
[[nodiscard]] QSize drawingSize(const std::string& name, int width);
/// Paints a drawing into the image, which has its shape.
void paintDrawing(const std::string& name, const QColor& ink, QImage& image);

/// A drawing as wide as its place, up to a width.
class DrawingLabel : public QWidget {
    Q_OBJECT
public:
    explicit DrawingLabel(QWidget* parent = nullptr);
    /// Shows a drawing; an empty name hides the label.
    void setDrawing(const std::string& name);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::string m_name;
};

}  // namespace pgram
