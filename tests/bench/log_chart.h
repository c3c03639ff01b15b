// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A chart of seconds against sizes, both on logarithmic axes, as an SVG file: panels side by side, each with its lines,
// grid, labels and measured exponents.
#pragma once

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace pgram::bench {

struct ChartLine {
    std::string name;
    std::vector<std::pair<double, double>> points;  ///< size and seconds, by growing size
};

struct ChartPanel {
    std::string title;  ///< of the horizontal axis: what grows
    std::vector<ChartLine> lines;
};

/// The exponent p of the best fit seconds = a·size^p over the line's points.
inline double exponentOf(const ChartLine& line)
{
    double x = 0;
    double y = 0;
    double xx = 0;
    double xy = 0;
    for (const auto& [size, seconds] : line.points) {
        const double u = std::log(size);
        const double v = std::log(seconds);
        x += u;
        y += v;
        xx += u * u;
        xy += u * v;
    }
    const auto n = static_cast<double>(line.points.size());
    return (n * xy - x * y) / (n * xx - x * x);
}

class LogChart {
public:
    explicit LogChart(std::vector<ChartPanel> panels) : m_panels(std::move(panels)) {}

    [[nodiscard]] bool save(const std::string& file)
    {
        const double width = static_cast<double>(m_panels.size()) * (panelWidth + gap) + gap;
        m_svg = fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0}" height="{1}" viewBox="0 0 {0} {1}" )"
                            R"(font-family="sans-serif" font-size="12">)"
                            "\n"
                            R"(<rect width="100%" height="100%" fill="white"/>)"
                            "\n",
                            width, panelHeight + 2 * gap);
        double left = gap;
        for (const ChartPanel& panel : m_panels) {
            draw(panel, left);
            left += panelWidth + gap;
        }
        m_svg += "</svg>\n";
        std::ofstream out(file);
        out << m_svg;
        out.close();
        return out.good();
    }

private:
    static constexpr double panelWidth = 400;
    static constexpr double panelHeight = 340;
    static constexpr double gap = 60;

    /// A logarithmic axis from `low` to `high`, which lie at `begin` and `end`.
    struct Axis {
        double low = 1;
        double high = 10;
        double begin = 0;
        double end = 1;
        [[nodiscard]] double at(double value) const
        {
            return begin + (end - begin) * std::log(value / low) / std::log(high / low);
        }
    };

    void text(double x, double y, const std::string& words, const char* more = "")
    {
        m_svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, more, words);
    }
    void stroke(double x1, double y1, double x2, double y2, const char* colour)
    {
        m_svg += fmt::format(R"(<line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}" stroke="{}"/>)"
                             "\n",
                             x1, y1, x2, y2, colour);
    }

    static std::string secondsText(double seconds)
    {
        return seconds < 1e-3 ? fmt::format("{:g} µs", seconds * 1e6)
               : seconds < 1  ? fmt::format("{:g} ms", seconds * 1e3)
                              : fmt::format("{:g} s", seconds);
    }

    void draw(const ChartPanel& panel, double left)
    {
        Axis x{1e300, 0, left, left + panelWidth};
        Axis y{1e300, 0, gap / 2 + panelHeight, gap / 2};
        for (const ChartLine& line : panel.lines) {
            for (const auto& [size, seconds] : line.points) {
                x.low = std::min(x.low, size);
                x.high = std::max(x.high, size);
                y.low = std::min(y.low, seconds);
                y.high = std::max(y.high, seconds);
            }
        }
        y.low = std::pow(10, std::floor(std::log10(y.low)));
        y.high = std::pow(10, std::ceil(std::log10(y.high) + 0.3));
        drawGrid(panel, x, y);
        // Paul Tol's bright scheme: told apart by colour-blind eyes, too.
        constexpr const char* colours[] = {"#4477AA", "#EE6677", "#228833", "#AA3377"};
        for (std::size_t i = 0; i < panel.lines.size(); ++i) {
            drawLine(panel.lines[i], x, y, colours[i % 4], static_cast<double>(i));
        }
    }

    void drawGrid(const ChartPanel& panel, const Axis& x, const Axis& y)
    {
        for (double decade = y.low; decade <= y.high * 1.01; decade *= 10) {
            stroke(x.begin, y.at(decade), x.end, y.at(decade), "#DDDDDD");
            text(x.begin - 6, y.at(decade) + 4, secondsText(decade), R"(text-anchor="end")");
        }
        double last = -1e300;
        for (const auto& [size, seconds] : panel.lines.front().points) {
            stroke(x.at(size), y.begin, x.at(size), y.begin + 5, "black");
            if (x.at(size) - last > 44) {
                const std::string label = size < 100 ? fmt::format("{:.3g}", size) : fmt::format("{:.0f}", size);
                text(x.at(size), y.begin + 18, label, R"(text-anchor="middle")");
                last = x.at(size);
            }
        }
        stroke(x.begin, y.begin, x.end, y.begin, "black");
        stroke(x.begin, y.begin, x.begin, y.end, "black");
        text((x.begin + x.end) / 2, y.begin + 38, panel.title, R"(text-anchor="middle" font-weight="bold")");
    }

    void drawLine(const ChartLine& line, const Axis& x, const Axis& y, const char* colour, double row)
    {
        std::string path;
        for (const auto& [size, seconds] : line.points) {
            path += fmt::format("{:.1f},{:.1f} ", x.at(size), y.at(seconds));
            m_svg += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3" fill="{}"/>)"
                                 "\n",
                                 x.at(size), y.at(seconds), colour);
        }
        m_svg += fmt::format(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="1.5"/>)"
                             "\n",
                             path, colour);
        const double top = y.end + 6 + 16 * row;
        stroke(x.begin + 10, top, x.begin + 34, top, colour);
        text(x.begin + 40, top + 4, fmt::format("{}: exponent {:.2f}", line.name, exponentOf(line)));
    }

    std::vector<ChartPanel> m_panels;
    std::string m_svg;
};

}  // namespace pgram::bench
