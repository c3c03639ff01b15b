// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a widget does when its language, font or palette changes, said where it is made. GUI thread only.
#pragma once

#include <QEvent>

#include <functional>

class QWidget;

namespace pgram {

/// Calls `react` for each such event of the widget, before its own changeEvent(), as long as it lives.
void onChange(QWidget* widget, std::initializer_list<QEvent::Type> changes, std::function<void()> react);
/// Calls `say` now, and after every change of language.
void inEveryLanguage(QWidget* widget, std::function<void()> say);

}  // namespace pgram
