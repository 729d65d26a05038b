#include "exchange/people/people_desk.hpp"

#include <algorithm>

namespace tradepost::exchange {
namespace {

std::optional<KnownPerson> known(const Directory& directory, const PersonKey& key) {
  const Person* const entry = directory.person(key.person);
  return entry == nullptr ? std::nullopt : unsealed(*entry, key.key);
}

}  // namespace

bool FailedSignIns::is_blocked(const Digest& key, Instant now, std::uint32_t max) {
  const std::lock_guard lock(mutex_);
  const auto found = failures_.find(key);
  return found != failures_.end() && now < found->second.began + window &&
         found->second.count >= max;
}

void FailedSignIns::note(const Digest& key, Instant now) {
  const std::lock_guard lock(mutex_);
  if (now >= swept_ + window) {
    std::erase_if(failures_,
                  [now](const auto& entry) { return now >= entry.second.began + window; });
    swept_ = now;
  }
  Failures& failures = failures_[key];
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
  CO_TRY(co_await people.desk.directory.catch_up(people.desk.store, deadline));
  if (!key) co_return std::optional<KnownPerson>();
  co_return known(*people.desk.directory.current(), *key);
}

void seal(KnownPerson& person) {
  std::erase_if(person.data.browsers, [&](const Browser& browser) {
    const auto& sessions = person.entry.sessions;
    return std::ranges::find(sessions, browser.session, &PersonSession::id) == sessions.end();
  });
  person.entry.sealed = sealed(person.data, person.entry.id, person.key);
}

std::optional<KnownPerson> unsealed(const Person& entry, const base::SealKey& key) {
  auto data = opened(entry, key);
  if (!data) return std::nullopt;
  return KnownPerson{.entry = entry, .data = *std::move(data), .key = key};
}

Answering<bool> keep_new_person(PeopleDesk& people, Actor by, KnownPerson person,
                                Deadline deadline) {
  person.entry.revision = 1;
  seal(person);
  return put(people.desk, by, std::move(person.entry), deadline);
}

}  // namespace tradepost::exchange
