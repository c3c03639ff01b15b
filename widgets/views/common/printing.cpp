// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/common/printing.h"

#include "widgets/views/common/paper_look.h"
#include "widgets/views/common/view.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPrintDialog>
#include <QPrinter>

#include <algorithm>

namespace pgram {

namespace {

constexpr QSizeF leastPicture{1000, 640};  // in the units of the screen: what every view has room in
constexpr int screenDpi = 96;              // as for picture files: type and lines keep their proportions
constexpr double headGap = 0.8;            // of a line

struct PrintingText {
    Q_DECLARE_TR_FUNCTIONS(Printing)
};

}  // namespace

QString askAndPrint(QWidget* before, const QString& title, QPageLayout::Orientation orientation,
                    const std::function<bool(QPrinter&)>& print)
{
    QPrinter printer;
    printer.setResolution(screenDpi);
    printer.setDocName(title);
    printer.setPageOrientation(orientation);
    QPrintDialog dialog(&printer, before);
    if (dialog.exec() != QDialog::Accepted || print(printer)) {
        return {};
    }
    const QString where = printer.outputFileName().isEmpty() ? printer.printerName() : printer.outputFileName();
    return PrintingText::tr("Cannot print to %1").arg(where);
}

bool printView(View& view, const QString& planName, QPrinter& printer)
{
    const PaperLook paper(view);
    QPainter painter;
    if (!painter.begin(&printer)) {
        return false;
    }
    painter.setRenderHint(QPainter::LosslessImageRendering);  // a printer can be a PDF file
    const QRectF page(QPointF(), printer.pageRect(QPrinter::DevicePixel).size());
    const double scale = std::min(page.width() / leastPicture.width(), page.height() / leastPicture.height());
    painter.scale(scale, scale);
    const QSizeF room = page.size() / scale;
    QFont font = view.font();
    font.setBold(true);
    painter.setFont(font);
    painter.setPen(view.palette().color(QPalette::Text));
    const double line = QFontMetricsF(font).height();
    painter.drawText(QRectF(0, 0, room.width(), line), Qt::AlignLeft,
                     QStringLiteral("%1 – %2").arg(planName, view.viewTitle()));
    const double head = line * (1 + headGap);
    view.paintPicture(painter, QRectF(0, head, room.width(), room.height() - head));
    return painter.end();
}

}  // namespace pgram
