#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "exchange/desk/desk.hpp"

// The access of a person in a session. Pure.
namespace tradepost::exchange {

// The beginning of the secret of a session. The dot is in no sealed cookie.
inline constexpr std::string_view session_prefix = "tps.";

// Returns the scopes (contract 8.2) of a role in a participant.
Scopes scopes_of(Role role);

// A person who has signed in as an operator or an auditor.
struct OperatorSession {
  OperatorId id;  // the id of the person
  Role role{};
  SessionId session;
};

using PersonAccess = std::variant<Caller, OperatorSession>;

// A session and its person, who has the access.
struct LivingSession {
  const Person* person = nullptr;
  const PersonSession* session = nullptr;
  PersonAccess access;
};

// Returns the session with this secret, or nullopt if it has ended: too old, not used for too long,
// from before a restore, or its person has lost the membership. Pointers are valid as long as the
// directory.
std::optional<LivingSession> living_session(const Directory& directory, const Digest& secret,
                                            std::uint64_t epoch, Instant now);
// The same for a session that a request has found before.
std::optional<LivingSession> living_session(const Directory& directory, PersonId person,
                                            SessionId session, std::uint64_t epoch, Instant now);
bool is_still_in_session(const Caller& caller, const Directory& directory, std::uint64_t epoch,
                         Instant now);

// Returns true if the role is one for this place: a participant, or the operators.
bool suits(const Membership& membership);
// Returns the access of the person in this participant, or among the operators, and flow.
std::optional<PersonAccess> access_of(const Person& person, const PersonSession& session,
                                      const Directory& directory);

Instant end_of(const PersonSession& session);

}  // namespace tradepost::exchange
