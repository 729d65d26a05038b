#include "exchange/people/resetting.hpp"

#include <algorithm>
#include <utility>

#include "credentials/link_secret.hpp"

namespace tradepost::exchange {

Answering<ManagedResetAnswer> issue_reset_for(PeopleDesk& people, Manager manager, PersonId person,
                                              Deadline deadline) {
  using Reason = std::variant<NotAllowed, Unknown>;
  const credentials::LinkSecret secret = credentials::new_link_secret(people.random);
  IssuedLink issued{
      .person = person, .secret = secret.text, .ends = people.desk.clock.now() + reset_lives};
  const auto is_theirs = [&manager](const Membership& membership) {
    return !manager.of || membership.participant == manager.of;
  };
  const ChangePerson<Reason> change = [&](KnownPerson& known) -> std::optional<Reason> {
    Person& entry = known.entry;
    if (manager.of && std::ranges::none_of(entry.memberships, is_theirs)) return Unknown{};
    if (manager.is(person) || entry.state != PersonState::active) return NotAllowed{};
    issued.is_only_theirs = std::ranges::all_of(entry.memberships, is_theirs);
    entry.link = {.purpose = PersonLink::Purpose::reset,
                  .secret = secret.digest,
                  .ends = issued.ends,
                  .epoch = people.desk.store.epoch()};
    entry.change = PersonChange::secrets;
    return std::nullopt;
  };
  CO_TRY_ASSIGN(const auto answer,
                co_await change_person<Reason>(people, manager.by, person, change, deadline));
  if (std::holds_alternative<KnownPerson>(answer)) co_return ManagedResetAnswer(std::move(issued));
  if (const auto* reason = std::get_if<Reason>(&answer))
    co_return std::visit([](const auto& why) { return ManagedResetAnswer(why); }, *reason);
  if (std::holds_alternative<Busy>(answer)) co_return ManagedResetAnswer(Busy{});
  co_return ManagedResetAnswer(Unknown{});
}

}  // namespace tradepost::exchange
