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

// All that the tables have, as effects that another store keeps (storage 5.15), of one moment. The
// tables have no past, so most effects are carried ones: how things stand. Transactions come first,
// in the order of sending, and the directory comes after cases: nothing that is kept before it is
// told to an endpoint. One thread.
class Carrying {
 public:
  using Kept = std::pair<std::uint64_t, exchange::Effect>;

  // Keys that were used at `expired` or earlier are left out.
  static base::Result<std::unique_ptr<Carrying>> begin(const database::Options& database,
                                                       exchange::Instant expired);

  // The next ones, numbered 1, 2, 3 …; fewer than `count` only at the end.
  base::Result<std::vector<Kept>> next(std::size_t count);
  // The number of the last one that was given.
  std::uint64_t given() const { return given_; }
  // How many transactions there are.
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
  std::uint64_t found_ = 0;              // of them
  std::vector<exchange::Effect> ready_;  // and not given yet
  std::size_t next_ready_ = 0;
  std::uint64_t given_ = 0;
};

}  // namespace tradepost::store::postgres
