#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "conformance/oracle.hpp"

namespace tradepost::conformance {

// Checks walks through pending transactions (contract 6.3) without knowledge of positions: a
// transaction that is pending during the whole walk is shown, and none is shown twice.
class WalkWatch {
 public:
  // Call it after each command: a transaction that is no longer pending, or has moved, may be
  // omitted.
  void look(const Oracle& oracle);
  // `words` is the content of the page. Returns the error; empty if there is none.
  std::string page(const PullPage& command, const std::string& words, const Oracle& oracle);

 private:
  struct Walk {
    Caller caller;
    std::string kind;
    std::map<Place, std::uint64_t> to_be_shown;  // with their places in the queue
    std::set<std::pair<Place, std::uint64_t>> shown;
  };
  std::map<std::pair<Member, std::pair<Flow, std::string>>, Walk> walks_;
};

}  // namespace tradepost::conformance
