#include "exchange/accounts/own_account.hpp"

#include <gtest/gtest.h>

#include "authenticator.hpp"
#include "credentials/one_time_code.hpp"
#include "exchange/accounts/second_factor.hpp"
#include "exchange/administration/acts.hpp"
#include "exchange/people_world.hpp"

// People change their own account (decision 23).
namespace tradepost::exchange::own_account_test {
namespace {

constexpr auto anna_email = "anna@huber.example";

class Network : public testing::Test, public PeopleWorld {
 public:
  const PersonId anna = member(anna_email, buyer, Role::clerk);
  const NewSession session = session_of(anna_email);

  ProfileChangeAnswer changed(Profile profile) {
    return run(change_profile(people(), anna, std::move(profile), soon()));
  }
  ConfirmAnswer confirmed(std::string password, std::string code = {}) {
    return run(confirm(people(), anna, session.session.id,
                       {.password = std::move(password), .code = std::move(code)}, soon()));
  }
  PasswordAnswer changed_password(std::string present, std::string next) {
    return run(change_password(people(), anna, session.session.id,
                               {.present = std::move(present), .next = std::move(next)}, soon()));
  }
  ProposedSecret proposed() {
    return run(proposed_code_secret(people(), anna, "Net: 1", soon())).value();
  }
  BeginAnswer begun(std::string proof, std::string code) {
    return run(begin_second_factor(people(), anna,
                                   {.proof = std::move(proof), .code = std::move(code)}, soon()));
  }
  // Returns the recovery codes.
  RecoveryCodes with_second_factor() {
    const ProposedSecret secret = proposed();
    return std::get<RecoveryCodes>(begun(secret.proof, code_of(secret)));
  }
  // Returns the present code of the secret, as an app computes it.
  std::string code_of(const ProposedSecret& proposal) {
    return authenticator::code_at(proposal.secret, clock.now());
  }
  std::string code_now() {
    return credentials::code_at(*known(anna).data.code_secret, clock.now());
  }
  Instant confirmed_at() { return living(session)->session->confirmed; }
};
using Profiles = Network;
using Confirming = Network;
using Passwords = Network;
using SecondFactors = Network;

TEST_F(Profiles, have_what_the_person_changed) {
  ASSERT_TRUE(is<Changed>(changed({.name = "Anna Maier"})));
  ASSERT_TRUE(is<Changed>(changed({.language = Language::english})));
  ASSERT_TRUE(is<Changed>(changed({.name = "", .time_zone = "Europe/Vienna"})));
  const PersonData data = known(anna).data;
  EXPECT_EQ(data.name, "Anna Maier");
  EXPECT_EQ(data.language, Language::english);
  EXPECT_EQ(data.time_zone, "Europe/Vienna");
  EXPECT_TRUE(living(session).has_value());
}

TEST_F(Profiles, have_known_time_zones) {
  EXPECT_TRUE(is<UnknownTimeZone>(changed({.name = "X", .time_zone = "Europe/Atlantis"})));
  EXPECT_EQ(known(anna).data.name, "Anna Huber");
  EXPECT_EQ(known(anna).data.time_zone, "");
}

TEST_F(Profiles, names_are_cut_between_characters) {
  changed({.name = std::string(254, 'a') + "ü"});
  EXPECT_EQ(known(anna).data.name, std::string(254, 'a'));
}

TEST_F(Confirming, sets_the_time_of_the_session) {
  clock.advance(std::chrono::minutes(20));
  const Instant before = confirmed_at();
  EXPECT_TRUE(is<WrongPassword>(confirmed(other_password)));
  EXPECT_EQ(confirmed_at(), before);
  EXPECT_TRUE(is<Changed>(confirmed(good_password)));
  EXPECT_EQ(confirmed_at(), clock.now());
}

TEST_F(Confirming, needs_a_code_of_the_second_factor_which_works_once) {
  with_second_factor();
  clock.advance(std::chrono::minutes(20));
  EXPECT_TRUE(is<CodeNeeded>(confirmed(good_password)));
  EXPECT_TRUE(is<WrongCode>(confirmed(good_password, "x")));
  EXPECT_NE(confirmed_at(), clock.now());
  EXPECT_TRUE(is<Changed>(confirmed(good_password, code_now())));
  EXPECT_EQ(confirmed_at(), clock.now());
  EXPECT_TRUE(is<WrongCode>(confirmed(good_password, code_now())));
  EXPECT_TRUE(is<WrongCode>(signed_in(anna_email, good_password, code_now())));
}

TEST_F(Confirming, uses_up_a_recovery_code) {
  const RecoveryCodes codes = with_second_factor();
  EXPECT_TRUE(is<Changed>(confirmed(good_password, codes[2])));
  EXPECT_TRUE(is<WrongCode>(confirmed(good_password, codes[2])));
  EXPECT_TRUE(is<Changed>(confirmed(good_password, codes[3])));
  EXPECT_EQ(known(anna).data.recovery_codes.size(), codes.size() - 2);
}

TEST_F(Confirming, failures_count_as_failed_sign_ins) {
  with_second_factor();
  for (int i = 0; i < 4; ++i) confirmed(other_password);
  for (int i = 0; i < 3; ++i) confirmed(good_password, "x");
  for (int i = 0; i < 3; ++i) changed_password(other_password, "a new long password");
  EXPECT_TRUE(is<TooManyFailures>(confirmed(good_password, "x")));
  EXPECT_TRUE(is<TooManyFailures>(changed_password(good_password, other_password)));
  EXPECT_TRUE(is<TooManyFailures>(signed_in(anna_email, good_password)));
}

TEST_F(Confirming, ended_session_is_not_confirmed) {
  run(end_session(people(), anna, session.session.id, soon()));
  EXPECT_TRUE(is<Unknown>(confirmed(good_password)));
  EXPECT_TRUE(is<Unknown>(changed_password(good_password, other_password)));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password)));
}

TEST_F(Passwords, are_replaced_and_the_other_sessions_end) {
  const NewSession other = session_of(anna_email);
  const auto devices = known(anna).data.known_devices;
  ASSERT_TRUE(is<Changed>(changed_password(good_password, other_password)));
  EXPECT_TRUE(living(session).has_value());
  EXPECT_FALSE(living(other).has_value());
  EXPECT_EQ(known(anna).data.known_devices, devices);
  EXPECT_EQ(known(anna).data.browsers.size(), 1u);
  EXPECT_TRUE(is<WrongSignIn>(signed_in(anna_email, good_password)));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, other_password)));
}

TEST_F(Passwords, change_by_the_present_one_only) {
  EXPECT_TRUE(is<WrongPassword>(changed_password(other_password, other_password)));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password)));
}

TEST_F(Passwords, follow_the_rules_of_joining) {
  const auto fault_of = [&](const char* password) {
    return std::get<credentials::PasswordFault>(changed_password(good_password, password));
  };
  EXPECT_EQ(fault_of("short"), credentials::PasswordFault::too_short);
  EXPECT_EQ(fault_of("anna-huber-anna"), credentials::PasswordFault::personal);
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password)));
}

TEST_F(Passwords, change_ends_a_link_to_reset_them) {
  const auto link = std::get<IssuedLink>(run(issue_reset(people(), anna_email, soon())));
  ASSERT_TRUE(is<Changed>(changed_password(good_password, other_password)));
  EXPECT_TRUE(is<LinkEnded>(joined(link.secret, "a third long passphrase")));
}

TEST_F(SecondFactors, have_an_address_for_apps) {
  const ProposedSecret secret = proposed();
  EXPECT_EQ(secret.uri, "otpauth://totp/Net%20%201:anna%40huber.example?secret=" + secret.secret +
                            "&issuer=Net%20%201");
}

TEST_F(SecondFactors, begin_with_a_code_of_the_proposed_secret) {
  const ProposedSecret secret = proposed();
  EXPECT_FALSE(known(anna).data.code_secret.has_value());
  EXPECT_TRUE(is<WrongCode>(begun(secret.proof, "x")));
  EXPECT_TRUE(is<WrongCode>(begun(secret.proof, code_of(proposed()))));
  const auto answer = begun(secret.proof, code_of(secret));
  ASSERT_TRUE(is<RecoveryCodes>(answer));
  EXPECT_EQ(std::get<RecoveryCodes>(answer).size(), 10u);
  EXPECT_TRUE(is<CodeNeeded>(signed_in(anna_email, good_password)));
  EXPECT_TRUE(is<WrongCode>(signed_in(anna_email, good_password, code_of(secret))))
      << "the code was used to begin";
  clock.advance(std::chrono::seconds(30));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password, code_of(secret))));
  EXPECT_TRUE(
      is<NewSession>(signed_in(anna_email, good_password, std::get<RecoveryCodes>(answer)[0])));
}

TEST_F(SecondFactors, proposal_ends_after_ten_minutes) {
  const ProposedSecret secret = proposed();
  clock.advance(std::chrono::minutes(10) - std::chrono::milliseconds(1));
  EXPECT_TRUE(is<WrongCode>(begun(secret.proof, "x")));
  clock.advance(std::chrono::milliseconds(1));
  EXPECT_TRUE(is<ProposalEnded>(begun(secret.proof, code_of(secret))));
}

TEST_F(SecondFactors, proposal_is_for_one_person) {
  const PersonId otto = member("otto@huber.example", buyer, Role::clerk);
  const auto of_otto = run(proposed_code_secret(people(), otto, "Net", soon())).value();
  std::string changed = proposed().proof;
  changed[30] = changed[30] == 'A' ? 'B' : 'A';
  for (const std::string& proof : {of_otto.proof, changed, std::string(), std::string("%")}) {
    EXPECT_TRUE(is<ProposalEnded>(begun(proof, code_of(of_otto)))) << proof;
  }
}

TEST_F(SecondFactors, are_not_replaced_before_they_end) {
  const RecoveryCodes codes = with_second_factor();
  const ProposedSecret next = proposed();
  EXPECT_TRUE(is<HasSecondFactor>(begun(next.proof, code_of(next))));
  ASSERT_TRUE(is<Changed>(run(end_second_factor(people(), anna, soon()))));
  EXPECT_TRUE(is<Unknown>(run(end_second_factor(people(), anna, soon()))));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password)));
  EXPECT_TRUE(is<RecoveryCodes>(begun(next.proof, code_of(next))));
  EXPECT_TRUE(is<WrongCode>(signed_in(anna_email, good_password, codes[0])));
}

TEST_F(SecondFactors, of_erased_people_do_not_begin) {
  const ProposedSecret secret = proposed();
  run(network.person_keys().remove(anna, soon()));
  EXPECT_TRUE(is<Unknown>(begun(secret.proof, code_of(secret))));
  EXPECT_FALSE(run(proposed_code_secret(people(), anna, "Net", soon())).has_value());
}

TEST_F(Network, changes_of_secrets_are_acts_of_the_person) {
  changed({.name = "Anna Maier"});
  confirmed(good_password);
  with_second_factor();
  changed_password(good_password, other_password);
  const auto answer = run(acts(desk, operator_id, {.cursor = {}, .count_max = 2}, soon()));
  for (const Act& act : std::get<DirectoryPage<Act>>(answer).items) {
    EXPECT_EQ(name_of(act.type), "person.secured");
    EXPECT_EQ(act.by, Actor::of(buyer, anna));
    EXPECT_EQ(act.subject, anna.uuid());
  }
}

}  // namespace
}  // namespace tradepost::exchange::own_account_test
