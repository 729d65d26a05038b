#include "exchange/people/people_desk.hpp"

#include <vector>

#include "exchange/desk/change.hpp"

namespace tradepost::exchange {
namespace {

std::optional<KnownPerson> known(const Directory& directory, const PersonKey& key) {
  const Person* const entry = directory.person(key.person);
  if (entry == nullptr) return std::nullopt;
  auto data = opened(*entry, key.key);
  if (!data) return std::nullopt;
  return KnownPerson{.entry = *entry, .data = *std::move(data), .key = key.key};
}

}  // namespace

bool FailedSignIns::is_blocked(const Digest& address, Instant now) {
  const std::lock_guard lock(mutex_);
  const auto found = failures_.find(address);
  return found != failures_.end() && now < found->second.began + window &&
         found->second.count >= failures_max;
}

void FailedSignIns::note(const Digest& address, Instant now) {
  const std::lock_guard lock(mutex_);
  if (now >= swept_ + window) {
    std::erase_if(failures_,
                  [now](const auto& entry) { return now >= entry.second.began + window; });
    swept_ = now;
  }
  Failures& failures = failures_[address];
  if (now >= failures.began + window) failures = {.began = now, .count = 0};
  ++failures.count;
}

Answering<std::optional<KnownPerson>> known_person(PeopleDesk& people, PersonId id,
                                                   Deadline deadline) {
  const std::vector<PersonId> wanted{id};
  CO_TRY_ASSIGN(const std::vector<PersonKey> keys, co_await people.keys.of(wanted, deadline));
  if (keys.empty()) co_return std::optional<KnownPerson>();
  co_return known(*people.desk.directory.current(), keys.front());
}

Answering<std::optional<KnownPerson>> person_with_email(PeopleDesk& people, std::string email,
                                                        Deadline deadline) {
  const Digest address = address_digest(people.network_key, email);
  CO_TRY_ASSIGN(const std::optional<PersonKey> key,
                co_await people.keys.with_address(address, deadline));
  if (!key) co_return std::optional<KnownPerson>();
  co_return known(*people.desk.directory.current(), *key);
}

Answering<bool> keep_person(PeopleDesk& people, Actor by, KnownPerson person, Deadline deadline) {
  person.entry.sealed = sealed(person.data, person.entry.id, person.key);
  return put(people.desk, by, std::move(person.entry), deadline);
}

}  // namespace tradepost::exchange
