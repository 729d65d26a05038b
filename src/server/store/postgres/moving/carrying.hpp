#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "database/connection.hpp"
#include "exchange/model/effects.hpp"

namespace tradepost::store::postgres {

// Returns the contents of all tables at one moment, as effects that another store keeps
// (storage 5.15). The tables have no history, so most effects are carried ones, which describe the
// current state. Transactions come first, in the order of sending. The directory comes after cases,
// so that no endpoint is notified of effects before it. One thread.
class Carrying {
 public:
  using Kept = std::pair<std::uint64_t, exchange::Effect>;

  // Omits keys that were used at `expired` or earlier.
  static base::Result<std::unique_ptr<Carrying>> begin(const database::Options& database,
                                                       exchange::Instant expired);

  // Returns the next effects, numbered 1, 2, 3 …; fewer than `count` only at the end.
  base::Result<std::vector<Kept>> next(std::size_t count);
  // The number of the last effect that was returned.
  std::uint64_t given() const { return given_; }
  // The number of transactions in the tables.
  std::uint64_t transactions() const { return transactions_; }

 private:
  struct Part;
  using Effects = std::vector<exchange::Effect>;

  Carrying(std::unique_ptr<database::Connection> connection, exchange::Instant expired)
      : connection_(std::move(connection)), expired_(expired) {}

  static const Part parts[];
  base::Done fetch();
  base::Done begin_part();
  base::Result<Effects> sent(const database::Rows& ids);
  base::Done check_count() const;

  const std::unique_ptr<database::Connection> connection_;
  const exchange::Instant expired_;
  std::size_t part_ = 0;
  bool is_open_ = false;  // the cursor of the part
  std::uint64_t transactions_ = 0;
  std::uint64_t found_ = 0;              // transactions
  std::vector<exchange::Effect> ready_;  // not returned yet
  std::size_t next_ready_ = 0;
  std::uint64_t given_ = 0;
};

}  // namespace tradepost::store::postgres
