// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Plans as files of other programs, for tests: written, looked into and read again.
#pragma once

#include "core/exchange/format.h"
#include "core/exchange/launch_folder.h"
#include "tests/core/uniform_plans.h"

#include <QTemporaryDir>

#include <algorithm>
#include <string>

namespace pgram::test {

inline const Format& formatNamed(const std::string& name)
{
    return *loaded(parseFormat(name));
}

inline const std::string& contentOf(const std::vector<NamedFile>& files, const std::string& name)
{
    const auto found = std::ranges::find(files, name, &NamedFile::name);
    if (found == files.end()) {
        qFatal("no file %s", name.c_str());
    }
    return found->content;
}

inline bool says(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

inline Plan uniformPlanOf(const std::string& model, const std::string& cluster)
{
    return UniformPlans(1, {.zero = {1}, .context = false, .hybrid = false}).plan(model, cluster);
}

/// What is written, read again. Errors: those of both ways, and that another format is taken for it.
inline Result<Reading> readBack(const Format& format, const Plan& plan)
{
    const Result<std::vector<NamedFile>> files = writeAs(format, plan);
    if (!files) {
        return tl::unexpected(files.error());
    }
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    if (const auto saved = saveFiles(*files, files->size() == 1 ? path / files->front().name : path); !saved) {
        return tl::unexpected(saved.error());
    }
    const ForeignFile file = loaded(openForeign(path / files->front().name));
    if (const Format* known = recognise(file); known == nullptr || known->read != format.read) {
        return badInput(Core::tr("is not recognised"), files->front().name);
    }
    const std::string& framework = plan.training.framework.name;
    ReadContext context{shippedPresets(), &plan.model, &plan.cluster};
    context.framework = framework.empty() ? "none" : framework;
    return readAs(format, file, context);
}

}  // namespace pgram::test
