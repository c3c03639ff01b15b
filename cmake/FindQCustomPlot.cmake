# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Finds QCustomPlot for Qt 6, which upstream ships without a CMake package and which each system names differently, and
# defines the target QCustomPlot::QCustomPlot. Looks for the packages of Debian (QCustomPlotQt6) and of Conan
# (qcustomplot), then for the header and a library of one of the names below. A plain `qcustomplot` comes last: on some
# systems it is the library for Qt 5. For a copy elsewhere set QCustomPlot_ROOT, or QCustomPlot_LIBRARY and
# QCustomPlot_INCLUDE_DIR.
find_package(Qt6 QUIET COMPONENTS Widgets PrintSupport)
set(reason "Set QCustomPlot_ROOT to the folder that has QCustomPlot's include and lib folders")

if(NOT QCustomPlot_LIBRARY)
  foreach(package QCustomPlotQt6 qcustomplot)
    find_package(${package} CONFIG QUIET)
    foreach(name ${package} ${package}::${package})
      if(NOT QCustomPlot_TARGET AND TARGET ${name})
        set(QCustomPlot_TARGET ${name})
      endif()
    endforeach()
  endforeach()
endif()

include(FindPackageHandleStandardArgs)
if(QCustomPlot_TARGET)
  find_package_handle_standard_args(QCustomPlot REQUIRED_VARS QCustomPlot_TARGET)
  if(NOT TARGET QCustomPlot::QCustomPlot)
    add_library(QCustomPlot::QCustomPlot INTERFACE IMPORTED)
    target_link_libraries(QCustomPlot::QCustomPlot INTERFACE ${QCustomPlot_TARGET})
  endif()
  return()
endif()

find_path(QCustomPlot_INCLUDE_DIR qcustomplot.h PATH_SUFFIXES qcustomplot qt6 qt6/qcustomplot)
find_library(QCustomPlot_LIBRARY NAMES qcustomplot-qt6 QCustomPlotQt6 qcustomplotqt6 qcustomplot_qt6 qcustomplot2-qt6
  qcustomplot QCustomPlot)
mark_as_advanced(QCustomPlot_INCLUDE_DIR QCustomPlot_LIBRARY)
find_package_handle_standard_args(QCustomPlot REQUIRED_VARS QCustomPlot_LIBRARY QCustomPlot_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "${reason}")
if(QCustomPlot_FOUND AND NOT TARGET QCustomPlot::QCustomPlot)
  add_library(QCustomPlot::QCustomPlot UNKNOWN IMPORTED)
  # A shared library that was built on Windows needs QCUSTOMPLOT_USE_LIBRARY; elsewhere it changes nothing.
  set_target_properties(QCustomPlot::QCustomPlot PROPERTIES IMPORTED_LOCATION "${QCustomPlot_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${QCustomPlot_INCLUDE_DIR}"
    INTERFACE_COMPILE_DEFINITIONS QCUSTOMPLOT_USE_LIBRARY
    INTERFACE_LINK_LIBRARIES "Qt6::Widgets;Qt6::PrintSupport")
endif()
