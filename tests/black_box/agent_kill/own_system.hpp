#pragma once

#include <map>
#include <string>
#include <vector>

#include "commands/desk.hpp"

// What the recipient has of its own, and what its answers depend on.
namespace tradepost::agent_kill_tests {

// How often something is, or was, in the recipient's system, by the id of the transaction.
using Times = std::map<std::string, int>;

// The first letter of a document's number says what the system makes of it.
namespace letter {
inline constexpr char usual = 'P';    // processed
inline constexpr char refused = 'R';  // faulty, with a reason
inline constexpr char late = 'L';     // processed at the second attempt
inline constexpr char slow = 'S';     // processed, and it takes its time
}  // namespace letter

// Why a system that refuses documents refuses one.
std::string reason_of(const std::string& number);

// The recipient's own system, in which documents are to be once. One thread at a time.
class OwnSystem {
 public:
  virtual ~OwnSystem() = default;

  // The lines of [bridge.supplier.receive] that lead to it.
  virtual std::string settings() = 0;
  virtual bool refuses() const { return false; }
  // Takes some of the documents that are there, as the recipient's programs do. Whenever it likes.
  virtual void take_some() {}
  // Once, in the middle of the run.
  virtual void crash() {}
  virtual Times had() = 0;
  // What else must hold after so many kills of the agent, which works in a folder of its own.
  virtual void expect_well(const commands_tests::Desk& /*agents*/, int /*kills_of_agent*/) {}
};

}  // namespace tradepost::agent_kill_tests
