# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Installs the build into an empty prefix and uses it from there. A preset that only this prefix has proves that the
# installed programs read the prefix's presets, not those of the source folder that they would otherwise fall back to.
# cmake -DBUILD=… -DPREFIX=… -DSOURCE=… -DGUI=ON|OFF -P installed.cmake
cmake_minimum_required(VERSION 3.25)

# run(OUTPUT COMMAND…): fails the test when the command does; its stdout in OUTPUT.
function(run output)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text ERROR_VARIABLE errors RESULT_VARIABLE status
    WORKING_DIRECTORY ${PREFIX})
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${ARGN}: ${status}\n${text}\n${errors}")
  endif()
  set(${output} "${text}" PARENT_SCOPE)
endfunction()

# expect_status(STATUS PATTERN COMMAND…): fails the test unless the command ends with STATUS and a message on stderr.
function(expect_status expected pattern)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text ERROR_VARIABLE errors RESULT_VARIABLE status
    WORKING_DIRECTORY ${PREFIX})
  if(NOT status EQUAL expected OR NOT errors MATCHES "${pattern}")
    message(FATAL_ERROR "${ARGN}: expected ${expected} and '${pattern}', got ${status}\n${text}\n${errors}")
  endif()
endfunction()

function(expect text pattern what)
  if(NOT text MATCHES "${pattern}")
    message(FATAL_ERROR "${what}: expected ${pattern}, got:\n${text}")
  endif()
endfunction()

function(expect_files)
  foreach(file ${ARGN})
    if(NOT EXISTS ${PREFIX}/${file})
      message(FATAL_ERROR "not installed: ${file}")
    endif()
  endforeach()
endfunction()

file(REMOVE_RECURSE ${PREFIX})
file(MAKE_DIRECTORY ${PREFIX}/home)
unset(ENV{PARALLELOGRAM_PRESETS})
unset(ENV{DESTDIR})
set(ENV{XDG_DATA_HOME} ${PREFIX}/home)
set(ENV{XDG_CONFIG_HOME} ${PREFIX}/home)

run(ignored ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX})
set(presets share/parallelogram/presets)
expect_files(bin/pgram ${presets}/models/bert-huge-32.json ${presets}/clusters/rtx-titan-8.json
  ${presets}/devices/rtx-titan.json ${presets}/scenarios/default.json ${presets}/schemas/plan.json share/doc/parallelogram/LICENSE)

# By its path, and by its name as a shell finds it.
file(COPY_FILE ${PREFIX}/${presets}/models/bert-base.json ${PREFIX}/${presets}/models/only-installed.json)
run(models ${PREFIX}/bin/pgram list models)
expect("${models}" "only-installed" "pgram by its path")
set(ENV{PATH} "${PREFIX}/bin:$ENV{PATH}")
run(plan pgram plan --model only-installed --cluster rtx-titan-8 --memory 16GiB --batch 8 --json)
string(JSON fits GET "${plan}" fits)
expect("${fits}" "^(ON|true)$" "a plan by the installed pgram")

# The library: its headers are those of headers.txt. Neither they nor its CMake package need the dependencies of the
# core.
file(GLOB_RECURSE headers RELATIVE ${PREFIX}/include ${PREFIX}/include/*)
list(JOIN headers "\n" headers)
if("$ENV{PARALLELOGRAM_REGENERATE}")
  file(WRITE ${CMAKE_CURRENT_LIST_DIR}/headers.txt "${headers}\n")
endif()
file(READ ${CMAKE_CURRENT_LIST_DIR}/headers.txt listed)
if(NOT "${headers}\n" STREQUAL listed)
  message(FATAL_ERROR "The installed headers differ from tests/install/headers.txt, the list of the library's API. "
    "PARALLELOGRAM_REGENERATE=1 writes the list anew. Installed:\n${headers}")
endif()
file(GLOB_RECURSE library_files ${PREFIX}/lib/*.cmake ${PREFIX}/include/*)
foreach(file ${library_files})
  file(READ ${file} text)
  if(text MATCHES "#[ \t]*include[ \t]*[<\"](core/|nlohmann/json.hpp|fmt/|Eigen/|yaml-cpp/|toml)[^\n]*" OR
      (file MATCHES "cmake$" AND text MATCHES "Eigen|yaml|toml|fmt|Threads"))
    message(FATAL_ERROR "${file} needs more than consumers have: ${CMAKE_MATCH_0}")
  endif()
endforeach()

# The lines that docs/library.md asks for name this version, and its table lists the public headers.
file(READ ${SOURCE}/docs/library.md page)
if(NOT page MATCHES "```cmake\n([^`]*)```")
  message(FATAL_ERROR "docs/library.md has no lines of CMake")
endif()
file(WRITE ${PREFIX}/page/CMakeLists.txt
  "cmake_minimum_required(VERSION 3.25)\nproject(Page LANGUAGES CXX)\n${CMAKE_MATCH_1}")
file(COPY ${SOURCE}/examples/plan.cpp DESTINATION ${PREFIX}/page)
run(ignored ${CMAKE_COMMAND} -S ${PREFIX}/page -B ${PREFIX}/page/build -DCMAKE_PREFIX_PATH=${PREFIX})
string(REGEX MATCHALL "\n\\| `<parallelogram/[a-z]+\\.h>`" rows "${page}")
string(REGEX REPLACE "\n\\| `<([^>]*)>`" "\\1" rows "${rows}")
list(SORT rows)
file(GLOB public RELATIVE ${PREFIX}/include ${PREFIX}/include/parallelogram/*.h)
if(NOT rows STREQUAL public)
  message(FATAL_ERROR "docs/library.md lists ${rows}, and the public headers are ${public}")
endif()

# The example finds the presets next to the library, and has the exit codes of pgram.
run(ignored ${CMAKE_COMMAND} -S ${SOURCE}/examples -B ${PREFIX}/example -DCMAKE_PREFIX_PATH=${PREFIX})
run(ignored ${CMAKE_COMMAND} --build ${PREFIX}/example)
run(line ${PREFIX}/example/plan default ${PREFIX}/example.pgplan.json)
expect("${line}" "4 stages, .* s a step" "the example's plan")
expect_files(example.pgplan.json)
file(READ ${PREFIX}/${presets}/scenarios/default.json scenario)
string(JSON scenario SET "${scenario}" model "\"only-installed\"")
string(JSON scenario SET "${scenario}" memory_budget_bytes 134217728)
file(WRITE ${PREFIX}/small.json "${scenario}")
expect_status(1 "more memory than a device has" ${PREFIX}/example/plan ${PREFIX}/small.json)
expect_status(2 "there is no scenario 'none'" ${PREFIX}/example/plan none)

# A consumer with headers of its own called core/search/search.h and core/base/error.h.
run(ignored ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${PREFIX}/consumer -DCMAKE_PREFIX_PATH=${PREFIX})
run(ignored ${CMAKE_COMMAND} --build ${PREFIX}/consumer)
run(line ${PREFIX}/consumer/consumer)
expect("${line}" "^bert-huge-32 needs [0-9]+ GiB per device\n$" "the consumer's answer")

if(GUI)
  set(id org.parallelogram.parallelogram)
  expect_files(bin/parallelogram share/applications/${id}.desktop share/metainfo/${id}.metainfo.xml
    share/mime/packages/${id}.xml share/icons/hicolor/scalable/apps/${id}.svg)
  run(version parallelogram --version)
  expect("${version}" "[0-9]+\\.[0-9]+\\.[0-9]+" "the window's version")
  run(ignored parallelogram --screenshot ${PREFIX}/window.png)
  expect_files(window.png)
endif()
