// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "validation/galvatron/stage_answers.h"

#include "core/base/index.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace pgram::galvatron {

namespace {

constexpr double limitTolerance = 1e-12;  ///< relative, on limits

/// A limit with the least that the layers still to come add to it, memory priced.
struct PricedLimit {
    Weights weights;
    double price = 0;
    double most = 0;                        ///< limit on weights·times + price·memory
    std::vector<std::vector<double>> each;  ///< [run][option]: least of a layer that takes this option or a later one
    std::vector<double> behind;             ///< [run]: of all layers of later runs
};

/// Some layers with their options.
struct Label {
    std::int64_t memory = 0;
    double withoutSync = 0;
    double withSync = 0;
    int before = -1;  ///< label without the last of its layers
    int option = -1;  ///< option of that layer
};

/// The runs' options in the order in which layers take them, with what bounds the rest.
class Search {
public:
    Search(const StageQuestion& question, std::span<const StageLimit> limits, const AnswerRules& rules)
        : m_question(question), m_rules(rules)
    {
        orderOptions();
        for (const StageLimit& limit : limits) {
            price(limit);
        }
        sumMemory();
    }

    [[nodiscard]] StageAnswers run()
    {
        StageAnswers found;
        m_labels.emplace_back();
        m_buckets = {{0}};
        for (std::size_t run = 0; run < m_question.runs.size(); ++run) {
            if (!placeRun(run)) {
                found.complete = false;
                return found;
            }
        }
        // Memory no longer matters: it fits.
        for (const int label : m_buckets.front()) {
            m_labels[at(label)].memory = 0;
        }
        keepBest(m_buckets.front(), m_rules.hidden);
        for (const int label : m_buckets.front()) {
            found.answers.push_back(answerOf(label));
        }
        return found;
    }

private:
    /// Options that the first limit's price likes least come first: few labels take them, and the rest is bound
    /// tightly.
    void orderOptions()
    {
        const auto priced = priceStage(m_question, {});
        const double price = priced ? priced->price : 0;
        for (OptionRun& run : m_question.runs) {
            m_optionCounts.push_back(run.options.size());
            const std::vector<StageOption> original = run.options;
            dropBeaten(run.options);
            std::ranges::stable_sort(run.options, std::ranges::greater{}, [&](const StageOption& option) {
                return option.withoutSync + price * static_cast<double>(option.memory);
            });
            m_original.emplace_back();
            for (const StageOption& option : run.options) {
                const auto same = [&](const StageOption& other) { return other.strategy == option.strategy; };
                m_original.back().push_back(
                    static_cast<std::size_t>(std::ranges::find_if(original, same) - original.begin()));
            }
        }
    }

    void dropBeaten(std::vector<StageOption>& options) const
    {
        std::vector<StageOption> kept;
        std::ranges::sort(options, {}, [](const StageOption& option) {
            return std::tuple(option.memory, option.withoutSync, option.withSync, option.strategy);
        });
        for (const StageOption& option : options) {
            const bool beaten = std::ranges::any_of(kept, [&](const StageOption& other) {
                return other.withSync <= option.withSync &&
                       (m_rules.keepSlower ? other.withoutSync == option.withoutSync
                                           : other.withoutSync <= option.withoutSync);
            });
            if (!beaten) {
                kept.push_back(option);
            }
        }
        options = std::move(kept);
    }

    void price(const StageLimit& limit)
    {
        const auto priced = priceStage(m_question, limit.weights);
        if (!priced) {
            return;
        }
        PricedLimit bound;
        bound.weights = limit.weights;
        bound.price = priced->price;
        bound.most =
            limit.most + std::abs(limit.most) * limitTolerance + priced->price * static_cast<double>(m_question.room);
        for (const OptionRun& run : m_question.runs) {
            std::vector<double> least(run.options.size() + 1, std::numeric_limits<double>::infinity());
            for (std::size_t i = run.options.size(); i-- > 0;) {
                const StageOption& option = run.options[i];
                least[i] = std::min(least[i + 1], limit.weights.of(option.withoutSync, option.withSync) +
                                                      priced->price * static_cast<double>(option.memory));
            }
            bound.each.push_back(std::move(least));
        }
        bound.behind.assign(m_question.runs.size(), 0);
        for (std::size_t run = m_question.runs.size(); run-- > 1;) {
            bound.behind[run - 1] = bound.behind[run] + m_question.runs[run].count * bound.each[run].front();
        }
        m_limits.push_back(std::move(bound));
    }

    void sumMemory()
    {
        const std::size_t runs = m_question.runs.size();
        m_memoryBehind.assign(runs, 0);
        m_longestBehind.assign(runs, 0);
        for (const OptionRun& run : m_question.runs) {
            std::vector<std::int64_t> least(run.options.size() + 1, std::numeric_limits<std::int64_t>::max() / 4);
            double longest = 0;
            for (std::size_t i = run.options.size(); i-- > 0;) {
                least[i] = std::min(least[i + 1], run.options[i].memory);
                longest = std::max(longest, run.options[i].withSync);
            }
            m_leastMemory.push_back(std::move(least));
            m_longest.push_back(longest);
        }
        for (std::size_t run = runs; run-- > 1;) {
            m_memoryBehind[run - 1] = m_memoryBehind[run] + m_question.runs[run].count * m_leastMemory[run].front();
            m_longestBehind[run - 1] = m_longestBehind[run] + m_question.runs[run].count * m_longest[run];
        }
    }

    /// False when there are too many labels.
    [[nodiscard]] bool placeRun(std::size_t run)
    {
        const OptionRun& options = m_question.runs[run];
        m_buckets.resize(static_cast<std::size_t>(options.count) + 1);
        for (int option = 0; option < static_cast<int>(options.options.size()); ++option) {
            for (int placed = 0; placed < options.count; ++placed) {
                take(run, option, placed);
                if (m_labels.size() > m_rules.mostLabels) {
                    return false;
                }
            }
        }
        m_buckets = {std::move(m_buckets.back())};
        return true;
    }

    /// One more layer with `option`, behind those that `placed` layers of the run have.
    void take(std::size_t run, int option, int placed)
    {
        const OptionRun& options = m_question.runs[run];
        const auto index = static_cast<std::size_t>(option);
        const StageOption& chosen = options.options[index];
        auto& bucket = m_buckets[at(placed)];
        auto& next = m_buckets[at(placed + 1)];
        std::erase_if(bucket,
                      [&](int label) { return !isUseful(m_labels[at(label)], run, index, options.count - placed); });
        const std::size_t known = next.size();
        for (const int before : bucket) {
            const Label& from = m_labels[at(before)];
            const Label label{from.memory + chosen.memory, from.withoutSync + chosen.withoutSync,
                              from.withSync + chosen.withSync, before, option};
            if (isUseful(label, run, index, options.count - placed - 1)) {
                next.push_back(static_cast<int>(m_labels.size()));
                m_labels.push_back(label);
            }
        }
        if (next.size() > known) {
            keepBest(next, hiddenWith(run, options.count - placed - 1));
        }
    }

    /// Drops the labels that another one of the bucket beats: less memory, and no later in either time.
    void keepBest(std::vector<int>& bucket, double hidden)
    {
        const auto of = [this](int label) -> const Label& { return m_labels[at(label)]; };
        const auto with = [&](int label) { return std::max(of(label).withSync, hidden); };
        std::ranges::sort(bucket, {}, [&](int label) {
            return std::tuple(of(label).memory, of(label).withoutSync, with(label), label);
        });
        // Times of those kept, the first rising and the second falling.
        std::vector<std::pair<double, double>> stairs;
        std::vector<int> kept;
        for (const int label : bucket) {
            const std::pair point{of(label).withoutSync, with(label)};
            auto above = std::ranges::upper_bound(stairs, point.first, {}, &std::pair<double, double>::first);
            if (above != stairs.begin()) {
                const auto& beats = *std::prev(above);
                if (beats.second <= point.second && (!m_rules.keepSlower || beats.first == point.first)) {
                    continue;
                }
            }
            kept.push_back(label);
            if (m_rules.keepSlower) {
                const bool same = above != stairs.begin() && std::prev(above)->first == point.first;
                same ? void(std::prev(above)->second = point.second) : void(stairs.insert(above, point));
                continue;
            }
            auto first = above;
            while (first != stairs.begin() && std::prev(first)->first == point.first) {
                --first;
            }
            const auto last =
                std::find_if(first, stairs.end(), [&](const auto& other) { return other.second < point.second; });
            stairs.insert(stairs.erase(first, last), point);
        }
        bucket = std::move(kept);
    }

    /// A label with `left` layers of the run to go, which take `option` or later ones.
    [[nodiscard]] bool isUseful(const Label& label, std::size_t run, std::size_t option, int left) const
    {
        const std::int64_t rest = left > 0 ? left * m_leastMemory[run][option] : 0;
        if (label.memory + rest + m_memoryBehind[run] > m_question.room) {
            return false;
        }
        return std::ranges::all_of(m_limits, [&](const PricedLimit& limit) {
            const double least = limit.weights.of(label.withoutSync, label.withSync) +
                                 limit.price * static_cast<double>(label.memory) +
                                 (left > 0 ? left * limit.each[run][option] : 0) + limit.behind[run];
            return least <= limit.most;
        });
    }

    /// withSync that is hidden whatever the layers to come take.
    [[nodiscard]] double hiddenWith(std::size_t run, int left) const
    {
        return m_rules.hidden - left * m_longest[run] - m_longestBehind[run];
    }

    [[nodiscard]] StageAnswer answerOf(int label) const
    {
        StageAnswer answer;
        for (const std::size_t count : m_optionCounts) {
            answer.counts.emplace_back(count, 0);
        }
        answer.withoutSync = m_labels[at(label)].withoutSync;
        answer.withSync = m_labels[at(label)].withSync;
        std::size_t run = m_question.runs.size();
        int left = 0;
        for (; m_labels[at(label)].option >= 0; --left) {
            while (left == 0) {
                left = m_question.runs[--run].count;
            }
            const Label& last = m_labels[at(label)];
            ++answer.counts[run][m_original[run][at(last.option)]];
            label = last.before;
        }
        return answer;
    }

    StageQuestion m_question;
    std::vector<std::vector<std::size_t>> m_original;  ///< [run][option]: its index in the question
    std::vector<std::size_t> m_optionCounts;           ///< in the question
    AnswerRules m_rules;
    std::vector<PricedLimit> m_limits;
    std::vector<std::vector<std::int64_t>> m_leastMemory;  ///< layout of PricedLimit::each
    std::vector<std::int64_t> m_memoryBehind;
    std::vector<double> m_longest;        ///< [run]: largest withSync of an option
    std::vector<double> m_longestBehind;  ///< longest of all layers of later runs
    std::vector<Label> m_labels;
    std::vector<std::vector<int>> m_buckets;  ///< labels by layers placed of the run in hand
};

}  // namespace

StageAnswers stageAnswers(const StageQuestion& question, std::span<const StageLimit> limits, const AnswerRules& rules)
{
    if (!priceStage(question, {})) {
        return {};
    }
    return Search(question, limits, rules).run();
}

std::optional<StageAnswer> fastestAnswer(const StageQuestion& question)
{
    const auto priced = priceStage(question, {});
    if (!priced) {
        return std::nullopt;
    }
    const StageSums known = sumsOf(question, priced->counts);
    StageAnswer answer{known.withoutSync, known.withSync, priced->counts};
    if (known.withoutSync <= priced->bound * (1 + limitTolerance)) {
        return answer;
    }
    const StageLimit limit{{}, known.withoutSync};
    const auto found = stageAnswers(question, std::span(&limit, 1), {std::numeric_limits<double>::infinity()});
    if (!found.answers.empty() && found.answers.front().withoutSync < answer.withoutSync) {
        answer = found.answers.front();
    }
    return answer;
}

}  // namespace pgram::galvatron
