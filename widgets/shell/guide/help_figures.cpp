// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/help_figures.h"

#include "core/frameworks/properties.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"

#include <QCoreApplication>
#include <QStringList>

#include <set>

namespace pgram {

namespace {

struct HelpPageText {
    Q_DECLARE_TR_FUNCTIONS(HelpPage)
};

QString text(const std::string& utf8)
{
    return qs(utf8);
}

QString line(const QStringList& cells)
{
    QStringList safe;
    for (QString cell : cells) {
        // An empty cell would join the one before it.
        safe.append(cell.isEmpty() ? QStringLiteral("–") : cell.replace(QLatin1Char('|'), QLatin1Char('/')));
    }
    return QStringLiteral("| %1 |\n").arg(safe.join(QStringLiteral(" | ")));
}

/// `right`: the first of the columns of numbers, which stand at the right.
QString head(const QStringList& titles, int right)
{
    QStringList rules;
    for (int i = 0; i < titles.size(); ++i) {
        rules.append(i < right ? QStringLiteral(":---") : QStringLiteral("---:"));
    }
    return line(titles) + line(rules);
}

QString suiteRow(const SuiteResult& result)
{
    const ErrorStatistics& errors = result.errors;
    const bool any = errors.n > 0;
    const QString name =
        result.suite == "overall" ? QStringLiteral("**%1**").arg(HelpPageText::tr("all")) : text(result.suite);
    return line({name, QString::number(errors.n), QString::number(result.skipped),
                 any ? percentText(errors.mape) : QString(), any ? percentText(errors.p90) : QString(),
                 any ? signedPercent(errors.bias) : QString()});
}

QString suiteTable(const Side& side)
{
    QString table = head({HelpPageText::tr("Suite"), HelpPageText::tr("Runs"), HelpPageText::tr("Skipped"),
                          HelpPageText::tr("Mean"), QStringLiteral("p90"), HelpPageText::tr("Bias")},
                         1);
    for (const SuiteResult& suite : side.suites) {
        table += suiteRow(suite);
    }
    return table + suiteRow(side.overall);
}

QString skippedTable(const Validation& validation)
{
    QString table = head({HelpPageText::tr("Reason"), HelpPageText::tr("Runs")}, 1);
    for (const auto& [reason, count] : validation.skipped) {
        table += line({coreText(reason), QString::number(count)});
    }
    return table;
}

QString constantRow(const QString& owner, const char* name, const Constant& constant, const char* unit)
{
    return line({owner, QString::fromLatin1(name), QString::number(constant.value, 'g', 4), QString::fromUtf8(unit),
                 provenanceText(constant.provenance), text(constant.provenance.source)});
}

QString constantHead(const QString& owner)
{
    return head({owner, HelpPageText::tr("Constant"), HelpPageText::tr("Value"), HelpPageText::tr("Unit"),
                 HelpPageText::tr("Origin"), HelpPageText::tr("On what")},
                6);
}

/// Of the presets that the runs are estimated with.
QString deviceTable(const FidelityData& data)
{
    std::set<std::string> presets;
    for (const Measurement& row : data.rows) {
        presets.insert(DeviceCatalogue::presetOf(row.gpu));
    }
    QString table = constantHead(HelpPageText::tr("Device"));
    for (const std::string& name : presets) {
        const Cluster* cluster = data.devices.preset(name);
        if (cluster == nullptr) {
            continue;
        }
        const Device& device = cluster->device;
        const QString owner = text(device.name);
        table += constantRow(owner, "gemm_efficiency", device.gemmEfficiency, "");
        if (device.peakFp8 > 0) {
            table += constantRow(owner, "fp8_efficiency", device.fp8Efficiency, "");
        }
        if (device.peakFp4 > 0) {
            table += constantRow(owner, "fp4_efficiency", device.fp4Efficiency, "");
        }
        table += constantRow(owner, "attention_efficiency", device.attentionEfficiency, "");
        table += constantRow(owner, "scan_efficiency", device.scanEfficiency, "");
        table += constantRow(owner, "memory_efficiency", device.memoryEfficiency, "");
        table += constantRow(owner, "launch_s", device.launchSeconds, "s");
        table += constantRow(owner, "overlap_slowdown", cluster->overlapSlowdown, "");
        for (const LinkLevel& link : cluster->links) {
            const QString level = QStringLiteral("%1, %2").arg(owner, text(link.name));
            table += constantRow(level, "efficiency", link.efficiency, "");
            if (link.startup.value > 0) {
                table += constantRow(level, "startup_s", link.startup, "s");
            }
        }
    }
    return table;
}

QString frameworkTable(const FidelityData& data)
{
    QString table = constantHead(HelpPageText::tr("Framework"));
    for (const FrameworkFamily& family : data.devices.frameworks()) {
        const QString owner = text(family.name);
        for (const FamilyConstant& row : familyConstants()) {
            const Constant& constant = family.*row.constant;
            if (row.always || !constant.provenance.kind.empty()) {
                const std::string_view unit = row.unit;
                table += constantRow(owner, row.key, constant, unit == "s" || unit == "B" ? row.unit : "");
            }
        }
    }
    return table;
}

QString deviceNames(const FidelityData& data)
{
    std::set<std::string> names;
    for (const KnownRun& run : data.runs) {
        names.insert(run.gpu);
    }
    QStringList list;
    for (const std::string& name : names) {
        list.append(text(name));
    }
    return list.join(QStringLiteral(", "));
}

/// What each framework can run, one section each, with the places where it says so.
QString targetSections()
{
    QString text;
    for (const Target* target : targets()) {
        text +=
            QStringLiteral("## %1 (%2)\n\n").arg(QString::fromUtf8(target->title), QString::fromUtf8(target->version));
        text +=
            head({HelpPageText::tr("Property"), HelpPageText::tr("What it can run"), HelpPageText::tr("Source")}, 3);
        for (const TargetProperty& property : propertiesOf(*target)) {
            text += line({coreText(property.name), coreText(property.value), QString::fromUtf8(property.source)});
        }
        for (const TargetRule& rule : target->rules) {
            text += line({HelpPageText::tr("does not run"), coreText(rule.what), QString::fromUtf8(rule.source)});
        }
        text += QLatin1Char('\n');
    }
    return text;
}

}  // namespace

std::map<QString, QString> figuresOf(const FidelityData* data)
{
    std::map<QString, QString> figures{{QStringLiteral("coverage"), QString::number(100 * bandCoverage)},
                                       {QStringLiteral("band_runs"), QString::number(bandRuns)},
                                       {QStringLiteral("targets"), targetSections()}};
    const QString waiting = HelpPageText::tr("*the figures are being computed*");
    for (const char* place : {"rows", "time", "memory", "skipped", "devices", "frameworks", "gpus"}) {
        figures[QString::fromLatin1(place)] = waiting;
    }
    if (data == nullptr) {
        return figures;
    }
    figures[QStringLiteral("rows")] = QString::number(data->rows.size());
    figures[QStringLiteral("time")] = suiteTable(data->validation.time);
    figures[QStringLiteral("memory")] = suiteTable(data->validation.memory);
    figures[QStringLiteral("skipped")] = skippedTable(data->validation);
    figures[QStringLiteral("devices")] = deviceTable(*data);
    figures[QStringLiteral("frameworks")] = frameworkTable(*data);
    figures[QStringLiteral("gpus")] = deviceNames(*data);
    return figures;
}

}  // namespace pgram
