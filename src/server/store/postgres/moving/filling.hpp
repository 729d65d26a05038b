#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "base/clock.hpp"
#include "base/crypto/seal.hpp"
#include "base/ground/result.hpp"
#include "database/connection.hpp"
#include "exchange/model/effects.hpp"
#include "exchange/port/person_keys.hpp"
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

struct MoveSource {
  std::string identity;     // unique among networks and restored networks
  std::uint64_t epoch = 0;  // keeps cursors valid
};

// Fills an empty store in a PostgreSQL database with the effects of another store. Positions, ids
// and revisions do not change. Each commit stores its progress, so the next filling continues there
// after an interruption. One thread, and one filling of a database at a time.
class Filling {
 public:
  // Errors: `conflict` if the database has a network, or a part of another one; `in_use` if another
  // filling runs; `unavailable` with the server's refusal.
  static base::Result<std::unique_ptr<Filling>> open(const base::Clock& clock,
                                                     const database::Options& database,
                                                     const MoveSource& source);

  // The sequence of the last effect in the database.
  std::uint64_t taken() const { return taken_; }
  // Up to this sequence, both stores were compared and are equal.
  std::uint64_t verified() const { return verified_; }
  base::Done note_verified(std::uint64_t sequence);
  // Takes the next effects, in their order, in one commit. After an error, begin again with a new
  // filling.
  base::Done take(std::span<const std::pair<std::uint64_t, exchange::Effect>> effects);
  // Replaces the keys of people. They are in no effect.
  base::Done take_person_keys(std::span<const exchange::PersonKey> keys);
  // Allows nodes to open the store. `key` seals cursors and the secrets of webhooks; the database
  // stores it for its nodes. nullopt: each node is configured with the key.
  base::Done finish(const std::optional<base::SealKey>& key);

 private:
  Filling(const base::Clock& clock, std::unique_ptr<database::Connection> connection)
      : node_(clock), connection_(std::move(connection)) {}
  base::Done begin(const MoveSource& source);

  Node node_;
  std::unique_ptr<database::Connection> connection_;
  std::uint64_t taken_ = 0;
  std::uint64_t verified_ = 0;
  exchange::Instant last_instant_{};  // of the taken effects
};

}  // namespace tradepost::store::postgres
