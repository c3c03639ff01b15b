// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/base/text_file.h"
#include "core/cluster/cluster_json.h"

namespace pgram {

Result<Cluster> parseCluster(std::string_view text, const std::string& where)
{
    return parseJson(text, where).and_then([&where](const Json& json) {
        JsonObject object(json, where);
        return clusterFromJson(object);
    });
}

Result<Cluster> loadCluster(const std::filesystem::path& file)
{
    return readTextFile(file).and_then([&file](const std::string& text) { return parseCluster(text, file.string()); });
}

Result<void> saveCluster(const Cluster& cluster, const std::filesystem::path& file)
{
    return writeTextFile(file, dumped(toJson(cluster), 2) + '\n');
}

}  // namespace pgram
