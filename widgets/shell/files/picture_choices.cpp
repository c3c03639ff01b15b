// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/picture_choices.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace pgram {

namespace {

struct PictureChoicesText {
    Q_DECLARE_TR_FUNCTIONS(PictureChoices)
};

}  // namespace

std::vector<PictureChoice> pictureChoices()
{
    return {{PictureChoicesText::tr("Pictures (*.png *.svg *.pdf)"), {}},
            {PictureChoicesText::tr("PNG (*.png)"), QStringLiteral("png")},
            {PictureChoicesText::tr("SVG, its text can be edited (*.svg)"), QStringLiteral("svg")},
            {PictureChoicesText::tr("PDF, one page (*.pdf)"), QStringLiteral("pdf")}};
}

QString withSuffix(const QString& file, const PictureChoice& choice)
{
    const QFileInfo info(file);
    if (choice.suffix.isEmpty() || info.suffix().toLower() == choice.suffix) {
        return file;
    }
    static const QStringList known{QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf")};
    const bool replace = known.contains(info.suffix().toLower());
    const QString stem = replace ? file.chopped(info.suffix().size() + 1) : file;
    return QStringLiteral("%1.%2").arg(stem, choice.suffix);
}

}  // namespace pgram
