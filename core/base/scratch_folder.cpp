// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/scratch_folder.h"

#include <cerrno>
#include <cstdlib>
#include <fmt/format.h>

namespace pgram {

Result<ScratchFolder> ScratchFolder::make(const std::string& purpose)
{
    const char* chosen = std::getenv("TMPDIR");
    const std::filesystem::path parent = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
    std::string name = (parent / fmt::format("pgram-{}-XXXXXX", purpose)).string();
    if (::mkdtemp(name.data()) == nullptr) {
        return badInput(Core::tr("cannot have a temporary folder: {}", systemText(errno)), parent.string(),
                        Core::tr("Let TMPDIR name a folder that can be written"));
    }
    return ScratchFolder(std::move(name));
}

ScratchFolder::~ScratchFolder()
{
    if (!m_path.empty()) {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
}

}  // namespace pgram
