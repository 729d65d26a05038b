#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>

#include "conformance/oracle.hpp"

namespace tradepost::conformance {

// Watches walks along pending transactions (contract 6.3) without knowing of positions: nothing
// that was pending at a walk's start and stays so is skipped, and nothing is shown twice.
class WalkWatch {
 public:
  // After each command: what is pending no more, or lies elsewhere, need not be shown.
  void look(const Oracle& oracle);
  // `words`: what the page showed. Says what is wrong; empty: nothing.
  std::string page(const PullPage& command, const std::string& words, const Oracle& oracle);

 private:
  struct Walk {
    Caller caller;
    std::string kind;
    std::map<Place, std::uint64_t> to_be_shown;  // with where they lay in the queue
    std::set<std::pair<Place, std::uint64_t>> shown;
  };
  std::map<std::pair<Member, std::pair<Flow, std::string>>, Walk> walks_;
};

}  // namespace tradepost::conformance
