// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Searches that end with a gap, or go on until they are stopped.
#include "core/search/search.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

using namespace pgram;

namespace {

/// BERT-Huge-32 on eight RTX Titan: interleaved, the usual work leaves a gap of about 0.5 %.
SearchRequest request()
{
    SearchRequest request;
    request.model = *shippedPresets().model("bert-huge-32");
    request.cluster = *shippedPresets().cluster("rtx-titan-8");
    request.training.globalBatch = 64;
    request.method = Method::Joint;
    request.schedule.kind = ScheduleKind::Interleaved;
    request.schedule.virtualStages = 2;
    return request;
}

bool isRefused(const SearchRequest& request, const SearchEnd& end, const char* what)
{
    const Result<SearchResult> result = search(request, {}, {}, end);
    return !result && result.error().text().find(what) != std::string::npos;
}

}  // namespace

class TestSearchEnd : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aGapEndsTheSearch()
    {
        SearchRequest alone = request();
        alone.threads = 1;  // several threads may close the gap before the first one sees that it is small enough
        const SearchResult best = *search(alone);
        const SearchResult early = *search(alone, {}, {}, {.gap = 0.2});
        QVERIFY(early.certificate.gap <= 0.2);
        QVERIFY(early.certificate.gap > best.certificate.gap);
        QVERIFY(early.certificate.status == Certificate::Status::Gap);
        QVERIFY(early.estimate->stepTime >= best.estimate->stepTime);
    }

    /// A gap that the usual work does not reach.
    void furtherRoundsReachASmallerGap()
    {
        const double usual = search(request())->certificate.gap;
        const double smaller = 0.9 * usual;
        const SearchResult result = *search(request(), {}, {}, {.gap = smaller, .untilStopped = true});
        QVERIFY2(usual > 0.001, qPrintable(QString::number(usual)));
        QVERIFY2(result.certificate.gap <= smaller, qPrintable(QString::number(result.certificate.gap)));
        QVERIFY(result.certificate.status != Certificate::Status::Stopped);
    }

    /// Stopped as soon as the gap is smaller than that of the usual work.
    void aStopEndsTheSearch()
    {
        const SearchResult usual = *search(request());
        const Seconds step = usual.estimate->stepTime / 64;
        std::stop_source stop;
        const auto watch = [&](const Progress& progress) {
            if (progress.incumbent <= step * (1 + 1e-9) && progress.gap < usual.certificate.gap * (1 - 1e-6)) {
                stop.request_stop();
            }
        };
        const SearchResult result = *search(request(), stop.get_token(), watch, {.untilStopped = true});
        QVERIFY(result.certificate.status == Certificate::Status::Stopped);
        QVERIFY(result.certificate.gap < usual.certificate.gap);
        QVERIFY(result.estimate->stepTime <= usual.estimate->stepTime);
        QVERIFY(result.certificate.lowerBound <= result.estimate->stepTime);
    }

    void unknownEndsAreRefused()
    {
        QVERIFY(isRefused(request(), {.gap = 1}, "a gap of 100 %"));
        QVERIFY(isRefused(request(), {.gap = -0.1}, "a gap of -10 %"));
        SearchRequest other = request();
        other.method = Method::Robust;
        QVERIFY(isRefused(other, {.untilStopped = true}, "does not go on"));
        other = request();
        other.space.offloadActivations = true;
        QVERIFY(isRefused(other, {.untilStopped = true}, "offloaded activations"));
    }
};

PGRAM_TEST(TestSearchEnd)
#include "test_search_end.moc"
