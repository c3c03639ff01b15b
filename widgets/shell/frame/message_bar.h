// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What went wrong or what was done, in a line of the window instead of a box in the way. GUI thread only.
#pragma once

#include "core/base/error.h"
#include "widgets/theme/appearance.h"

#include <QWidget>

#include <functional>
#include <vector>

class QVBoxLayout;

namespace pgram {

/// What somebody tried: the next try of it removes what was said of the last.
enum class Act { Other, Open, Save, Export };

struct Message {
    Tone tone = Tone::Note;
    QString text;
    QString actionText;            ///< empty = no button
    std::function<void()> action;  ///< the message goes when it is taken
    /// A second answer makes it a question, which stays until it is answered or closed by hand.
    QString otherText;
    std::function<void()> other;
    /// Several answers, each in a line below the text.
    struct Choice {
        QString text;
        std::function<void()> action;
    };
    std::vector<Choice> choices;
    Act act = Act::Other;
};

class MessageBar : public QWidget {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// Shows it below the ones that are there; the oldest goes when there are more than three. The same text is
    /// shown once. Good news without a button goes by itself after some seconds, and at the next good news.
    void post(const Message& message);
    void post(Tone tone, const QString& text, Act act = Act::Other);
    void post(const Error& error, Act act = Act::Other);
    /// What was said of the last try of this act goes; questions stay.
    void begin(Act act);
    /// Removes every message of this tone; questions stay.
    void dismiss(Tone tone);
    void dismiss(const QString& text);
    [[nodiscard]] QStringList texts() const;

    /// Calls `what` so many milliseconds later, unless `owner` is gone by then; QTimer where nothing else is set.
    using Later = std::function<void(int milliseconds, QObject* owner, const std::function<void()>& what)>;
    void setLater(Later later) { m_later = std::move(later); }

private:
    QVBoxLayout* m_rows;
    Later m_later;
};

}  // namespace pgram
