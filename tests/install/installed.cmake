# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Installs the build into an empty prefix and uses it from there. A preset that only this prefix has proves that the
# installed programs read the prefix's presets, not those of the source folder that they would otherwise fall back to.
# cmake -DBUILD=… -DPREFIX=… -DEXAMPLES=… -DGUI=ON|OFF -P installed.cmake
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
  ${presets}/scenarios/default.json ${presets}/schemas/plan.json share/doc/parallelogram/LICENSE)

# By its path, and by its name as a shell finds it.
file(COPY_FILE ${PREFIX}/${presets}/models/bert-base.json ${PREFIX}/${presets}/models/only-installed.json)
run(models ${PREFIX}/bin/pgram list models)
expect("${models}" "only-installed" "pgram by its path")
set(ENV{PATH} "${PREFIX}/bin:$ENV{PATH}")
run(plan pgram plan --model only-installed --cluster rtx-titan-8 --memory 16GiB --batch 8 --json)
string(JSON fits GET "${plan}" fits)
expect("${fits}" "^(ON|true)$" "a plan by the installed pgram")

# The library, by a program outside of the tree.
expect_files(include/parallelogram/search.h include/parallelogram/core/search/search.h)
run(ignored ${CMAKE_COMMAND} -S ${EXAMPLES} -B ${PREFIX}/example -DCMAKE_PREFIX_PATH=${PREFIX})
run(ignored ${CMAKE_COMMAND} --build ${PREFIX}/example)
set(ENV{PARALLELOGRAM_PRESETS} ${PREFIX}/${presets})
run(line ${PREFIX}/example/plan default ${PREFIX}/example.pgplan.json)
unset(ENV{PARALLELOGRAM_PRESETS})
expect("${line}" "4 stages, .* s a step" "the example's plan")
expect_files(example.pgplan.json)

if(GUI)
  set(id org.parallelogram.parallelogram)
  expect_files(bin/parallelogram share/applications/${id}.desktop share/metainfo/${id}.metainfo.xml
    share/mime/packages/${id}.xml share/icons/hicolor/scalable/apps/${id}.svg)
  run(version parallelogram --version)
  expect("${version}" "[0-9]+\\.[0-9]+\\.[0-9]+" "the window's version")
  run(ignored parallelogram --screenshot ${PREFIX}/window.png)
  expect_files(window.png)
endif()
