// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/file_kind.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

namespace pgram {

namespace {

constexpr qint64 beginning = 256;            // our own formats name themselves in their first members
constexpr qint64 largestForeign = 16 << 20;  // bytes: what others write is small

QStringList profileNames()
{
    return {QStringLiteral("computation_profiling_*.json"), QStringLiteral("memory_profiling_*.json")};
}

FileKind foreignKind(const QByteArray& text)
{
    const QJsonObject object = QJsonDocument::fromJson(text).object();
    const auto has = [&](const char* key) { return object.contains(QLatin1StringView(key)); };
    if (has("pp_deg") && has("tp_sizes_enc")) {
        return FileKind::GalvatronPlan;
    }
    return has("model_type") || has("architectures") ? FileKind::HuggingFaceModel : FileKind::Plan;
}

}  // namespace

QString profileFolder(const QString& path)
{
    const QFileInfo info(path);
    if (info.isDir()) {
        return QDir(path).entryList(profileNames(), QDir::Files).isEmpty() ? QString() : path;
    }
    return QDir::match(profileNames(), info.fileName()) ? info.absolutePath() : QString();
}

FileKind fileKind(const QString& path)
{
    if (!profileFolder(path).isEmpty()) {
        return FileKind::GalvatronProfiles;
    }
    if (QFileInfo(path).isDir()) {
        return FileKind::Folder;
    }
    QFile file(path);
    // What comes through a pipe can be read only once, and a device may have no end.
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly)) {
        return FileKind::Plan;
    }
    const QByteArray head = file.peek(beginning);
    for (const auto& [format, kind] : {std::pair{"\"parallelogram-plan\"", FileKind::Plan},
                                       {"\"parallelogram-scenario\"", FileKind::Scenario},
                                       {"\"parallelogram-model\"", FileKind::Model},
                                       {"\"parallelogram-cluster\"", FileKind::Cluster}}) {
        if (head.contains(format)) {
            return kind;
        }
    }
    return file.size() > largestForeign ? FileKind::Plan : foreignKind(file.readAll());
}

}  // namespace pgram
