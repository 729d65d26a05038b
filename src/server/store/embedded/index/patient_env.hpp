#pragma once

#include <memory>

#include "store/embedded/index/space_wait.hpp"

namespace rocksdb {
class Env;
}

namespace tradepost::store::embedded {

// Returns an environment for RocksDB that repeats a write without disk space until it succeeds,
// while `wait` permits. RocksDB never sees the error, because it cannot recover from a partly
// written file. RocksDB holds no lock while it writes files. A table is opened only if its end is
// sound (has_sound_end).
//
// `target` and `wait` must outlive the environment; nullptr: the system's.
std::unique_ptr<rocksdb::Env> patient_env(rocksdb::Env* target, SpaceWait& wait);

}  // namespace tradepost::store::embedded
