#include "agent/bridged.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "polling.hpp"
#include "served/json.hpp"
#include "tests/support/run.hpp"

namespace tradepost::agent_tests {

using served::at;

void until(std::string_view what, const std::function<bool()>& is_so, std::chrono::seconds within) {
  const int patience = run::binary_is_slow() ? 4 : 1;
  if (!is_soon(is_so, within * patience)) ADD_FAILURE() << what << " did not come";
}

void never(std::string_view what, const std::function<bool()>& is_so,
           std::chrono::milliseconds within) {
  const auto end = std::chrono::steady_clock::now() + within;
  while (std::chrono::steady_clock::now() < end) {
    ASSERT_FALSE(is_so()) << what << " came";
    pause_between_looks();
  }
}

bool has(std::string_view text, std::string_view part) {
  return text.contains(part);
}

Bridged::Bridged(std::string_view tables, Of of, std::vector<std::string> exchange_flags)
    : trade(std::move(exchange_flags)) {
  has_token(of == Of::supplier ? trade.supplier.token : trade.customer.token);
  is_set(tables);
}

Bridged::~Bridged() {
  if (process_) {
    EXPECT_EQ(ends(), 0);
  }
  if (testing::Test::HasFailure()) fmt::print(stderr, "{}\n", log());
}

void Bridged::is_killed_often() {
  std::random_device seed;
  std::mt19937 random(seed());
  for (int life = 0; life < 8; ++life) {
    begins();
    std::uniform_int_distribution<int> instant(0, 60);
    never("the agent's end", [] { return false; }, std::chrono::milliseconds(instant(random)));
    is_killed();
  }
}

void Bridged::is_set(std::string_view tables, std::string_view top) {
  desk.write("agent.toml", fmt::format("{}\n[bridge.one]\nurl = \"http://127.0.0.1:{}\"\n"
                                       "token_file = \"token\"\n{}\n",
                                       top, trade.exchange().port(), tables));
}

void Bridged::has_token(const std::string& token) const {
  desk.write("token", token + "\n");
}

void Bridged::begins() {
  std::filesystem::remove(desk.path("../begun"));  // output of the previous process
  process_ = desk.begin("agent run");
  until("the agent's first line", [&] { return has(log(), "tradepost agent works on"); });
}

std::string Bridged::log() const {
  return desk.read("../begun");
}

std::string Bridged::says(const std::string& path) const {
  const Ended status = desk.tradepost("agent status --json");
  EXPECT_LE(status.exit_code, 1) << status.err;
  return at(status.out, "bridges.0." + path);
}

void Bridged::says_when(const std::string& path, std::string_view value) const {
  std::string said;
  until(fmt::format("{} {}", path, value), [&] { return (said = says(path)) == value; });
  EXPECT_EQ(said, value);
}

std::string Bridged::reason() const {
  std::string reason;
  until("a reason", [&] {
    reason = says("waitingDocuments.0.reason");
    return !reason.empty() && reason != "absent";
  });
  return reason;
}

std::string Bridged::problem(std::string_view direction) const {
  return says(fmt::format("{}.problem", direction));
}

void Bridged::has_problem_with(std::string_view text, std::string_view direction) const {
  std::string said;
  until(fmt::format("a problem with {}", text),
        [&] { return has(said = problem(direction), text); });
  EXPECT_TRUE(has(said, text)) << said;
}

void Bridged::is_well(std::string_view direction) const {
  until("the end of the problem", [&] { return problem(direction) == "null"; });
}

void Bridged::has_status(const std::string& id, std::string_view status) {
  until(fmt::format("{} of {}", status, id), [&] { return trade.status(id) == status; });
}

Bridged::Versions Bridged::takes_two_versions() {
  Versions taken;
  taken.older = trade.sends("1", R"(,"note":"first")");
  begins();
  has_status(taken.older, "SUCCESS");
  taken.newer = trade.sends("1", R"(,"note":"second")");
  has_status(taken.newer, "SUCCESS");
  return taken;
}

void add_program(const Desk& desk, const std::string& name, std::string_view script) {
  namespace fs = std::filesystem;
  const std::string whole = name + ".whole";
  desk.write(whole, fmt::format("#!/bin/sh\n{}", script));
  fs::permissions(desk.path(whole), fs::perms::owner_all);
  fs::rename(desk.path(whole), desk.path(name));
}

}  // namespace tradepost::agent_tests
