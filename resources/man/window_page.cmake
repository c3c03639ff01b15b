# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Fills the window's manual page with the options that the program itself lists.
# cmake -DPROGRAM=… -DVERSION=… -DIN=… -DOUT=… -P window_page.cmake
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${PROGRAM} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE "^.*\nOptions:\n" "" help "${help}")
string(REGEX REPLACE "\n\nArguments:.*$" "" help "${help}")
string(REPLACE "-" "\\-" help "${help}")
string(REGEX REPLACE "[<>]" "" help "${help}")
string(REPLACE ";" "," help "${help}")  # which would part a list's items
string(REPLACE "\n" ";" lines "${help}")
set(OPTIONS)
foreach(line IN LISTS lines)
  # "  --view NAME   The view in front": an option and its text; a line that is indented further goes on with the text.
  if(line MATCHES "^  ([^ ].*[^ ])   *(.+)$")
    string(APPEND OPTIONS ".TP\n\\fB${CMAKE_MATCH_1}\\fR\n${CMAKE_MATCH_2}\n")
  else()
    string(STRIP "${line}" line)
    string(APPEND OPTIONS "${line}\n")
  endif()
endforeach()
set(PROJECT_VERSION ${VERSION})
configure_file(${IN} ${OUT} @ONLY)
