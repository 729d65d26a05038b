#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "cases/trade.hpp"
#include "commands/desk.hpp"

namespace tradepost::agent_tests {

using commands_tests::Desk;
using commands_tests::Ended;

// Waits for it, and fails the test if it does not come.
void until(std::string_view what, const std::function<bool()>& is_so,
           std::chrono::seconds within = std::chrono::seconds(20));
// Looks for as long, and fails the test if it comes.
void never(std::string_view what, const std::function<bool()>& is_so,
           std::chrono::milliseconds within);
bool has(std::string_view text, std::string_view part);

// An exchange with a customer and a supplier, and an agent of one of them at a desk.
class Bridged {
 public:
  enum class Of { supplier, customer };
  // `tables` belong to the bridge "one", and are written as those of [receive] and [send].
  explicit Bridged(std::string_view tables, Of of = Of::supplier,
                   std::vector<std::string> exchange_environment = {});
  ~Bridged();

  cases_tests::Trade trade;
  Desk desk;

  // The file of settings; `top` are lines before all tables.
  void is_set(std::string_view tables, std::string_view top = "");
  void has_token(const std::string& token) const;
  void begins();
  int ends();  // after SIGTERM: its exit code
  void is_killed();

  // Standard output and error of its last life.
  std::string log() const;
  // What `agent status --json` has of the bridge at a path: "setAside".
  std::string says(const std::string& path) const;
  void says_when(const std::string& path, std::string_view value) const;
  // Why the first document that waits was not taken.
  std::string reason() const;
  std::string problem(std::string_view direction = "receive") const;
  void has_problem_with(std::string_view text, std::string_view direction = "receive") const;
  void is_well(std::string_view direction = "receive") const;
  // Of a document of the customer.
  void has_status(const std::string& id, std::string_view status);

 private:
  int process_ = -1;
};

// An executable file on the desk; one that runs never sees a part of its successor.
void add_program(const Desk& desk, const std::string& name, std::string_view script);

}  // namespace tradepost::agent_tests
