# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# A project that takes this one in gets the library alone, and nothing of it in its own settings. Configures such a
# project and builds nothing. cmake -DSOURCE=… -DFOLDER=… -P embedded.cmake
cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE ${FOLDER})
file(WRITE ${FOLDER}/consumer.cpp "int main() { return 0; }\n")
file(WRITE ${FOLDER}/CMakeLists.txt [[
cmake_minimum_required(VERSION 3.25)
project(Consumer LANGUAGES CXX)
include(FetchContent)
FetchContent_Declare(parallelogram SOURCE_DIR ${SOURCE})
FetchContent_MakeAvailable(parallelogram)
add_executable(consumer consumer.cpp)
target_link_libraries(consumer PRIVATE Parallelogram::core)
get_directory_property(options COMPILE_OPTIONS)
get_directory_property(definitions COMPILE_DEFINITIONS)
foreach(name pgram parallelogram parallelogram_widgets core_tests)
  if(TARGET ${name})
    message(SEND_ERROR "the target ${name} comes with the library")
  endif()
endforeach()
if(options OR definitions OR CMAKE_BUILD_TYPE OR CMAKE_CXX_STANDARD OR CPACK_GENERATOR)
  message(SEND_ERROR "settings of the library are the consumer's: '${options}' '${definitions}' '${CMAKE_BUILD_TYPE}' "
    "'${CMAKE_CXX_STANDARD}' '${CPACK_GENERATOR}'")
endif()
]])
execute_process(COMMAND ${CMAKE_COMMAND} -S ${FOLDER} -B ${FOLDER}/build -G Ninja -DSOURCE=${SOURCE}
  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_DISABLE_FIND_PACKAGE_Qt6=ON -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON
  OUTPUT_VARIABLE text ERROR_VARIABLE text RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${text}")
endif()
if(EXISTS ${FOLDER}/build/CPackConfig.cmake)
  message(FATAL_ERROR "the library's packages are the consumer's")
endif()
file(READ ${FOLDER}/build/compile_commands.json commands)
string(REGEX MATCH "[^\"]* -c ${FOLDER}/consumer.cpp" command "${commands}")
if(NOT command OR command MATCHES "-W|-O")
  message(FATAL_ERROR "the consumer compiles by: ${command}")
endif()
