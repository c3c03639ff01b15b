// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/exchange/formats/rows.h"
#include "core/exchange/galvatron_plan.h"
#include "core/target/rows/rows.h"

namespace pgram {

namespace {

bool recognises(const ForeignFile& /*file*/, const Json& json)
{
    return json.contains("pp_deg") && json.contains("tp_sizes_enc");
}

Result<Reading> read(const ForeignFile& file, const ReadContext& context)
{
    const std::string where = file.path.string();
    if (context.model == nullptr || context.cluster == nullptr) {
        return badInput(Core::tr("is a Galvatron plan, which names neither its model nor its cluster"), where,
                        Core::tr("Give --model and --cluster"));
    }
    return planFromGalvatron(file.text, where, *context.model, *context.cluster).map([](GalvatronImport&& read) {
        const Degrees degrees = degreesOf(read.plan);
        return Reading{
            .found = FoundPlan{std::move(read.plan), degrees}, .summary = {}, .ignored = std::move(read.ignored)};
    });
}

Result<std::vector<NamedFile>> write(const Plan& plan, const WriteContext& /*context*/)
{
    return std::vector<NamedFile>{{galvatronFormat.usualName, planToGalvatron(plan)}};
}

}  // namespace

const Format galvatronFormat{
    .name = "galvatron",
    .title = Core::tr("Galvatron plan"),
    .what = "The plan file of Hetu-Galvatron, for a model and a cluster that it does not name.",
    .holds = Content::Plan,
    .usualName = "galvatron_config.json",
    .knownBy = "pp_deg and tp_sizes_enc",
    .recognises = recognises,
    .read = read,
    .write = write,
    .target = &galvatronTarget,
};

}  // namespace pgram
