#include "exchange/people/person_access.hpp"

#include <algorithm>

#include "base/ground/session_limits.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

bool is_living(const PersonSession& session, std::uint64_t epoch, Instant now) {
  return session.epoch == epoch && now < end_of(session);
}

std::optional<LivingSession> living(const Person& person, const PersonSession& session,
                                    const Directory& directory, std::uint64_t epoch, Instant now) {
  if (!is_living(session, epoch, now)) return std::nullopt;
  auto access = access_of(person, session, directory);
  if (!access) return std::nullopt;
  return LivingSession{.person = &person, .session = &session, .access = *std::move(access)};
}

}  // namespace

Scopes scopes_of(Role role) {
  switch (role) {
    case Role::reader:
      return Scopes(Scopes::read);
    case Role::clerk:
      return Scopes(Scopes::read | Scopes::send | Scopes::report);
    case Role::administrator:
      return Scopes::all();
    case Role::auditor:
    case Role::operator_:
      break;
  }
  return Scopes();
}

Instant end_of(const PersonSession& session) {
  return std::min(session.began + limits::session_lives, session.used + limits::session_idle_max);
}

bool suits(const Membership& membership) {
  const bool is_of_operators =
      membership.role == Role::auditor || membership.role == Role::operator_;
  return membership.participant.has_value() != is_of_operators;
}

std::optional<PersonAccess> access_of(const Person& person, const PersonSession& session,
                                      const Directory& directory) {
  if (person.state != PersonState::active) return std::nullopt;
  const auto membership =
      std::ranges::find(person.memberships, session.participant, &Membership::participant);
  if (membership == person.memberships.end() || !suits(*membership)) return std::nullopt;
  if (!session.participant) {
    return OperatorSession{
        .id = OperatorId(person.id.uuid()), .role = membership->role, .session = session.id};
  }
  const Participant* const participant = directory.participant(*session.participant);
  const bool is_open = participant != nullptr && participant->state == ParticipantState::open;
  if (!is_open || !has(membership->flows, session.flow)) return std::nullopt;
  return Caller{.participant = *session.participant,
                .token = {},
                .flow = session.flow,
                .scopes = scopes_of(membership->role),
                .person = person.id,
                .session = session.id};
}

std::optional<LivingSession> living_session(const Directory& directory, const Digest& secret,
                                            std::uint64_t epoch, Instant now) {
  const Person* const person = directory.person_with(secret);
  if (person == nullptr) return std::nullopt;
  const auto session = std::ranges::find(person->sessions, secret, &PersonSession::secret);
  if (session == person->sessions.end()) return std::nullopt;  // the secret of a link
  return living(*person, *session, directory, epoch, now);
}

std::optional<LivingSession> living_session(const Directory& directory, PersonId person,
                                            SessionId session, std::uint64_t epoch, Instant now) {
  const Person* const entry = directory.person(person);
  if (entry == nullptr) return std::nullopt;
  const auto found = std::ranges::find(entry->sessions, session, &PersonSession::id);
  if (found == entry->sessions.end()) return std::nullopt;
  return living(*entry, *found, directory, epoch, now);
}

bool is_still_in_session(const Caller& caller, const Directory& directory, std::uint64_t epoch,
                         Instant now) {
  return living_session(directory, caller.person, caller.session, epoch, now).has_value();
}

}  // namespace tradepost::exchange
