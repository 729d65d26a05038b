#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exchange/model/model.hpp"

// People and their access (decision 23). Everything that says who a person is (name, address,
// secrets, devices) is in `sealed`, whose key is outside of the records and of backups: a person is
// erased by deleting the key.
namespace tradepost::exchange {

enum class PersonState : std::uint8_t { invited = 1, active = 2, disabled = 3, erased = 4 };

enum class Role : std::uint8_t {
  reader = 1,
  clerk = 2,
  administrator = 3,
  auditor = 4,  // this role and the next one are for memberships in the operators
  operator_ = 5,
};

enum class FlowSet : std::uint8_t { live = 1, test = 2, both = 3 };
constexpr bool has(FlowSet flows, Flow flow) {
  return (static_cast<unsigned>(flows) & static_cast<unsigned>(flow)) != 0;
}

struct Membership {
  std::optional<ParticipantId> participant;  // nullopt: the operators
  Role role{};
  FlowSet flows = FlowSet::both;

  bool operator==(const Membership&) const = default;
};

// A browser in which the person has signed in. It acts for one participant in one flow.
struct PersonSession {
  SessionId id;
  Digest secret;                                  // SHA-256 of the cookie's value
  std::optional<ParticipantId> participant = {};  // nullopt: the operators
  Flow flow = Flow::live;
  Instant began{};
  Instant used{};           // a recent request, not necessarily the last one
  Instant confirmed{};      // when the person last proved to be the one
  std::uint64_t epoch = 0;  // of the store: a restore ends all sessions

  bool operator==(const PersonSession&) const = default;
};

// A link that can be used once.
struct PersonLink {
  enum class Purpose : std::uint8_t { invitation = 1, reset = 2 };
  Purpose purpose{};
  Digest secret;  // SHA-256 of the secret in the link
  Instant ends{};
  std::uint64_t epoch = 0;  // of the store: a restore ends all links

  bool operator==(const PersonLink&) const = default;
};

// The last change of an entry, for the log of the operators.
enum class PersonChange : std::uint8_t {
  invited = 1,
  joined = 2,
  memberships = 3,
  disabled = 4,
  enabled = 5,
  erased = 6,
  secrets = 7,  // a password, a second factor, a link to reset them
  profile = 8,  // name, language, messages about work that waits
  sessions = 9,
};

struct Person {
  PersonId id;
  Revision revision = 0;
  PersonState state = PersonState::invited;
  PersonChange change = PersonChange::invited;
  bool has_joined = false;  // a person who is enabled again is active, or invited as before
  std::vector<Membership> memberships = {};
  std::vector<PersonSession> sessions = {};
  std::optional<PersonLink> link = {};
  std::string sealed = {};

  bool operator==(const Person&) const = default;
};

}  // namespace tradepost::exchange
