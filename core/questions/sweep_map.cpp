// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sweeps over two numbers at once.
#include "core/questions/sweep_points.h"

#include <utility>

namespace pgram {

namespace {

/// A map's points: column by column, each with those beside it in its row and in its column.
class Mapping {
public:
    Mapping(const SearchRequest& request, const SweepAxis& first, const SweepAxis& second, std::stop_token stop,
            const ProgressSink& progress, const std::function<void(const SweepPoint&)>& found)
        : m_request(request),
          m_first(first.what),
          m_second(second.what),
          m_xs(first.values()),
          m_ys(second.values()),
          m_stop(std::move(stop)),
          m_progress(progress),
          m_found(found),
          m_known(m_xs.size(), std::vector<std::optional<KnownPoint>>(m_ys.size()))
    {}

    Result<std::vector<SweepPoint>> run()
    {
        for (const Halving& x : inHalves(m_xs.size())) {
            const Result<SearchRequest> column = withNumber(m_request, m_first, m_xs[x.index]);
            for (const Halving& y : inHalves(m_ys.size())) {
                if (const Result<void> done = plan(column, x, y); !done) {
                    return tl::unexpected(done.error());
                }
                if (m_stop.stop_requested()) {
                    return points();
                }
            }
        }
        return points();
    }

private:
    Result<void> plan(const Result<SearchRequest>& column, const Halving& x, const Halving& y)
    {
        std::vector<Beside> besides;
        addBesides(besides, m_first, m_xs, x, [&](std::size_t i) { return &*m_known[i][y.index]; });
        addBesides(besides, m_second, m_ys, y, [&](std::size_t i) { return &*m_known[x.index][i]; });
        Result<KnownPoint> known =
            column ? plannedAt(*column, m_second, m_ys[y.index], besides, m_stop)
                   : KnownPoint{SweepPoint{.value = m_ys[y.index], .why = column.error().what}, nullptr};
        if (!known) {
            return tl::unexpected(known.error());
        }
        if (!m_stop.stop_requested()) {
            known->point.second = std::exchange(known->point.value, m_xs[x.index]);
            m_known[x.index][y.index] = std::move(*known);
            if (m_found) {
                m_found(m_known[x.index][y.index]->point);
            }
            if (m_progress) {
                m_progress(progressOf(++m_done, m_xs.size() * m_ys.size(), m_start));
            }
        }
        return {};
    }

    [[nodiscard]] std::vector<SweepPoint> points() const
    {
        std::vector<SweepPoint> all;
        for (const auto& column : m_known) {
            for (const std::optional<KnownPoint>& known : column) {
                if (known) {
                    all.push_back(known->point);
                }
            }
        }
        return all;
    }

    const SearchRequest& m_request;
    const std::string& m_first;
    const std::string& m_second;
    std::vector<double> m_xs;
    std::vector<double> m_ys;
    std::stop_token m_stop;
    const ProgressSink& m_progress;
    const std::function<void(const SweepPoint&)>& m_found;
    std::vector<std::vector<std::optional<KnownPoint>>> m_known;
    SweepClock::time_point m_start = SweepClock::now();
    std::size_t m_done = 0;
};

}  // namespace

Result<std::vector<SweepPoint>> sweepMap(const SearchRequest& request, const SweepAxis& first, const SweepAxis& second,
                                         std::stop_token stop, const ProgressSink& progress,
                                         const std::function<void(const SweepPoint&)>& found)
{
    for (const SweepAxis* axis : {&first, &second}) {
        if (const Result<void> checked = checkAxis(request, *axis); !checked) {
            return tl::unexpected(checked.error());
        }
    }
    return Mapping(request, first, second, std::move(stop), progress, found).run();
}

}  // namespace pgram
