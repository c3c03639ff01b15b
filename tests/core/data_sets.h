// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Facts from outside that tests compare with: those in tests/data, and the large set that they are a part of, where
// $PARALLELOGRAM_DATA names its folder. A file that is missing from either fails the test.
#pragma once

#include "core/base/json.h"
#include "tests/core/shipped_presets.h"
#include "tests/places.h"

#include <QString>
#include <QTest>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace pgram {

inline std::filesystem::path dataFolder()
{
    return sourceFolder() / "tests" / "data";
}

/// Returns the folder of the large set; nothing if the variable is not set.
inline std::optional<std::filesystem::path> largeDataSet()
{
    const char* folder = std::getenv("PARALLELOGRAM_DATA");
    return folder != nullptr && *folder != '\0' ? std::optional<std::filesystem::path>(folder) : std::nullopt;
}

/// Returns the path of a file or a folder of `root`; ends the test with a failure if it does not exist.
inline std::filesystem::path dataFile(const std::string& name, const std::filesystem::path& root = dataFolder())
{
    std::filesystem::path file = root / name;
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
        qFatal("%s is missing: tests cannot do without it", file.string().c_str());
    }
    return file;
}

/// Adds a column `root` and one row per data set, for tests that run over tests/data and over the large set alike.
inline void addDataSets()
{
    QTest::addColumn<QString>("root");
    QTest::newRow("tests/data") << QString::fromStdString(dataFolder().string());
    if (const auto large = largeDataSet()) {
        QTest::newRow("large") << QString::fromStdString(large->string());
    }
}

/// A file of a user, with what its index expects of it.
struct UserFile {
    std::string name;
    std::string text;
    Json facts;
};

/// Returns the files of one kind, "hf" or "topo", of a data set. An index holds the text of JSON files itself.
inline std::vector<UserFile> userFiles(const std::string& kind, const QString& root)
{
    const std::filesystem::path folder = dataFile("samples/" + kind, root.toStdString());
    const Json index = jsonOf(dataFile("index.json", folder));
    std::vector<UserFile> files;
    for (const Json& facts : index["files"]) {
        const std::string name = facts["file"];
        files.push_back(
            {name, facts.contains("content") ? facts["content"].dump(2) : loaded(readTextFile(dataFile(name, folder))),
             facts});
    }
    if (files.empty()) {
        qFatal("%s has no file", folder.string().c_str());
    }
    return files;
}

}  // namespace pgram
