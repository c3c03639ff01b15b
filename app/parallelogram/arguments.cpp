// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/parallelogram/arguments.h"

#include "widgets/shell/frame/dock_layouts.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/views/all_views.h"

#include <QCommandLineParser>

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace pgram {

namespace {

constexpr int smallestSide = 200;
constexpr int largestSide = 16384;

const QCommandLineOption helpOption{{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("This text.")};
const QCommandLineOption versionOption{QStringLiteral("version"), QStringLiteral("The version.")};
const QCommandLineOption screenshotOption{
    QStringLiteral("screenshot"), QStringLiteral("Draw the window into a PNG and quit."), QStringLiteral("FILE")};
const QCommandLineOption renderOption{
    QStringLiteral("render"),
    QStringLiteral("Draw one view of the plan and quit; needs --out. \"memory:devices\" draws a page of a view, "
                   "\"compare\" takes several plans."),
    QStringLiteral("VIEW")};
const QCommandLineOption outOption{QStringLiteral("out"), QStringLiteral("What --render writes: png, svg or pdf."),
                                   QStringLiteral("FILE")};
const QCommandLineOption viewOption{
    QStringLiteral("view"),
    QStringLiteral("The view in front, or \"grid\" for all; \"memory:devices\" is a page of one."),
    QStringLiteral("NAME")};
const QCommandLineOption layoutOption{QStringLiteral("layout"), QStringLiteral("explore, compare or teach."),
                                      QStringLiteral("NAME")};
const QCommandLineOption themeOption{QStringLiteral("theme"), QStringLiteral("system, light or dark."),
                                     QStringLiteral("NAME")};
const QCommandLineOption langOption{
    {QStringLiteral("lang"), QStringLiteral("language")}, QStringLiteral("en or zh_CN."), QStringLiteral("CODE")};
const QCommandLineOption sizeOption{QStringLiteral("size"), QStringLiteral("Of the window or picture: 1280x800."),
                                    QStringLiteral("WxH")};
const QCommandLineOption scaleOption{
    QStringLiteral("scale"), QStringLiteral("Device pixels for each pixel, 1 to 4; --render draws a PNG with 2."),
    QStringLiteral("FACTOR")};
const QCommandLineOption captionOption{QStringLiteral("caption"),
                                       QStringLiteral("What --render writes below the view, instead of its own words."),
                                       QStringLiteral("TEXT")};
const QCommandLineOption noCaptionOption{QStringLiteral("no-caption"),
                                         QStringLiteral("--render draws the view alone, without title and caption.")};
const QCommandLineOption widthOption{
    QStringLiteral("width"),
    QStringLiteral("Of a figure that --render draws for a paper: in millimetres, or single (84), 1.5 (129) or double "
                   "(174) for columns of a journal."),
    QStringLiteral("MM")};
const QCommandLineOption heightOption{
    QStringLiteral("height"), QStringLiteral("The same; else as --size has its proportions."), QStringLiteral("MM")};
const QCommandLineOption typeOption{
    QStringLiteral("type-size"), QStringLiteral("Of the text of what --render draws, 4 to 24."), QStringLiteral("PT")};
const QCommandLineOption dpiOption{QStringLiteral("dpi"),
                                   QStringLiteral("Of a PNG that --render draws, 48 to 2400; with --width else 300."),
                                   QStringLiteral("DPI")};
const QCommandLineOption lessonOption{QStringLiteral("lesson"),
                                      QStringLiteral("Open a lesson: a name of `pgram lesson list`, or a file."),
                                      QStringLiteral("NAME")};
const QCommandLineOption stepOption{QStringLiteral("step"), QStringLiteral("Of the lesson, from 1."),
                                    QStringLiteral("N")};
const QCommandLineOption handoutOption{
    QStringLiteral("handout"),
    QStringLiteral("Write the lesson of --lesson for printing into an html or pdf file, and quit."),
    QStringLiteral("FILE")};
const QCommandLineOption solutionsOption{QStringLiteral("solutions"),
                                         QStringLiteral("With --handout: the sheet of solutions.")};
const QCommandLineOption reportOption{
    QStringLiteral("report"),
    QStringLiteral("Write a report of the plans, one or several side by side, into an "
                   "HTML file that stands alone, and quit."),
    QStringLiteral("FILE")};

constexpr int mostSteps = 100;

/// In words of the command line, which speaks English alone.
tl::unexpected<Error> badInput(std::string what, Place where, std::string todo = {})
{
    return pgram::badInput(Text(std::move(what)), std::move(where), Text(std::move(todo)));
}

Result<QSize> parseSize(const QString& text)
{
    const QStringList sides = text.split(QLatin1Char('x'));
    const QSize size = sides.size() == 2 ? QSize(sides[0].toInt(), sides[1].toInt()) : QSize();
    const auto usable = [](int side) { return side >= smallestSide && side <= largestSide; };
    if (!usable(size.width()) || !usable(size.height())) {
        return badInput(fmt::format("'{}' is no size", text.toStdString()), "--size",
                        "Write it as 1280x800, 200 to 16384");
    }
    return size;
}

QString withColumnWidth(const QString& text)
{
    const auto* column =
        std::ranges::find(columnWidths, text, [](const ColumnWidth& each) { return QLatin1StringView(each.name); });
    return column == columnWidths.end() ? text : QString::number(column->millimetres);
}

/// Between `least` and `most`; `unit` may stand behind it. Nothing where it is not given.
Result<std::optional<double>> parseNumber(const QCommandLineParser& parser, const QCommandLineOption& option,
                                          double least, double most, const char* unit = "")
{
    if (!parser.isSet(option)) {
        return std::nullopt;
    }
    const QString text = withColumnWidth(parser.value(option));
    const QString unitText = QString::fromLatin1(unit);
    bool good = false;
    const double number = (text.endsWith(unitText) ? text.chopped(unitText.size()) : text).toDouble(&good);
    if (!good || !(number >= least && number <= most)) {
        return badInput(fmt::format("'{}' is no {}", text.toStdString(), option.names().constFirst().toStdString()),
                        "--" + option.names().constFirst().toStdString(),
                        fmt::format("Write a number from {} to {}", least, most));
    }
    return number;
}

Result<void> checkNames(const Arguments& arguments)
{
    const QStringList themes{{}, QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")};
    if (!themes.contains(arguments.theme)) {
        return badInput(fmt::format("there is no theme '{}'", arguments.theme.toStdString()), "--theme",
                        "Use system, light or dark");
    }
    const QString view = arguments.view.section(QLatin1Char(':'), 0, 0);
    const QStringList views = QStringList{QStringLiteral("start"), QStringLiteral("grid")} + viewNames();
    if (!view.isEmpty() && !views.contains(view)) {
        return badInput(fmt::format("there is no view '{}'", view.toStdString()), "--view",
                        "The views are " + views.join(QStringLiteral(", ")).toStdString());
    }
    if (!arguments.layout.isEmpty() && !layoutFromKey(arguments.layout)) {
        return badInput(fmt::format("there is no layout '{}'", arguments.layout.toStdString()), "--layout",
                        "Use explore, compare or teach");
    }
    const bool known =
        arguments.language.isEmpty() || std::ranges::any_of(languages(), [&](const LanguageInfo& language) {
            return language.code == arguments.language;
        });
    if (!known) {
        return badInput(fmt::format("there is no language '{}'", arguments.language.toStdString()), "--lang",
                        "Use en or zh_CN");
    }
    if (arguments.picture.caption && !arguments.picture.captioned) {
        return badInput("it has no place in a picture without one", "--caption", "Leave out --no-caption");
    }
    if (!arguments.render.isEmpty() && (arguments.out.isEmpty() || arguments.plans.empty())) {
        return badInput("it needs a plan file and --out FILE", "--render");
    }
    if (!arguments.report.isEmpty() && arguments.plans.empty()) {
        return badInput("it needs a plan file", "--report");
    }
    return {};
}

/// How --render draws; `scale` as it is given, else 0.
Result<PictureOptions> parsePicture(const QCommandLineParser& parser, double scale)
{
    for (const auto* option :
         {&captionOption, &noCaptionOption, &widthOption, &heightOption, &typeOption, &dpiOption}) {
        if (parser.isSet(*option) && !parser.isSet(renderOption)) {
            return badInput("it is of pictures that --render draws", "--" + option->names().constFirst().toStdString());
        }
    }
    PictureOptions picture;
    picture.captioned = !parser.isSet(noCaptionOption);
    if (parser.isSet(captionOption)) {
        picture.caption = parser.value(captionOption);
    }
    const auto width = parseNumber(parser, widthOption, leastFigure, mostFigure, "mm");
    const auto height = parseNumber(parser, heightOption, leastFigure, mostFigure, "mm");
    const auto type = parseNumber(parser, typeOption, leastType, mostType, "pt");
    const auto dpi = parseNumber(parser, dpiOption, leastDpi, mostDpi);
    for (const auto* given : {&width, &height, &type, &dpi}) {
        if (!*given) {
            return tl::unexpected(given->error());
        }
    }
    if (*height && !*width) {
        return badInput("it needs --width", "--height");
    }
    if (*dpi && scale > 0) {
        return badInput("both say how many pixels there are", "--dpi", "Leave out --scale");
    }
    picture.width = width->value_or(0);
    picture.height = height->value_or(0);
    picture.typeSize = type->value_or(0);
    if (scale > 0) {
        picture.scale = scale;
    } else if (*dpi || *width) {
        picture.setDpi(dpi->value_or(usualDpi));
    }
    return picture;
}

}  // namespace

Result<Arguments> parseArguments(const QStringList& list)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Explorer of hybrid-parallel training strategies."));
    parser.addPositionalArgument(QStringLiteral("PLAN"),
                                 QStringLiteral("Plan files to open, results of a study, or traces."),
                                 QStringLiteral("[PLAN…]"));
    parser.addOptions({helpOption,      versionOption, viewOption,       layoutOption,   themeOption, langOption,
                       sizeOption,      scaleOption,   screenshotOption, renderOption,   outOption,   captionOption,
                       noCaptionOption, widthOption,   heightOption,     typeOption,     dpiOption,   reportOption,
                       lessonOption,    stepOption,    handoutOption,    solutionsOption});
    if (!parser.parse(list)) {
        return badInput(parser.errorText().toStdString(), {}, "See --help");
    }
    Arguments arguments;
    if (parser.isSet(helpOption)) {
        // The parser names the program by the application, which does not exist yet.
        arguments.answer =
            parser.helpText().replace(QStringLiteral("<executable_name>"), QStringLiteral("parallelogram"));
    } else if (parser.isSet(versionOption)) {
        arguments.answer = QStringLiteral("parallelogram " PARALLELOGRAM_VERSION "\n");
    }
    arguments.plans = parser.positionalArguments();
    arguments.screenshot = parser.value(screenshotOption);
    arguments.render = parser.value(renderOption);
    arguments.out = parser.value(outOption);
    arguments.view = parser.value(viewOption);
    arguments.layout = parser.value(layoutOption);
    arguments.theme = parser.value(themeOption);
    arguments.language = parser.value(langOption);
    arguments.report = parser.value(reportOption);
    arguments.lesson = parser.value(lessonOption);
    arguments.handout = parser.value(handoutOption);
    arguments.solutions = parser.isSet(solutionsOption);
    if (!arguments.handout.isEmpty() && arguments.lesson.isEmpty()) {
        return badInput("needs a lesson", "--handout", "Name one with --lesson; 'pgram lesson list' names all");
    }
    if (parser.isSet(sizeOption)) {
        const auto size = parseSize(parser.value(sizeOption));
        if (!size) {
            return tl::unexpected(size.error());
        }
        arguments.size = *size;
    }
    const auto scale = parseNumber(parser, scaleOption, 1, 4);
    if (!scale) {
        return tl::unexpected(scale.error());
    }
    arguments.scale = scale->value_or(0);
    const auto step = parseNumber(parser, stepOption, 1, mostSteps);
    if (!step) {
        return tl::unexpected(step.error());
    }
    arguments.step = static_cast<int>(step->value_or(1));
    const auto picture = parsePicture(parser, arguments.scale);
    if (!picture) {
        return tl::unexpected(picture.error());
    }
    arguments.picture = *picture;
    if (const auto checked = checkNames(arguments); !checked) {
        return tl::unexpected(checked.error());
    }
    return arguments;
}

}  // namespace pgram
