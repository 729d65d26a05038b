#pragma once

#include <map>
#include <string>
#include <vector>

#include "served/desk.hpp"

// The system of the recipient, and the inputs that decide its answers.
namespace tradepost::agent_kill_tests {

// How often each document is or was in the recipient's system, by the id of its transaction.
using Times = std::map<std::string, int>;

// The first letter of a document's number decides the answer of the system.
namespace letter {
inline constexpr char usual = 'P';    // processed
inline constexpr char refused = 'R';  // faulty, with a reason
inline constexpr char late = 'L';     // processed at the second attempt
inline constexpr char slow = 'S';     // processed slowly
}  // namespace letter

// Returns the reason with which a system refuses this document.
std::string reason_of(const std::string& number);

// The recipient's own system, which must receive each document once. Its functions are called by
// one thread at a time.
class OwnSystem {
 public:
  virtual ~OwnSystem() = default;

  // Returns the lines of [bridge.supplier.receive] that name this system.
  virtual std::string settings() = 0;
  virtual bool refuses() const { return false; }
  // Takes some of the available documents, as the recipient's programs do. Called at any time.
  virtual void take_some() {}
  // Called once, in the middle of the run.
  virtual void crash() {}
  virtual Times had() = 0;
  // Checks the further guarantees of the system after so many kills of the agent, whose folder is
  // at the desk `agents`.
  virtual void expect_well(const served::Desk& /*agents*/, int /*kills_of_agent*/) {}
};

}  // namespace tradepost::agent_kill_tests
