#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/accounts/required_factor.hpp"
#include "exchange/people/people_desk.hpp"
#include "exchange/people/person_access.hpp"

// The sessions of people in browsers.
namespace tradepost::exchange {

// A person signs in on this many browsers at most; the session that was not used for longest ends.
inline constexpr std::size_t sessions_max = 20;
inline constexpr std::size_t known_devices_max = 50;

// A browser in which a person signs in.
struct SigningBrowser {
  std::string device_secret;  // from an earlier sign-in of this browser; empty: none
  std::string agent;          // for the person's list of sessions
  std::string address;
  std::string network = {};  // of the address, to count failures; empty: they are not counted
};

struct NewSession {
  std::string secret;  // the value of the cookie
  PersonSession session;
  std::string device_secret = {};  // for a browser that the person has not used before
  std::vector<std::string> recovery_codes = {};  // of a second factor that began with the session
  // The person, if other browsers were used before this one.
  std::optional<Addressee> to_notify = {};
};

// Begins a session in the membership of the person's newest session, or else in the first one.
// Returns nullopt if the person has access nowhere.
std::optional<NewSession> begin_session(PeopleDesk& people, KnownPerson& person,
                                        const SigningBrowser& browser, Instant now);

// Ends the new session, which is kept already, if the person lacks a second factor that a newer
// rule requires. Returns true in this case: the person signs in again.
Answering<bool> ended_by_newer_rule(PeopleDesk& people, const KnownPerson& person,
                                    const NewSession& made, Deadline deadline);

// Begins a session in another membership or flow instead of the present one.
struct Place {
  std::optional<ParticipantId> participant;  // nullopt: the operators
  Flow flow = Flow::live;
};
using SwitchAnswer = std::variant<NewSession, SecondFactorNeeded, Unknown, Busy>;
Answering<SwitchAnswer> switch_session(PeopleDesk& people, PersonId person, SessionId session,
                                       Place to, Deadline deadline);

// Ends one session, or all. Unknown: the person has no such session.
using EndAnswer = std::variant<Changed, Unknown, Busy>;
Answering<EndAnswer> end_session(PeopleDesk& people, PersonId person,
                                 std::optional<SessionId> session, Deadline deadline);

// Keeps the time of a request, so that the session does not end as unused. The caller calls it
// when session_renewed_after has passed.
Answering<EndAnswer> mark_used(PeopleDesk& people, PersonId person, SessionId session,
                               Deadline deadline);

}  // namespace tradepost::exchange
