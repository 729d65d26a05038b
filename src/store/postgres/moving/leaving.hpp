#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/crypto/seal.hpp"
#include "base/ground/result.hpp"
#include "database/connection.hpp"

namespace tradepost::store::postgres {

// Keeps the tables as they are while their network moves to another store: nothing is written to
// them any more, by nodes that run and by nodes that were cut off, and no node starts. Nodes that
// run answer reads until finish(). It lasts until it is given up, also after this object. One
// thread; one process at a time.
class Leaving {
 public:
  // conflict: there is no network, or one is moving into the database; in_use: another process;
  // unavailable: an intent is under way.
  static base::Result<std::unique_ptr<Leaving>> begin(const database::Options& database);
  // To give it up. conflict: it has not begun.
  static base::Result<std::unique_ptr<Leaving>> resume(const database::Options& database);

  // Where the network is now, as finish() was told; nothing: here.
  const std::optional<std::string>& left_for() const { return left_for_; }
  std::uint64_t epoch() const { return epoch_; }
  // Larger than all positions and sequences that were given out.
  std::uint64_t next_number() const { return next_number_; }
  // Nothing where the nodes are given it.
  base::Result<std::optional<base::SealKey>> shared_key();

  // Nodes that run find no tables from now on: they refuse every read of documents and cases at
  // once, and all others within two seconds.
  base::Done finish(std::string_view identity);
  // Nodes go on. conflict: the network has left.
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

// What a node is told that finds a row in the table `move`; `source` is of the row.
base::Error is_moving(std::string_view source);

}  // namespace tradepost::store::postgres
