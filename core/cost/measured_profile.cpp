// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/cost/layer_profile.h"

#include <algorithm>
#include <iterator>

namespace pgram {

namespace {

/// Returns the ratio; 1 if there is nothing to compare.
double ratio(double to, double from)
{
    return from > 0 && to > 0 ? to / from : 1;
}

/// Converts a measurement to another shape and training by the ratio of the two analytic profiles.
class Measurement {
public:
    Measurement(const LayerSpec& layer, const MeasuredLayer& measured, const ShardShape& shard,
                const Training& training, const Device& device, int pipeline)
        : m_layer(layer),
          m_measured(measured),
          m_shard(shard),
          m_training(training),
          m_device(device),
          m_pipeline(pipeline),
          m_profile(analyticProfile(layer, shard, training, device, pipeline))
    {}

    LayerProfile profile()
    {
        setSeconds();
        setKept();
        setParameters();
        return m_profile;
    }

private:
    [[nodiscard]] Training trainingMeasured() const
    {
        Training training = m_training;
        training.precision = m_measured.precision;
        return training;
    }

    [[nodiscard]] bool isLikeMeasured() const
    {
        if (m_shard.behind > 0) {
            return false;
        }
        const std::int64_t tokens = tokensOf(m_layer, m_shard.sequence);
        return m_training.precision == m_measured.precision && tokens == tokensOf(m_layer, m_measured.sequence);
    }

    void setSeconds()
    {
        Seconds forward = m_measured.forward(
            m_shard.samples / (m_shard.tensor * m_shard.grid.weightParts() * m_shard.context * m_shard.ulysses));
        if (!isLikeMeasured()) {
            ShardShape alike = m_shard;
            alike.sequence = m_measured.sequence;
            alike.behind = 0;
            forward *= ratio(m_profile.forward,
                             analyticProfile(m_layer, alike, trainingMeasured(), m_device, m_pipeline).forward);
        }
        const double ahead = ratio(forward, m_profile.forward);
        const Seconds backward = 2 * forward;
        const Seconds analytic = m_profile.backwardInput + m_profile.backwardWeight;
        const double back = analytic > 0 ? backward / analytic : 0;
        m_profile.forward = forward;
        m_profile.attentionForward = std::min(forward, m_profile.attentionForward * ahead);
        m_profile.attentionBackward *= back;
        m_profile.modulesForward = std::min(forward, m_profile.modulesForward * ahead);
        m_profile.sharedForward = std::min(forward, m_profile.sharedForward * ahead);
        m_profile.sharedBackward *= back;
        m_profile.backwardWeight *= back;
        m_profile.backwardInput = backward - m_profile.backwardWeight;
    }

    /// Returns the largest measured tensor degree that does not exceed the wanted one, or else the smallest.
    [[nodiscard]] std::map<int, double>::const_iterator nearestKept() const
    {
        const auto above = m_measured.keptPerSample.upper_bound(m_shard.tensor);
        return above == m_measured.keptPerSample.begin() ? above : std::prev(above);
    }

    [[nodiscard]] KeptTensors analyticKept(int tensor) const
    {
        ShardShape alike = m_shard;
        alike.sequence = m_measured.sequence;
        alike.behind = 0;
        alike.tensor = tensor;
        alike.context = alike.ulysses = 1;
        alike.grid = {};
        alike.tokensSplit = m_measured.tokensSplit && tensor > 1;
        return layerWork(m_layer, alike, trainingMeasured(), m_pipeline).kept;
    }

    /// A measured peak holds the gradients of the logits.
    void setKept()
    {
        const auto nearest = nearestKept();
        KeptTensors& kept = m_profile.kept;
        const bool splitAlike = m_shard.tensor == 1 || m_shard.tokensSplit == m_measured.tokensSplit;
        const bool measured = isLikeMeasured() && nearest->first == m_shard.tensor && m_shard.context == 1 &&
                              m_shard.ulysses == 1 && m_shard.grid.side == 1 && splitAlike;
        const double carried = measured ? 1 : ratio(kept.whole, analyticKept(nearest->first).whole);
        const double whole = nearest->second * m_shard.samples * carried;
        kept.attentionMatrix *= ratio(whole, kept.whole);
        kept.modules *= ratio(whole, kept.whole);
        kept.whole = whole;
        kept.logitGradients = kept.freedByLoss = 0;
        if (m_measured.inputPerSample > 0) {
            kept.input = m_measured.inputPerSample * m_shard.samples * ratio(kept.input, analyticKept(1).input);
        }
        kept.input = std::min(kept.input, kept.whole);
    }

    void setParameters()
    {
        ShardShape whole = m_shard;
        whole.tensor = 1;
        whole.grid = {};
        whole.expert = 1;
        const LayerWork work = layerWork(m_layer, whole, m_training, m_pipeline);
        const double all = work.usedParameters + work.expertParameters;
        for (double* part : {&m_profile.parameters, &m_profile.expertParameters, &m_profile.usedParameters}) {
            *part = all > 0 ? m_measured.parameters * (*part / all) : 0;
        }
        m_profile.trained = {m_profile.parameters, m_profile.expertParameters, m_profile.usedParameters};
    }

    const LayerSpec& m_layer;
    const MeasuredLayer& m_measured;
    const ShardShape& m_shard;
    const Training& m_training;
    const Device& m_device;
    int m_pipeline;
    LayerProfile m_profile;
};

}  // namespace

namespace {

/// Returns the profile of a tuned layer. The measurement trained all parameters; fewer trained parameters differ as the
/// dimensions predict.
LayerProfile tunedProfile(const LayerSpec& layer, const MeasuredLayer& measured, const ShardShape& shard,
                          const Training& training, const Device& device, int pipeline)
{
    LayerSpec whole = layer;
    whole.frozen = whole.frozenBelow = false;
    Training full = training;
    full.tuning = {};
    const LayerProfile found = Measurement(whole, measured, shard, full, device, pipeline).profile();
    const LayerProfile expected = analyticProfile(whole, shard, full, device, pipeline);
    LayerProfile profile = analyticProfile(layer, shard, training, device, pipeline);
    const double ahead = ratio(found.forward, expected.forward);
    const double back = ratio(found.backwardInput + found.backwardWeight,  //
                              expected.backwardInput + expected.backwardWeight);
    const double held = ratio(found.kept.whole, expected.kept.whole);
    for (Seconds* seconds :
         {&profile.forward, &profile.attentionForward, &profile.modulesForward, &profile.sharedForward}) {
        *seconds *= ahead;
    }
    for (Seconds* seconds :
         {&profile.backwardInput, &profile.backwardWeight, &profile.attentionBackward, &profile.sharedBackward}) {
        *seconds *= back;
    }
    for (double* bytes : {&profile.kept.whole, &profile.kept.attentionMatrix, &profile.kept.modules}) {
        *bytes *= held;
    }
    profile.kept.logitGradients = found.kept.logitGradients;
    profile.kept.freedByLoss = found.kept.freedByLoss;
    profile.kept.input = std::min(profile.kept.input, profile.kept.whole);
    profile.parameters = found.parameters;
    profile.expertParameters = found.expertParameters;
    profile.usedParameters = found.usedParameters;
    return profile;
}

}  // namespace

LayerProfile measuredProfile(const LayerSpec& layer, const MeasuredLayer& measured, const ShardShape& shard,
                             const Training& training, const Device& device, int pipeline)
{
    if (trainsIn(layer, training) != Trains::All) {
        return tunedProfile(layer, measured, shard, training, device, pipeline);
    }
    return Measurement(layer, measured, shard, training, device, pipeline).profile();
}

LayerProfile layerProfile(const LayerSpec& layer, const ShardShape& shard, const Training& training,
                          const Device& device, int pipeline)
{
    LayerProfile profile = layer.measured ? measuredProfile(layer, *layer.measured, shard, training, device, pipeline)
                                          : analyticProfile(layer, shard, training, device, pipeline);
    for (Seconds LayerProfile::*part :
         {&LayerProfile::forward, &LayerProfile::backwardInput, &LayerProfile::backwardWeight,
          &LayerProfile::attentionForward, &LayerProfile::attentionBackward, &LayerProfile::modulesForward,
          &LayerProfile::sharedForward, &LayerProfile::sharedBackward}) {
        profile.*part /= device.speed;
    }
    return profile;
}

}  // namespace pgram
