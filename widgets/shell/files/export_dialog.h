// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a plan is as files of another program, before they are written: the files to read, what the program refuses of
// the plan, and the best plan that it runs in its place. GUI thread only.
#pragma once

#include "core/exchange/format.h"
#include "widgets/document/plan_document.h"
#include "widgets/shell/settings/settings.h"
#include "widgets/work/fidelity_library.h"
#include "widgets/work/worker.h"

#include <QDialog>

#include <map>

class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QKeyEvent;

namespace pgram {

class StatusArea;

/// A plan as files of one format.
struct PlanExport {
    std::vector<NamedFile> files;                 ///< the first one is the configuration; empty = it cannot be written
    std::vector<Text> refused;                    ///< what the framework cannot run of the plan
    std::shared_ptr<const SearchRecord> nearest;  ///< whose plan the files are of; null = of the plan itself
    Text remark;                                  ///< what the nearest plan takes, or why there are no files
    bool stopped = false;                         ///< the search for `nearest` was stopped
};

class ExportDialog : public QDialog {
    Q_OBJECT
public:
    /// `plan`: not edited while the dialog is open. `proposal`: folder and beginning of the name that is proposed. All
    /// outlive it.
    ExportDialog(const PlanDocument& plan, const FidelityLibrary* fidelity, Settings* settings, const QString& proposal,
                 QWidget* parent);

    void choose(const Format& format);
    [[nodiscard]] const Format& format() const { return *m_format; }
    /// Null until it is worked out.
    [[nodiscard]] const PlanExport* found() const;
    /// Those that are to be written: one file, or what lies in a folder.
    [[nodiscard]] std::vector<NamedFile> files() const;
    /// The file or the folder.
    [[nodiscard]] QString path() const;
    /// Remembers the format; asks before anything is replaced.
    void accept() override;

protected:
    /// Escape stops a search before it closes the dialog.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void build();
    [[nodiscard]] QWidget* buildPreview();
    void prepare();
    void searchNearest();
    [[nodiscard]] bool isSearching() const;
    void take(const Format* format, PlanExport found);
    void refresh();
    void refreshFiles();
    void refreshPreview();
    void propose();
    void browse();

    std::shared_ptr<const Plan> m_plan;
    std::shared_ptr<const Estimate> m_estimate;
    const FidelityLibrary* m_fidelity;
    Settings* m_settings;
    QString m_proposal;
    const Format* m_format = nullptr;
    std::map<const Format*, PlanExport> m_found;
    QListWidget* m_formats;
    QLabel* m_head;
    QLabel* m_verdict;
    QListWidget* m_refused;
    QLabel* m_remark;
    QListWidget* m_files;
    QPlainTextEdit* m_preview;
    QLineEdit* m_path;
    QCheckBox* m_alone;  ///< the configuration alone
    QPushButton* m_export;
    StatusArea* m_status;                  ///< progress of the search, with Stop
    Worker m_writer{Priority::Immediate};  ///< writes the plan as it is
    Worker m_search{Priority::Planner};    ///< searches the nearest plan, which somebody waits for
};

}  // namespace pgram
