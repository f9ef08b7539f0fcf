# Finds an Emscripten installation and hands over to its own toolchain file.
# Order: an emcc on the PATH, then $EMSDK, then the place where Debian and Ubuntu put it.
if(NOT DEFINED ENV{TRIL_EMSCRIPTEN})
  set(root "")
  find_program(emcc emcc NO_CACHE)
  if(emcc)
    get_filename_component(emcc "${emcc}" REALPATH)
    get_filename_component(root "${emcc}" DIRECTORY)
  endif()
  foreach(candidate "${root}" "${root}/../libexec" "$ENV{EMSDK}/upstream/emscripten" /usr/share/emscripten)
    if(EXISTS "${candidate}/cmake/Modules/Platform/Emscripten.cmake")
      set(ENV{TRIL_EMSCRIPTEN} "${candidate}")
      break()
    endif()
  endforeach()
  if(NOT DEFINED ENV{TRIL_EMSCRIPTEN})
    message(FATAL_ERROR "Emscripten was not found. Debian and Ubuntu: apt-get install emscripten; "
      "macOS: brew install emscripten; elsewhere: install emsdk and source its emsdk_env.sh.")
  endif()
endif()

# Debian's emcc asks its node for the module acorn, which only Debian's own node finds by itself.
if(EXISTS /usr/share/nodejs/acorn)
  set(ENV{NODE_PATH} /usr/share/nodejs)
  set(CMAKE_CXX_LINKER_LAUNCHER "${CMAKE_COMMAND};-E;env;NODE_PATH=/usr/share/nodejs" CACHE STRING "")
endif()

include("$ENV{TRIL_EMSCRIPTEN}/cmake/Modules/Platform/Emscripten.cmake")
