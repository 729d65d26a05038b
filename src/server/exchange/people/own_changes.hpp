#pragma once

#include <utility>
#include <variant>

#include "exchange/people/people_desk.hpp"

// Changes that people make to their own entry.
namespace tradepost::exchange {

// Returns the actor of such a change: the person in the first membership.
Actor own_actor(const Person& person);

// Makes the change with change_person(). Each alternative of Reason is one of Answer.
template <typename Answer, typename Reason>
Answering<Answer> change_own(PeopleDesk& people, PersonId id, ChangePerson<Reason> change,
                             Deadline deadline) {
  const DirectoryPtr directory = people.desk.directory.current();
  const Person* const present = directory->person(id);
  if (present == nullptr) co_return Answer(Unknown{});
  CO_TRY_ASSIGN(auto answer, co_await change_person<Reason>(people, own_actor(*present), id,
                                                            std::move(change), deadline));
  if (const auto* kept = std::get_if<KnownPerson>(&answer))
    co_return Answer(Changed{kept->entry.revision});
  if (const auto* reason = std::get_if<Reason>(&answer))
    co_return std::visit([](const auto& why) { return Answer(why); }, *reason);
  if (std::holds_alternative<Busy>(answer)) co_return Answer(Busy{});
  co_return Answer(Unknown{});
}

}  // namespace tradepost::exchange
