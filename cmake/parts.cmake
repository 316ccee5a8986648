# The parts of the library that are not written by hand. Sets THUD_PART_INCLUDES, THUD_PART_LIBRARIES (as found),
# THUD_PART_NAMES (for those who link the installed library) and THUD_PART_ARCHIVES (for the library in the wheel, which
# brings them; those that are not there are in THUD_NO_ARCHIVES).
#
# By library and header: the packages' own CMake files are not all there on Debian.

set(THUD_PART_INCLUDES)
set(THUD_PART_LIBRARIES)
set(THUD_PART_NAMES)
set(THUD_PART_ARCHIVES)
set(THUD_NO_ARCHIVES)

# thud_add_part(NAME HEADER LIBRARY [folder of the header…])
macro(thud_add_part name header library)
  find_path(THUD_${name}_INCLUDE ${header} PATH_SUFFIXES ${ARGN} REQUIRED)
  find_library(THUD_${name}_LIBRARY ${library} REQUIRED)
  list(APPEND THUD_PART_INCLUDES ${THUD_${name}_INCLUDE})
  list(APPEND THUD_PART_LIBRARIES ${THUD_${name}_LIBRARY})
  list(APPEND THUD_PART_NAMES ${library})
  find_library(THUD_${name}_ARCHIVE lib${library}.a)
  if(THUD_${name}_ARCHIVE)
    list(APPEND THUD_PART_ARCHIVES ${THUD_${name}_ARCHIVE})
  else()
    list(APPEND THUD_NO_ARCHIVES lib${library}.a)
  endif()
endmacro()

thud_add_part(YAML yaml.h yaml)                            # scenario files
thud_add_part(SQLITE sqlite3.h sqlite3)                    # stores of studies
# the independent check of a run
option(THUD_WITH_SUNDIALS "Let thud run --verify ask SUNDIALS, where it is there" ON)
find_path(THUD_CVODE_INCLUDE cvode/cvode.h)
if(THUD_WITH_SUNDIALS AND THUD_CVODE_INCLUDE)
  set(THUD_HAVE_SUNDIALS TRUE)
  thud_add_part(CVODE cvode/cvode.h sundials_cvode)
  thud_add_part(NVECTOR nvector/nvector_serial.h sundials_nvecserial)
endif()
# records of seismic networks; opened when it is needed, and not linked: Debian has no static library of it
option(THUD_WITH_MSEED "Read MiniSEED, where libmseed is there" ON)
find_path(THUD_MSEED_INCLUDE libmseed.h)
set(THUD_HAVE_MSEED FALSE)
if(THUD_WITH_MSEED AND THUD_MSEED_INCLUDE)
  file(STRINGS ${THUD_MSEED_INCLUDE}/libmseed.h THUD_MSEED_VERSION REGEX "define LIBMSEED_VERSION \"2\\.")
  if(THUD_MSEED_VERSION)
    set(THUD_HAVE_MSEED TRUE)
    list(APPEND THUD_PART_INCLUDES ${THUD_MSEED_INCLUDE})
  endif()
endif()
# devices for studies; opened when they are asked for, and not linked
option(THUD_WITH_OPENCL "Run studies on devices, where the headers of OpenCL are there" ON)
find_path(THUD_OPENCL_INCLUDE CL/cl.h)
set(THUD_HAVE_OPENCL FALSE)
if(THUD_WITH_OPENCL AND THUD_OPENCL_INCLUDE)
  set(THUD_HAVE_OPENCL TRUE)
  list(APPEND THUD_PART_INCLUDES ${THUD_OPENCL_INCLUDE})
endif()
# threads, which some C libraries keep apart
find_package(Threads REQUIRED)
list(APPEND THUD_PART_LIBRARIES ${CMAKE_THREAD_LIBS_INIT})
# what SQLite stands on, for those who link statically
list(APPEND THUD_PART_NAMES pthread dl)
list(REMOVE_DUPLICATES THUD_PART_INCLUDES)

# histories for other tools: for report/ alone; opened by the name that its soname has, and not linked
find_path(THUD_HDF5_INCLUDE hdf5.h PATH_SUFFIXES hdf5/serial REQUIRED)
find_library(THUD_HDF5_LIBRARY hdf5_serial REQUIRED)
file(REAL_PATH ${THUD_HDF5_LIBRARY} THUD_HDF5_FILE)
get_filename_component(THUD_HDF5_FILE ${THUD_HDF5_FILE} NAME)
string(REGEX REPLACE "(\\.so\\.[0-9]+).*" "\\1" THUD_HDF5_FILE ${THUD_HDF5_FILE})

# many machines; not a part of the library, and nothing else is lost without it
option(THUD_WITH_MPI "Let thud sweep run under mpirun, where an MPI is there" ON)
if(THUD_WITH_MPI)
  find_package(MPI QUIET COMPONENTS C)
endif()
