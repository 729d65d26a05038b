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

Done SpaceGauge::look_for_ballast() {
  if (ballast_) return {};
  TRY_ASSIGN(const auto names, folder_.names());
  ballast_ = std::ranges::find(names, ballast_name) != names.end();
  return {};
}

Done SpaceGauge::make_ballast() {
  TRY_ASSIGN(const auto file, folder_.open(ballast_name, OpenAs::made_new));
  if (const Done allocated = file->allocate(options_.ballast_bytes); !allocated) {
    TRY(folder_.remove(ballast_name));
    return allocated;
  }
  TRY(folder_.sync());
  ballast_ = true;
  return {};
}

Done SpaceGauge::give_up_ballast() {
  TRY(folder_.remove(ballast_name));
  TRY(folder_.sync());
  ballast_ = false;
  return {};
}

Done SpaceGauge::watch() {
  TRY(look_for_ballast());
  TRY_ASSIGN(auto space, folder_.space());
  const auto reserve = reserve_bytes(space);
  // Made only where it leaves the reserve whole twice over, so that making and giving up don't
  // chase each other.
  const bool affordable = space.free_bytes > 2 * reserve + options_.ballast_bytes;
  if (!*ballast_ && options_.ballast_bytes > 0 && affordable) {
    const Done made = make_ballast();
    // Somebody else has taken the space meanwhile.
    const bool is_full = !made && made.error().code() == base::ErrorCode::disk_full;
    if (!made && !is_full) return made;
  }
  if (*ballast_ && space.free_bytes < 2 * options_.space_bytes_min) TRY(give_up_ballast());
  TRY_ASSIGN(space, folder_.space());
  free_bytes_.store(space.free_bytes, std::memory_order_relaxed);
  // What the ballast left when it was given up is for reports and for closing.
  const auto needed = reserve + (*ballast_ ? 0 : options_.ballast_bytes);
  room_.store(space.free_bytes < needed ? Room::low : Room::ample, std::memory_order_relaxed);
  return {};
}

}  // namespace tradepost::journal
