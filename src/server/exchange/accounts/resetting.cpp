#include "exchange/accounts/resetting.hpp"

#include <algorithm>
#include <utility>

#include "credentials/link_secret.hpp"
#include "exchange/accounts/required_factor.hpp"
#include "exchange/accounts/second_factor.hpp"

namespace tradepost::exchange {
namespace {

bool manages_some_of(const Manager& manager, const Person& person) {
  return !manager.of || std::ranges::any_of(person.memberships, [&](const Membership& one) {
    return manager.manages(one);
  });
}

}  // namespace

Answering<ManagedResetAnswer> issue_reset_for(PeopleDesk& people, Manager manager, PersonId person,
                                              Deadline deadline) {
  using Reason = std::variant<NotAllowed, Unknown>;
  const credentials::LinkSecret secret = credentials::new_link_secret(people.random);
  IssuedLink issued{.person = person,
                    .to = {},
                    .secret = secret.text,
                    .ends = people.desk.clock.now() + reset_lives};
  const ChangePerson<Reason> change = [&](KnownPerson& known) -> std::optional<Reason> {
    Person& entry = known.entry;
    if (!manages_some_of(manager, entry)) return Unknown{};
    if (manager.is(person) || entry.state != PersonState::active) return NotAllowed{};
    issued.is_only_theirs = manager.manages_all_of(entry);
    issued.to = addressee_of(known.data);
    entry.link = {.purpose = PersonLink::Purpose::reset,
                  .secret = secret.digest,
                  .ends = issued.ends,
                  .epoch = people.desk.store.epoch()};
    known.data.link_proves_address = manager.gives_proof_to(entry);
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

Answering<ManageAnswer> remove_second_factor_of(PeopleDesk& people, Manager manager,
                                                PersonId person, Deadline deadline) {
  using Reason = std::variant<NotAllowed, Unknown>;
  const ChangePerson<Reason> change = [&](KnownPerson& known) -> std::optional<Reason> {
    if (!manages_some_of(manager, known.entry)) return Unknown{};
    if (manager.is(person) || !manager.manages_all_of(known.entry)) return NotAllowed{};
    if (!known.data.code_secret) return Unknown{};
    forget_second_factor(known.data);
    known.entry.change = PersonChange::secrets;
    return std::nullopt;
  };
  CO_TRY_ASSIGN(const auto answer,
                co_await change_person<Reason>(people, manager.by, person, change, deadline));
  if (const auto* kept = std::get_if<KnownPerson>(&answer)) {
    CO_TRY_ASSIGN(const bool is_done,
                  co_await end_sessions_without_factor(people, manager.by, person, deadline));
    co_return is_done ? ManageAnswer(Changed{kept->entry.revision}) : ManageAnswer(Busy{});
  }
  if (const auto* reason = std::get_if<Reason>(&answer))
    co_return std::visit([](const auto& why) { return ManageAnswer(why); }, *reason);
  if (std::holds_alternative<Busy>(answer)) co_return ManageAnswer(Busy{});
  co_return ManageAnswer(Unknown{});
}

}  // namespace tradepost::exchange
