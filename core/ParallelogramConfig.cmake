# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later
include(CMakeFindDependencyMacro)
find_dependency(nlohmann_json)
find_dependency(tl-expected)
include(${CMAKE_CURRENT_LIST_DIR}/ParallelogramTargets.cmake)
if(NOT Parallelogram_FIND_QUIETLY)
  message(STATUS "Found Parallelogram ${Parallelogram_VERSION}; its API is unstable until 1.0: every minor version may change it")
endif()
