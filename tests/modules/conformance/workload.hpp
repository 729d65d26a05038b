#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/command.hpp"
#include "conformance/oracle.hpp"

namespace tradepost::conformance {

// Random commands in a world with many conflicts: two hubs that send and receive for others, three
// suppliers that use the same numbers, few contents, identifiers that move. Every run has its own
// mixture of frequent and absent commands, so that rare ones meet.
class Workload {
 public:
  explicit Workload(std::uint64_t seed);

  // Returns the participants and their initial relationships.
  std::vector<Command> world();
  // `oracle` has the state after all earlier commands; the next command acts on things that exist.
  Command next(const Oracle& oracle);

 private:
  using Make = Command (Workload::*)(const Oracle& oracle);
  struct Choice {
    Make make;
    std::uint32_t weight;
  };

  Command send(const Oracle& oracle);
  Command send_again();
  Command report(const Oracle& oracle);
  Command pull(const Oracle& oracle);
  Command list_history(const Oracle& oracle);
  Command requeue(const Oracle& oracle);
  Command discard(const Oracle& oracle);
  Command set_relationship(const Oracle& oracle);
  Command set_profile(const Oracle& oracle);
  Command set_network(const Oracle& oracle);
  Command add_range(const Oracle& oracle);
  Command move_identity(const Oracle& oracle);
  Command remove_identity(const Oracle& oracle);
  Command close(const Oracle& oracle);
  Command add_member(const Oracle& oracle);
  Command post_error(const Oracle& oracle);
  Command change_case(const Oracle& oracle);
  Command jump(const Oracle& oracle);
  Command restart(const Oracle& oracle);

  Letter letter();
  LetterUnit unit();
  std::vector<LetterUnit> units(std::string_view kind);
  Party party(std::string_view role);
  Identity identity(Member member);
  Member natural(std::string_view role);
  Member any_member();
  Flow flow();
  std::string key();
  std::vector<std::string> some_kinds();
  std::vector<Demand> some_demands();
  Made any_transaction(const Oracle& oracle, bool (*is_wanted)(const KnownTransaction&));

  std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
  bool one_in(std::uint64_t n) { return below(n) == 0; }
  template <typename T>
  const T& one_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }

  static constexpr std::uint64_t ranges_apart = 60;  // number of places for the starts of ranges

  std::mt19937_64 random_;
  std::vector<Choice> choices_;
  std::uint64_t weight_sum_ = 0;
  std::size_t numbers_ = 0;   // number of different document numbers
  std::size_t variants_ = 0;  // number of different contents
  std::size_t members_ = 0;
  std::size_t last_key_ = 0;
  std::deque<Send> recent_;
};

}  // namespace tradepost::conformance
