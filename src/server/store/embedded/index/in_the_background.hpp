#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "store/embedded/index/space_wait.hpp"

namespace rocksdb {
class DB;
class Env;
class EventListener;
}  // namespace rocksdb

namespace tradepost::store::embedded {

// The first damage that was found. Thread-safe.
class DamageNote {
 public:
  void note(const std::string& what) {
    const std::lock_guard lock(mutex_);
    if (!what_) what_ = what;
  }
  std::optional<std::string> what() const {
    const std::lock_guard lock(mutex_);
    return what_;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<std::string> what_;  // guarded by mutex_
};

// The disk of an index.
struct IndexDisk {
  std::string folder;
  rocksdb::Env& disk;
  std::uint64_t leaves_free_bytes = 0;
};

// Returns true if a batch would wait for the disk now.
bool has_stopped_writes(rocksdb::DB& db);

// Observes RocksDB's background threads: lets their writes wait for space, and records damage.
// Everything must outlive the listener.
std::shared_ptr<rocksdb::EventListener> in_the_background(IndexDisk on, SpaceWait& wait,
                                                          DamageNote& damage);

}  // namespace tradepost::store::embedded
