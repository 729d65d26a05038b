#include "exchange/accounts/own_account.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text/text.hpp"
#include "base/time_zones.hpp"
#include "exchange/accounts/second_factor.hpp"
#include "exchange/people/own_changes.hpp"

namespace tradepost::exchange {

Answering<ProfileChangeAnswer> change_profile(PeopleDesk& people, PersonId person, Profile profile,
                                              Deadline deadline) {
  using Reason = std::variant<UnknownTimeZone>;
  ChangePerson<Reason> change =
      [profile = std::move(profile)](KnownPerson& known) -> std::optional<Reason> {
    PersonData& data = known.data;
    if (profile.time_zone && !base::is_time_zone(*profile.time_zone)) return UnknownTimeZone{};
    if (profile.name && !profile.name->empty())
      data.name = base::beginning_of(*profile.name, person_name_bytes_max);
    data.language = profile.language.value_or(data.language);
    data.time_zone = profile.time_zone.value_or(data.time_zone);
    known.entry.change = PersonChange::profile;
    return std::nullopt;
  };
  return change_own<ProfileChangeAnswer>(people, person, std::move(change), deadline);
}

namespace {

using Refusal = std::variant<WrongPassword, TooManyFailures, TooManySignIns, Unknown>;

template <typename Answer>
Answer answer_of(const Refusal& refusal) {
  return std::visit([](const auto& why) { return Answer(why); }, refusal);
}

// Returns the person if this is the password. A wrong one counts as a failed sign-in.
Answering<std::variant<KnownPerson, Refusal>> person_with_password(PeopleDesk& people, PersonId id,
                                                                   std::string password,
                                                                   Deadline deadline) {
  using Answer = std::variant<KnownPerson, Refusal>;
  CO_TRY_ASSIGN(auto known, co_await known_person(people, id, deadline));
  if (!known) co_return Answer(Unknown{});
  const Instant now = people.desk.clock.now();
  const Digest address = address_digest(people.network_key, known->data.email);
  if (people.failed_sign_ins.is_blocked(address, now)) co_return Answer(TooManyFailures{});
  std::optional<std::string> hash;
  if (!known->data.password_hash.empty()) hash = known->data.password_hash;
  const auto is_right = co_await people.hashing.matches(std::move(hash), std::move(password));
  if (!is_right) co_return Answer(TooManySignIns{});
  if (*is_right) co_return Answer(*std::move(known));
  people.failed_sign_ins.note(address, now);
  co_return Answer(WrongPassword{});
}

auto session_in(Person& person, SessionId session) {
  return std::ranges::find(person.sessions, session, &PersonSession::id);
}

}  // namespace

Answering<ConfirmAnswer> confirm(PeopleDesk& people, PersonId person, SessionId session,
                                 Confirmation confirmation, Deadline deadline) {
  using Reason = std::variant<WrongPassword, CodeNeeded, WrongCode, Unknown>;
  CO_TRY_ASSIGN(const auto checked,
                co_await person_with_password(people, person, confirmation.password, deadline));
  if (const auto* why = std::get_if<Refusal>(&checked)) co_return answer_of<ConfirmAnswer>(*why);
  const PersonData& before = std::get<KnownPerson>(checked).data;
  const Instant now = people.desk.clock.now();
  const ChangePerson<Reason> change = [&](KnownPerson& known) -> std::optional<Reason> {
    const auto confirmed = session_in(known.entry, session);
    if (confirmed == known.entry.sessions.end()) return Unknown{};
    if (known.data.password_hash != before.password_hash) return WrongPassword{};
    if (const auto fault = take_code(known.data, confirmation.code, now))
      return std::visit([](const auto& why) { return Reason(why); }, *fault);
    confirmed->confirmed = now;
    known.entry.change = PersonChange::sessions;
    return std::nullopt;
  };
  CO_TRY_ASSIGN(const auto answer,
                co_await change_own<ConfirmAnswer>(people, person, change, deadline));
  if (std::holds_alternative<WrongCode>(answer))
    people.failed_sign_ins.note(address_digest(people.network_key, before.email), now);
  co_return answer;
}

Answering<PasswordAnswer> change_password(PeopleDesk& people, PersonId person, SessionId session,
                                          NewPassword password, Deadline deadline) {
  using Reason = std::variant<WrongPassword, Unknown>;
  CO_TRY_ASSIGN(const auto checked,
                co_await person_with_password(people, person, password.present, deadline));
  if (const auto* why = std::get_if<Refusal>(&checked)) co_return answer_of<PasswordAnswer>(*why);
  const PersonData& before = std::get<KnownPerson>(checked).data;
  const std::array<std::string_view, 2> about = {before.name, before.email};
  if (const auto fault = credentials::password_fault(password.next, about))
    co_return PasswordAnswer(*fault);
  const std::optional<std::string> hash = co_await people.hashing.hashed(password.next);
  if (!hash) co_return PasswordAnswer(TooManySignIns{});

  const ChangePerson<Reason> change = [&](KnownPerson& known) -> std::optional<Reason> {
    if (session_in(known.entry, session) == known.entry.sessions.end()) return Unknown{};
    if (known.data.password_hash != before.password_hash) return WrongPassword{};
    known.data.password_hash = *hash;
    std::erase_if(known.entry.sessions, [&](const auto& one) { return one.id != session; });
    std::erase_if(known.data.browsers, [&](const auto& one) { return one.session != session; });
    known.entry.link.reset();
    known.entry.change = PersonChange::secrets;
    return std::nullopt;
  };
  co_return co_await change_own<PasswordAnswer>(people, person, change, deadline);
}

}  // namespace tradepost::exchange
