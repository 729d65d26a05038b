#pragma once

#include <chrono>
#include <optional>
#include <string_view>
#include <vector>

#include "exchange/people/people_desk.hpp"
#include "exchange/waiting/waiting.hpp"

// Decides who receives a message about work that waits.
namespace tradepost::exchange {

// A commit is visible this long after its time at the latest.
inline constexpr std::chrono::seconds work_settles_in{5};
// A daily summary comes at this time of the person, or not at all on that day.
inline constexpr std::chrono::hours summary_at{7};
inline constexpr std::chrono::hours summary_within{1};
inline constexpr std::size_t announced_states_max = 100;  // of a person

// Returns the work of which the person receives a message now, each case once, and keeps in `data`
// what is announced with it. `node` is the node whose state is in `work`. Pure.
std::vector<Waiting> announce(PersonData& data, const std::vector<Waiting>& work,
                              std::string_view node, Instant now);

struct Announcement {
  Addressee to;
  std::vector<Waiting> work;  // not empty
};
// Finds the work that waits for the person, and keeps that it is announced. Returns nullopt if
// nothing is to be announced, or if another node announces it. `of_node` is the work of this node
// for its operators. A message is announced at most once: an end of the process before the message
// is in the queue loses it.
Answering<std::optional<Announcement>> claim_announcement(PeopleDesk& people, KnownPerson person,
                                                          std::vector<Waiting> of_node,
                                                          std::string node, Deadline deadline);

}  // namespace tradepost::exchange
