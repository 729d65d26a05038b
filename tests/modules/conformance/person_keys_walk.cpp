#include "conformance/person_keys_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/tasks/manual_executor.hpp"

namespace tradepost::conformance {
namespace {

using exchange::PersonId;
using exchange::PersonKey;

PersonKey key_of(std::uint8_t person, std::string_view address) {
  base::Uuid id;
  id.bytes.fill(person);
  PersonKey key{.person = PersonId(id), .key = {}, .address = base::sha256(address)};
  key.key.fill(static_cast<std::uint8_t>(person + 100));
  return key;
}

class Asking {
 public:
  explicit Asking(exchange::PersonKeys& keys) : keys_(keys) {}

  bool keep(const PersonKey& key) { return run(keys_.keep(key, deadline())); }
  void remove(PersonId person) { run(keys_.remove(person, deadline())); }
  std::optional<PersonKey> with_address(std::string_view address) {
    return run(keys_.with_address(base::sha256(address), deadline()));
  }
  std::vector<PersonKey> of(std::vector<PersonId> people) {
    auto found = run(keys_.of(std::move(people), deadline()));
    std::ranges::sort(found, {}, &PersonKey::person);
    return found;
  }

 private:
  exchange::Deadline deadline() { return executor_.now() + std::chrono::minutes(1); }
  template <typename T>
  T run(exchange::Answering<T> task) {
    base::Result<T> result = executor_.run(std::move(task));
    EXPECT_TRUE(result.has_value()) << result.error().detail().str();
    return result ? *std::move(result) : T();
  }

  exchange::PersonKeys& keys_;
  base::ManualExecutor executor_;
};

const PersonKey remaining = key_of(3, "new@example.com");

}  // namespace

void walk_person_keys(exchange::PersonKeys& keys) {
  Asking store(keys);
  const PersonKey ada = key_of(1, "ada@example.com");
  const PersonKey bob = key_of(2, "bob@example.com");
  EXPECT_TRUE(store.keep(bob));
  EXPECT_TRUE(store.keep(ada));
  EXPECT_TRUE(store.keep(ada)) << "a repeated call has the same answer";
  EXPECT_EQ(store.of({bob.person, remaining.person, ada.person}),
            (std::vector<PersonKey>{ada, bob}));
  EXPECT_EQ(store.with_address("bob@example.com"), bob);
  EXPECT_EQ(store.with_address("eve@example.com"), std::nullopt);

  PersonKey moved = key_of(3, "ada@example.com");
  EXPECT_FALSE(store.keep(moved)) << "ada has the address";
  EXPECT_EQ(store.with_address("ada@example.com"), ada);
  store.remove(ada.person);
  store.remove(ada.person);
  EXPECT_EQ(store.of({ada.person}), std::vector<PersonKey>());
  EXPECT_EQ(store.with_address("ada@example.com"), std::nullopt);
  EXPECT_TRUE(store.keep(moved)) << "the address is free again";
  EXPECT_TRUE(store.keep(remaining)) << "a person may change the address";
  EXPECT_EQ(store.with_address("ada@example.com"), std::nullopt);
  store.remove(bob.person);
  expect_key_that_remains(keys);
}

void expect_key_that_remains(exchange::PersonKeys& keys) {
  Asking store(keys);
  EXPECT_EQ(store.of({key_of(1, "").person, key_of(2, "").person, remaining.person}),
            std::vector<PersonKey>{remaining});
  EXPECT_EQ(store.with_address("new@example.com"), remaining);
}

}  // namespace tradepost::conformance
