# RocksDB::rocksdb, the shared library. Debian's own RocksDBConfig.cmake gives that name to the static one, and looks
# for six compression libraries that only the static one needs.
find_path(ROCKSDB_INCLUDE_DIR rocksdb/version.h)
find_library(ROCKSDB_LIBRARY NAMES librocksdb.so)
mark_as_advanced(ROCKSDB_INCLUDE_DIR ROCKSDB_LIBRARY)

if(ROCKSDB_INCLUDE_DIR)
  file(STRINGS ${ROCKSDB_INCLUDE_DIR}/rocksdb/version.h rocksdb_numbers
       REGEX "^#define ROCKSDB_(MAJOR|MINOR|PATCH) [0-9]+$")
  list(TRANSFORM rocksdb_numbers REPLACE "^.* " "")
  list(JOIN rocksdb_numbers "." RocksDB_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(RocksDB REQUIRED_VARS ROCKSDB_LIBRARY ROCKSDB_INCLUDE_DIR
                                  VERSION_VAR RocksDB_VERSION)

if(RocksDB_FOUND AND NOT TARGET RocksDB::rocksdb)
  add_library(RocksDB::rocksdb SHARED IMPORTED)
  set_target_properties(RocksDB::rocksdb PROPERTIES IMPORTED_LOCATION ${ROCKSDB_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${ROCKSDB_INCLUDE_DIR})
endif()
