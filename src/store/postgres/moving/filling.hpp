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
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

// The store that moves here.
struct MoveSource {
  std::string identity;     // other than that of any other network, and of a restored one
  std::uint64_t epoch = 0;  // cursors that were given out stay good
};

// Fills an empty store in a PostgreSQL with the effects of another one: positions, ids and
// revisions stay as they were. What was taken is kept with each commit, so the next filling goes on
// there after an interruption. One thread; only one filling of a database at a time.
class Filling {
 public:
  // conflict: there is another network, or the rest of another one's move; in_use: another filling.
  // unavailable: what the server refused.
  static base::Result<std::unique_ptr<Filling>> open(const base::Clock& clock,
                                                     const database::Options& database,
                                                     const MoveSource& source);

  // The sequence of the last effect that is here.
  std::uint64_t taken() const { return taken_; }
  // Up to there both stores were found to be the same.
  std::uint64_t verified() const { return verified_; }
  base::Done note_verified(std::uint64_t sequence);
  // The next ones, in their order; one commit. After an error: begin again with a new filling.
  base::Done take(std::span<const std::pair<std::uint64_t, exchange::Effect>> effects);
  // Nodes may open the store. Cursors and secrets of webhooks are sealed with the key, which the
  // database keeps for its nodes; nothing: they are given it.
  base::Done finish(const std::optional<base::SealKey>& key);

 private:
  Filling(const base::Clock& clock, std::unique_ptr<database::Connection> connection)
      : node_(clock), connection_(std::move(connection)) {}
  base::Done begin(const MoveSource& source);

  Node node_;
  std::unique_ptr<database::Connection> connection_;
  std::uint64_t taken_ = 0;
  std::uint64_t verified_ = 0;
  exchange::Instant last_instant_{};  // after what was taken
};

}  // namespace tradepost::store::postgres
