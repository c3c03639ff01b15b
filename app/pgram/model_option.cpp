// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/pgram/model_option.h"

#include "app/pgram/console.h"
#include "core/exchange/format.h"
#include "core/exchange/hub_name.h"

#include <filesystem>
#include <fmt/format.h>

namespace pgram::cli {

namespace {

/// Returns the format of a file that holds a model of another program; null: it is another file.
const Format* foreignModel(const ForeignFile& file)
{
    const Format* format = recognise(file);
    const bool holds = format != nullptr && format->holds == Content::Model && format->read != nullptr;
    return holds ? format : nullptr;
}

}  // namespace

Result<Architecture> modelOfOption(const PresetStore& store, const std::string& nameOrFile)
{
    Result<Architecture> own = store.model(nameOrFile);
    std::error_code failed;
    if (own) {
        return own;
    }
    if (!std::filesystem::exists(nameOrFile, failed)) {
        const std::string preset = presetOfHub(nameOrFile, store);
        return preset.empty() ? own
                              : badInput(fmt::format("there is no model or file '{}'", nameOrFile.substr(0, 80)),
                                         "--model", fmt::format("The preset {} is the model of that name", preset));
    }
    if (!std::filesystem::is_regular_file(nameOrFile, failed)) {
        return own;
    }
    const Result<ForeignFile> file = openForeign(nameOrFile);
    const Format* format = file ? foreignModel(*file) : nullptr;
    if (format == nullptr) {
        return own;
    }
    return readAs(*format, *file, ReadContext{store}).map([&nameOrFile](Reading&& read) {
        for (const ValueNote& assumed : read.assumed) {
            printMessage(fmt::format("{}: assumed: {} = {} ({})", nameOrFile, assumed.what, assumed.value,
                                     assumed.why.english()));
        }
        return std::move(std::get<FoundModel>(read.found).model);
    });
}

}  // namespace pgram::cli
