#include "exchange/accounts/provider_sign_in.hpp"

#include <gtest/gtest.h>

#include <chrono>

#include "credentials/one_time_code.hpp"
#include "exchange/people/managing.hpp"
#include "exchange/people_world.hpp"

// People whom an OpenID provider names.
namespace tradepost::exchange::provider_sign_in_test {
namespace {

constexpr auto anna_email = "anna@huber.example";

class ProviderSignIn : public testing::Test, public PeopleWorld {
 public:
  static NamedPerson anna_at_provider() { return at_provider(anna_email); }
  NamedAnswer named(NamedPerson person) {
    return run(sign_in_named(people(), std::move(person), soon()));
  }
  NamedAnswer named_with(std::optional<Role> role) {
    NamedPerson person = anna_at_provider();
    person.given = {.participant = buyer, .role = role};
    return named(std::move(person));
  }
  std::optional<Role> role_in(const NewSession& session, std::optional<ParticipantId> place) {
    const auto found = living(session);
    if (!found) return std::nullopt;
    for (const Membership& one : found->person->memberships) {
      if (one.participant == place) return one.role;
    }
    return std::nullopt;
  }
};

TEST_F(ProviderSignIn, person_without_invitation_is_refused) {
  EXPECT_TRUE(is<NotInvited>(named(anna_at_provider())));
  EXPECT_TRUE(is<NotInvited>(named_with(std::nullopt)));
}

TEST_F(ProviderSignIn, invited_person_joins_and_the_link_ends) {
  const auto issued = std::get<IssuedLink>(invited(invitation(anna_email, buyer, Role::clerk)));
  const auto answer = named(anna_at_provider());
  ASSERT_TRUE(is<NewSession>(answer));
  EXPECT_EQ(role_in(std::get<NewSession>(answer), buyer), Role::clerk);
  EXPECT_TRUE(is<LinkEnded>(joined(issued.secret, good_password)));
}

TEST_F(ProviderSignIn, person_with_a_role_of_the_provider_joins_without_invitation) {
  const auto answer = named_with(Role::clerk);
  ASSERT_TRUE(is<NewSession>(answer));
  const auto& session = std::get<NewSession>(answer);
  EXPECT_EQ(role_in(session, buyer), Role::clerk);
  const KnownPerson person = known(living(session)->person->id);
  EXPECT_EQ(person.data.name, "Anna Huber");
  EXPECT_EQ(person.data.email, anna_email);
  EXPECT_EQ(person.data.language, Language::german);
  EXPECT_EQ(person.data.time_zone, "Europe/Berlin");
}

TEST_F(ProviderSignIn, role_of_the_provider_changes_and_ends) {
  const auto before = std::get<NewSession>(named_with(Role::reader));
  const auto after = std::get<NewSession>(named_with(Role::administrator));
  EXPECT_EQ(role_in(before, buyer), Role::administrator);
  EXPECT_EQ(role_in(after, buyer), Role::administrator);
  EXPECT_TRUE(is<NotInvited>(named_with(std::nullopt)));
  EXPECT_FALSE(living(before).has_value());
  EXPECT_FALSE(living(after).has_value());
}

TEST_F(ProviderSignIn, membership_in_another_place_stays) {
  const PersonId anna = member(anna_email, supplier, Role::clerk);
  ASSERT_TRUE(is<NewSession>(named_with(Role::reader)));
  const auto session = std::get<NewSession>(named_with(std::nullopt));
  EXPECT_EQ(session.session.participant, supplier);
  EXPECT_EQ(known(anna).entry.memberships.size(), 1u);
}

TEST_F(ProviderSignIn, first_sign_in_ends_what_another_person_may_have_chosen) {
  const PersonId anna = member(anna_email, buyer, Role::clerk);
  KnownPerson person = known(anna);
  person.data.code_secret = credentials::new_secret(random);
  put(std::move(person));
  const std::string code = credentials::code_at(*known(anna).data.code_secret, clock.now());
  const auto earlier = std::get<NewSession>(signed_in(anna_email, good_password, code));

  ASSERT_TRUE(is<NewSession>(named(anna_at_provider())));
  EXPECT_FALSE(living(earlier).has_value());
  EXPECT_TRUE(is<WrongSignIn>(signed_in(anna_email, good_password)));
  EXPECT_FALSE(known(anna).data.code_secret.has_value());
}

TEST_F(ProviderSignIn, password_chosen_after_the_first_sign_in_stays) {
  const PersonId anna = member(anna_email, buyer, Role::clerk);
  ASSERT_TRUE(is<NewSession>(named(anna_at_provider())));
  const auto reset = std::get<IssuedLink>(run(issue_reset(people(), anna_email, soon())));
  ASSERT_EQ(std::get<PersonId>(joined(reset.secret, other_password)), anna);
  ASSERT_TRUE(is<NewSession>(named(anna_at_provider())));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, other_password)));
}

TEST_F(ProviderSignIn, other_account_with_the_same_address_is_refused) {
  member(anna_email, buyer, Role::clerk);
  ASSERT_TRUE(is<NewSession>(named(anna_at_provider())));
  NamedPerson other = anna_at_provider();
  other.identity = base::sha256("https://login.example 18");
  EXPECT_TRUE(is<OtherIdentity>(named(std::move(other))));
}

TEST_F(ProviderSignIn, disabled_person_is_refused) {
  const PersonId anna = member(anna_email, buyer, Role::clerk);
  ASSERT_TRUE(is<Changed>(run(set_access(people(), operator_id, anna, Access::disabled, soon()))));
  EXPECT_TRUE(is<NotInvited>(named(anna_at_provider())));
  EXPECT_TRUE(is<NotInvited>(named_with(Role::clerk)));
}

TEST_F(ProviderSignIn, erased_person_joins_as_another_one) {
  const PersonId anna = member(anna_email, buyer, Role::clerk);
  ASSERT_TRUE(is<Changed>(run(erase_person(people(), Actor::of(operator_id), anna, soon()))));
  EXPECT_TRUE(is<NotInvited>(named(anna_at_provider())));
  const auto answer = named_with(Role::clerk);
  ASSERT_TRUE(is<NewSession>(answer));
  EXPECT_NE(living(std::get<NewSession>(answer))->person->id, anna);
}

TEST_F(ProviderSignIn, confirmation_is_as_old_as_the_proof_at_the_provider) {
  member(anna_email, buyer, Role::clerk);
  NamedPerson person = anna_at_provider();
  EXPECT_EQ(std::get<NewSession>(named(person)).session.confirmed, Instant());
  person.authenticated = clock.now() - std::chrono::hours(2);
  EXPECT_EQ(std::get<NewSession>(named(person)).session.confirmed, *person.authenticated);
  person.authenticated = clock.now() + std::chrono::minutes(1);  // the clock of the provider
  const auto session = std::get<NewSession>(named(person));
  EXPECT_EQ(session.session.confirmed, clock.now());
  EXPECT_EQ(living(session)->session->confirmed, clock.now());
}

TEST_F(ProviderSignIn, new_browser_is_reported_after_the_first_one) {
  member(anna_email, buyer, Role::clerk);
  const auto first = std::get<NewSession>(named(anna_at_provider()));
  EXPECT_FALSE(first.to_notify.has_value());
  NamedPerson again = anna_at_provider();
  again.browser.device_secret = first.device_secret;
  EXPECT_FALSE(std::get<NewSession>(named(std::move(again))).to_notify.has_value());
  const auto elsewhere = std::get<NewSession>(named(anna_at_provider()));
  ASSERT_TRUE(elsewhere.to_notify.has_value());
  EXPECT_EQ(elsewhere.to_notify->email, anna_email);
}

}  // namespace
}  // namespace tradepost::exchange::provider_sign_in_test
