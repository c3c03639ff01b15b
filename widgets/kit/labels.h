// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Labels, each with something that a QLabel cannot do. GUI thread only.
#pragma once

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStringList>
#include <QStyle>
#include <QStyleOptionButton>

#include <algorithm>

namespace pgram {

/// A wrapped text of changing words that always takes the space of the longest it may have: what stands below it
/// does not move while somebody aims at it.
class SteadyLabel : public QLabel {
public:
    explicit SteadyLabel(int leastLines, QWidget* parent = nullptr) : QLabel(parent), m_leastLines(leastLines)
    {
        setWordWrap(true);
        setTextFormat(Qt::PlainText);
        setAlignment(Qt::AlignLeft | Qt::AlignTop);
    }

    /// The texts that it may have; without them at least so many lines are kept free.
    void setPossible(QStringList texts)
    {
        m_possible = std::move(texts);
        updateGeometry();
    }

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override
    {
        int height = std::max(QLabel::heightForWidth(width), m_leastLines * fontMetrics().lineSpacing());
        for (const QString& text : m_possible) {
            const QRect room(0, 0, width, QWIDGETSIZE_MAX);
            height = std::max(height, fontMetrics().boundingRect(room, Qt::TextWordWrap, text).height());
        }
        return height;
    }

private:
    int m_leastLines;
    QStringList m_possible;
};

/// A label in smaller type than the widget that it explains, also when that changes.
class SmallLabel : public QLabel {
public:
    /// `of` outlives the label.
    explicit SmallLabel(QWidget* of) : m_of(of)
    {
        of->installEventFilter(this);
        shrink();
    }

protected:
    /// A font of its own size hears nothing of the application's.
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == m_of && event->type() == QEvent::FontChange) {
            shrink();
        }
        return QLabel::eventFilter(watched, event);
    }

private:
    void shrink()
    {
        constexpr double share = 0.85;
        QFont small = m_of->font();
        small.setPointSizeF(small.pointSizeF() * share);
        setFont(small);
    }

    QWidget* m_of;
};

/// A line that ends in an ellipsis where there is no room for all of it.
class ElidedLabel : public QLabel {
public:
    using QLabel::QLabel;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
        style()->drawItemText(&painter, contentsRect(), alignment(), palette(), isEnabled(), shown, foregroundRole());
    }
};

/// A button that wraps text if it is too narrow. Its tool tip shows the whole text.
class WrappedButton : public QPushButton {
public:
    explicit WrappedButton(const QString& text, QWidget* parent = nullptr) : QPushButton(text, parent)
    {
        setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Minimum);
        setToolTip(text);
    }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, QPushButton::minimumSizeHint().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override
    {
        const QSize line = sizeHint();
        const int more = linesIn(width - edges()).height() - fontMetrics().height();
        return line.height() + (width < line.width() ? std::max(0, more) : 0);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QStyleOptionButton option;
        initStyleOption(&option);
        const bool wraps = width() < sizeHint().width();
        if (wraps) {
            option.text.clear();
        }
        QPainter painter(this);
        style()->drawControl(QStyle::CE_PushButton, &option, &painter, this);
        if (wraps) {
            const QRect room = rect().adjusted(edges() / 2, 0, -edges() / 2, 0);
            style()->drawItemText(&painter, room, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, palette(),
                                  isEnabled(), text(), QPalette::ButtonText);
        }
    }

private:
    /// Returns the pixels on both sides of a text in one line.
    [[nodiscard]] int edges() const
    {
        return sizeHint().width() - fontMetrics().size(Qt::TextShowMnemonic, text()).width();
    }
    [[nodiscard]] QSize linesIn(int width) const
    {
        const QRect room(0, 0, std::max(1, width), QWIDGETSIZE_MAX);
        return fontMetrics().boundingRect(room, Qt::TextWordWrap, text()).size();
    }
};

/// Shows a field whose text is wrong: in red, and with the reason in its tool tip and for screen readers. An empty
/// `why` shows it as usual, with `toolTip`.
void markWrong(QWidget* field, const QString& why, const QString& toolTip);

/// What is wrong with what was typed: said in small red type near the field, and in the field itself.
class ProblemLabel : public SmallLabel {
    Q_OBJECT
public:
    /// `of` outlives the label.
    explicit ProblemLabel(QWidget* of);

    /// Nothing hides it.
    void setProblem(const QString& why);

protected:
    void changeEvent(QEvent* event) override;

private:
    void color();
};

}  // namespace pgram
