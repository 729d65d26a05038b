// Participants and their relationships: contract 1.2, 5.4, 5.5, 9.

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "conformance/oracle.hpp"

namespace tradepost::conformance {
namespace {

bool is_unique(const Identity& identity) {
  return identity.domain == "GS1" || identity.domain == "DUNS";
}

bool holds(const KnownMember& member, const Identity& identity) {
  return std::ranges::find(member.identities, identity) != member.identities.end();
}

Answer only_words(std::string words) {
  return {.words = std::move(words), .made_transactions = {}, .made_cases = {}};
}

}  // namespace

Answer Oracle::apply_one(std::size_t /*number*/, const AddMember& command) {
  for (const Identity& identity : command.identities) {
    if (!is_unique(identity)) continue;
    for (const KnownMember& member : network_.members) {
      if (holds(member, identity)) return only_words("taken by " + member.name);
    }
  }
  keep();
  network_.members.push_back({.name = command.name,
                              .identities = command.identities,
                              .numbers = {},
                              .grants = {},
                              .demands = {}});
  return only_words("added");
}

Answer Oracle::apply_one(std::size_t /*number*/, const SetProfile& command) {
  KnownMember& member = network_.members[command.caller.member];
  keep();
  if (command.demands) member.demands = *command.demands;
  if (command.grants) member.grants = *command.grants;
  if (command.numbers) member.numbers = *command.numbers;
  return only_words("changed");
}

// Sets a relationship. Releases held documents if it becomes active (contract 5.5, 5.6).
Answer Oracle::apply_one(std::size_t /*number*/, const SetRelationship& command) {
  KnownRelationship& known = relationship_for_change(command.from, command.to);
  keep();
  known.standing = command.standing;
  if (command.kinds) known.kinds = *command.kinds;
  if (command.demands) known.demands = *command.demands;
  const std::size_t held_before = held_count(command.from, command.to, Flow::live) +
                                  held_count(command.from, command.to, Flow::test);
  const bool is_open = network_.mode == Mode::open && command.standing == Standing::requested;
  if (command.standing == Standing::active || is_open) release(command.from, command.to);
  const std::size_t held_after = held_count(command.from, command.to, Flow::live) +
                                 held_count(command.from, command.to, Flow::test);
  return only_words(fmt::format("changed, {} released", held_before - held_after));
}

// Sets the mode of the network. In an open network every pair may trade, but refused documents stay
// refused (contract 5.4).
Answer Oracle::apply_one(std::size_t /*number*/, const SetNetwork& command) {
  keep();
  network_.mode = command.mode;
  if (command.mode == Mode::open) {
    for (Member from = 0; from < network_.members.size(); ++from) {
      for (Member to = 0; to < network_.members.size(); ++to) {
        const KnownRelationship* const known = relationship(from, to);
        if (!known || known->standing != Standing::blocked) release(from, to);
      }
    }
  }
  return only_words("changed");
}

// Moves an identifier. It moves documents only on request, in the same command (contract 9).
Answer Oracle::apply_one(std::size_t /*number*/, const MoveIdentity& command) {
  Member old_owner = no_member;
  for (Member member = 0; member < network_.members.size(); ++member) {
    if (is_unique(command.identity) && holds(network_.members[member], command.identity)) {
      old_owner = member;
    }
  }
  KnownMember& to = network_.members[command.to];
  if (old_owner == command.to || holds(to, command.identity)) return only_words("moved, 0 pending");
  if (old_owner != no_member && network_.members[old_owner].closed) {
    return only_words("taken by " + network_.members[old_owner].name);
  }
  keep();
  to.identities.push_back(command.identity);
  if (old_owner == no_member) return only_words("moved, 0 pending");
  std::erase(network_.members[old_owner].identities, command.identity);
  std::vector<Place> pending;
  for (const Flow flow : {Flow::live, Flow::test}) {
    for (const Place place : pending_places({.member = old_owner, .flow = flow}, "")) {
      if (network_.transactions[place].routed_by == command.identity) pending.push_back(place);
    }
  }
  if (command.take == Take::yes) {
    for (const Place place : pending) {
      KnownTransaction& known = network_.transactions[place];
      known.recipient = command.to;
      known.events.emplace_back("moved");
      known.arrival = ++network_.last_arrival;
      std::ranges::replace(known.viewers, old_owner, command.to);
    }
  }
  return only_words(fmt::format("moved, {} pending", pending.size()));
}

Answer Oracle::apply_one(std::size_t /*number*/, const RemoveIdentity& command) {
  keep();
  std::erase(network_.members[command.from].identities, command.identity);
  return only_words("removed");
}

Answer Oracle::apply_one(std::size_t number, const Close& command) {
  std::vector<Place> open;
  std::size_t held = 0;
  for (Place place = 0; place < network_.transactions.size(); ++place) {
    const KnownTransaction& known = network_.transactions[place];
    if (known.recipient != command.member || known.status != Status::pending) continue;
    open.push_back(place);
    if (known.held) ++held;
  }
  if (!open.empty() && !command.fail_pending) {
    return only_words(fmt::format("still {} pending and {} held", open.size() - held, held));
  }
  Answer answer =
      only_words(fmt::format("closed over {} pending and {} held", open.size() - held, held));
  keep();
  for (const Place place : open) {
    KnownTransaction& known = network_.transactions[place];
    known.status = Status::failed;
    known.events.emplace_back("reported");
    known.held = false;
    known.report = {.verdict = Verdict::failure,
                    .reason = {},
                    .type = ErrorType::internal,
                    .at = present(),
                    .by = no_member};
    KnownCase opened{.made = {number, answer.made_cases.size()},
                     .origin = "closing",
                     .owners = {known.principal.member},
                     .flow = known.flow,
                     .transaction = place,
                     .resolved_by = "nobody",
                     .type = ErrorType::internal,
                     .reason = {},
                     .rejected = {}};
    if (known.agent != no_member) opened.owners.push_back(known.agent);
    known.case_place = open_case(std::move(opened));
    answer.made_cases.push_back(*known.case_place);
  }
  network_.members[command.member].closed = true;
  return answer;
}

}  // namespace tradepost::conformance
