// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/pane_focus.h"
#include "widgets/shell/actions/type_size.h"
#include "widgets/shell/frame/view_area.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/shell/window/full_screen.h"
#include "widgets/shell/window/main_window.h"
#include "widgets/shell/window/menus/menus.h"
#include "widgets/shell/window/named_layouts.h"

namespace pgram {

namespace {

using Arrangement = ViewArea::Arrangement;

ActionSpec viewRow(View* view)
{
    return {.id = QStringLiteral("view-") + view->viewName(),
            .text = view->viewTitle(),
            .run =
                [view](const WindowParts& w) {
                    w.views->setCurrent(view);
                    view->setFocus();
                },
            .found = Words::tr("Go to %1").arg(view->viewTitle())};
}

std::vector<ActionSpec> viewRows(const WindowParts& window)
{
    std::vector<ActionSpec> rows;
    for (const ViewPlace place : allPlaces) {
        const auto number = rows.size() + 1;
        rows.push_back({.id = QStringLiteral("place-%1").arg(number),
                        .text = QStringLiteral("&%1 %2").arg(number).arg(placeTitle(place)),
                        .keys = {QKeySequence(QStringLiteral("Ctrl+%1").arg(number))},
                        .run =
                            [place](const WindowParts& w) {
                                if (w.views->place() == place) {
                                    w.views->showNextOfPlace();
                                } else {
                                    w.views->setPlace(place);
                                }
                                w.views->current()->setFocus();
                            },
                        .isOn = [place](const WindowParts& w) { return w.views->place() == place; },
                        .isChoice = true,
                        .found = Words::tr("Go to %1").arg(placeTitle(place))});
    }
    std::vector<ActionSpec> inPlaces;
    std::vector<ActionSpec> more;
    for (View* view : window.views->views()) {
        (placeOfView(view->viewName()) == ViewPlace::More ? more : inPlaces).push_back(viewRow(view));
    }
    rows.push_back(submenu("views", Words::tr("&All Views"), std::move(inPlaces)));
    rows.push_back(submenu("more", Words::tr("&More"), std::move(more)));
    rows.push_back(row("grid", Words::tr("Views Side by &Side"),
                       [](auto& w) {
                           const bool isGrid = w.views->arrangement() == Arrangement::Grid;
                           w.views->setArrangement(isGrid ? Arrangement::Tabs : Arrangement::Grid);
                       },
                       {.icon = "grid", .keys = {Qt::CTRL | Qt::Key_G}, .toolBar = 41, .isOn = [](auto& w) {
                            return w.views->arrangement() == Arrangement::Grid;
                        }}));
    return rows;
}

std::vector<ActionSpec> zoomRows()
{
    const QString none = Reasons::tr("no other zoom was shown");
    return {
        row("timeBack", Words::tr("Zoom &Back"), [](auto& w) { w.bench->time.goBack(); },
            {.keys = {Qt::ALT | Qt::Key_Left}, .needs = {{[](auto& w) { return w.bench->time.canGoBack(); }, none}}}),
        row("timeForward", Words::tr("Zoom For&ward"), [](auto& w) { w.bench->time.goForward(); },
            {.keys = {Qt::ALT | Qt::Key_Right},
             .needs = {{[](auto& w) { return w.bench->time.canGoForward(); }, none}}}),
        row("timeAll", Words::tr("Zoom to the Whole St&ep"),
            [](auto& w) {
                w.bench->time.settle();
                w.bench->time.showAll();
            },
            {.keys = {Qt::ALT | Qt::Key_Home},
             .needs = {{[](auto& w) { return !w.bench->time.showsAll(); }, Reasons::tr("the whole step is shown")}}}),
    };
}

std::vector<ActionSpec> layoutRows()
{
    const QString titles[] = {Words::tr("&Explore"), Words::tr("&Compare"), Words::tr("&Teach")};
    std::vector<ActionSpec> rows;
    for (const LayoutName name : allLayouts) {
        rows.push_back({.id = QStringLiteral("layout-") + layoutKey(name),
                        .text = titles[rows.size()],
                        .keys = {QKeySequence(QStringLiteral("Ctrl+Alt+%1").arg(rows.size() + 1))},
                        .run = [name](const WindowParts& w) { w.layouts->use(name); },
                        .isOn = [name](const WindowParts& w) { return w.layouts->current() == name; },
                        .isChoice = true});
    }
    rows.push_back({});
    rows.push_back(
        row("resetLayout", Words::tr("&Reset Layout"), [](auto& w) { w.layouts->reset(); }, {.icon = "reset"}));
    return rows;
}

std::vector<ActionSpec> typeRows()
{
    const auto resize = [](int steps) {
        return [steps](const WindowParts& w) { w.type->set(typeSizeAfter(w.type->percent(), steps)); };
    };
    const QString usual = Reasons::tr("the type has its usual size");
    return {
        row("largerType", Words::tr("&Larger"), resize(1),
            {.keys = {Qt::CTRL | Qt::Key_Plus, Qt::CTRL | Qt::Key_Equal},
             .needs = {{[](auto& w) { return w.type->percent() < typeSizes.back(); },
                        Reasons::tr("text is already at its largest size")}}}),
        row("smallerType", Words::tr("&Smaller"), resize(-1),
            {.keys = {Qt::CTRL | Qt::Key_Minus},
             .needs = {{[](auto& w) { return w.type->percent() > typeSizes.front(); }, usual}}}),
        row("usualType", Words::tr("&Usual Size"), [](auto& w) { w.type->set(typeSizes.front()); },
            {.keys = {Qt::CTRL | Qt::Key_0},
             .needs = {{[](auto& w) { return w.type->percent() != typeSizes.front(); }, usual}}}),
    };
}

std::vector<ActionSpec> themeRows()
{
    std::vector<ActionSpec> rows;
    for (const auto& [name, title] : {std::pair{"system", Words::tr("As the &System")},
                                      std::pair{"light", Words::tr("&Light")}, std::pair{"dark", Words::tr("&Dark")}}) {
        const QString key = QString::fromLatin1(name);
        rows.push_back({.id = QStringLiteral("theme-") + key,
                        .text = title,
                        .run = [key](const WindowParts& w) { w.window->chooseTheme(key); },
                        .isOn = [key](const WindowParts& w) { return w.window->theme() == key; },
                        .isChoice = true});
    }
    return rows;
}

std::vector<ActionSpec> languageRows()
{
    std::vector<LanguageInfo> all{{QString(), Words::tr("As the &System")}};
    all.insert(all.end(), languages().begin(), languages().end());
    std::vector<ActionSpec> rows;
    for (const auto& [code, name] : all) {
        rows.push_back({.id = QStringLiteral("language-") + code,
                        .text = name,
                        .run = [code = code](const WindowParts& w) { w.window->chooseLanguage(code); },
                        .isOn = [code = code](const WindowParts& w) { return w.window->language() == code; },
                        .isChoice = true});
    }
    return rows;
}

std::vector<ActionSpec> paneRows()
{
    return {row("nextPane", Words::tr("&Next Pane"), [](auto& w) { w.panes->move(1); }, {.keys = {Qt::Key_F6}}),
            row("previousPane", Words::tr("Pre&vious Pane"), [](auto& w) { w.panes->move(-1); },
                {.keys = {Qt::SHIFT | Qt::Key_F6}})};
}

}  // namespace

ActionSpec viewMenu(const WindowParts& window)
{
    const std::vector<std::vector<ActionSpec>> groups{
        viewRows(window),
        zoomRows(),
        dockRows(window, DockMenu::View),
        {submenu("layout", Words::tr("&Layout"), layoutRows()), submenu("type", Words::tr("Type Si&ze"), typeRows()),
         row("fullScreen", Words::tr("&Full Screen"), [](auto& w) { w.fullScreen->toggle(); },
             {.keys = {Qt::Key_F11}, .isOn = [](auto& w) { return w.fullScreen->isOn(); }})},
        paneRows(),
        {submenu("theme", Words::tr("&Theme"), themeRows()),
         submenu("language", Words::tr("Lan&guage"), languageRows())}};
    ActionSpec menu = submenu("view", Words::tr("&View"), {});
    for (const std::vector<ActionSpec>& group : groups) {
        if (!menu.rows.empty()) {
            menu.rows.push_back({});
        }
        menu.rows.insert(menu.rows.end(), group.begin(), group.end());
    }
    return menu;
}

}  // namespace pgram
