// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/files/file_kind.h"

#include <QFile>
#include <QFileInfo>

#include <filesystem>
#include <optional>

namespace pgram {

namespace {

constexpr qint64 beginning = 256;  // our own formats name themselves in their first members

std::optional<FileKind> ownKind(const QString& path)
{
    QFile file(path);
    const QByteArray head = file.open(QIODevice::ReadOnly) ? file.peek(beginning) : QByteArray();
    for (const auto& [format, kind] : {std::pair{"\"parallelogram-plan\"", FileKind::Plan},
                                       {"\"parallelogram-scenario\"", FileKind::Scenario},
                                       {"\"parallelogram-model\"", FileKind::Model},
                                       {"\"parallelogram-cluster\"", FileKind::Cluster}}) {
        if (head.contains(format)) {
            return kind;
        }
    }
    return {};
}

}  // namespace

KnownFile knownFile(const QString& path)
{
    const QFileInfo info(path);
    // What comes through a pipe can be read only once, and a device may have no end.
    if (!info.isDir() && !info.isFile()) {
        return {};
    }
    if (const auto own = info.isFile() ? ownKind(path) : std::nullopt) {
        return {*own};
    }
    const auto file = openForeign(std::filesystem::path(path.toStdU16String()));
    if (const Format* format = file ? recognise(*file) : nullptr) {
        return {FileKind::Foreign, format};
    }
    return {info.isDir() ? FileKind::Folder : FileKind::Plan};
}

}  // namespace pgram
