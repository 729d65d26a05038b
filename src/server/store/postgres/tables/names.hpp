#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "base/ids.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/model/transaction.hpp"

// Keys of rows, and the locks of a commit.
namespace tradepost::store::postgres {

struct QueueName {
  exchange::ParticipantId participant;
  exchange::Flow flow{};
  auto operator<=>(const QueueName&) const = default;
};

struct ChainName {
  std::string commercial;  // the commercial recipient, in bytes
  std::string key;         // a digest
  auto operator<=>(const ChainName&) const = default;
};
ChainName name_of(const exchange::ChainKey& chain);
// Returns the key that documents without a chain share if they have the same principal, flow and
// content.
std::string payload_key(const exchange::Transaction& row);

// The key of a row. Rows are stored with their recipients.
struct RowPlace {
  exchange::TransactionId id;
  exchange::ParticipantId recipient;
  auto operator<=>(const RowPlace&) const = default;
};

// The owner of every case, for reads by operators.
inline constexpr base::Uuid operators_owner{};

// Returns the search key of a number: its ASCII letters are folded to one case.
std::string folded(std::string_view number);
// Returns the part of the search key that indexes have.
std::string indexed(std::string_view number);

// The key of a used Idempotency-Key.
using KeyName = std::tuple<exchange::ParticipantId, exchange::Flow, exchange::KeyPath, std::string>;
KeyName name_of(const exchange::KeyUse& use);

// Returns the number of an advisory lock. Two locks with the same number would only wait for each
// other.
std::int64_t lock_of(const exchange::KeyUse& use);
std::int64_t lock_of(const ChainName& chain);

// The locks of a commit in the order in which they are taken, so that no two commits deadlock.
struct Locks {
  // Locks of Idempotency-Keys (lock_of()). The commit does not wait for them; it fails at once.
  std::set<std::int64_t> keys = {};
  bool directory = false;  // exclusive; every commit has it shared
  // The most positions that a commit takes of each queue.
  std::map<QueueName, std::uint32_t> queues = {};
  std::set<ChainName> chains = {};
  bool is_only_user = false;  // of the tables: no command needs a lock
};

// Values as parameters of statements.
inline std::int64_t number_of(exchange::Flow flow) {
  return static_cast<std::int64_t>(flow);
}
inline std::int64_t number_of(exchange::Kind kind) {
  return static_cast<std::int64_t>(kind);
}
inline std::int64_t number_of(exchange::Instant instant) {
  return base::epoch_ms(instant);
}
inline std::string_view view_of(const exchange::Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}
exchange::Digest digest_of(std::string_view bytes);

}  // namespace tradepost::store::postgres
