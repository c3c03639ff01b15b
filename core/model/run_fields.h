// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fields of a run of layers: one table of what each is called in a file and on the screen, how large it may be, and
// which kinds of layer have it. Files are read and written by it, and the window's editor shows it.
#pragma once

#include "core/base/error.h"
#include "core/base/json_fwd.h"
#include "core/model/architecture.h"

#include <span>

namespace pgram {

inline constexpr std::int64_t mostModelLayers = 4096;
inline constexpr std::int64_t longestSequence = 1 << 24;
inline constexpr std::int64_t largestVocabulary = 1 << 24;
/// A file gives the published vocabulary and the multiple that it is padded to; this one where it gives none.
inline constexpr std::int64_t usualVocabularyMultiple = 128;

struct RunField {
    enum class Type {
        Name,        ///< the run's own
        Count,       ///< number of layers
        Size,        ///< `size`
        Vocabulary,  ///< published number of tokens or classes, and the multiple to which it is padded
        Switch,      ///< `flag`
        Norm,        ///< a name of Norm
        Mixer,       ///< a name of Mixer
        Sharing,     ///< one set of parameters for all layers of the run
        Run,         ///< the name of a run before it, or none
    };
    const char* key;  ///< in files
    Type type;
    Phrase title;
    Phrase meaning;  ///< one line
    unsigned usedBy;
    unsigned requiredBy = 0;
    std::int64_t most = 0;
    std::int64_t LayerSpec::*size = nullptr;
    bool LayerSpec::*flag = nullptr;
    unsigned mixers = ~0U;  ///< mixers of the layers that have it, a bit each

    /// Returns true if a figure or a check of such a layer depends on the field.
    [[nodiscard]] bool isUsedBy(LayerKind kind) const;
    /// Returns true if those of this layer may depend on the field: by its kind and its mixer.
    [[nodiscard]] bool isUsedBy(const LayerSpec& run) const;
    /// Returns true if a file must give the field.
    [[nodiscard]] bool isRequiredBy(LayerKind kind) const;
    /// Returns true if the value is a number.
    [[nodiscard]] bool isNumber() const
    {
        return type == Type::Count || type == Type::Size || type == Type::Vocabulary;
    }
    [[nodiscard]] std::int64_t leastIn(LayerKind kind) const;
};

/// In the order of files.
[[nodiscard]] std::span<const RunField> runFields();
/// Null: there is none.
[[nodiscard]] const RunField* runField(std::string_view key);
/// All of them, in the order of LayerKind.
[[nodiscard]] std::span<const LayerKind> layerKinds();

/// Returns the size that a reader assumes if the file does not give it.
[[nodiscard]] std::int64_t impliedSize(const RunField& field, const LayerSpec& run);
/// Parses typed text: a number with k or M, a switch as true or false, else a text. Empty: null, which
/// leaves it to the reader. Errors: no number from the field's least to its most; empty where a file must give it.
[[nodiscard]] Result<Json> typedValue(const RunField& field, LayerKind kind, std::string_view typed);

}  // namespace pgram
