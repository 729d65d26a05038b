#include "conformance/walks.hpp"

#include <fmt/format.h>

#include <sstream>

namespace tradepost::conformance {

void WalkWatch::look(const Oracle& oracle) {
  for (auto& [key, walk] : walks_) {
    std::erase_if(walk.to_be_shown, [&](const auto& entry) {
      const KnownTransaction& known = oracle.network().transactions[entry.first];
      return known.status != Status::pending || known.arrival != entry.second;
    });
  }
}

std::string WalkWatch::page(const PullPage& command, const std::string& words,
                            const Oracle& oracle) {
  if (words == "bad cursor") return "";
  const auto key = std::pair{command.caller.member, std::pair{command.caller.flow, command.kind}};
  if (command.from != PullPage::From::cursor || !walks_.contains(key)) {
    Walk begun{.caller = command.caller, .kind = command.kind, .to_be_shown = {}, .shown = {}};
    for (const Place place : oracle.pending_places(command.caller, command.kind)) {
      begun.to_be_shown.emplace(place, oracle.network().transactions[place].arrival);
    }
    walks_[key] = std::move(begun);
  }

  Walk& walk = walks_[key];
  std::istringstream stream(words);
  std::string word;
  while (stream >> word && word.front() == 'T') {
    const Place place = std::stoul(word.substr(1));
    // A transaction that was moved away and back is last, and is shown once more.
    const auto arrival = oracle.network().transactions[place].arrival;
    if (!walk.shown.emplace(place, arrival).second) return fmt::format("{} is shown twice", word);
    walk.to_be_shown.erase(place);
  }
  if (!words.ends_with("and no more")) return "";
  const bool is_skipped = !walk.to_be_shown.empty();
  const Place first = is_skipped ? walk.to_be_shown.begin()->first : 0;
  walks_.erase(key);
  return is_skipped ? fmt::format("T{} was pending all the time and is skipped", first) : "";
}

}  // namespace tradepost::conformance
