#include "exchange/people/new_key.hpp"

#include <span>

namespace tradepost::exchange {
namespace {

// Makes the key before the entry: an entry without a key could never be read. Returns nullopt if a
// person has the address already.
Answering<std::optional<PersonKey>> new_key(PeopleDesk& people, const std::string& email,
                                            Deadline deadline) {
  PersonKey key{.person = PersonId(people.desk.ids.next()),
                .key = {},
                .address = address_digest(people.network_key, email)};
  people.random.fill(std::as_writable_bytes(std::span(key.key)));
  CO_TRY_ASSIGN(const bool is_kept, co_await people.keys.keep(key, deadline));
  co_return is_kept ? std::optional(key) : std::nullopt;
}

}  // namespace

Answering<std::optional<PersonKey>> key_for(PeopleDesk& people, const std::string& email,
                                            Deadline deadline) {
  const Digest address = address_digest(people.network_key, email);
  CO_TRY_ASSIGN(std::optional<PersonKey> key, co_await people.keys.with_address(address, deadline));
  if (key) {
    const DirectoryPtr directory = people.desk.directory.current();
    const Person* const entry = directory->person(key->person);
    if (entry == nullptr || entry->state != PersonState::erased) co_return key;
    CO_TRY(co_await people.keys.remove(key->person, deadline));
  }
  auto made = co_await new_key(people, email, deadline);
  co_return made;
}

}  // namespace tradepost::exchange
