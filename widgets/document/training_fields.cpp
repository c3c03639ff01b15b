// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/document/training_fields.h"

#include "core/model/encoder.h"
#include "core/model/run_fields.h"
#include "core/model/tuning.h"
#include "widgets/document/core_text.h"
#include "widgets/document/scenario_text.h"
#include "widgets/document/texts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <utility>

namespace pgram {

namespace {

using Kind = ScenarioField::Kind;

const ScenarioField precision{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Precision"),
    .name = "precision",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) { return static_cast<qint64>(s.request.training.precision); },
    .set = [](ScenarioState& s, qint64 value) { choosePrecision(s, static_cast<Precision>(value)); },
    .text = [](const ScenarioState&, qint64 value) { return precisionTitle(static_cast<Precision>(value)); },
    .values = [](const ScenarioState&) { return valuesOf(precisions(), &PrecisionRow::precision); },
    .isInSummary = true,
};

const ScenarioField gradients{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Gradients"),
    .name = "scenarioGradients",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) -> qint64 { return s.gradientBytes; },
    .set =
        [](ScenarioState& s, qint64 bytes) {
            s.gradientBytes = static_cast<int>(bytes);
            choosePrecision(s, s.request.training.precision);
        },
    .text =
        [](const ScenarioState&, qint64 bytes) {
            return fieldName(bytes == 4 ? QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "kept in FP32")
                                        : QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "kept in 16 bit"));
        },
    .values =
        [](const ScenarioState&) {
            return std::vector<qint64>{4, 2};
        },
    .isEnabled = [](const SearchRequest& r) { return r.training.elementBytes() == 2; },
    .follows = "precision",
};

const ScenarioField optimizer{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Optimizer"),
    .name = "scenarioOptimizer",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) { return static_cast<qint64>(s.request.training.optimizer); },
    .set = [](ScenarioState& s, qint64 value) { s.request.training.optimizer = static_cast<Optimizer>(value); },
    .text = [](const ScenarioState&,
               qint64 value) { return QString::fromLatin1(optimizerRow(static_cast<Optimizer>(value)).title); },
    .values = [](const ScenarioState&) { return valuesOf(optimizers(), &OptimizerRow::optimizer); },
    .isInSummary = true,
};

/// Bytes of an element of the optimizer's states, and whether 16-bit weights have a copy of 32 bits beside them.
constexpr std::array statesChoices{std::pair(4, true), std::pair(2, true), std::pair(4, false), std::pair(2, false)};

const ScenarioField states{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Optimizer states"),
    .name = "states",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) -> qint64 {
        const std::pair now(s.request.training.stateBytes, s.request.training.masterWeights);
        return std::ranges::find(statesChoices, now) - statesChoices.begin();
    },
    .set =
        [](ScenarioState& s, qint64 index) {
            std::tie(s.request.training.stateBytes, s.request.training.masterWeights) = statesChoices[at(index)];
        },
    .text =
        [](const ScenarioState&, qint64 index) {
            const auto& [bytes, masterWeights] = statesChoices[at(index)];
            return statesTitle(bytes, masterWeights);
        },
    .values =
        [](const ScenarioState&) {
            return std::vector<qint64>{0, 1, 2, 3};
        },
};

bool hasAdapters(const SearchRequest& request)
{
    return request.training.tuning.method != TuningMethod::All;
}

const ScenarioField tuning{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Fine-tuning"),
    .name = "tuning",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) { return static_cast<qint64>(s.request.training.tuning.method); },
    .set =
        [](ScenarioState& s, qint64 value) {
            Tuning& of = s.request.training.tuning;
            const auto method = static_cast<TuningMethod>(value);
            of = method == TuningMethod::All ? Tuning() : of;
            of.method = method;
            Preference& preference = s.request.training.preference;
            const bool isOnHost = method != TuningMethod::All && preference == Preference::Host;
            preference = isOnHost ? Preference::Device : preference;
        },
    .text = [](const ScenarioState&, qint64 value) { return tuningTitle(static_cast<TuningMethod>(value)); },
    .values =
        [](const ScenarioState&) {
            return std::vector<qint64>{0, 1, 2};
        },
    .isInSummary = true,
};

const ScenarioField preference{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Preference"),
    .name = "preference",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) { return static_cast<qint64>(s.request.training.preference); },
    .set = [](ScenarioState& s, qint64 value) { s.request.training.preference = static_cast<Preference>(value); },
    .text = [](const ScenarioState&, qint64 value) { return preferenceTitle(static_cast<Preference>(value)); },
    .values =
        [](const ScenarioState& s) {
            return hasAdapters(s.request) ? std::vector<qint64>{0, 1, 2} : std::vector<qint64>{0, 1, 2, 3};
        },
    .tip = QT_TRANSLATE_NOOP("pgram::ScenarioPanel",
                             "Preference tuning (DPO) on pairs of a chosen and a rejected sequence, and the place of "
                             "its reference model. Adapters take their base without adapters"),
};

const ScenarioField rank{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Rank"),
    .name = "rank",
    .kind = Kind::Count,
    .get = [](const ScenarioState& s) -> qint64 { return s.request.training.tuning.rank; },
    .set = [](ScenarioState& s, qint64 value) { s.request.training.tuning.rank = static_cast<int>(value); },
    .tip = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Width of the adapters: 8, 16, 64"),
    .least = 1,
    .most = mostRank,
    .isShown = hasAdapters,
    .follows = "tuning",
};

const ScenarioField adapters{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Adapters"),
    .name = "scenarioAdapters",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) { return static_cast<qint64>(s.request.training.tuning.targets); },
    .set = [](ScenarioState& s,
              qint64 value) { s.request.training.tuning.targets = static_cast<AdapterTargets>(value); },
    .text = [](const ScenarioState&, qint64 value) { return adaptersTitle(static_cast<AdapterTargets>(value)); },
    .values =
        [](const ScenarioState&) {
            return std::vector<qint64>{0, 1, 2};
        },
    .isShown = hasAdapters,
    .follows = "tuning",
};

bool hasEncoder(const SearchRequest& request)
{
    return encoderRuns(request.model) > 0;
}

QString trainedTitle(bool isFrozen)
{
    return isFrozen ? fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "frozen"))
                    : fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "trained"));
}

const ScenarioField images{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Images"),
    .name = "images",
    .kind = Kind::Count,
    .get = [](const ScenarioState& s) -> qint64 { return imagesOf(s.request.model); },
    .set =
        [](ScenarioState& s, qint64 count) {
            if (const Result<Architecture> model = withImages(s.request.model, count)) {
                s.request.model = *model;
            }
        },
    .tip = QT_TRANSLATE_NOOP("pgram::ScenarioPanel",
                             "Images or clips of a sample; their tokens are among those of the sequence"),
    .least = 1,
    .most = 1024,
    .isShown = hasEncoder,
};

const ScenarioField encoder{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Encoder"),
    .name = "encoder",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) -> qint64 { return isEncoderFrozen(s.request.model) ? 1 : 0; },
    .set = [](ScenarioState& s, qint64 value) { s.request.model = withEncoderFrozen(s.request.model, value == 1); },
    .text = [](const ScenarioState&, qint64 value) { return trainedTitle(value == 1); },
    .values =
        [](const ScenarioState&) {
            return std::vector<qint64>{0, 1};
        },
    .isShown = hasEncoder,
};

const ScenarioField projector{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Projector"),
    .name = "projector",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) -> qint64 { return isProjectorFrozen(s.request.model) ? 1 : 0; },
    .set = [](ScenarioState& s, qint64 value) { s.request.model = withProjectorFrozen(s.request.model, value == 1); },
    .text = [](const ScenarioState&, qint64 value) { return trainedTitle(value == 1); },
    .values =
        [](const ScenarioState&) {
            return std::vector<qint64>{0, 1};
        },
    .isShown = [](const SearchRequest& r) { return projectorRuns(r.model) > 0; },
};

const ScenarioField loss{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Loss"),
    .name = "scenarioLoss",
    .kind = Kind::Choice,
    .get = [](const ScenarioState& s) { return static_cast<qint64>(s.request.training.loss); },
    .set = [](ScenarioState& s, qint64 value) { s.request.training.loss = static_cast<LossKind>(value); },
    .text = [](const ScenarioState&, qint64 value) { return lossTitle(static_cast<LossKind>(value)); },
    .values =
        [](const ScenarioState&) {
            return std::vector<qint64>{0, 1, 2};
        },
    .follows = "framework",
};

const ScenarioField documents{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Documents"),
    .name = "documents",
    .kind = Kind::Text,
    .get =
        [](const ScenarioState& s) {
            const std::string& text = s.request.training.documents.text();
            return text.empty() ? 0 : static_cast<qint64>(std::hash<std::string>()(text));
        },
    .text =
        [](const ScenarioState& s, qint64) {
            const DocumentLengths& lengths = s.request.training.documents;
            return lengths.isEmpty() ? fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "one per sample"))
                                     : qs(lengths.text());
        },
    .tip = QT_TRANSLATE_NOOP("pgram::ScenarioPanel",
                             "Tokens of the documents in a packed sample: 2048, 256-4096, 512x3,2048 or "
                             "lognormal:600,4000 (median, 95th percentile); with padded: in front, samples are padded "
                             "to the longest of a micro-batch"),
    .typed = [](const ScenarioState& s) { return qs(s.request.training.documents.text()); },
    .read =
        [](ScenarioState& s, const QString& typed) {
            return DocumentLengths::parse(typed.trimmed().toStdString()).map([&s](DocumentLengths lengths) {
                s.request.training.documents = std::move(lengths);
            });
        },
    .isEnabled =
        [](const SearchRequest& r) {
            return std::ranges::any_of(r.model.runs,
                                       [](const LayerSpec& run) { return run.heads > 0 && run.tokens == 0; });
        },
};

const ScenarioField imbalance{
    .label = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "Imbalance"),
    .name = "imbalance",
    .kind = Kind::Percent,
    .get = [](const ScenarioState& s) { return percentOf(s.request.training.expertLoad - 1); },
    .set = [](ScenarioState& s, qint64 percent) { s.request.training.expertLoad = 1 + shareOf(percent); },
    .text =
        [](const ScenarioState& s, qint64 percent) {
            return percent > 0 ? percentText(s.request.training.expertLoad - 1)
                               : fieldName(QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "balanced"));
        },
    .tip = QT_TRANSLATE_NOOP("pgram::ScenarioPanel", "How many more rows the busiest rank's experts get than the mean"),
    .most = percentOf(greatestExpertLoad - 1),
    .step = 10,
    .leastIsWord = true,
    .isShown = [](const SearchRequest& r) { return hasExperts(r.model); },
};

}  // namespace

std::vector<ScenarioField> trainingFields()
{
    return {tuning,    rank,      adapters,  preference, images, encoder,   projector,
            precision, gradients, optimizer, states,     loss,   documents, imbalance};
}

}  // namespace pgram
