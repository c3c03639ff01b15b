// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tabs above the picture of a view that has several pages. GUI thread only.
#pragma once

#include <QTabBar>

namespace pgram {

class PageTabs : public QTabBar {
    Q_OBJECT
public:
    PageTabs(const QString& name, int pages, QWidget* view) : QTabBar(view)
    {
        setObjectName(name);
        setDrawBase(false);
        setExpanding(false);
        for (int page = 0; page < pages; ++page) {
            addTab(QString());
        }
    }

    void setTitles(const QString& name, const QStringList& titles)
    {
        setAccessibleName(name);
        for (int page = 0; page < count(); ++page) {
            setTabText(page, titles[page]);
        }
    }

    /// At the top of its view.
    void place() { setGeometry(0, 0, parentWidget()->width(), sizeHint().height()); }
    /// What is left of the view below.
    [[nodiscard]] QRect below() const { return parentWidget()->rect().adjusted(0, sizeHint().height(), 0, 0); }
};

}  // namespace pgram
