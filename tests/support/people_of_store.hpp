#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <variant>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ids.hpp"
#include "base/tasks/manual_executor.hpp"
#include "exchange/accounts/signing_in.hpp"
#include "exchange/people/managing.hpp"

namespace tradepost::exchange {

// The people of a store, as one process knows them. For one thread.
class PeopleOfStore {
 public:
  static constexpr auto password = "correct horse battery staple";

  // The arguments must outlive this.
  PeopleOfStore(Store& store, PersonKeys& keys, const base::Clock& clock)
      : store_(store), keys_(keys), clock_(clock) {
    catch_up();
  }

  void catch_up() { run(directory_.catch_up(store_, soon())); }
  // Returns a person who has joined with `password`.
  PersonId member(std::string email, const Membership& membership) {
    const InviteAnswer answer = run(invite(people_, {.by = Actor::network(), .of = {}},
                                           {.name = "Anna Huber",
                                            .email = std::move(email),
                                            .language = Language::german,
                                            .membership = membership},
                                           soon()));
    const JoinAnswer joined = run(
        join(people_,
             {.link_secret = std::get<IssuedLink>(answer).secret, .password = password, .name = {}},
             soon()));
    return std::get<PersonId>(joined);
  }
  SignInAnswer sign_in(std::string email) {
    return run(exchange::sign_in(
        people_, {.email = std::move(email), .password = password, .code = {}, .browser = {}},
        soon()));
  }
  // Returns the name of a person whose data can be read.
  std::optional<std::string> name_of(PersonId person) {
    const auto known = run(known_person(people_, person, soon()));
    return known ? std::optional(known->data.name) : std::nullopt;
  }
  Person entry(PersonId person) const {
    const Person* const found = directory_.current()->person(person);
    return found == nullptr ? Person() : *found;
  }

  template <typename T>
  T run(Answering<T> task) {
    base::Result<T> result = executor_.run(std::move(task));
    EXPECT_TRUE(result.has_value()) << result.error().detail().str();
    return *std::move(result);
  }
  Deadline soon() const { return executor_.now() + std::chrono::minutes(1); }
  PeopleDesk& people() { return people_; }

 private:
  Store& store_;
  PersonKeys& keys_;
  const base::Clock& clock_;
  base::ManualExecutor executor_;
  base::SystemRandom random_;
  base::UuidGenerator ids_{clock_, random_};
  LiveDirectory directory_;
  document::Reader reader_;
  RejectionLimit rejections_;
  FailedSignIns failed_sign_ins_;
  credentials::HashingPool hashing_{1, credentials::least_cost};
  Desk desk_{.store = store_,
             .directory = directory_,
             .clock = clock_,
             .ids = ids_,
             .reader = reader_,
             .rejections = rejections_,
             .rules = {}};
  PeopleDesk people_{.desk = desk_,
                     .keys = keys_,
                     .hashing = hashing_,
                     .failed_sign_ins = failed_sign_ins_,
                     .random = random_,
                     .network_key = {}};
};

}  // namespace tradepost::exchange
