// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/picture_choices.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace pgram {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(PictureChoices)
};

}  // namespace

std::vector<PictureChoice> pictureChoices()
{
    std::vector<PictureChoice> choices{{Words::tr("Pictures (*.png *.svg *.pdf)"), {}, {}}};
    for (const int scale : {1, 2, 4}) {
        PictureOptions options;
        options.scale = scale;
        choices.push_back({Words::tr("PNG, %1× the size (*.png)").arg(scale), QStringLiteral("png"), options});
    }
    choices.push_back({Words::tr("SVG, its text can be edited (*.svg)"), QStringLiteral("svg"), {}});
    choices.push_back({Words::tr("PDF, one page (*.pdf)"), QStringLiteral("pdf"), {}});
    PictureOptions bare;
    bare.captioned = false;
    choices.push_back({Words::tr("Without title and caption (*.png *.svg *.pdf)"), {}, bare});
    return choices;
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
