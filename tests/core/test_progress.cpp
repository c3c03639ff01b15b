// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How often long work is told of where each record stays, as in a log.
#include "core/base/progress.h"
#include "tests/pgram_test.h"

#include <vector>

using namespace pgram;

class TestProgress : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// One record a minute of twenty a second, none of quick work.
    void progressOncePerMinute()
    {
        ProgressPace pace(60);
        std::vector<Seconds> told;
        for (int i = 0; i < 20 * 200; ++i) {
            if (pace.isDue(i / 20.0)) {
                told.push_back(i / 20.0);
            }
        }
        QCOMPARE(told, (std::vector<Seconds>{60, 120, 180}));
        QVERIFY(!ProgressPace(60).isDue(59.9));
        QVERIFY(pace.isDue(400));  // a long silence is told once
        QVERIFY(!pace.isDue(459));
    }
};

PGRAM_TEST(TestProgress)
#include "test_progress.moc"
