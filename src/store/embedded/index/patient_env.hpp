#pragma once

#include <memory>

#include "store/embedded/index/space_wait.hpp"

namespace rocksdb {
class Env;
}

namespace tradepost::store::embedded {

// RocksDB's disk, on which a write that finds no space is done again until there is some, as long
// as `wait` says so. RocksDB never hears of it: to have a part of a file written is no state that
// it comes back from. None of its locks is held where it writes files. A table is opened only if
// its end is sound (has_sound_end).
//
// `target`, which must outlive the answer as `wait` must, or the system's.
std::unique_ptr<rocksdb::Env> patient_env(rocksdb::Env* target, SpaceWait& wait);

}  // namespace tradepost::store::embedded
