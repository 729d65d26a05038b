#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "exchange/model/effects.hpp"

namespace tradepost::store::embedded::testing {

// A network of six participants (1 to 3 send to 4 and 5, and 6 takes over from these), in which
// every event that changes a history happens. Equal seeds give equal networks.
class Happenings {
 public:
  static constexpr exchange::Instant begin = base::instant_of(1'700'000'000'000);

  // `pause` is the longest time between two sends.
  explicit Happenings(std::uint64_t seed, std::chrono::milliseconds pause = std::chrono::seconds(5))
      : random_(seed), pause_(pause) {}

  std::uint64_t one_of(std::uint64_t count) { return random_() % count; }
  std::vector<exchange::Effect> frame(std::size_t count);
  exchange::Instant now() const { return now_; }

 private:
  struct Known {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    bool is_pending = false;
    bool is_held = false;
    bool is_removed = false;
  };

  exchange::Effect next();
  exchange::Effect a_send();
  exchange::Effect change_of(std::uint64_t id);
  exchange::Effect moved(std::uint64_t id, Known& known);
  std::optional<std::uint64_t> some_id();

  std::mt19937_64 random_;
  const std::chrono::milliseconds pause_;
  exchange::Instant now_ = begin;
  std::map<std::uint64_t, Known> known_;
  std::vector<std::uint64_t> ids_;
};

}  // namespace tradepost::store::embedded::testing
