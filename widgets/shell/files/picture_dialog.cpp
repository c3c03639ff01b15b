// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/picture_dialog.h"

#include "core/base/index.h"
#include "widgets/kit/quantity_edit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace pgram {

namespace {

constexpr double another = -1;       // of a combo box's data
constexpr double typeOfFigures = 8;  // points: what journals print figures with
constexpr double step = 0.5;

const Setting& settingOf(SettingId id)
{
    return settingsTable()[at(id)];
}

/// The least value of the field says that nothing is asked for.
void setRange(QuantityEdit* box, const Setting& setting)
{
    box->setNumbers(setting.least - 1, setting.most, step);
}

double valueOf(const QuantityEdit* box, SettingId id)
{
    return box->number() >= settingOf(id).least ? box->number() : 0;
}

}  // namespace

PictureDialog::PictureDialog(Settings* settings, QWidget* parent)
    : QDialog(parent),
      m_settings(settings),
      m_columns(new QComboBox),
      m_width(new QuantityEdit(QuantityEdit::Kind::Number)),
      m_dpi(new QuantityEdit(QuantityEdit::Kind::Count))
{
    setObjectName(QStringLiteral("pictureDialog"));
    setWindowTitle(tr("Export Picture"));
    auto* column = new QVBoxLayout(this);
    auto* form = new QFormLayout;
    column->addLayout(form);
    column->setSizeConstraint(QLayout::SetFixedSize);
    addWidth(form);
    m_height = addNumber(form, tr("&Height"), SettingId::PictureHeight, tr(" mm"), tr("in proportion"));
    m_type = addNumber(form, tr("&Text size"), SettingId::PictureType, tr(" pt"), tr("as on the screen"));
    const Setting& dpi = settingOf(SettingId::PictureDpi);
    m_dpi->setObjectName(QStringLiteral("dpi"));
    m_dpi->setRange(dpi.least, dpi.most);
    m_dpi->setAffixes({}, tr(" dpi"));
    m_dpi->setValue(settings->get(SettingId::PictureDpi).toInt());
    form->addRow(tr("&Resolution of PNG"), m_dpi);
    m_captioned = new QCheckBox(tr("Title and &caption"));
    m_captioned->setChecked(settings->get(SettingId::PictureCaptioned).toBool());
    form->addRow(m_captioned);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto* save = buttons->addButton(tr("&Save…"), QDialogButtonBox::AcceptRole);
    save->setDefault(true);
    column->addWidget(buttons);
    setTabOrder(m_captioned, save);
    setTabOrder(save, buttons->button(QDialogButtonBox::Cancel));
    connect(buttons, &QDialogButtonBox::accepted, this, &PictureDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &PictureDialog::reject);
    useWidth();
    save->setFocus();
}

void PictureDialog::addWidth(QFormLayout* form)
{
    m_columns->addItem(tr("As on the screen"), 0.0);
    const std::array names{tr("Single column"), tr("1.5 columns"), tr("Double column")};
    for (std::size_t i = 0; i < columnWidths.size(); ++i) {
        const double width = columnWidths[i].millimetres;
        m_columns->addItem(tr("%1, %2 mm").arg(names[i], QString::number(width)), width);
    }
    m_columns->addItem(tr("Another width"), another);
    const double width = m_settings->get(SettingId::PictureWidth).toDouble();
    const int known = m_columns->findData(width);
    m_columns->setCurrentIndex(known >= 0 ? known : m_columns->count() - 1);
    const Setting& setting = settingOf(SettingId::PictureWidth);
    m_width->setNumbers(setting.least, setting.most, step);
    m_width->setAffixes({}, tr(" mm"));
    m_width->setNumber(width > 0 ? width : columnWidths.front().millimetres);
    m_width->setAccessibleName(tr("Width in millimetres"));
    auto* line = new QWidget;
    auto* row = new QHBoxLayout(line);
    row->setContentsMargins({});
    row->addWidget(m_columns);
    row->addWidget(m_width);
    auto* label = new QLabel(tr("&Width"));
    label->setBuddy(m_columns);
    form->addRow(label, line);
    connect(m_columns, &QComboBox::currentIndexChanged, this, &PictureDialog::useWidth);
    connect(m_columns, &QComboBox::activated, this, [this] {
        if (options().width > 0 && valueOf(m_type, SettingId::PictureType) == 0) {
            m_type->setNumber(typeOfFigures);
        }
    });
}

QuantityEdit* PictureDialog::addNumber(QFormLayout* form, const QString& label, SettingId id, const QString& suffix,
                                       const QString& unset)
{
    auto* box = new QuantityEdit(QuantityEdit::Kind::Number);
    setRange(box, settingOf(id));
    box->setAffixes({}, suffix);
    box->setSpecialText(unset);
    box->setNumber(m_settings->get(id).toDouble());
    form->addRow(label, box);
    return box;
}

void PictureDialog::useWidth()
{
    const double chosen = m_columns->currentData().toDouble();
    if (chosen > 0) {
        m_width->setNumber(chosen);
    }
    m_width->setEnabled(chosen < 0);
    m_height->setEnabled(chosen != 0);
}

PictureOptions PictureDialog::options() const
{
    PictureOptions options;
    options.setDpi(static_cast<int>(m_dpi->value()));
    options.width = m_columns->currentData().toDouble() == 0 ? 0 : m_width->number();
    options.height = options.width > 0 ? valueOf(m_height, SettingId::PictureHeight) : 0;
    options.typeSize = valueOf(m_type, SettingId::PictureType);
    options.captioned = m_captioned->isChecked();
    return options;
}

void PictureDialog::accept()
{
    const PictureOptions chosen = options();
    m_settings->set(SettingId::PictureWidth, chosen.width);
    m_settings->set(SettingId::PictureHeight, valueOf(m_height, SettingId::PictureHeight));
    m_settings->set(SettingId::PictureType, chosen.typeSize);
    m_settings->set(SettingId::PictureDpi, m_dpi->value());
    m_settings->set(SettingId::PictureCaptioned, chosen.captioned);
    QDialog::accept();
}

}  // namespace pgram
