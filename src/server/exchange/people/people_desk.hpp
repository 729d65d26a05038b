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

#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "credentials/hashing_pool.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/people/person_data.hpp"
#include "exchange/port/person_keys.hpp"
#include "exchange/trade/send.hpp"

namespace tradepost::exchange {

// Counts failed sign-ins by address, known or not, so that passwords and codes can't be guessed.
// Any thread may call it. Each process counts separately.
class FailedSignIns {
 public:
  static constexpr std::uint32_t failures_max = 10;
  static constexpr std::chrono::minutes window{15};

  // Returns true if the address had too many failures in the window that began with the first one.
  bool is_blocked(const Digest& address, Instant now);
  void note(const Digest& address, Instant now);

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

// Return nullopt if the person, or the key of the person, is unknown.
Answering<std::optional<KnownPerson>> known_person(PeopleDesk& people, PersonId id,
                                                   Deadline deadline);
Answering<std::optional<KnownPerson>> person_with_email(PeopleDesk& people, std::string email,
                                                        Deadline deadline);

// Changes entry and data of the person, and names the change in the entry, or returns the reason
// against it.
template <typename Reason>
using ChangePerson = std::function<std::optional<Reason>(KnownPerson& person)>;

// Keeps the entry with its data sealed, as its next revision. Returns false if another change came
// first.
Answering<bool> keep_person(PeopleDesk& people, Actor by, KnownPerson person, Deadline deadline);

// Applies `change` to the newest entry until it is kept. Returns the kept person, the reason of
// `change`, NoPerson, or Busy if other changes always came first.
struct NoPerson {};
template <typename Reason>
using PersonAnswer = std::variant<KnownPerson, Reason, NoPerson, Busy>;
template <typename Reason>
Answering<PersonAnswer<Reason>> change_person(PeopleDesk& people, Actor by, PersonId id,
                                              ChangePerson<Reason> change, Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < base::limits::route_attempts_max; ++attempt) {
    CO_TRY_ASSIGN(auto person, co_await known_person(people, id, deadline));
    if (!person) co_return PersonAnswer<Reason>(NoPerson{});
    if (auto reason = change(*person)) co_return PersonAnswer<Reason>(*std::move(reason));
    ++person->entry.revision;
    CO_TRY_ASSIGN(const bool is_kept, co_await keep_person(people, by, *person, deadline));
    if (is_kept) co_return PersonAnswer<Reason>(*std::move(person));
  }
  co_return PersonAnswer<Reason>(Busy{});
}

}  // namespace tradepost::exchange
