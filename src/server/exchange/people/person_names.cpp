#include "exchange/people/person_names.hpp"

#include <algorithm>

namespace tradepost::exchange {

std::optional<PersonId> person_of(const Actor& actor, const Directory& directory) {
  if (actor.type == Actor::Type::person) return actor.person;
  const PersonId person(actor.id);
  const bool is_of_operators =
      actor.type == Actor::Type::operator_ && directory.person(person) != nullptr;
  return is_of_operators ? std::optional(person) : std::nullopt;
}

Answering<PersonNames> names_of(PeopleDesk& people, std::vector<Actor> authors,
                                std::optional<ParticipantId> of, Deadline deadline) {
  const DirectoryPtr directory = people.desk.directory.current();
  PersonNames names;
  for (const Actor& author : authors) {
    const auto person = person_of(author, *directory);
    if (person && (!of || author.is(*of))) names.emplace(*person, former_person);
  }
  if (names.empty()) co_return names;
  std::vector<PersonId> wanted;
  for (const auto& [person, name] : names) wanted.push_back(person);
  CO_TRY_ASSIGN(const std::vector<PersonKey> keys,
                co_await people.keys.of(std::move(wanted), deadline));
  for (const PersonKey& key : keys) {
    const Person* const entry = directory->person(key.person);
    const auto data = entry == nullptr ? std::nullopt : opened(*entry, key.key);
    if (data) names[key.person] = data->name;
  }
  co_return names;
}

}  // namespace tradepost::exchange
