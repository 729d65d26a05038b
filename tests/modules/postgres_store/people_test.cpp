// People on several nodes of one database (decision 23).

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "exchange/accounts/required_factor.hpp"
#include "exchange/administration/acts.hpp"
#include "exchange/administration/administer.hpp"
#include "people_of_store.hpp"
#include "postgres_store/parcel.hpp"
#include "postgres_store/scratch_store.hpp"
#include "store/postgres/pools.hpp"

namespace tradepost::store::postgres::testing {
namespace {

using exchange::Access;
using exchange::Changed;
using exchange::Membership;
using exchange::PeopleOfStore;
using exchange::Person;
using exchange::PersonId;
using exchange::PersonState;
using exchange::Role;

constexpr auto email = "anna@huber.example";

class PeopleOfNodes : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = PostgresStore::open(clock_, scratch_.options());
    ASSERT_TRUE(opened.has_value());
    second_ = *std::move(opened);
    one_.emplace(scratch_.store(), scratch_.postgres().person_keys(), clock_);
    two_.emplace(*second_, second_->person_keys(), clock_);
  }
  exchange::ManageAnswer set_access(PeopleOfStore& node, PersonId person, Access access) const {
    return node.run(exchange::set_access(node.people(), boss, person, access, node.soon()));
  }
  PersonId anna() { return one_->member(email, auditor); }

  const Membership auditor{.participant = std::nullopt, .role = Role::auditor};
  const exchange::OperatorId boss = id_of<exchange::OperatorId>(1);
  base::ManualClock clock_{base::instant_of(1'772'000'000'000)};
  ScratchStore scratch_{clock_};
  std::unique_ptr<PostgresStore> second_;
  std::optional<PeopleOfStore> one_;
  std::optional<PeopleOfStore> two_;
};

TEST_F(PeopleOfNodes, are_read_by_another_node) {
  const PersonId person = anna();
  EXPECT_EQ(two_->name_of(person), std::nullopt) << "it has not read the directory again";
  two_->catch_up();
  EXPECT_EQ(two_->entry(person), one_->entry(person));
  EXPECT_EQ(two_->name_of(person), "Anna Huber");
  EXPECT_TRUE(std::holds_alternative<exchange::NewSession>(two_->sign_in(email)));
}

TEST_F(PeopleOfNodes, are_the_authors_of_acts_for_another_node) {
  const PersonId person = anna();
  const auto participant = id_of<exchange::ParticipantId>(2);
  const auto by = exchange::Actor::of(participant, id_of<PersonId>(3));
  const auto answer = one_->run(exchange::set_membership(
      one_->people(), {.by = by, .of = {}}, person,
      {.participant = std::nullopt, .role = Role::operator_}, one_->soon()));
  ASSERT_TRUE(std::holds_alternative<Changed>(answer));
  const auto acts = two_->run(
      exchange::acts(two_->people().desk, boss, {.cursor = {}, .count_max = 1}, two_->soon()));
  const auto& page = std::get<exchange::DirectoryPage<exchange::Act>>(acts);
  ASSERT_EQ(page.items.size(), 1u);
  EXPECT_EQ(page.items.front().by, by);
}

TEST_F(PeopleOfNodes, rules_for_signing_in_and_creators_of_tokens_are_read_by_another_node) {
  exchange::PeopleDesk& people = one_->people();
  const auto added = one_->run(exchange::add_participant(
      people.desk, boss, {.name = "Huber", .identifiers = {}, .requirements = {}, .agents = {}},
      one_->soon()));
  const auto huber = std::get<exchange::Participant>(added).id;
  const auto made = one_->run(exchange::add_token(
      people.desk, exchange::Actor::of(boss),
      {.participant = huber, .hash = base::sha256("token"), .expires = {}, .name = "ERP"},
      one_->soon()));
  const auto token = std::get<exchange::Token>(made).id;
  for (const auto& place : {std::optional(huber), std::optional<exchange::ParticipantId>()}) {
    const exchange::Manager manager{.by = exchange::Actor::of(boss), .of = place};
    const auto set = one_->run(exchange::set_second_factor_rule(
        people, manager, exchange::SecondFactorRule::required, one_->soon()));
    ASSERT_TRUE(std::holds_alternative<Changed>(set));
  }
  two_->catch_up();
  const auto directory = two_->people().desk.directory.current();
  EXPECT_EQ(directory->token(token)->created_by, exchange::Actor::of(boss));
  EXPECT_EQ(second_factor_rule(*directory, huber), exchange::SecondFactorRule::required);
  EXPECT_EQ(second_factor_rule(*directory, std::nullopt), exchange::SecondFactorRule::required);
  anna();
  EXPECT_TRUE(std::holds_alternative<exchange::ProposedSecret>(two_->sign_in(email)));
}

TEST_F(PeopleOfNodes, disabled_person_does_not_sign_in_on_a_node_with_an_older_directory) {
  const PersonId person = anna();
  two_->catch_up();
  ASSERT_TRUE(std::holds_alternative<Changed>(set_access(*one_, person, Access::disabled)));
  ASSERT_EQ(two_->entry(person).state, PersonState::active);
  EXPECT_TRUE(std::holds_alternative<exchange::WrongSignIn>(two_->sign_in(email)));
  EXPECT_EQ(two_->entry(person).state, PersonState::disabled);
}

TEST_F(PeopleOfNodes, person_disabled_during_a_sign_in_has_no_session) {
  const PersonId person = anna();
  two_->catch_up();
  for (int round = 0; round < 20; ++round) {
    {
      const std::jthread signs_in([&] { two_->sign_in(email); });
      const auto answer = set_access(*one_, person, Access::disabled);
      EXPECT_TRUE(std::holds_alternative<Changed>(answer)) << answer.index();
    }
    one_->catch_up();
    two_->catch_up();
    EXPECT_EQ(one_->entry(person), two_->entry(person));
    EXPECT_EQ(one_->entry(person).state, PersonState::disabled);
    EXPECT_TRUE(one_->entry(person).sessions.empty());
    ASSERT_TRUE(std::holds_alternative<Changed>(set_access(*one_, person, Access::enabled)));
    two_->catch_up();
  }
}

TEST_F(PeopleOfNodes, sign_ins_on_two_nodes_at_once_are_two_sessions) {
  const PersonId person = anna();
  two_->catch_up();
  {
    const std::jthread other([&] { two_->sign_in(email); });
    one_->sign_in(email);
  }
  one_->catch_up();
  EXPECT_EQ(one_->entry(person).sessions.size(), 2u);
}

TEST_F(PeopleOfNodes, invited_on_two_nodes_at_once_are_one_person) {
  const auto invite = [&](PeopleOfStore& node) {
    return node.run(exchange::invite(node.people(), {.by = exchange::Actor::network(), .of = {}},
                                     {.name = "Anna Huber",
                                      .email = email,
                                      .language = exchange::Language::english,
                                      .membership = auditor},
                                     node.soon()));
  };
  {
    const std::jthread other([&] { invite(*two_); });
    invite(*one_);
  }
  one_->catch_up();
  const auto everybody =
      one_->people().desk.directory.current()->people({}, 10, [](const Person&) { return true; });
  EXPECT_EQ(everybody.size(), 1u);
}

TEST(PoolOfNode, people_share_the_turns_of_their_participant) {
  const LinkOptions options;
  Ending ending;
  const auto mill = id_of<exchange::ParticipantId>(1);
  const auto shop = id_of<exchange::ParticipantId>(2);
  std::string done;
  {
    Pool pool({.name = "reads", .threads = 0}, [&] { return Link(options, ending); });
    const auto post = [&](char letter, const exchange::Actor& by) {
      EXPECT_TRUE(pool.post([&done, letter](Link&) { done += letter; }, by));
    };
    post('a', exchange::Actor::of(mill, id_of<PersonId>(3)));
    post('b', exchange::Actor::of(mill, id_of<PersonId>(4)));
    post('x', exchange::Actor::of(shop, id_of<PersonId>(5)));
  }
  EXPECT_EQ(done, "axb");
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
