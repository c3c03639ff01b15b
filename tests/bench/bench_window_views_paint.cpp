// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The whole picture of each view, painted anew, with a plan of 126 layers in 64 stages on 4096 devices, into an image
// of 1920 × 1080; the Compare view has three of them.
#include "tests/bench/bench.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/views/all_views.h"

#include <QApplication>
#include <QImage>
#include <QPainter>

#include <memory>

using namespace pgram;

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    Workbench bench;
    Session& session = bench.session;
    for (int row = 0; row < 3; ++row) {
        session.add(samplePlan(64, 126, 128, 64));
        session.setCompared(row, true);
    }
    QImage frame(1920, 1080, QImage::Format_RGB32);
    int missed = 0;
    for (View* made : makeViews(&bench)) {
        const std::unique_ptr<View> view(made);
        view->resize(frame.size());
        const auto timing = bench::measure([&] {
            QPainter painter(&frame);
            view->paintPicture(painter, QRectF(frame.rect()));
        });
        missed |= bench::report("view-paint-" + view->viewName().toStdString(), timing, 0.016);
    }
    return missed;
}
