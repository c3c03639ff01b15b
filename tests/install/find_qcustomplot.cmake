# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# QCustomPlot is found by this system's CMake package, by header and library where there is no package, and under the
# name that another system gives the library. cmake -DMODULES=… -DFOLDER=… -P find_qcustomplot.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/plot.cpp "#include <qcustomplot.h>\nint main() { return QCPRange(1, 2).size() > 1 ? 1 : 0; }\n")
file(WRITE ${FOLDER}/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(Plot LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 20)
list(APPEND CMAKE_MODULE_PATH ${MODULES})
find_package(Qt6 REQUIRED COMPONENTS Widgets PrintSupport)
find_package(QCustomPlot REQUIRED)
add_executable(plot plot.cpp)
target_link_libraries(plot PRIVATE QCustomPlot::QCustomPlot)
file(WRITE ${CMAKE_BINARY_DIR}/found "${QCustomPlot_TARGET}${QCustomPlot_LIBRARY}")
]])
set(without_packages -DCMAKE_DISABLE_FIND_PACKAGE_QCustomPlotQt6=ON -DCMAKE_DISABLE_FIND_PACKAGE_qcustomplot=ON)

# run(COMMAND…): fails the test when the command does.
function(run)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${text}")
  endif()
endfunction()

# configure(NAME OPTIONS…): sets `found`, the target or the library.
function(configure name)
  run(${CMAKE_COMMAND} -S ${FOLDER} -B ${FOLDER}/${name} -G Ninja -DMODULES=${MODULES} ${ARGN})
  file(READ ${FOLDER}/${name}/found found)
  set(found ${found} PARENT_SCOPE)
endfunction()

configure(usual)
configure(library ${without_packages})
if(NOT EXISTS "${found}")
  message(FATAL_ERROR "without a CMake package the library is not found: '${found}'")
endif()
file(MAKE_DIRECTORY ${FOLDER}/prefix/lib ${FOLDER}/prefix/include)
file(CREATE_LINK ${found} ${FOLDER}/prefix/lib/libqcustomplot-qt6.so SYMBOLIC)
file(STRINGS ${FOLDER}/library/CMakeCache.txt header REGEX "^QCustomPlot_INCLUDE_DIR:")
string(REGEX REPLACE "^[^=]*=" "" header "${header}")
file(CREATE_LINK ${header}/qcustomplot.h ${FOLDER}/prefix/include/qcustomplot.h SYMBOLIC)
configure(named ${without_packages} -DQCustomPlot_ROOT=${FOLDER}/prefix)
if(NOT found STREQUAL "${FOLDER}/prefix/lib/libqcustomplot-qt6.so")
  message(FATAL_ERROR "the library's other name is not known: '${found}'")
endif()
run(${CMAKE_COMMAND} --build ${FOLDER}/named)
run(${FOLDER}/named/plot)
