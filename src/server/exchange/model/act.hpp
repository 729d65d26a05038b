#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exchange/model/model.hpp"

namespace tradepost::exchange {

enum class ActType : std::uint8_t {
  participant_added = 1,
  participant_changed = 2,
  participant_closing = 3,
  participant_closed = 4,
  pending_taken = 5,
  token_added = 6,
  token_revoked = 7,
  relationship_set = 8,
  webhook_added = 9,
  webhook_changed = 10,
  webhook_removed = 11,
  range_set = 12,
  setting_changed = 13,
  case_commented = 14,
  transaction_discarded = 15,
  transaction_erased = 16,
  transaction_requeued = 17,
  person_invited = 18,
  person_joined = 19,
  person_changed = 20,
  person_disabled = 21,
  person_enabled = 22,
  person_erased = 23,
  person_secured = 24,
  numbers_set = 25,
  numbers_removed = 26,
};

// A change with its time and author, as operators see it (exchange/administration/acts.hpp).
struct Act {
  Instant at{};
  Actor by;
  ActType type{};
  base::Uuid subject;  // zero if the act has none, as for a setting
  std::string detail;

  bool operator==(const Act&) const = default;
};

struct ActQuery {
  std::optional<std::uint64_t> before;  // a sequence; the page has older acts
  std::uint32_t count_max = 0;
};

struct ActPage {
  std::vector<std::pair<std::uint64_t, Act>> acts;  // sequence and act
  bool more = false;
};

}  // namespace tradepost::exchange
