// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the pages of a lesson are made of: Markdown in labels, and boxes with a stripe that says what they are. GUI
// thread only.
#pragma once

#include "widgets/theme/appearance.h"

#include <QFrame>
#include <QLabel>

class QVBoxLayout;

namespace pgram {

/// A text in Markdown that wraps and can be copied.
class MarkdownLabel : public QLabel {
    Q_OBJECT
public:
    explicit MarkdownLabel(const QString& objectName = {}, QWidget* parent = nullptr);
    /// Shows the Markdown of a lesson (lesson_text.h); an empty text hides the label.
    void setMarkdown(const QString& text);
};

/// A title that stays larger and bolder than the text around it, whatever size that has.
class TitleLabel : public QLabel {
    Q_OBJECT
public:
    /// `of`: what it stands in; outlives the label.
    explicit TitleLabel(QWidget* of);

protected:
    /// A font of its own size hears nothing of the application's.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void enlarge();
    QWidget* m_of;
};

/// A part of a step that asks for something: a caption, then what it holds, beside a stripe.
class LessonBox : public QFrame {
    Q_OBJECT
public:
    explicit LessonBox(QWidget* parent = nullptr);

    [[nodiscard]] QVBoxLayout* column() const { return m_column; }
    void setCaption(const QString& text);
    [[nodiscard]] QString caption() const { return m_caption->text(); }
    /// Colours stripe and caption.
    void setTone(Tone tone);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void color();
    QVBoxLayout* m_column;
    QLabel* m_caption;
    Tone m_tone = Tone::Note;
};

/// Says a text to a screen reader as news of the widget.
void speak(QWidget* widget, const QString& text);

}  // namespace pgram
