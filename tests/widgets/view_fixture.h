// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the tests of the views share: a document with a sample plan, a selection, and pictures of a view.
#pragma once

#include "tests/widgets/sample_plan.h"
#include "widgets/document/session.h"
#include "widgets/runner/fidelity_library.h"
#include "widgets/views/view.h"

#include <QImage>
#include <QTest>

#include <set>

namespace pgram {

struct ViewFixture {
    Document document;
    Session session{&document};
    SelectionModel selection;

    explicit ViewFixture(int stages = 4, int layers = 16, int microbatches = 8)
    {
        session.add(samplePlan(stages, layers, microbatches));
    }
};

/// The measured runs that the program carries are known to the session.
inline void knowRuns(Session& session)
{
    session.fidelity()->load(PresetStore(std::filesystem::path(PARALLELOGRAM_SOURCE_DIR) / "presets"));
    QTRY_VERIFY_WITH_TIMEOUT(session.fidelity()->data() != nullptr, 60'000);
}

/// Resized and shown, so that events reach it.
inline void present(View& view, QSize size = {1280, 800})
{
    view.resize(size);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
}

inline QImage pictureOf(View& view)
{
    QImage image(view.size(), QImage::Format_RGB32);
    view.render(&image);
    return image;
}

/// Different colours of a picture: an empty one has a single one.
inline std::size_t colorCount(const QImage& image)
{
    std::set<QRgb> colors;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2) {
            colors.insert(image.pixel(x, y));
        }
    }
    return colors.size();
}

}  // namespace pgram
