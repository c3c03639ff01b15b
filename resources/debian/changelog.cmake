# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# Sets `distribution` and `released` for the Debian changelog: the code name of the system that builds the package, and
# the day of the release as RFC 5322 writes it ("Fri, 27 Nov 2026").
cmake_host_system_information(RESULT distribution QUERY DISTRIB_VERSION_CODENAME)
if(NOT distribution)
  set(distribution unstable)
endif()

string(REGEX MATCH "^([0-9]+)-0*([0-9]+)-0*([0-9]+)$" ignored ${PARALLELOGRAM_RELEASED})
set(year ${CMAKE_MATCH_1})
set(month ${CMAKE_MATCH_2})
set(day ${CMAKE_MATCH_3})
# Zeller's congruence, whose weeks start on Saturday and whose years start in March.
math(EXPR early "(14 - ${month}) / 12")
math(EXPR zeller_month "${month} + 12 * ${early}")
math(EXPR zeller_year "${year} - ${early}")
math(EXPR weekday "(${day} + 13 * (${zeller_month} + 1) / 5 + ${zeller_year} + ${zeller_year} / 4 - ${zeller_year} / 100
  + ${zeller_year} / 400) % 7")
math(EXPR month "${month} - 1")
set(weekdays Sat Sun Mon Tue Wed Thu Fri)
set(months Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec)
list(GET weekdays ${weekday} weekday)
list(GET months ${month} month)
string(LENGTH ${day} digits)
if(digits EQUAL 1)
  set(day 0${day})
endif()
set(released "${weekday}, ${day} ${month} ${year}")
