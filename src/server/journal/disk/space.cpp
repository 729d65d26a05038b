#include "journal/disk/space.hpp"

#include <algorithm>
#include <string>

namespace tradepost::journal {
namespace {

const std::string ballast_name = "ballast";

}  // namespace

std::uint64_t SpaceGauge::reserve_bytes(const Space& space) const {
  return std::min(
      options_.reserve_bytes_max,
      std::max(options_.reserve_bytes_min, space.total_bytes / options_.reserve_divisor));
}

// The space of a deleted ballast is reserved for reports and for closing.
void SpaceGauge::note(const Space& space) {
  const auto needed = reserve_bytes(space) + (has_ballast_ ? 0 : options_.ballast_bytes);
  free_bytes_.store(space.free_bytes, std::memory_order_relaxed);
  room_.store(space.free_bytes < needed ? Room::low : Room::ample, std::memory_order_relaxed);
}

Done SpaceGauge::look() {
  TRY_ASSIGN(const auto space, folder_.space());
  note(space);
  return {};
}

Done SpaceGauge::look_for_ballast() {
  if (has_looked_for_ballast_) return {};
  TRY_ASSIGN(const auto names, folder_.names());
  has_ballast_ = std::ranges::find(names, ballast_name) != names.end();
  has_looked_for_ballast_ = true;
  return {};
}

Done SpaceGauge::make_ballast() {
  TRY_ASSIGN(const auto file, folder_.open(ballast_name, OpenAs::made_new));
  if (const Done allocated = file->allocate(options_.ballast_bytes); !allocated) {
    TRY(folder_.remove(ballast_name));
    return allocated;
  }
  TRY(folder_.sync());
  has_ballast_ = true;
  return {};
}

// Clears has_ballast_ first, so that a concurrent look() does not count the freed space as room for
// documents.
Done SpaceGauge::give_up_ballast() {
  has_ballast_ = false;
  TRY(folder_.remove(ballast_name));
  return folder_.sync();
}

Done SpaceGauge::watch() {
  TRY(look_for_ballast());
  TRY_ASSIGN(const auto space, folder_.space());
  // The result is stored before a wait for the disk.
  note(space);
  // A ballast is created only if twice the reserve remains, so that creation and deletion do not
  // alternate.
  const bool affordable = space.free_bytes > 2 * reserve_bytes(space) + options_.ballast_bytes;
  if (!has_ballast_ && options_.ballast_bytes > 0 && affordable) {
    const Done made = make_ballast();
    // Another process took the space after the query.
    const bool is_full = !made && made.error().code() == base::ErrorCode::disk_full;
    if (!made && !is_full) return made;
    return look();
  }
  if (has_ballast_ && space.free_bytes < 2 * options_.space_bytes_min) {
    TRY(give_up_ballast());
    return look();
  }
  return {};
}

}  // namespace tradepost::journal
