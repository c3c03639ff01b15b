// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/appearance.h"

#include "widgets/theme/app_style.h"
#include "widgets/theme/color.h"

#include <QApplication>

#include <algorithm>
#include <array>

namespace pgram {

namespace {

/// The few colours that a palette is made of.
struct Shades {
    QRgb window, base, alternate, button, text, muted, disabled, line, accent, accentText, link, tip;
};

constexpr Shades lightShades{0xfff3f4f6, 0xffffffff, 0xfff7f8fa, 0xfffcfcfd, 0xff1b222c, 0xff5b6675,
                             0xffa2aab5, 0xffc9ced6, 0xff2c68ad, 0xffffffff, 0xff1f5fa8, 0xffffffff};
constexpr Shades darkShades{0xff20242a, 0xff181b20, 0xff1d2127, 0xff2c3139, 0xffe4e7eb, 0xffa0aab7,
                            0xff6a7380, 0xff3b424c, 0xff3572b8, 0xffffffff, 0xff7db3ee, 0xff2c3139};

QPalette paletteOf(const Shades& s)
{
    QPalette palette(QColor(s.text), QColor(s.button), QColor(s.base), QColor(s.line).darker(140), QColor(s.line),
                     QColor(s.text), QColor(s.accentText), QColor(s.base), QColor(s.window));
    palette.setColor(QPalette::AlternateBase, QColor(s.alternate));
    palette.setColor(QPalette::Midlight, QColor(s.button));
    palette.setColor(QPalette::Highlight, QColor(s.accent));
    palette.setColor(QPalette::HighlightedText, QColor(s.accentText));
    palette.setColor(QPalette::Link, QColor(s.link));
    palette.setColor(QPalette::LinkVisited, QColor(s.link));
    palette.setColor(QPalette::ToolTipBase, QColor(s.tip));
    palette.setColor(QPalette::ToolTipText, QColor(s.text));
    palette.setColor(QPalette::PlaceholderText, QColor(s.muted));
    palette.setColor(QPalette::Shadow, QColor(0, 0, 0, 60));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, QColor(s.disabled));
    }
    palette.setColor(QPalette::Disabled, QPalette::Base, QColor(s.window));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(s.line));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, QColor(s.disabled));
    return palette;
}

/// In the order of ThemeChoice.
constexpr std::array themeNames{QLatin1StringView("system"), QLatin1StringView("light"), QLatin1StringView("dark")};

}  // namespace

ThemeChoice themeFromName(const QString& name)
{
    const auto found = std::ranges::find(themeNames, name);
    return found == themeNames.end() ? ThemeChoice::System : static_cast<ThemeChoice>(found - themeNames.begin());
}

QString themeName(ThemeChoice choice)
{
    return themeNames[static_cast<std::size_t>(choice)];
}

QPalette lightPalette()
{
    return paletteOf(lightShades);
}

QPalette darkPalette()
{
    return paletteOf(darkShades);
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::WindowText).lightness() > palette.color(QPalette::Window).lightness();
}

QPalette systemPalette(const QPalette& desktop, const QPalette& ofStyle)
{
    constexpr double readable = 4.5;  // WCAG 2, 1.4.3
    const auto reads = [&desktop](QPalette::ColorRole text, QPalette::ColorRole ground) {
        return contrast(desktop.color(text), desktop.color(ground)) >= readable;
    };
    const bool speaks = desktop != ofStyle;
    if (speaks && reads(QPalette::WindowText, QPalette::Window) && reads(QPalette::Text, QPalette::Base) &&
        reads(QPalette::ButtonText, QPalette::Button) && reads(QPalette::HighlightedText, QPalette::Highlight)) {
        return desktop;
    }
    return isDark(desktop) ? darkPalette() : lightPalette();
}

void applyTheme(ThemeChoice choice)
{
    if (qobject_cast<const AppStyle*>(QApplication::style()) == nullptr) {
        QApplication::setStyle(new AppStyle);
    }
    if (choice == ThemeChoice::System) {
        QApplication::setPalette(QPalette());  // Back to the desktop's own, to see what it is.
        QApplication::setPalette(systemPalette(QApplication::palette(), QApplication::style()->standardPalette()));
        return;
    }
    QApplication::setPalette(choice == ThemeChoice::Dark ? darkPalette() : lightPalette());
}

QColor mutedText(const QPalette& palette)
{
    return mixed(palette.color(QPalette::Text), palette.color(QPalette::Base), 0.32);
}

QColor hairline(const QPalette& palette)
{
    return mixed(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.16);
}

QColor toneColor(Tone tone, const QPalette& palette)
{
    // Good, Bad, Warning on a light and on a dark ground.
    constexpr QRgb colors[][2] = {{0xff006e5b, 0xff5cc4a8}, {0xffb32d1c, 0xfff28d7b}, {0xff8a5a00, 0xffe8b95a}};
    return tone == Tone::Note ? palette.color(QPalette::Link)
                              : QColor(colors[static_cast<std::size_t>(tone)][isDark(palette) ? 1 : 0]);
}

}  // namespace pgram
