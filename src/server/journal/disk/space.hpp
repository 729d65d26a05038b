#pragma once

#include <atomic>
#include <cstdint>

#include "journal/disk/file.hpp"
#include "journal/disk/options.hpp"

namespace tradepost::journal {

enum class Room : std::uint8_t {
  ample,
  low,   // no sends, rejections, cases; reports, revocations and retention continue
  none,  // until space is freed: the next frame might not fit
};

// Watches the free space, so that a failed write is rarely the first sign of a full disk.
class SpaceGauge {
 public:
  // `folder` must outlive this.
  SpaceGauge(Folder& folder, const Options& options) : folder_(folder), options_(options) {}

  // Queries the file system, and creates or deletes the ballast. One thread may call it at a time.
  // A call takes about a microsecond, so it may be frequent.
  Done watch();
  // Queries the file system only. Thread-safe, also while watch() waits for the disk.
  Done look();
  // Returns true if enough space is free to write zeros ahead.
  bool covers_filling() const { return free_bytes() >= options_.space_bytes_min; }

  // The result of the last query. Thread-safe.
  Room room() const { return room_.load(std::memory_order_relaxed); }
  std::uint64_t free_bytes() const { return free_bytes_.load(std::memory_order_relaxed); }

 private:
  std::uint64_t reserve_bytes(const Space& space) const;
  void note(const Space& space);
  Done look_for_ballast();
  Done make_ballast();
  Done give_up_ballast();

  Folder& folder_;
  const Options options_;
  bool has_looked_for_ballast_ = false;
  std::atomic<bool> has_ballast_ = false;
  std::atomic<Room> room_ = Room::ample;
  std::atomic<std::uint64_t> free_bytes_ = 0;
};

}  // namespace tradepost::journal
