#include "agent_kill/interrupted.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "agent_kill/bridged.hpp"
#include "polling.hpp"
#include "served/deadly_disk.hpp"

namespace tradepost::agent_kill_tests {
namespace {

using std::chrono::seconds;

void set_killed_at_step(served::Desk& desk, unsigned nth) {
  for (const std::string& one : served::killed_at_step(nth)) {
    const auto equals = one.find('=');
    desk.set(one.substr(0, equals), one.substr(equals + 1));
  }
}

// Sends a document and kills the agent at its nth step. Returns false if the agent has fewer steps.
bool dies_at_step(Bridged& bridged, OwnSystem& system, unsigned nth) {
  const std::string number = fmt::format("P-{}", nth);
  const std::string id = bridged.send(number);
  set_killed_at_step(bridged.desk, nth);
  bridged.begin_agent();
  bool is_dead = false;
  EXPECT_TRUE(is_soon(
      [&] {
        is_dead = bridged.agent_is_dead();
        return is_dead || bridged.is_all_settled();
      },
      seconds(60)))
      << "the agent neither dies nor works";
  if (!is_dead) is_dead = bridged.end_agent() != 0;
  constexpr int usually_enough = 4;  // for a recipient that does not take all documents at once
  for (int i = 0; i < usually_enough; ++i) system.take_some();
  if (is_dead) {
    set_killed_at_step(bridged.desk, 0);
    bridged.begin_agent();
    bridged.expect_all_settled(seconds(60));
    EXPECT_EQ(bridged.end_agent(), 0);
  }
  EXPECT_EQ(system.had()[id], 1) << number;
  const auto document = bridged.supplier.transaction(id);
  EXPECT_TRUE(document && document->status == "SUCCESS") << number;
  return is_dead;
}

}  // namespace

void expect_once_wherever_the_agent_dies(OwnSystem& system) {
  Bridged bridged(system.settings());
  unsigned nth = 1;
  constexpr unsigned most = 100;
  while (nth < most && dies_at_step(bridged, system, nth)) ++nth;
  std::cout << nth - 1 << " steps, and a death at each\n";
  EXPECT_GT(nth, 3u) << "an agent that hands a document over takes more steps";
  EXPECT_LT(nth, most);
}

}  // namespace tradepost::agent_kill_tests
