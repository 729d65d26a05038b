// Tests many large bodies that stall, and many large pages that no client reads: their memory is
// bounded, small requests are answered, and the memory is released afterwards.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "memory/attacked.hpp"
#include "memory/stalled_clients.hpp"

namespace tradepost::memory {
namespace {

class Memory : public testing::Test {
 protected:
  const Size size_;
  const Attacked exchange_{
      {.data = {}, .flags = {"--transfer-bytes", fmt::format("{}", size_.budget_bytes)}}, size_};
};

TEST_F(Memory, of_stalled_bodies_is_bounded_and_comes_back) {
  const std::string body = order(served::gln_of(1), served::gln_of(0), "S", stalled_body_bytes);
  StalledClients stalled(exchange_.port());
  for (const auto& supplier : exchange_.suppliers()) {
    for (std::size_t i = 0; i < of_each; ++i) stalled.add_sender(supplier.token, body);
  }
  stalled.go_on();
  exchange_.expect_bounded("with bodies that stall");
  exchange_.expect_that_small_requests_go_on("A-1");
  const std::size_t fitting = size_.budget_bytes / (2 * body.size());
  EXPECT_TRUE(stalled.wait_for(size_.participants * of_each - fitting, 503));
  exchange_.expect_bounded("when the others were refused");
  EXPECT_GT(exchange_.metric("tradepost_transfers_refused_total"), 0u);
  stalled.end();
  exchange_.expect_given_back();
  EXPECT_EQ(exchange_.sends(0, "A-2", stalled_body_bytes), 201);
}

TEST_F(Memory, of_unread_pages_is_limited_and_released) {
  for (std::size_t supplier = 0; supplier < size_.participants; ++supplier) {
    for (std::size_t i = 0; i < size_.documents; ++i) {
      EXPECT_EQ(exchange_.sends(supplier, fmt::format("P-{}-{}", supplier, i), megabyte), 201);
    }
  }
  StalledClients stalled(exchange_.port());
  for (const auto& supplier : exchange_.suppliers()) {
    for (std::size_t i = 0; i < of_each; ++i)
      stalled.add_reader(supplier.token, "/v2/transactions");
  }
  stalled.go_on();
  exchange_.expect_bounded("with unread pages");
  EXPECT_GT(exchange_.metric("tradepost_transfer_bytes"), size_.budget_bytes / 2);
  exchange_.expect_that_small_requests_go_on("A-1");
  EXPECT_TRUE(stalled.wait_for(1, 503));
  exchange_.expect_bounded("when others were refused");
  stalled.end();
  exchange_.expect_given_back();
  EXPECT_EQ(exchange_.status_of(exchange_.suppliers().front(), "/v2/transactions"), 200);
}

}  // namespace
}  // namespace tradepost::memory
