// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Everything that the window remembers between runs: one table of keys with their defaults.
#pragma once

#include <QSettings>
#include <QVariant>

#include <vector>

namespace pgram {

enum class SettingId {
    WindowGeometry,
    WindowState,  ///< of the docks in the Explore layout
    CompareState,
    TeachState,
    Layout,    ///< layoutKey()
    TypeSize,  ///< in percent
    TeachTypeSize,
    Theme,        ///< "system", "light", "dark"
    Language,     ///< "" = the system's, "en", "zh_CN"
    ViewLayout,   ///< "tabs", "grid"
    CurrentView,  ///< View::viewName()
    CompareView,  ///< CompareView::option()
    RecentFiles,
    LastFolder,
    PlansHeader,  ///< column widths, order and sorting
};

struct Setting {
    SettingId id;
    const char* key;
    QVariant fallback;  ///< its type is the setting's type
};

/// The table, in the order of SettingId.
[[nodiscard]] const std::vector<Setting>& settingsTable();

class Settings {
public:
    /// The user's own file.
    Settings();
    explicit Settings(const QString& file);

    /// The stored value, or the fallback where none is stored or what is stored has another type.
    [[nodiscard]] QVariant get(SettingId id) const;
    void set(SettingId id, const QVariant& value);
    [[nodiscard]] QString text(SettingId id) const { return get(id).toString(); }

private:
    QSettings m_store;
};

}  // namespace pgram
