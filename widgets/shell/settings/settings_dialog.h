// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the user can choose about the program itself. A choice is used at once; the window behind stays in use. GUI
// thread only.
#pragma once

#include "widgets/shell/settings/settings.h"

#include <QDialog>

#include <vector>

class QLabel;
class QPushButton;

namespace pgram {

class SettingsDialog : public QDialog {
    Q_OBJECT
public:
    /// `settings` outlives it.
    SettingsDialog(Settings* settings, QWidget* parent);

    /// The control of a setting; null for one that the page does not show.
    [[nodiscard]] QWidget* field(SettingId id) const;

private:
    struct Row {
        SettingId id;
        QLabel* label;  ///< null where the control has its own words
        QWidget* field;
        QLabel* hint;
    };
    void addRow(std::size_t index);
    void showValue(SettingId id);
    void setDefaults();
    void retranslate();

    Settings* m_settings;
    std::vector<Row> m_rows;  ///< as in the table of the page
    QPushButton* m_defaults;
    QPushButton* m_close;
};

}  // namespace pgram
