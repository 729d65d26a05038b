#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "exchange/model/directory_entries.hpp"
#include "exchange/model/model.hpp"

// The events that webhooks report to participants (contract 8.3), and the progress of each webhook.
namespace tradepost::exchange {

enum class FeedType : std::uint8_t { pending = 1, reported = 2, case_opened = 4 };

// One event for a participant.
struct FeedEntry {
  ParticipantId participant;
  Flow flow{};
  FeedType type{};
  base::Uuid id;  // the transaction or the case

  bool operator==(const FeedEntry&) const = default;
};

struct FeedPlace {
  Position position = 0;
  FeedEntry entry;

  bool operator==(const FeedPlace&) const = default;
};

struct EndpointProgress {
  static constexpr std::uint16_t record = 32;
  EndpointId endpoint;
  Position position = 0;  // the whole feed up to here is delivered
  std::uint32_t failures = 0;
  Instant failing_since{};
  Instant next_attempt{};
  std::uint64_t fence = 0;
  EndpointState state = EndpointState::active;

  bool operator==(const EndpointProgress&) const = default;
};

struct DueDelivery {
  EndpointId endpoint;
  ParticipantId participant;  // the endpoint's
  Position position = 0;
  FeedEntry entry;
  std::uint64_t fence = 0;
  std::vector<FeedPlace> behind = {};  // the next events, in order
};

struct EndpointStanding {
  EndpointProgress progress;
  std::uint32_t waiting = 0;      // counted up to a limit
  std::optional<FeedPlace> next;  // the first waiting event
};

}  // namespace tradepost::exchange
