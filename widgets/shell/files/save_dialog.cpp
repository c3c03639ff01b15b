// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/save_dialog.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>

namespace pgram {

namespace {

struct SaveDialogText {
    Q_DECLARE_TR_FUNCTIONS(SaveDialog)
};

}  // namespace

bool mayReplace(QWidget* window, const QString& title, const QString& file)
{
    QMessageBox question(QMessageBox::Warning, title,
                         SaveDialogText::tr("%1 exists already.").arg(QFileInfo(file).fileName()),
                         QMessageBox::NoButton, window);
    question.setInformativeText(QFileInfo(file).isDir()
                                    ? SaveDialogText::tr("Files of the same names in it are overwritten.")
                                    : SaveDialogText::tr("Replacing it overwrites its contents."));
    for (QLabel* label : question.findChildren<QLabel*>()) {
        label->setTextFormat(Qt::PlainText);  // A name may look like HTML.
    }
    const auto* replace = question.addButton(SaveDialogText::tr("Replace"), QMessageBox::DestructiveRole);
    auto* cancel = question.addButton(SaveDialogText::tr("Cancel"), QMessageBox::RejectRole);
    question.setDefaultButton(cancel);
    question.setEscapeButton(cancel);
    question.exec();
    return question.clickedButton() == replace;
}

QString askSaveFile(QWidget* window, const SaveQuestion& question)
{
    QString proposal = question.proposal;
    QString chosen;
    for (;;) {
        const QString named = QFileDialog::getSaveFileName(window, question.title, proposal, question.filters, &chosen);
        QString file = named.isEmpty() ? QString() : question.complete(named, chosen);
        if (file == named || !QFileInfo::exists(file) || mayReplace(window, question.title, file)) {
            return file;
        }
        proposal = file;
    }
}

std::function<QString(const QString&, const QString&)> usualSuffix(const QString& suffix)
{
    return [suffix](const QString& name, const QString&) {
        return QFileInfo(name).suffix().isEmpty() ? QStringLiteral("%1.%2").arg(name, suffix) : name;
    };
}

}  // namespace pgram
