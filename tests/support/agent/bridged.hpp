#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "served/desk.hpp"
#include "trade/trade.hpp"

namespace tradepost::agent_tests {

using served::Desk;
using served::Ended;

// Waits until `is_so` returns true. Fails the test after `within`, times four with a slow binary.
void until(std::string_view what, const std::function<bool()>& is_so,
           std::chrono::seconds within = std::chrono::seconds(20));
// Fails the test if `is_so` returns true at any time `within`.
void never(std::string_view what, const std::function<bool()>& is_so,
           std::chrono::milliseconds within);
bool has(std::string_view text, std::string_view part);

// An exchange with a customer and a supplier, and an agent of one of them at a desk.
class Bridged {
 public:
  enum class Of { supplier, customer };
  // `tables` are the tables of the bridge "one": [bridge.one.receive], [bridge.one.send].
  explicit Bridged(std::string_view tables, Of of = Of::supplier,
                   std::vector<std::string> exchange_flags = {});
  ~Bridged();

  trade::Trade trade;
  Desk desk;

  // Writes the file of settings. `top` has the lines before all tables.
  void is_set(std::string_view tables, std::string_view top = "");
  void has_token(const std::string& token) const;
  void begins();
  int ends() { return process_.end(); }
  void is_killed() { process_.end(SIGKILL); }
  // Begins several times, and is killed each time after a random short while.
  void is_killed_often();

  // Returns standard output and error of the agent's latest process.
  std::string log() const;
  // Returns the value at a path of the bridge in `agent status --json`, such as "setAside".
  std::string says(const std::string& path) const;
  void says_when(const std::string& path, std::string_view value) const;
  // Waits until the first waiting document has a reason for its delay, and returns the reason.
  std::string reason() const;
  std::string problem(std::string_view direction = "receive") const;
  void has_problem_with(std::string_view text, std::string_view direction = "receive") const;
  void is_well(std::string_view direction = "receive") const;
  // Waits until a document that the customer sent has this status.
  void has_status(const std::string& id, std::string_view status);

  struct Versions {
    std::string older = {};
    std::string newer = {};
  };
  // Begins, and waits until it has processed a document and then its new version.
  Versions takes_two_versions();

 private:
  process::Process process_;
};

// Writes an executable shell script to the desk. The file is replaced in one step, so a running
// script is never mixed with its successor.
void add_program(const Desk& desk, const std::string& name, std::string_view script);

}  // namespace tradepost::agent_tests
