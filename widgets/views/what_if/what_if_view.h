// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What if a number of the question was another one: the best plan at each value, as curves whose regions are kinds of
// plans; a map over two numbers; what the result hangs on; and numbers under the hand, whose plan all views show
// against the plan of now. Whatever is pointed at is a plan to be opened. GUI thread only.
#pragma once

#include "core/base/index.h"
#include "widgets/document/workbench.h"
#include "widgets/views/common/plot_view.h"
#include "widgets/views/common/run_fields.h"
#include "widgets/views/what_if/what_if_pictures.h"
#include "widgets/views/what_if/what_if_sliders.h"
#include "widgets/work/question.h"

#include <array>
#include <functional>
#include <map>
#include <optional>

class QComboBox;
class QPushButton;
class QToolButton;

namespace pgram {

/// What computes.
struct WhatIfWork {
    std::function<Result<Sweep>(const SearchRequest&, const SweepAxis&, std::stop_token,
                                const std::function<void(const SweepPoint&)>&)>
        sweep = [](const SearchRequest& request, const SweepAxis& axis, std::stop_token stop, const auto& found) {
            if (axis.what == "memory") {
                return sweepOfMemory(request, axis, stop, found);
            }
            // Between lengths that divide the tokens of a batch there are no plans.
            const SweepOptions options{.crossings = axis.what != sequenceOfTokens};
            return pgram::sweep(request, axis, options, std::move(stop), found);
        };
    std::function<Result<std::vector<SweepPoint>>(const SearchRequest&, const SweepAxis&, const SweepAxis&,
                                                  std::stop_token, const std::function<void(const SweepPoint&)>&)>
        map = [](const SearchRequest& request, const SweepAxis& first, const SweepAxis& second, std::stop_token stop,
                 const auto& found) { return sweepMap(request, first, second, std::move(stop), {}, found); };
    std::function<Result<Tornado>(const SearchRequest&, double, std::stop_token, const ProgressSink&)> tornado =
        [](const SearchRequest& request, double share, std::stop_token stop, const ProgressSink& progress) {
            return pgram::tornado(request, share, std::move(stop), progress);
        };
    SliderSearch search = [](const SearchRequest& request, std::stop_token stop) {
        return pgram::search(request, std::move(stop));
    };
};

class WhatIfView : public PlotView {
    Q_OBJECT
public:
    enum Page { CurvePage, MapPage, TornadoPage, SliderPage };

    /// `bench` outlives the view.
    explicit WhatIfView(Workbench* bench, QWidget* parent = nullptr, WhatIfWork work = {});

    [[nodiscard]] QString viewName() const override { return QStringLiteral("what-if"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Sweep"); }
    /// The plans of the page; those of the sliders are none.
    [[nodiscard]] std::optional<SweptRequests> swept() const override;
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    void startWork() override
    {
        m_isWanted = true;
        refresh();
    }
    [[nodiscard]] bool isWorking() const override
    {
        return m_curves.isRunning() || m_same.isRunning() || m_map.isRunning() || m_tornado.isRunning() ||
               m_moved.isRunning();
    }

    /// Null while there is no plan, and before the page was shown.
    [[nodiscard]] const ShownWhatIf* shown() const { return m_curves.answer().get(); }
    [[nodiscard]] const ShownMap* shownMap() const { return m_map.answer().get(); }
    [[nodiscard]] const ShownTornado* shownTornado() const { return m_tornado.answer().get(); }
    [[nodiscard]] const SliderQuestion& moved() const { return m_moved; }
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
    void hideEvent(QHideEvent* event) override;

private:
    struct SweepAsk {
        std::vector<SearchRequest> requests;  ///< one per curve
        SweepAxis axis;
        bool operator==(const SweepAsk&) const = default;
    };
    struct SameAsk {
        std::shared_ptr<const Plan> plan;
        SearchRequest request;
        SweepAxis axis;
        bool operator==(const SameAsk&) const = default;
    };
    struct MapAsk {
        SearchRequest request;
        SweepAxis across;
        SweepAxis up;
        bool operator==(const MapAsk&) const = default;
    };
    struct TornadoAsk {
        SearchRequest request;
        double share = 0;
        bool operator==(const TornadoAsk&) const = default;
    };
    using Curves = Question<SweepAsk, ShownWhatIf>;
    using Map = Question<MapAsk, ShownMap>;
    using Bars = Question<TornadoAsk, ShownTornado>;

    // what_if_ask.cpp: what is worked out, and what comes of it.
    [[nodiscard]] static std::vector<Curves::Work> curvesWork(const WhatIfWork& work, const SweepAsk& asked);
    /// The plan of now at each value, as it is: known before the first value is planned anew.
    [[nodiscard]] static Result<std::vector<SweepPoint>> samePlan(const SameAsk& asked, const std::stop_token& stop);
    [[nodiscard]] static Map::Work mapWork(const WhatIfWork& work);
    [[nodiscard]] static Bars::Work tornadoWork(const WhatIfWork& work);
    /// Null for the page of the sliders.
    [[nodiscard]] const QuestionWork* pageWork(int page) const;
    [[nodiscard]] QuestionWork* pageWork(int page)
    {
        return const_cast<QuestionWork*>(std::as_const(*this).pageWork(page));
    }
    void ask();
    void moreIsKnown();
    void moveSliders();
    void commitSliders();
    void returnSliders();
    void dropSliders();
    void showAnswer();

    // what_if_controls.cpp
    void makeControls();
    void fillControls();
    void fillNumbers(QComboBox* box, std::string& chosen, std::size_t usual);
    void fillBesides();
    void fillBesidesMenu();
    /// Adds a curve to the picture, or takes it away.
    void setBeside(const QString& key, bool on);
    [[nodiscard]] std::vector<WhatIfCurve> curvesNow() const;
    void fillRegions();
    void choose();
    void addSlider(const std::string& what);
    void showControls();

    [[nodiscard]] const WhatIfFigure& figure() const { return whatIfFigures()[at(m_figure)]; }
    [[nodiscard]] ErrorBands bandsOf(const SweepPoint& point) const;
    [[nodiscard]] FigureReading reading() const;
    /// The runs within the limits, where the figure is one of a run.
    [[nodiscard]] QString choices() const;
    [[nodiscard]] QRectF choicesIn(const Theme& theme, const QRectF& inner) const;
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
    const ScenarioModel* m_scenario;
    const RunTerms* m_terms;
    RunFields m_fields;
    ControlBar m_bar;
    QComboBox* m_numbers;
    QComboBox* m_seconds;
    QComboBox* m_factors;
    QComboBox* m_figures;
    QComboBox* m_shares;
    QComboBox* m_regions;
    QComboBox* m_addSlider;
    QComboBox* m_addBeside;
    QToolButton* m_besidesButton;
    QPushButton* m_stop;
    SliderPanel* m_sliders;
    bool m_isWanted = false;  ///< by startWork()

    std::string m_number;  ///< that is varied
    std::string m_second;  ///< of the map
    int m_factor = 10;
    int m_figure = 0;       ///< index in whatIfFigures()
    int m_share = 20;       ///< of the tornado, percent; 0: by each constant's own uncertainty
    QStringList m_besides;  ///< keys of variants
    std::vector<std::pair<QString, QString>> m_presets;  ///< variants that are presets; empty: to be read
    std::vector<std::pair<QString, QString>> m_added;    ///< key and title of each curve that was added
    std::vector<std::pair<QString, QString>> m_listed;   ///< names and titles in m_addBeside
    std::vector<std::string> m_chosen;                   ///< sliders

    std::optional<SearchRequest> m_question;
    std::vector<WhatIfNumber> m_offered;  ///< of the question
    mutable std::map<std::shared_ptr<const Plan>, ErrorBands> m_bands;
    Curves m_curves;
    Question<SameAsk, std::vector<SweepPoint>> m_same;
    Map m_map;
    Bars m_tornado;
    SliderQuestion m_moved;
};

}  // namespace pgram
