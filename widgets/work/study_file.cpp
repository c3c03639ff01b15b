// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/work/study_file.h"

#include "core/base/check.h"
#include "core/base/index.h"
#include "core/base/json.h"

#include <QFileInfo>

#include <filesystem>

namespace pgram {

namespace {

std::filesystem::path nativePath(const QString& path)
{
    return std::filesystem::path(path.toStdU16String());
}

/// Returns the file of results of a study file. Errors: there is none, or it belongs to another study.
Result<std::filesystem::path> resultsOf(const std::filesystem::path& file)
{
    PGRAM_TRY(const Study study, loadStudy(file));
    const std::string name = file.stem().string() + ".sqlite";
    const std::string command = "pgram study " + file.string();
    const std::string elsewhere = command + " --results FILE";
    for (const std::filesystem::path& folder : {file.parent_path(), std::filesystem::current_path()}) {
        std::error_code failed;
        if (!std::filesystem::exists(folder / name, failed)) {
            continue;
        }
        PGRAM_TRY(const StudyResults results, StudyResults::openToRead(folder / name));
        if (toJson(results.study()) == toJson(study)) {
            return folder / name;
        }
        return badInput(Core::tr("has the results of another study"), (folder / name).string(),
                        Core::tr("Run: {}", elsewhere));
    }
    return badInput(Core::tr("This study has no results yet"), file.string(),
                    Core::tr("Run this command, and open {}: {}", name, command));
}

}  // namespace

StudyFile::StudyFile(QObject* parent) : QObject(parent)
{
    connect(&m_worker, &Worker::failed, this, [this](quint64, const Error& error) { Q_EMIT failed(error); });
    connect(&m_worker, &Worker::ended, this, &StudyFile::progressed);
}

Result<void> StudyFile::open(const QString& path)
{
    std::filesystem::path file = nativePath(path);
    if (file.extension() == ".json") {
        PGRAM_TRY(file, resultsOf(std::filesystem::path(file)));
    }
    PGRAM_TRY(const StudyResults results, StudyResults::openToRead(file));
    m_path = QString::fromStdU16String(file.u16string());
    m_study = std::make_unique<const Study>(results.study());
    m_table.reset();
    refresh();
    Q_EMIT changed();
    return {};
}

void StudyFile::refresh()
{
    if (m_path.isEmpty()) {
        return;
    }
    m_progress = 0;
    m_worker.start(
        [this, file = nativePath(m_path)](const std::stop_token& stop, const Worker::Post& post) -> Result<void> {
            PGRAM_TRY(StudyResults results, StudyResults::openToRead(file));
            constexpr double between = 0.02;
            double told = 0;
            const auto progress = [&](std::int64_t done, std::int64_t all) {
                const double share = static_cast<double>(done) / static_cast<double>(all);
                if (share >= told + between) {
                    told = share;
                    post([this, share] {
                        m_progress = share;
                        Q_EMIT progressed();
                    });
                }
            };
            PGRAM_TRY(StudyTable table, results.table(progress, stop));
            if (!stop.stop_requested()) {
                post([this, read = std::make_shared<const StudyTable>(std::move(table))] {
                    m_table = read;
                    m_progress = 1;
                    Q_EMIT changed();
                });
            }
            return {};
        });
    Q_EMIT progressed();
}

std::optional<Plan> StudyFile::planOf(int row, const PresetStore& store)
{
    Result<Plan> plan = StudyResults::openToRead(nativePath(m_path)).and_then([&](StudyResults results) {
        return results.planOf(m_table->ids[at(row)], store);
    });
    if (!plan) {
        Q_EMIT failed(plan.error());
        return std::nullopt;
    }
    plan->provenance.madeBy = QFileInfo(m_path).fileName().toStdString();
    return std::move(*plan);
}

}  // namespace pgram
