# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Writes the headers of the library as consumers include them: the public ones to OUT/parallelogram, and those that they
# reach to OUT/parallelogram/detail. Includes of "core/…" become <parallelogram/detail/…>, so that consumers have no
# folder named core/ on their include path. Keeps the time stamp of a header that is unchanged, and removes headers that
# the public ones no longer reach.
# cmake -DSOURCE=… -DOUT=… -P library_headers.cmake
cmake_minimum_required(VERSION 3.25)

cmake_path(ABSOLUTE_PATH SOURCE)
cmake_path(ABSOLUTE_PATH OUT)
file(GLOB public RELATIVE ${SOURCE}/core/include/parallelogram ${SOURCE}/core/include/parallelogram/*.h)
if(NOT public)
  message(FATAL_ERROR "there are no public headers in ${SOURCE}/core/include/parallelogram")
endif()
list(TRANSFORM public PREPEND parallelogram/)
set(pending ${public})
set(written)
while(pending)
  list(POP_FRONT pending header)
  list(APPEND written ${header})
  if(header MATCHES "^parallelogram/detail/(.*)")
    set(original core/${CMAKE_MATCH_1})
  else()
    set(original core/include/${header})
  endif()
  file(READ ${SOURCE}/${original} text)

  string(REGEX MATCHALL "\n#[ \t]*include[ \t]*\"[^\"]*\"" includes "${text}")
  foreach(include ${includes})
    string(REGEX REPLACE ".*\"(.*)\"" "\\1" included "${include}")
    if(NOT included MATCHES "^core/(.*)")
      message(FATAL_ERROR "${original} includes \"${included}\", which is not a header of the core")
    endif()
    set(included parallelogram/detail/${CMAKE_MATCH_1})
    if(NOT included IN_LIST written AND NOT included IN_LIST pending)
      list(APPEND pending ${included})
    endif()
  endforeach()
  string(REGEX REPLACE "(\n#[ \t]*include[ \t]*)\"core/([^\"]*)\"" "\\1<parallelogram/detail/\\2>" text "${text}")

  set(old)
  if(EXISTS ${OUT}/${header})
    file(READ ${OUT}/${header} old)
  endif()
  if(NOT text STREQUAL old)
    file(WRITE ${OUT}/${header} "${text}")
  endif()
endwhile()

file(GLOB_RECURSE present RELATIVE ${OUT} ${OUT}/*)
foreach(header ${present})
  if(NOT header IN_LIST written)
    file(REMOVE ${OUT}/${header})
  endif()
endforeach()
