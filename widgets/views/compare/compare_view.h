// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The Compare view: the ticked plans of the session side by side, the reference first. Tabs choose a section, or all of
// them where there is room. A click selects a layer, a stage or an operation; Left and Right go from layer to layer, Up
// and Down from stage to stage; the wheel, W, A, S, D and Home move the time of the timelines. GUI thread only.
#pragma once

#include "widgets/document/session.h"
#include "widgets/document/time_window.h"
#include "widgets/views/common/view.h"
#include "widgets/views/common/view_input.h"
#include "widgets/views/compare/compare_layout.h"

#include <QFont>
#include <QPixmap>

#include <memory>
#include <optional>

class QPushButton;
class QTabBar;

namespace pgram {

class CompareView : public View {
    Q_OBJECT
public:
    /// `session`, `selection` and `time`, the zoom shared with other views, outlive this one; null = a zoom of its own.
    CompareView(Session* session, SelectionModel* selection, TimeWindow* time = nullptr, QWidget* parent = nullptr);

    [[nodiscard]] QString viewName() const override { return QStringLiteral("compare"); }
    [[nodiscard]] QString viewTitle() const override { return tr("Compare"); }
    void paintPicture(QPainter& painter, const QRectF& rect) override;
    [[nodiscard]] std::vector<ViewKey> keys() override;

    /// The section in hand: shown alone where there is no room for all, and the one of the table.
    [[nodiscard]] CompareSection section() const { return m_section; }
    void showSection(CompareSection section);
    /// All at once, where there is room.
    void showAllSections();
    /// "all" or keyOf(section).
    [[nodiscard]] QString pageName() const override { return QString::fromLatin1(m_all ? "all" : keyOf(m_section)); }
    void showPageNamed(const QString& name) override;

    [[nodiscard]] const CompareSet& plans() const { return *m_set; }
    /// Where everything stands in the widget at this moment; nothing where fewer than two plans are ticked.
    [[nodiscard]] const CompareLayout& currentLayout();
    [[nodiscard]] TimeWindow* time() const { return m_time; }

protected:
    void refresh() override;
    [[nodiscard]] PictureCaption pictureCaption() const override;
    [[nodiscard]] QRect pictureArea() const override;
    void paintShown(QPainter& painter) override;
    void paintOverlay(QPainter& painter) override;
    [[nodiscard]] std::optional<Selection> selectionOfRow(int row) const override;
    [[nodiscard]] QString tipAt(const QPointF& position) override;
    void fillMenu(QMenu& menu, const std::optional<QPointF>& position) override;
    void pressed(const QPointF& position, Qt::KeyboardModifiers modifiers) override;
    void dragged(const QPointF& position, const std::optional<QPointF>& moved) override;
    void released(const QPointF& position, bool clicked) override;
    void wheelEvent(QWheelEvent* event) override;
    [[nodiscard]] bool hasKeys() override { return !m_set->isEmpty() && document()->plan(); }
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    /// All that layout and picture follow from, except the time and what the mouse and the selection mark.
    struct Look {
        std::shared_ptr<const CompareSet> set;
        QSize size;
        qreal ratio = 1;
        std::optional<CompareSection> alone;
        qint64 palette = 0;
        QFont font;
        bool operator==(const Look&) const = default;
    };

    [[nodiscard]] CompareLayout layoutIn(const QRectF& rect);
    [[nodiscard]] std::optional<CompareSection> aloneIn(const QSizeF& size) const;
    [[nodiscard]] const BinnedTimelines& binnedTimelines();
    void linkTime(TimeWindow* shared);
    void placeControls();
    void chooseTab(int index);
    void tickAll();
    /// What is to be done while there is nothing to compare; where its words stand.
    QRectF paintGuidance(QPainter& painter, const Theme& theme, const QRectF& rect);
    void selectAt(const QPointF& position);
    void selectLayers(int from, int to);
    void selectStage(int stage, int microbatch = -1);
    void paintLayers(QPainter& painter, const Theme& theme, const CompareLayout& layout);
    void paintStage(QPainter& painter, const Theme& theme, const CompareLayout& layout);
    void paintTime(QPainter& painter, const Theme& theme, const CompareLayout& layout);

    Session* m_session;
    std::shared_ptr<const CompareSet> m_set;
    BinnedTimelines m_binned;
    bool m_binsFresh = false;
    TimeWindow* m_time;
    bool m_linking = false;
    QTabBar* m_tabs;
    QPushButton* m_tickAll;
    CompareSection m_section = CompareSection::Figures;
    bool m_all = true;              ///< all sections are wanted
    int m_anchor = -1;              ///< the layer where a range began
    Look m_look;                    ///< of the two below
    CompareLayout m_layout;         ///< kept: a move of the mouse asks for it several times
    QPixmap m_picture;              ///< null where it is not painted yet
    bool m_timelinesMoved = false;  ///< in m_layout, and not yet in m_picture
};

}  // namespace pgram
