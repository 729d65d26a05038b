#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "credentials/hashing_pool.hpp"
#include "exchange/desk/change.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/people/person_data.hpp"
#include "exchange/port/person_keys.hpp"
#include "exchange/trade/send.hpp"

namespace tradepost::exchange {

// Counts failed sign-ins by e-mail address, known or not, so that passwords and codes can't be
// guessed, and by the network of the client, so that one password is not tried with many addresses.
// Any thread may call it. Each process counts separately.
class FailedSignIns {
 public:
  static constexpr std::uint32_t failures_max = 10;  // of an e-mail address
  static constexpr std::uint32_t failures_of_network_max = 100;
  static constexpr std::chrono::minutes window{15};

  // Returns true if the key had too many failures in the window that began with the first one.
  bool is_blocked(const Digest& key, Instant now, std::uint32_t max = failures_max);
  void note(const Digest& key, Instant now);

 private:
  struct Failures {
    Instant began{};
    std::uint32_t count = 0;
  };
  std::mutex mutex_;
  // Guarded by mutex_. A failure removes the windows that have ended, once in a window.
  std::map<Digest, Failures> failures_;
  Instant swept_{};
};

// The context of the use cases of people. It must outlive every task that was started with it.
struct PeopleDesk {
  Desk& desk;
  PersonKeys& keys;
  credentials::HashingPool& hashing;
  FailedSignIns& failed_sign_ins;
  base::Random& random;
  base::SealKey network_key{};  // for address_digest()
};

// The bytes of texts about a person. Longer texts are cut.
inline constexpr std::size_t person_name_bytes_max = 255;
inline constexpr std::size_t person_text_bytes_max = 200;

// A person whose data can be read.
struct KnownPerson {
  Person entry;
  PersonData data;
  base::SealKey key{};
};

// Return nullopt if the person, or the key of the person, is unknown. person_with_email() first
// reads the changes of other nodes: the person may have joined there a moment ago.
Answering<std::optional<KnownPerson>> known_person(PeopleDesk& people, PersonId id,
                                                   Deadline deadline);
Answering<std::optional<KnownPerson>> person_with_email(PeopleDesk& people, std::string email,
                                                        Deadline deadline);

// Makes a change and names it in the entry, or returns the reason against it.
template <typename Reason>
using ChangeEntry = std::function<std::optional<Reason>(Person& entry)>;
template <typename Reason>
using ChangePerson = std::function<std::optional<Reason>(KnownPerson& person)>;

// Seals the data into the entry, without browsers whose session has ended.
void seal(KnownPerson& person);
// Returns the person of the entry, or nullopt if the key is not the person's.
std::optional<KnownPerson> unsealed(const Person& entry, const base::SealKey& key);

// Applies `change` to the newest entry until it is kept. Returns the kept entry, the reason of
// `change`, NoPerson, or Busy if other changes always came first. It needs no key of the person.
struct NoPerson {};
template <typename Kept, typename Reason>
using PersonAnswer = std::variant<Kept, Reason, NoPerson, Busy>;
template <typename Reason>
Answering<PersonAnswer<Person, Reason>> change_entry(Desk& desk, Actor by, PersonId id,
                                                     ChangeEntry<Reason> change,
                                                     Deadline deadline) {
  using Answer = PersonAnswer<Person, Reason>;
  for (std::uint32_t attempt = 0; attempt < base::limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const Person* const before = directory->person(id);
    if (before == nullptr) co_return Answer(NoPerson{});
    Person entry = *before;
    if (auto reason = change(entry)) co_return Answer(*std::move(reason));
    ++entry.revision;
    CO_TRY_ASSIGN(const bool is_kept, co_await put(desk, by, entry, deadline));
    if (is_kept) co_return Answer(std::move(entry));
  }
  co_return Answer(Busy{});
}

// The same for a change that needs the data of the person. NoPerson: they can't be read.
template <typename Reason>
Answering<PersonAnswer<KnownPerson, Reason>> change_person(PeopleDesk& people, Actor by,
                                                           PersonId id, ChangePerson<Reason> change,
                                                           Deadline deadline) {
  using Answer = PersonAnswer<KnownPerson, Reason>;
  const std::vector<PersonId> wanted{id};
  CO_TRY_ASSIGN(const std::vector<PersonKey> keys, co_await people.keys.of(wanted, deadline));
  if (keys.empty()) co_return Answer(NoPerson{});
  KnownPerson person;
  const ChangeEntry<Answer> change_sealed = [&](Person& entry) -> std::optional<Answer> {
    auto found = unsealed(entry, keys.front().key);
    if (!found) return Answer(NoPerson{});
    person = *std::move(found);
    if (auto reason = change(person)) return Answer(*std::move(reason));
    seal(person);
    entry = person.entry;
    return std::nullopt;
  };
  CO_TRY_ASSIGN(auto answer,
                co_await change_entry<Answer>(people.desk, by, id, change_sealed, deadline));
  if (auto* reason = std::get_if<Answer>(&answer)) co_return std::move(*reason);
  if (std::holds_alternative<NoPerson>(answer)) co_return Answer(NoPerson{});
  if (std::holds_alternative<Busy>(answer)) co_return Answer(Busy{});
  person.entry = std::get<Person>(std::move(answer));
  co_return Answer(std::move(person));
}

// Keeps the first entry of a person. Returns false if there is one already.
Answering<bool> keep_new_person(PeopleDesk& people, Actor by, KnownPerson person,
                                Deadline deadline);

}  // namespace tradepost::exchange
