#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "served/network.hpp"
#include "served/served_exchange.hpp"
#include "tests/support/run.hpp"

namespace tradepost::memory {

inline constexpr std::size_t megabyte = 1u << 20;
// Memory outside the budget: the index, the latest documents, connections, threads.
inline constexpr std::size_t beside_bytes = 256 * megabyte;
inline constexpr std::size_t stalled_body_bytes = 9'900'000;
// The number of clients of each participant.
inline constexpr std::size_t of_each = 16;

// A short run has a small budget and few participants.
struct Size {
  std::size_t participants = run::is_long() ? 64 : 3;
  std::size_t budget_bytes = (run::is_long() ? 512 : 64) * megabyte;
  // Pending documents of a megabyte for each participant, more than a page.
  std::size_t documents = 9;
};

std::string order(std::string_view buyer, std::string_view supplier, std::string_view number,
                  std::size_t padding = 0);

// An exchange with clients that use much memory: one buyer, gln_of(0), and suppliers, from
// gln_of(1) on.
class Attacked {
 public:
  explicit Attacked(served::ServedExchange::Options options, Size size = {});

  // Sends an order from the buyer and returns the status of the answer.
  int sends(std::size_t supplier, std::string_view number, std::size_t padding = 0) const;
  int status_of(const served::Member& member, std::string_view path) const;
  std::uint64_t metric(std::string_view name) const;
  std::size_t resident_bytes() const;
  void expect_bounded(const char* when) const;
  void expect_that_small_requests_go_on(std::string_view number) const;
  void expect_given_back() const;

  std::uint16_t port() const { return exchange_->port(); }
  const served::ServedExchange& exchange() const { return *exchange_; }
  const Size& size() const { return size_; }
  const served::Member& buyer() const { return buyer_; }
  const std::vector<served::Member>& suppliers() const { return suppliers_; }

 private:
  const Size size_;
  const served::ScratchFolder folder_;
  std::optional<served::ServedExchange> exchange_;
  served::Member buyer_;
  std::vector<served::Member> suppliers_;
};

}  // namespace tradepost::memory
