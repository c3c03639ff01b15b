# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
include(CMakeFindDependencyMacro)
find_dependency(nlohmann_json)
find_dependency(fmt)
find_dependency(tl-expected)
find_dependency(Eigen3)
find_dependency(Threads)
find_dependency(yaml-cpp)
find_dependency(tomlplusplus)
include(${CMAKE_CURRENT_LIST_DIR}/ParallelogramTargets.cmake)
