// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A page of the help in a window of its own, beside the program's. GUI thread only.
#pragma once

#include "widgets/runner/fidelity_library.h"

#include <QDialog>

class QTextBrowser;
class QTextDocument;

namespace pgram {

class Language;

class HelpWindow : public QDialog {
    Q_OBJECT
public:
    /// `library` and `language` outlive the window.
    HelpWindow(FidelityLibrary* library, const Language* language, QWidget* parent = nullptr);

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    FidelityLibrary* m_library;
    const Language* m_language;
    QTextBrowser* m_browser;
    QTextDocument* m_page = nullptr;  ///< that the browser shows
};

}  // namespace pgram
