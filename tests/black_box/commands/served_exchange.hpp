#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "served/served_exchange.hpp"

namespace tradepost::commands_tests {

using served::operator_token;

// Runs `tradepost serve` on a separate folder until its destruction.
class ServedExchange {
 public:
  explicit ServedExchange(std::vector<std::string> flags = {})
      : process_({.data = folder_.path() + "/data", .flags = std::move(flags)}) {}

  std::uint16_t port() const { return process_.port(); }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port()); }

  void stop() { EXPECT_EQ(process_.end(), 0); }
  void start_again() { process_.begin(); }  // on the same port

 private:
  served::ScratchFolder folder_;
  served::ServedExchange process_;
};

}  // namespace tradepost::commands_tests
