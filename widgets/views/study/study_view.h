// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Study view: the rows of a study's results as points of two columns with their Pareto front, as lines through
// parallel coordinates and as a table. Filter, ranges and selection are the same in all of them. A row opens as a plan.
// GUI thread only.
#pragma once

#include "widgets/document/workbench.h"
#include "widgets/kit/control_bar.h"
#include "widgets/views/common/painting.h"
#include "widgets/views/common/plot_cloud.h"
#include "widgets/views/common/plot_view.h"
#include "widgets/views/study/coordinates.h"
#include "widgets/views/study/study_columns.h"
#include "widgets/work/question.h"

#include <array>
#include <optional>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QPushButton;
class QToolButton;

namespace pgram {

class ProblemLabel;

class StudyView : public PlotView {
    Q_OBJECT
public:
    /// `bench` outlives the view.
    explicit StudyView(Workbench* bench, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("study"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Study"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;
    [[nodiscard]] bool isWorking() const override { return m_file->isRunning() || m_lines.isRunning(); }
    void setTools(const ViewTools& tools) override;
    /// "x", "y", "color" and "axes" by name, "log-x" and "log-y".
    [[nodiscard]] QVariantMap options() const override;
    void setOptions(const QVariantMap& options) override;

    [[nodiscard]] const StudyRows& rows() const { return m_rows; }
    [[nodiscard]] const StudyChoice& choice() const { return m_choice; }
    /// Returns the rows of the Pareto front that is drawn.
    [[nodiscard]] const std::vector<std::uint32_t>& front() const { return m_front; }
    /// Returns the layout of the coordinates in the widget.
    [[nodiscard]] CoordinatesLayout coordinatesNow() const;
    [[nodiscard]] const std::vector<Coordinate>& axes() const { return *m_axes; }
    /// Returns the place of a row among the points, in the widget.
    [[nodiscard]] QPointF pointOf(int row) const;

    [[nodiscard]] int row() const { return m_row; }  ///< selected; -1 = none
    void selectRow(int row);
    /// Opens the plan of a row.
    void openRow(int row);
    /// Shows the rows that pass; what is wrong with the text is shown below it.
    void setFilter(const QString& text);
    void setRange(int axis, const std::optional<ColumnRange>& range);

protected:
    void refresh() override;
    [[nodiscard]] bool hasPicture() const override { return m_rows.table() != nullptr; }
    [[nodiscard]] QString emptyNote() const override;
    [[nodiscard]] bool hasKeys() override { return true; }
    [[nodiscard]] QRect pictureArea() const override;
    [[nodiscard]] QRect tableArea() const override;
    [[nodiscard]] PictureCaption pictureCaption() const override;
    [[nodiscard]] QString spokenSelection() const override { return rowText(m_row); }
    void fillPlots(const Theme& theme) override;
    [[nodiscard]] std::vector<QRectF> panelsIn(const QRectF& rect) const override;
    [[nodiscard]] QString markTip(int, int) const override { return {}; }
    void openMark(int, int) override {}
    [[nodiscard]] bool ownsEscape() const override;
    [[nodiscard]] QRectF menuAnchor() override;
    void paintShown(QPainter& painter) override;
    void paintOverlay(QPainter& painter) override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    void fillMenu(QMenu& menu, const std::optional<QPointF>& position) override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void dragged(const QPointF& position, const std::optional<QPointF>& moved) override;
    void released(const QPointF& position, bool clicked) override;
    void hovered() override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// Places of the two pictures.
    struct Panels {
        QRectF scatter;
        QRectF coordinates;
    };
    [[nodiscard]] Panels panelsOf(const QRectF& rect) const;
    [[nodiscard]] Heading headingNow() const;
    [[nodiscard]] const ResultColumn& column(int index) const { return m_rows.table()->columns[at(index)]; }

    // study_controls.cpp
    void makeControls();
    void makeRowTable();
    void takeTable();
    /// Chooses the columns that m_wanted names. Unknown names change nothing.
    void takeWanted();
    void fillControls();
    void fillBox(QComboBox* box, int chosen, bool orNone);
    void fillAxes();
    void choose();
    void sortBy(int column);
    [[nodiscard]] bool isLogarithmic(int axis) const;  ///< 0 = x, 1 = y
    /// The rows that are shown are others.
    void showRows();
    void showSelection();
    void placeEmpty();

    [[nodiscard]] CloudPoints pointsNow() const;
    void addFront(const Theme& theme);
    void addColors(const Theme& theme);
    void paintLines(QPainter& painter, const Theme& theme, const CoordinatesLayout& layout);

    // study_view_input.cpp
    [[nodiscard]] int rowUnder(const QPointF& position) const;
    [[nodiscard]] QString rowText(int row) const;
    [[nodiscard]] bool hasPlan(int row) const;
    void brush(const QPointF& position);
    void moveRow(int by, bool toEnd);

    Session* m_session;
    const ScenarioModel* m_scenario;
    StudyFile* m_file;
    ControlBar m_bar;
    std::array<QComboBox*, 3> m_boxes{};  ///< x, y, colour
    std::array<QCheckBox*, 2> m_logs{};
    QToolButton* m_axesButton;
    QPushButton* m_refresh;
    QLineEdit* m_filter;
    ProblemLabel* m_fault;
    QPushButton* m_open;
    QAction* m_openAction = nullptr;

    StudyRows m_rows;
    StudyChoice m_choice;
    std::array<std::optional<bool>, 2> m_isLog;  ///< nothing: as suits the column
    QVariantMap m_wanted;                        ///< options for the next table
    int m_row = -1;
    int m_hovered = -1;
    bool m_isStale = true;  ///< the table or the language is another one
    bool m_isOnScreen = false;
    std::shared_ptr<const std::vector<Coordinate>> m_axes = std::make_shared<std::vector<Coordinate>>();
    std::shared_ptr<const std::vector<std::uint8_t>> m_levels;  ///< levels of CoordinateLines
    RowColors m_colors;
    std::vector<QColor> m_shownColors;  ///< invalid where the legend hides it
    std::vector<std::uint32_t> m_front;
    PlotCloud* m_cloud = nullptr;  ///< owned by the plot
    /// The axis that a range is drawn on, and the value where that began.
    struct Brush {
        int axis = 0;
        double start = 0;
    };
    std::optional<Brush> m_brush;
    QImage m_lastLines;  ///< while others are drawn in the background
    Question<CoordinateLines, QImage> m_lines;
};

}  // namespace pgram
