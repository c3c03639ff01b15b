# SPDX-FileCopyrightText: 2026 The Parallelogram authors
# SPDX-License-Identifier: GPL-3.0-or-later

# The Debian package: everything that `cmake --install` installs, under /usr. Icon caches, the list of programs and that
# of file types are brought up to date by the triggers of the packages that own them: no script of ours runs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME parallelogram)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "The Parallelogram authors <authors@parallelogram.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "explorer of parallel training strategies for large models")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
  "Plans the training of a large Transformer model on a cluster of accelerators:
which layers to split, shard, replicate or recompute, and where to cut the
pipeline. The window shows the memory of every stage, the pipeline with its
bubbles and the traffic between devices; any layer can be changed by hand.
.
The command line, pgram, needs no display.")
set(CPACK_PACKAGE_FILE_NAME parallelogram)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# Icons are SVG, which Qt loads as a plugin: no library of the program's names it.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libqt6svg6")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "fonts-dejavu-core, fonts-noto-cjk, qt6-translations-l10n, qt6-wayland, shared-mime-info")
include(CPack)
