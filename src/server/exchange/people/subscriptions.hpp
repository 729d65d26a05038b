#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exchange/model/person.hpp"

// The e-mails that a person wants about work that waits, and the work that was announced.
namespace tradepost::exchange {

// The subject of a message: work for a participant, or for the operators.
enum class Subject : std::uint8_t {
  case_waits = 1,       // the participant has to act on a case
  document_failed = 2,  // its recipient, the exchange or an operator refused a sent document
  partner_waits = 3,    // for its acceptance
  documents_unread = 4,
  webhook_given_up = 5,
  numbers_run_out = 6,  // of labels; the operators: of the network's range
  little_space = 7,     // this subject and the next ones are for operators
  certificate_ends = 8,
  backup_old = 9,
  index_damaged = 10,
};

// How often messages come at most. Daily means a summary of everything that waits.
enum class Rhythm : std::uint8_t { immediately = 1, hourly = 2, daily = 3 };

struct Subscription {
  Subject about{};
  Rhythm rhythm{};

  bool operator==(const Subscription&) const = default;
};

struct Subscriptions {
  static constexpr std::uint8_t unread_hours_default = 24;

  std::vector<Subscription> list = {};               // at most one for each subject
  std::uint8_t unread_hours = unread_hours_default;  // documents_unread: the age of a document
  FlowSet flows = FlowSet::live;

  std::optional<Rhythm> rhythm_of(Subject about) const;

  bool operator==(const Subscriptions&) const = default;
};

struct Announced {
  // The end of the time of which cases were announced, for each rhythm.
  Instant immediately{};
  Instant hourly{};
  Instant daily{};
  // The keys of announced work that has no beginning in time, while it waits.
  std::vector<std::string> undated = {};

  bool operator==(const Announced&) const = default;
};

}  // namespace tradepost::exchange
