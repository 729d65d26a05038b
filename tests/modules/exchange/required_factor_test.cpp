#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "authenticator.hpp"
#include "exchange/accounts/own_account.hpp"
#include "exchange/accounts/required_factor.hpp"
#include "exchange/accounts/resetting.hpp"
#include "exchange/administration/acts.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/people_world.hpp"

// Covers contract 13.8.
namespace tradepost::exchange::required_factor_test {
namespace {

constexpr auto anna_email = "anna@huber.example";
constexpr auto boss_email = "boss@huber.example";

class RequiredFactor : public testing::Test, public PeopleWorld {
 public:
  const PersonId anna = member(anna_email, buyer, Role::clerk);
  const PersonId boss = member(boss_email, buyer, Role::administrator);

  Manager as_boss() { return {.by = Actor::of(buyer, boss), .of = buyer}; }
  Manager as_program() { return {.by = Actor::of(buyer), .of = buyer}; }
  Manager as_operator() { return {.by = Actor::of(operator_id), .of = {}}; }

  RuleAnswer rule_set(Manager manager, SecondFactorRule rule) {
    return run(set_second_factor_rule(people(), manager, rule, soon()));
  }
  void require() { ASSERT_TRUE(is<Changed>(rule_set(as_program(), SecondFactorRule::required))); }
  SignInAnswer signed_in_with_proof(const std::string& email, std::string proof, std::string code) {
    return run(sign_in(people(),
                       {.email = email,
                        .password = good_password,
                        .code = std::move(code),
                        .proof = std::move(proof),
                        .issuer = "Net",
                        .browser = {.device_secret = {}, .agent = "Firefox", .address = "::1"}},
                       soon()));
  }
  ProposedSecret proposed_to(const std::string& email) {
    return std::get<ProposedSecret>(signed_in(email, good_password));
  }
  std::string code_of(const ProposedSecret& proposal) {
    return authenticator::code_at(proposal.secret, clock.now());
  }
  // Signs in and sets the second factor up.
  NewSession set_up(const std::string& email) {
    const ProposedSecret secret = proposed_to(email);
    return std::get<NewSession>(signed_in_with_proof(email, secret.proof, code_of(secret)));
  }
  EndFactorAnswer ended(PersonId person) {
    return run(end_second_factor(people(), person, soon()));
  }
};

TEST_F(RequiredFactor, is_optional_at_first) {
  EXPECT_EQ(second_factor_rule(*desk.directory.current(), buyer), SecondFactorRule::optional);
  EXPECT_EQ(second_factor_rule(*desk.directory.current(), {}), SecondFactorRule::optional);
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password)));
}

TEST_F(RequiredFactor, begins_with_the_next_sign_in) {
  require();
  const ProposedSecret secret = proposed_to(anna_email);
  EXPECT_TRUE(known(anna).entry.sessions.empty());
  EXPECT_FALSE(known(anna).data.code_secret.has_value());
  const auto answer = signed_in_with_proof(anna_email, secret.proof, code_of(secret));
  ASSERT_TRUE(is<NewSession>(answer));
  const auto& session = std::get<NewSession>(answer);
  EXPECT_EQ(session.recovery_codes.size(), 10u);
  EXPECT_TRUE(living(session).has_value());
  EXPECT_TRUE(is<CodeNeeded>(signed_in(anna_email, good_password)));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password, session.recovery_codes[3])));
}

TEST_F(RequiredFactor, is_not_named_before_the_right_password) {
  require();
  EXPECT_TRUE(is<WrongSignIn>(signed_in(anna_email, other_password)));
}

TEST_F(RequiredFactor, needs_the_own_proof_and_its_code) {
  require();
  const ProposedSecret of_anna = proposed_to(anna_email);
  const ProposedSecret of_boss = proposed_to(boss_email);
  EXPECT_TRUE(is<WrongCode>(signed_in_with_proof(anna_email, of_anna.proof, code_of(of_boss))));
  EXPECT_TRUE(is<ProposalEnded>(signed_in_with_proof(anna_email, of_boss.proof, code_of(of_boss))));
  EXPECT_TRUE(is<ProposalEnded>(signed_in_with_proof(anna_email, "%", code_of(of_anna))));
  clock.advance(proposal_lives);
  EXPECT_TRUE(is<ProposalEnded>(signed_in_with_proof(anna_email, of_anna.proof, code_of(of_anna))));
  EXPECT_TRUE(known(anna).entry.sessions.empty());
}

TEST_F(RequiredFactor, wrong_codes_of_a_proposal_block_the_address) {
  require();
  const ProposedSecret secret = proposed_to(anna_email);
  for (std::uint32_t i = 0; i < FailedSignIns::failures_max; ++i)
    EXPECT_TRUE(is<WrongCode>(signed_in_with_proof(anna_email, secret.proof, "x")));
  EXPECT_TRUE(is<TooManyFailures>(signed_in_with_proof(anna_email, secret.proof, code_of(secret))));
}

TEST_F(RequiredFactor, present_factor_is_not_replaced_by_a_proof) {
  require();
  const ProposedSecret secret = proposed_to(anna_email);
  const ProposedSecret other = proposed_to(anna_email);
  ASSERT_TRUE(is<NewSession>(signed_in_with_proof(anna_email, secret.proof, code_of(secret))));
  EXPECT_TRUE(is<WrongCode>(signed_in_with_proof(anna_email, other.proof, code_of(other))));
}

TEST_F(RequiredFactor, ends_sessions_without_one_in_its_place_only) {
  member(anna_email, supplier, Role::reader);
  const NewSession at_buyer = session_of(anna_email);
  const auto switched = run(switch_session(people(), anna, at_buyer.session.id,
                                           {.participant = supplier, .flow = Flow::live}, soon()));
  const auto& at_supplier = std::get<NewSession>(switched);
  const NewSession of_boss = session_of(boss_email);
  require();
  EXPECT_TRUE(living(at_supplier).has_value());
  EXPECT_FALSE(living(of_boss).has_value());
  EXPECT_TRUE(is<SecondFactorNeeded>(
      run(switch_session(people(), anna, at_supplier.session.id,
                         {.participant = buyer, .flow = Flow::live}, soon()))));
  EXPECT_TRUE(living(at_supplier).has_value());
}

TEST_F(RequiredFactor, keeps_sessions_of_people_who_have_one) {
  require();
  const NewSession of_anna = set_up(anna_email);
  ASSERT_TRUE(is<Changed>(rule_set(as_program(), SecondFactorRule::optional)));
  require();
  EXPECT_TRUE(living(of_anna).has_value());
}

TEST_F(RequiredFactor, is_required_by_people_who_have_one) {
  const NewSession of_boss = session_of(boss_email);
  EXPECT_TRUE(is<SecondFactorNeeded>(rule_set(as_boss(), SecondFactorRule::required)));
  EXPECT_EQ(second_factor_rule(*desk.directory.current(), buyer), SecondFactorRule::optional);
  EXPECT_TRUE(living(of_boss).has_value());
  const auto secret = run(proposed_code_secret(people(), boss, "Net", soon())).value();
  run(begin_second_factor(people(), boss, {.proof = secret.proof, .code = code_of(secret)},
                          soon()));
  EXPECT_TRUE(is<Changed>(rule_set(as_boss(), SecondFactorRule::required)));
  EXPECT_TRUE(living(of_boss).has_value());
}

TEST_F(RequiredFactor, is_not_ended_by_the_person) {
  require();
  const NewSession session = set_up(anna_email);
  EXPECT_TRUE(is<SecondFactorRequired>(ended(anna)));
  EXPECT_TRUE(living(session).has_value());
  ASSERT_TRUE(is<Changed>(rule_set(as_program(), SecondFactorRule::optional)));
  EXPECT_TRUE(is<Changed>(ended(anna)));
}

TEST_F(RequiredFactor, of_a_closed_participant_is_ended_by_the_person) {
  require();
  set_up(anna_email);
  run(close_participant(desk, operator_id, buyer, OnPending::fail, soon()));
  EXPECT_TRUE(is<Changed>(ended(anna)));
}

TEST_F(RequiredFactor, set_up_to_sign_in_is_an_act_of_the_person) {
  require();
  set_up(anna_email);
  const auto answer = run(acts(desk, operator_id, {.cursor = {}, .count_max = 1}, soon()));
  const Act& act = std::get<DirectoryPage<Act>>(answer).items.front();
  EXPECT_EQ(name_of(act.type), "person.secured");
  EXPECT_EQ(act.by, Actor::of(buyer, anna));
}

TEST_F(RequiredFactor, set_on_another_node_ends_a_session_that_begins_before_it_is_known) {
  member(anna_email, supplier, Role::reader);
  const Place at_supplier{.participant = supplier, .flow = Flow::live};
  const auto first =
      run(switch_session(people(), anna, session_of(anna_email).session.id, at_supplier, soon()));
  LiveDirectory elsewhere;
  Desk late = desk_with(elsewhere);
  run(elsewhere.catch_up(store(), soon()));
  require();
  ASSERT_EQ(second_factor_rule(*elsewhere.current(), buyer), SecondFactorRule::optional);
  PeopleDesk there = people_at(late);
  const Place at_buyer{.participant = buyer, .flow = Flow::live};
  const auto session = std::get<NewSession>(first).session.id;
  EXPECT_TRUE(is<Busy>(run(switch_session(there, anna, session, at_buyer, soon()))));
  run(directory.catch_up(store(), soon()));
  EXPECT_TRUE(known(anna).entry.sessions.empty());
}

TEST_F(RequiredFactor, removed_by_a_manager_ends_the_session_and_begins_again) {
  require();
  const NewSession session = set_up(anna_email);
  ASSERT_TRUE(is<Changed>(run(remove_second_factor_of(people(), as_boss(), anna, soon()))));
  EXPECT_FALSE(living(session).has_value());
  EXPECT_TRUE(living(set_up(anna_email)).has_value());
}

TEST_F(RequiredFactor, does_not_concern_people_who_sign_in_at_a_provider) {
  require();
  const auto answer = run(sign_in_named(people(), at_provider(anna_email), soon()));
  ASSERT_TRUE(is<NewSession>(answer));
  ASSERT_TRUE(is<Changed>(rule_set(as_program(), SecondFactorRule::optional)));
  require();
  EXPECT_TRUE(living(std::get<NewSession>(answer)).has_value());
}

TEST_F(RequiredFactor, of_the_operators_is_separate) {
  const auto operator_email = "otto@net.example";
  member(operator_email, std::nullopt, Role::operator_);
  ASSERT_TRUE(is<Changed>(rule_set(as_operator(), SecondFactorRule::required)));
  EXPECT_EQ(second_factor_rule(*desk.directory.current(), {}), SecondFactorRule::required);
  EXPECT_TRUE(is<ProposedSecret>(signed_in(operator_email, good_password)));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password)));
  ASSERT_TRUE(is<Changed>(rule_set(as_operator(), SecondFactorRule::optional)));
  EXPECT_TRUE(is<NewSession>(signed_in(operator_email, good_password)));
}

TEST_F(RequiredFactor, remains_required_after_a_restart) {
  require();
  restart();
  EXPECT_EQ(second_factor_rule(*desk.directory.current(), buyer), SecondFactorRule::required);
}

}  // namespace
}  // namespace tradepost::exchange::required_factor_test
