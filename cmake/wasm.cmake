# Toolchain of the lab: WebAssembly by clang, with Debian's wasi-libc; tools/setup lab brings them.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr)
# a module without a main: functions for a page to call
set(CMAKE_EXE_LINKER_FLAGS_INIT -mexec-model=reactor)
set(CMAKE_EXECUTABLE_SUFFIX_C .wasm)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
