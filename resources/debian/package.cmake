# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The Debian packages: `parallelogram` with the programs, `libparallelogram-dev` with the library for others, and
# `python3-parallelogram` if pybind11 is installed. Icon
# caches, the list of programs and that of file types are brought up to date by the triggers of the packages that own
# them: no script of ours runs.
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL programs dev)
if(TARGET parallelogram_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_PACKAGE_NAME parallelogram)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Parallelogram authors <authors@parallelogram.invalid>")
# The first line of each description is the summary; CPack would put the project's in front of both.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_PACKAGE_FILE_NAME parallelogram)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME parallelogram)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAMS_DESCRIPTION "explorer of parallel training strategies for large models
Plans the training of a large Transformer model on a cluster of accelerators:
which layers to split, shard, replicate or recompute, and where to cut the
pipeline. The window shows the memory of every stage, the pipeline with its
bubbles and the traffic between devices; any layer can be changed by hand.
.
The command line, pgram, needs no display.")
# Icons are SVG, which Qt loads as a plugin: no library of the program's names it.
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_DEPENDS "libqt6svg6")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS
  "fonts-dejavu-core, fonts-noto-cjk, qt6-translations-l10n, qt6-wayland, shared-mime-info")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libparallelogram-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_DESCRIPTION "explorer of parallel training strategies - library
The planner of Parallelogram as a C++20 library with its headers and its
CMake package: find_package(Parallelogram), Parallelogram::core.
.
The presets, which the planner finds by name, are in the package parallelogram.")
# What the library is linked with, and what its headers and its CMake package need.
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "nlohmann-json3-dev, libexpected-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_RECOMMENDS "parallelogram (= ${PROJECT_VERSION})")

math(EXPR python_next "0${PYTHON_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-parallelogram)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "explorer of parallel training strategies - Python 3
The commands of pgram as Python functions: plans, estimates, sweeps and studies
as objects and data frames, and pictures of plans for notebooks.")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
# The compiled module is of one minor version of Python; the presets are in the package of the programs.
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
  "python3 (>= 3.${PYTHON_VERSION_MINOR}~), python3 (<< 3.${python_next}~), parallelogram (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-pandas")
include(CPack)
