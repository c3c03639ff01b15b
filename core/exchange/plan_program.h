// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The planning of one task, batch, stages, micro-batches and schedule given, as a mixed-integer programme for a solver
// from outside, and a solver's answer as a plan. The programme minimises the paper's sum (core/schedule/objective.h)
// over all cuts and strategies within memory.
//
// Its columns: x_l_i_s = 1, layer l is on stage i with strategy s, the only ones that are whole numbers. stay_l_i_s and
// leave_l_i_s share x out by whether the next layer is on the same stage, come_l_i_s and enter_l_i_s by whether the one
// before is; u_l_i_a_b is the re-layout behind layer l on stage i from layout a to b, w_l_i_p_q the transfer behind it
// to stage i + 1 between strategies of sending class p and receiving class q. peak_i is the largest backward peak of a
// stage in MiB, pace the microseconds that each further micro-batch costs on the slowest stage, times their number.
#pragma once

#include "core/plan/plan.h"
#include "core/search/outer/prepared_request.h"
#include "core/search/task/task.h"

#include <memory>
#include <string>

namespace pgram {

class PlanProgram {
public:
    /// Returns the programme for the plan's batch, stages, micro-batches and schedule, in the space that it was
    /// searched in. Errors: a schedule that cuts stages into chunks or micro-batches into slices; a space without a
    /// legal strategy; those of search().
    [[nodiscard]] static Result<PlanProgram> of(const Plan& plan);

    /// Returns the programme in free MPS, in microseconds and MiB. Its comments have the plan, for programOfMps().
    [[nodiscard]] std::string mps() const;
    /// Returns the request that Method::Joint solves to the same optimum.
    [[nodiscard]] const SearchRequest& request() const { return *m_request; }
    /// Returns the plan of the columns x that are 1 in a solver's text, which may have other text. Errors: a layer
    /// without exactly one such column; an order of stages that is not a pipeline.
    [[nodiscard]] Result<Plan> planOf(const std::string& solution, const std::string& file) const;

private:
    PlanProgram() = default;

    std::shared_ptr<const SearchRequest> m_request;
    std::shared_ptr<const PreparedRequest> m_ready;
    std::shared_ptr<const Task> m_task;
    Plan m_plan;
};

/// Returns the programme whose mps() the text is. Errors: another text.
[[nodiscard]] Result<PlanProgram> programOfMps(const std::string& text, const std::string& file);

}  // namespace pgram
