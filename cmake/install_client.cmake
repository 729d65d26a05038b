# The client library as it is installed: one archive with the modules that it depends on, its headers, and what CMake
# and pkg-config need to find it. cmake --install build/release --component client --prefix DIR
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(tradepost_installed STATIC EXCLUDE_FROM_ALL
            $<TARGET_OBJECTS:tradepost_base> $<TARGET_OBJECTS:tradepost_gs1> $<TARGET_OBJECTS:tradepost_document>
            $<TARGET_OBJECTS:tradepost_calls> $<TARGET_OBJECTS:tradepost_client>)
set_target_properties(tradepost_installed PROPERTIES EXPORT_NAME client OUTPUT_NAME tradepost_client LINKER_LANGUAGE CXX
                      ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/package)
target_compile_features(tradepost_installed INTERFACE cxx_std_23)
target_include_directories(tradepost_installed INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(tradepost_installed INTERFACE CURL::libcurl simdjson::simdjson fmt::fmt OpenSSL::Crypto
                      Threads::Threads)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tradepost)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/package/tradepost-config.cmake @ONLY CONTENT
"include(CMakeFindDependencyMacro)
find_dependency(CURL 7.88)
find_dependency(simdjson 3)
find_dependency(fmt 9)
find_dependency(OpenSSL 3)
find_dependency(Threads)
include(\"\${CMAKE_CURRENT_LIST_DIR}/tradepost-targets.cmake\")
")
write_basic_package_version_file(${CMAKE_BINARY_DIR}/package/tradepost-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
file(RELATIVE_PATH TRADEPOST_INCLUDE_FROM_LIB ${CMAKE_INSTALL_FULL_LIBDIR} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
# The folder of the file itself leads to the others, wherever it is installed.
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/package/tradepost-client.pc @ONLY CONTENT
"libdir=\${pcfiledir}/..
includedir=\${libdir}/@TRADEPOST_INCLUDE_FROM_LIB@

Name: tradepost-client
Description: Client library of the tradepost exchange
Version: @PROJECT_VERSION@
Requires: libcurl >= 7.88 simdjson >= 3 fmt >= 9 libcrypto >= 3
Libs: -L\${libdir} -ltradepost_client -pthread
Cflags: -I\${includedir} -pthread
")
install(TARGETS tradepost_installed EXPORT tradepost ARCHIVE COMPONENT client)
install(DIRECTORY include/tradepost TYPE INCLUDE COMPONENT client)
install(EXPORT tradepost FILE tradepost-targets.cmake NAMESPACE tradepost:: DESTINATION ${package_folder}
        COMPONENT client)
install(FILES ${CMAKE_BINARY_DIR}/package/tradepost-config.cmake
        ${CMAKE_BINARY_DIR}/package/tradepost-config-version.cmake
        DESTINATION ${package_folder} COMPONENT client)
install(FILES ${CMAKE_BINARY_DIR}/package/tradepost-client.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT client)
