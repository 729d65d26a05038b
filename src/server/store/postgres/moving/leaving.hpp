#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/crypto/seal.hpp"
#include "base/ground/result.hpp"
#include "database/connection.hpp"
#include "exchange/port/person_keys.hpp"

namespace tradepost::store::postgres {

// Freezes the tables while their network moves to another store. Neither running nor disconnected
// nodes can write to them, and no node starts. Running nodes answer reads until finish(). The
// freeze lasts until it is given up, even after this object is gone. One thread, and one process at
// a time.
class Leaving {
 public:
  // Errors: `conflict` without a network, or if one is moving into the database; `in_use` if
  // another process moves it; `unavailable` while an intent is under way.
  static base::Result<std::unique_ptr<Leaving>> begin(const database::Options& database);
  // Continues a move, for example to give it up. Returns `conflict` if no move has begun.
  static base::Result<std::unique_ptr<Leaving>> resume(const database::Options& database);

  // The identity that finish() was called with. nullopt: the network is still here.
  const std::optional<std::string>& left_for() const { return left_for_; }
  std::uint64_t epoch() const { return epoch_; }
  // A number above all positions and sequences in use.
  std::uint64_t next_number() const { return next_number_; }
  // Returns nullopt if the nodes are configured with the key.
  base::Result<std::optional<base::SealKey>> shared_key();
  base::Result<std::vector<exchange::PersonKey>> person_keys();

  // Hides the tables from running nodes. They refuse every read of documents and cases at once, and
  // all other requests within two seconds.
  base::Done finish(std::string_view identity);
  // Allows nodes to write again. Returns `conflict` if the network has left.
  base::Done give_up();

 private:
  explicit Leaving(std::unique_ptr<database::Connection> connection)
      : connection_(std::move(connection)) {}
  enum class Tables : std::uint8_t { closed_now, closed_before };
  static base::Result<std::unique_ptr<Leaving>> open(const database::Options& database,
                                                     Tables tables);
  base::Done open(Tables tables);
  base::Done close_tables();

  const std::unique_ptr<database::Connection> connection_;
  std::optional<std::string> left_for_;
  std::uint64_t epoch_ = 0;
  std::uint64_t next_number_ = 0;
};

// Returns the error for a node that finds a row in the table `move`. `source` is the row's column.
base::Error is_moving(std::string_view source);

}  // namespace tradepost::store::postgres
