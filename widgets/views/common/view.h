// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What every linked view is: a widget that shows the document's plan, follows the one selection, has a table twin and
// can be exported. GUI thread only.
#pragma once

#include "widgets/document/document.h"
#include "widgets/document/selection.h"
#include "widgets/views/common/figure_table.h"
#include "widgets/views/common/picture_caption.h"
#include "widgets/views/common/picture_export.h"
#include "widgets/views/common/view_input.h"
#include "widgets/work/worker.h"

#include <QFont>
#include <QList>
#include <QPixmap>
#include <QVariantMap>
#include <QWidget>

#include <optional>

class QAction;
class QMenu;
class QTabBar;
class QTableView;

namespace pgram {

struct LessonPlace;
struct SweptRequests;

/// Actions of the window that a view shows among its own.
struct ViewTools {
    QList<QAction*> planRest;  ///< of the selected layers, and of the cuts
    QAction* open = nullptr;   ///< asks for a file to open
};

class View : public QWidget {
    Q_OBJECT
public:
    /// `document` and `selection` outlive the view.
    View(Document* document, SelectionModel* selection, QWidget* parent = nullptr);

    [[nodiscard]] virtual QString viewName() const = 0;   ///< stable, for settings and --render: "memory"
    [[nodiscard]] virtual QString viewTitle() const = 0;  ///< for people, translated
    /// The figures of the view as a table (accessibility, copy as TSV, CSV export). Owned by the view.
    [[nodiscard]] FigureTable* table() { return &m_figures; }
    /// Returns the searches whose results the view shows, which can be kept as a study; nothing if it shows none.
    [[nodiscard]] virtual std::optional<SweptRequests> swept() const;
    /// Paints the view's picture (not its tool buttons) into `rect`; also used for PNG, SVG and PDF.
    virtual void paintPicture(QPainter& painter, const QRectF& rect) = 0;

    /// Which of its pages a view shows, where it has several: stable, for settings and --render. Empty = it has one.
    [[nodiscard]] virtual QString pageName() const { return m_pages.value(page()); }
    /// An unknown one changes nothing.
    virtual void showPageNamed(const QString& name) { showPage(static_cast<int>(m_pages.indexOf(name))); }

    /// Where the picture shows a place, as a rectangle of the widget; all of the picture where it shows no such thing.
    [[nodiscard]] virtual QRectF areaOf(const LessonPlace&) { return pictureArea(); }

    /// Its keys beside those of every view. They are pressed while hasKeys().
    [[nodiscard]] virtual std::vector<ViewKey> keys() { return {}; }
    [[nodiscard]] static std::vector<ViewKey> commonKeys();

    /// For a picture of a view that nobody sees: starts what it works out in the background when it is shown.
    virtual void startWork() {}
    /// Figures are still on their way from the background.
    [[nodiscard]] virtual bool isWorking() const { return false; }

    /// What the window's own actions add to the view.
    virtual void setTools(const ViewTools&) {}
    /// While a search runs the last result stays, dimmed.
    void setDimmed(bool dimmed);
    [[nodiscard]] bool isDimmed() const { return m_dimmed; }

    /// Shows the table twin in the picture's place, or the picture again.
    void setTableShown(bool shown);
    [[nodiscard]] bool isTableShown() const { return m_isTableShown; }

    /// How the user set the view up, to be kept between runs: simple values by name. A view adds its own to "table"
    /// and "page", takes what it knows, and leaves as it is what is missing or makes no sense.
    [[nodiscard]] virtual QVariantMap options() const;
    virtual void setOptions(const QVariantMap& options);

    /// By the suffix of `file`: png, svg, pdf. Empty = done, else what went wrong.
    [[nodiscard]] QString exportPicture(const QString& file, const PictureOptions& options = {});
    /// The same as SVG, for a file that holds more than the picture; `size` in units. There is a plan.
    [[nodiscard]] QByteArray svgPicture(const QSizeF& size);
    [[nodiscard]] QString exportData(const QString& file);  ///< CSV
    void copyPicture();
    void copyTable();

    [[nodiscard]] QSize sizeHint() const override { return {1280, 800}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {320, 200}; }

Q_SIGNALS:
    /// The user wants this question asked.
    void planRequested(const pgram::SearchRequest& request);

protected:
    /// A search began or ended.
    virtual void dimmedChanged() {}
    [[nodiscard]] Document* document() const { return m_document; }
    [[nodiscard]] SelectionModel* selection() const { return m_selection; }
    /// Tabs above the picture, one for each page, which the view has by these names; called `object` themselves.
    void makePages(const QString& object, const QStringList& names);
    /// In the language of now: of the tabs as a whole and of each.
    void titlePages(const QString& tabs, const QStringList& titles);
    /// Shows or hides the tabs of the pages.
    void setPagesShown(bool shown);
    [[nodiscard]] QString pageTitle() const;
    /// Those that a place is of: one, or two beside a cut; none = it is of all.
    [[nodiscard]] std::vector<int> stagesOf(const LessonPlace& place) const;
    [[nodiscard]] int page() const;
    /// -1 = stays.
    void showPage(int page);
    /// Places tools at the right end of the line of the tabs, from left to right: those that are not hidden. Returns
    /// false and leaves all of them unplaced if they do not fit.
    bool placeBesidePages(const std::vector<QWidget*>& tools);
    /// Above the picture, from left to right, and on in another line where there is no room: those that are not hidden.
    /// One that expands has a line of its own. Asked again whenever others are hidden or say more; else they keep
    /// their places.
    void placeControls(std::vector<QWidget*> controls);
    /// Returns true if there is something to draw: in most views a plan.
    [[nodiscard]] virtual bool hasPicture() const { return m_document->plan() != nullptr; }
    /// Returns the sentence in the place of a picture that there is not.
    [[nodiscard]] virtual QString emptyNote() const;
    /// There is something that keys and the mouse can do something with.
    [[nodiscard]] virtual bool hasKeys() { return hasPicture(); }
    /// To the stage before, after, first or last: `select` it.
    [[nodiscard]] std::vector<ViewKey> stageKeys(const std::function<void(int)>& select) const;
    [[nodiscard]] ViewKey escapeKey() const;
    /// The plan or its estimate changed: rebuild.
    virtual void refresh() = 0;
    /// Only the selection changed: repaint the overlay.
    virtual void refreshSelection() { update(); }
    /// What the view shows is news: refresh() and repaint. In a window where nobody sees the view it waits until it is
    /// shown, so that an edit costs what is visible.
    void follow();
    /// paintPicture() would paint something else now: drops the kept picture. A mere update() repaints the overlay.
    virtual void pictureChanged();
    /// Of the widget: where the picture or the table stands, beside what else the view has there.
    [[nodiscard]] virtual QRect pictureArea() const;
    /// Returns the place of the table: that of the picture if it is shown instead of the picture, else nothing.
    [[nodiscard]] virtual QRect tableArea() const { return m_isTableShown ? pictureArea() : QRect(); }
    /// Returns the table twin as a widget, which is made when it is first needed.
    [[nodiscard]] QTableView* tableView();
    /// Shows the table in its place.
    void placeTable();
    /// The picture on the screen, which is kept: marks follow the mouse at frame rate however much it shows.
    virtual void paintShown(QPainter& painter);
    /// Marks that belong to the screen and not to the picture: selection, hover, cursors.
    virtual void paintOverlay(QPainter&) {}
    /// What a row of the table is of, for the selection; nothing = the row selects nothing.
    [[nodiscard]] virtual std::optional<Selection> selectionOfRow(int) const { return std::nullopt; }
    /// Adds what can be done with the thing at `position`, or, without a position, with the one that the keyboard is
    /// at. The menu closes when the plan changes, so that its actions may refer to the plan of now.
    virtual void fillMenu(QMenu&, const std::optional<QPointF>& position) { static_cast<void>(position); }
    /// Above and below a picture in a file: of which plan it is, and what its figures rest on.
    [[nodiscard]] virtual PictureCaption pictureCaption() const;
    /// What is selected, or what the keyboard is at, for those who do not see the picture.
    [[nodiscard]] virtual QString spokenSelection() const;
    /// What did not come from the background, and why.
    void showProblem(const Error& error);
    /// Says it to a screen reader; the same again is not news.
    void announce(const QString& text);
    /// Escape has something to end here, a drag, a mark or a selection, before it is the window's. A search that runs
    /// is ended before a selection.
    [[nodiscard]] virtual bool ownsEscape() const { return !m_dimmed && m_selection->current() != Selection{}; }
    /// Returns the area of what the keyboard's menu is about; empty where nothing is selected.
    [[nodiscard]] virtual QRectF menuAnchor() { return {}; }
    /// Returns the units of height that a picture in `area` lacks to be read; a file that has no height of its own
    /// grows by them.
    [[nodiscard]] virtual double missingHeight(const QRectF&) const { return 0; }
    /// What a tooltip at `position` says, rich text; empty = none.
    [[nodiscard]] virtual QString tipAt(const QPointF&) { return {}; }

    /// The left button went down.
    virtual void pressed(const QPointF&, Qt::KeyboardModifiers) {}
    /// The mouse moves while it is down. `moved`: by how much, once that is more than a hand shakes.
    virtual void dragged(const QPointF&, const std::optional<QPointF>& moved) { static_cast<void>(moved); }
    /// `clicked`: the mouse has not been dragged meanwhile.
    virtual void released(const QPointF&, bool clicked) { static_cast<void>(clicked); }
    /// pointer() is another one while no button is down.
    virtual void hovered() { update(); }
    /// Where the mouse is, if it is over the view.
    [[nodiscard]] const std::optional<QPointF>& pointer() const { return m_pointer; }
    /// Where the button went down; only while it is.
    [[nodiscard]] const QPointF& pressedAt() const { return m_press.from(); }

    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// What the kept picture follows from beside what the view shows.
    struct Look {
        QSize size;
        QRect area;
        qreal ratio = 1;
        qint64 palette = 0;
        QFont font;
        bool operator==(const Look&) const = default;
    };

    void catchUp();
    void makeTable();
    [[nodiscard]] Picture pictureOf(const QSizeF& size, const PictureOptions& options);
    [[nodiscard]] QSizeF pictureSize(const PictureOptions& options) const;
    [[nodiscard]] QSizeF readableSize(QSizeF size, const PictureOptions& options) const;
    [[nodiscard]] PictureCaption captionFor(const PictureOptions& options) const;

    Document* m_document;
    SelectionModel* m_selection;
    QAction* m_asTable;
    QStringList m_pages;
    QTabBar* m_tabs = nullptr;  ///< null = the view has one page
    std::vector<QWidget*> m_controls;
    int m_controlsHeight = 0;
    PanGesture m_press;
    std::optional<QPointF> m_pointer;
    FigureTable m_figures;
    QTableView* m_tableView = nullptr;
    bool m_isTableShown = false;
    Worker m_copying{Priority::Immediate};  ///< of a large table
    bool m_focusByKey = false;              ///< the keyboard brought the focus here: show where it is
    bool m_dimmed = false;
    bool m_behind = false;  ///< refresh() waits for the view to be shown
    Look m_look;            ///< of m_picture
    QPixmap m_picture;      ///< null = to be painted
};

}  // namespace pgram
