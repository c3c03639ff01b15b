// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What if a number of the question was another one: the best plan at each value, as curves whose regions are kinds of
// plans; a map over two numbers; what the result hangs on; and numbers under the hand, whose plan all views show
// against the plan of now. Whatever is pointed at is a plan to be opened. GUI thread only.
#pragma once

#include "core/base/index.h"
#include "widgets/views/common/plot_view.h"
#include "widgets/views/what_if/what_if_pictures.h"
#include "widgets/views/what_if/what_if_sliders.h"
#include "widgets/work/worker.h"

#include <array>
#include <functional>
#include <map>
#include <optional>

class QComboBox;
class QPushButton;
class QToolButton;

namespace pgram {

class FidelityLibrary;

/// What computes.
struct WhatIfWork {
    std::function<Result<Sweep>(const SearchRequest&, const SweepAxis&, std::stop_token,
                                const std::function<void(const SweepPoint&)>&)>
        sweep = [](const SearchRequest& request, const SweepAxis& axis, std::stop_token stop, const auto& found) {
            return pgram::sweep(request, axis, {}, std::move(stop), found);
        };
    std::function<Result<std::vector<SweepPoint>>(const SearchRequest&, const SweepAxis&, const SweepAxis&,
                                                  std::stop_token, const std::function<void(const SweepPoint&)>&)>
        map = [](const SearchRequest& request, const SweepAxis& first, const SweepAxis& second, std::stop_token stop,
                 const auto& found) { return sweepMap(request, first, second, std::move(stop), {}, found); };
    std::function<Result<Tornado>(const SearchRequest&, double, std::stop_token, const ProgressSink&)> tornado =
        [](const SearchRequest& request, double share, std::stop_token stop, const ProgressSink& progress) {
            return pgram::tornado(request, share, std::move(stop), progress);
        };
    SliderPlanner::Search search = [](const SearchRequest& request, std::stop_token stop) {
        return pgram::search(request, std::move(stop));
    };
};

class WhatIfView : public PlotView {
    Q_OBJECT
public:
    enum Page { CurvePage, MapPage, TornadoPage, SliderPage };

    /// `document`, `selection` and `fidelity` outlive the view.
    WhatIfView(Document* document, SelectionModel* selection, const FidelityLibrary* fidelity,
               QWidget* parent = nullptr, WhatIfWork work = {});

    [[nodiscard]] QString viewName() const override { return QStringLiteral("what-if"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Sweep"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    void startWork() override
    {
        m_isWanted = true;
        refresh();
    }
    [[nodiscard]] bool isWorking() const override
    {
        return m_worker.isRunning() || m_same.isRunning() || m_planner.isRunning();
    }

    /// Nothing while there is no plan, and before the page was shown.
    [[nodiscard]] const std::optional<ShownWhatIf>& shown() const { return m_shown; }
    [[nodiscard]] const std::optional<ShownMap>& shownMap() const { return m_map; }
    [[nodiscard]] const std::optional<ShownTornado>& shownTornado() const { return m_tornado; }
    [[nodiscard]] const SliderPlanner& planner() const { return m_planner; }
    /// Ends what is worked out; what was found stays.
    void stopWork();
    /// "number", "second", "factor", "figure", "besides", "share" and "sliders": what is varied, how far, what is
    /// drawn, what it is compared with, and which numbers have a slider.
    [[nodiscard]] QVariantMap options() const override;
    void setOptions(const QVariantMap& options) override;

protected:
    void refresh() override;
    void fillPlots(const Theme& theme) override;
    [[nodiscard]] std::vector<QRectF> panelsIn(const QRectF& rect) const override;
    [[nodiscard]] QString markTip(int plot, int mark) const override;
    void openMark(int plot, int mark) override;
    [[nodiscard]] bool ownsEscape() const override;

private:
    // what_if_ask.cpp: what is worked out, and what comes of it.
    void ask();
    void askCurves();
    void askSame();
    void askMap();
    void askTornado();
    /// The page shows what is asked for, as far as it will.
    [[nodiscard]] bool isAnswered() const;
    void take(std::size_t curve, const SweepPoint& point);
    void moreIsKnown();
    void moveSliders();
    void commitSliders();
    void returnSliders();
    void showAnswer();

    // what_if_controls.cpp
    void makeControls();
    void fillControls();
    void fillNumbers(QComboBox* box, std::string& chosen, std::size_t usual);
    void fillBesides();
    void fillRegions();
    void choose();
    void addSlider(const std::string& what);
    void showControls();

    [[nodiscard]] const WhatIfFigure& figure() const { return whatIfFigures()[at(m_figure)]; }
    [[nodiscard]] ErrorBands bandsOf(const SweepPoint& point) const;
    [[nodiscard]] SweepPoint pointOfNow() const;
    /// One without a name where the question has no such number.
    [[nodiscard]] const WhatIfNumber& offered(const std::string& what) const;
    [[nodiscard]] ShownSliders shownSliders() const;
    [[nodiscard]] std::vector<WhatIfNumber> variedNumbers() const;
    [[nodiscard]] FigureContent tableNow() const;
    [[nodiscard]] QString progressText() const;
    /// What the picture rests on.
    [[nodiscard]] QString basis() const;
    [[nodiscard]] std::optional<SearchRequest> requestAt(int mark) const;

    const FidelityLibrary* m_fidelity;
    WhatIfWork m_work;
    QComboBox* m_numbers;
    QComboBox* m_seconds;
    QComboBox* m_factors;
    QComboBox* m_figures;
    QComboBox* m_shares;
    QComboBox* m_regions;
    QComboBox* m_addSlider;
    QToolButton* m_besidesButton;
    QPushButton* m_stop;
    SliderPanel* m_sliders;
    bool m_isWanted = false;  ///< by startWork()

    std::string m_number;  ///< that is varied
    std::string m_second;  ///< of the map
    int m_factor = 10;
    int m_figure = 0;                   ///< of whatIfFigures()
    int m_share = 20;                   ///< of the tornado, percent; 0: by each constant's own uncertainty
    QStringList m_besides;              ///< keys of variants
    std::vector<std::string> m_chosen;  ///< sliders

    std::optional<SearchRequest> m_question;
    std::vector<WhatIfNumber> m_offered;  ///< of the question
    std::optional<ShownWhatIf> m_shown;
    std::optional<ShownMap> m_map;
    std::optional<ShownTornado> m_tornado;
    std::array<bool, 4> m_stopped{};  ///< pages whose work was ended by hand
    int m_workPage = CurvePage;
    std::optional<Error> m_problem;
    mutable std::map<std::shared_ptr<const Plan>, ErrorBands> m_bands;
    SliderPlanner m_planner;
    Worker m_same{Priority::Immediate};
    Worker m_worker{Priority::Answer};  ///< last, so that it ends before what it posts to
};

}  // namespace pgram
