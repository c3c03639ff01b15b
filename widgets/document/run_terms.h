// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The training run that days, money and energy are computed for, and what it may take: one for all views. GUI thread
// only.
#pragma once

#include "core/questions/run_choice.h"

#include <QObject>

namespace pgram {

struct RunAsked {
    RunQuestion question;
    RunLimits limits;
};

class RunTerms : public QObject {
    Q_OBJECT
public:
    [[nodiscard]] const RunAsked& now() const { return m_now; }
    void set(const RunAsked& asked)
    {
        m_now = asked;
        Q_EMIT changed();
    }

Q_SIGNALS:
    void changed();

private:
    RunAsked m_now;
};

}  // namespace pgram
