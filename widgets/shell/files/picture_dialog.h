// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How large a picture file is, before the file is asked for: as on the screen, or for a paper in millimetres, points
// and dots per inch. It remembers what was chosen. GUI thread only.
#pragma once

#include "widgets/shell/settings/settings.h"
#include "widgets/views/common/picture_export.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;

namespace pgram {

class QuantityEdit;

class PictureDialog : public QDialog {
    Q_OBJECT
public:
    /// `settings` outlives it.
    PictureDialog(Settings* settings, QWidget* parent);

    [[nodiscard]] PictureOptions options() const;
    /// Remembers them.
    void accept() override;

private:
    void addWidth(QFormLayout* form);
    [[nodiscard]] QuantityEdit* addNumber(QFormLayout* form, const QString& label, SettingId id, const QString& suffix,
                                          const QString& unset);
    void useWidth();

    Settings* m_settings;
    QComboBox* m_columns;  ///< its data are millimetres; 0 = as on the screen, less = another width
    QuantityEdit* m_width;
    QuantityEdit* m_height;
    QuantityEdit* m_type;
    QuantityEdit* m_dpi;
    QCheckBox* m_captioned;
};

}  // namespace pgram
