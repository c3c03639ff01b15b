// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The choice of a schedule, or of several to search. GUI thread only.
#pragma once

#include "core/search/search.h"

#include <QComboBox>

namespace pgram {

class ScheduleBox : public QComboBox {
    Q_OBJECT
public:
    explicit ScheduleBox(QWidget* parent = nullptr);

    /// Shows what the request asks for.
    void showRequest(const SearchRequest& request);
    /// Makes the request ask for what is shown: one schedule, or several, which are those that it names, else all.
    void applyTo(SearchRequest& request) const;
    void retranslate();

private:
    std::vector<Schedule> m_several;  ///< what the last entry stands for
};

}  // namespace pgram
