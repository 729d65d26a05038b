#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "base/ids.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/model/transaction.hpp"

// What rows are found by, and the locks of a commit.
namespace tradepost::store::postgres {

struct QueueName {
  exchange::ParticipantId participant;
  exchange::Flow flow{};
  auto operator<=>(const QueueName&) const = default;
};

struct ChainName {
  std::string commercial;  // its party, in bytes
  std::string key;         // a digest
  auto operator<=>(const ChainName&) const = default;
};
ChainName name_of(const exchange::ChainKey& chain);
// Of documents without a chain that have the same principal, flow and content.
std::string payload_key(const exchange::Transaction& row);

// With whom a row is looked for: rows lie with their recipients.
struct RowPlace {
  exchange::TransactionId id;
  exchange::ParticipantId recipient;
  auto operator<=>(const RowPlace&) const = default;
};

// Owns every case, for operators.
inline constexpr base::Uuid operators_owner{};

// What a number is found by: ASCII letters without case.
std::string folded(std::string_view number);

// What an advisory lock is called. Two that had one name would only wait for each other.
std::int64_t lock_of(const exchange::KeyUse& use);
std::int64_t lock_of(const ChainName& chain);

// In the order in which they are taken, so that no two commits wait for each other.
struct Locks {
  // Of Idempotency-Keys (lock_of()). They are not waited for: the commit fails at once.
  std::set<std::int64_t> keys = {};
  bool directory = false;  // to change it; every commit has it to read it
  // How many positions a commit takes of each queue at most.
  std::map<QueueName, std::uint32_t> queues = {};
  std::set<ChainName> chains = {};
};

// How they stand in parameters.
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
