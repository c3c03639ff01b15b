// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/icon.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmap>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace pgram {

namespace {

class ThemedIconEngine : public QIconEngine {
public:
    explicit ThemedIconEngine(QString name) : m_name(std::move(name)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        const double ratio = painter->device()->devicePixelRatioF();
        painter->drawPixmap(rect, drawn(rect.size() * ratio, colorOf(mode).name()));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        return drawn(size, colorOf(mode).name());
    }

    [[nodiscard]] QIconEngine* clone() const override { return new ThemedIconEngine(m_name); }

private:
    /// Kept: a table paints its icons with every row, and reading one costs more than the row.
    [[nodiscard]] QPixmap drawn(const QSize& size, const QString& color) const
    {
        const QString key = QStringLiteral("icon:%1:%2:%3x%4").arg(m_name, color).arg(size.width()).arg(size.height());
        QPixmap pixmap;
        if (QPixmapCache::find(key, &pixmap)) {
            return pixmap;
        }
        pixmap = QPixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        QSvgRenderer(coloredSvg(QStringLiteral(":/actions/%1.svg").arg(m_name), QColor(color)))
            .render(&painter, QRectF(QPointF(), size));
        painter.end();
        QPixmapCache::insert(key, pixmap);
        return pixmap;
    }

    static QColor colorOf(QIcon::Mode mode)
    {
        const QPalette palette = QApplication::palette();
        if (mode == QIcon::Selected) {
            return palette.color(QPalette::HighlightedText);
        }
        return palette.color(mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active, QPalette::WindowText);
    }

    QString m_name;
};

}  // namespace

QByteArray coloredSvg(const QString& file, const QColor& color)
{
    QFile source(file);
    QByteArray svg = source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
    return svg.replace("currentColor", color.name().toUtf8());
}

QIcon themedIcon(const QString& name)
{
    return QIcon(new ThemedIconEngine(name));
}

}  // namespace pgram
