// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of the views for the help, painted by the views themselves, so that they are never out of date: of plans of
// the help's own, which are searched when they are first asked for. GUI thread only.
#pragma once

#include "widgets/document/workbench.h"

#include <QHash>
#include <QImage>
#include <QTemporaryDir>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace pgram {

class View;

class HelpPictures : public QObject {
    Q_OBJECT
public:
    /// `of`: whose presets the plans are made of, and whose measured runs are shown; it outlives this.
    explicit HelpPictures(Workbench* of, QObject* parent = nullptr);
    ~HelpPictures() override;

    /// Null where there is no such view, or no plan.
    [[nodiscard]] QImage picture(const QString& name, const QSize& size, qreal ratio);

Q_SIGNALS:
    /// A view that was asked for has worked out what was missing in its picture.
    void changed();

private:
    void makeViews();
    void showScenario(const QString& scenario);
    /// Answers a small study once, for the view of studies.
    void openStudy();
    void follow();

    Workbench* m_of;
    std::unique_ptr<Workbench> m_bench;  ///< null = nobody has asked yet
    std::unique_ptr<QWidget> m_room;     ///< holds the views; never shown
    std::vector<View*> m_views;
    QHash<QString, int> m_rows;            ///< of the scenarios' plans in the session
    std::optional<QTemporaryDir> m_study;  ///< has the results of the study
    std::vector<View*> m_working;
    QTimer m_watch;
};

}  // namespace pgram
