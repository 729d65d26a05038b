#include <gtest/gtest.h>

#include "exchange/accounts/provider_sign_in.hpp"
#include "exchange/accounts/resetting.hpp"
#include "exchange/people/managing.hpp"
#include "exchange/people_world.hpp"

// People join by a link, and administrators change their access (decision 23).
namespace tradepost::exchange::joining_test {
namespace {

using credentials::PasswordFault;

class Network : public testing::Test, public PeopleWorld {
 public:
  IssuedLink link_for(const std::string& email) {
    return std::get<IssuedLink>(invited(invitation(email, buyer, Role::clerk)));
  }
  ManageAnswer access(PersonId person, Access wanted) {
    return run(set_access(people(), operator_id, person, wanted, soon()));
  }
  Manager operators() const { return {.by = Actor::of(operator_id), .of = {}}; }
  Manager manager_of(ParticipantId participant, PersonId person) const {
    return {.by = Actor::of(participant, person), .of = participant};
  }
};
using Joining = Network;
using Managing = Network;

TEST_F(Joining, invited_person_chooses_a_password_and_signs_in) {
  const IssuedLink link = link_for("anna@huber.example");
  EXPECT_EQ(link.ends, clock.now() + std::chrono::hours(72));
  EXPECT_TRUE(is<WrongSignIn>(signed_in("anna@huber.example", "")));
  ASSERT_TRUE(is<PersonId>(joined(link.secret, good_password)));
  const KnownPerson anna = known(link.person);
  EXPECT_EQ(anna.entry.state, PersonState::active);
  EXPECT_EQ(anna.data.name, "Anna Huber");
  EXPECT_TRUE(is<NewSession>(signed_in("Anna@Huber.example", good_password)));
}

TEST_F(Joining, link_works_once) {
  const IssuedLink link = link_for("anna@huber.example");
  ASSERT_TRUE(is<PersonId>(joined(link.secret, good_password)));
  EXPECT_TRUE(is<LinkEnded>(joined(link.secret, other_password)));
  EXPECT_TRUE(is<WrongSignIn>(signed_in("anna@huber.example", other_password)));
}

TEST_F(Joining, link_ends_after_72_hours) {
  const IssuedLink link = link_for("anna@huber.example");
  clock.advance(std::chrono::hours(72));
  EXPECT_TRUE(is<LinkEnded>(joined(link.secret, good_password)));
}

TEST_F(Joining, restore_ends_all_links) {
  const IssuedLink invited = link_for("anna@huber.example");
  const PersonId bert = member("bert@huber.example", buyer, Role::clerk);
  const auto reset = [&] { return run(issue_reset(people(), "bert@huber.example", soon())); };
  const auto before = std::get<IssuedLink>(reset());
  begin_epoch();
  EXPECT_TRUE(is<LinkEnded>(joined(invited.secret, good_password)));
  EXPECT_TRUE(is<LinkEnded>(joined(before.secret, other_password)));
  EXPECT_TRUE(is<PersonId>(joined(link_for("anna@huber.example").secret, good_password)));
  const auto after = joined(std::get<IssuedLink>(reset()).secret, other_password);
  EXPECT_EQ(std::get<PersonId>(after), bert) << "the pause of an ended link does not count";
}

TEST_F(Joining, second_invitation_ends_the_first_link) {
  const IssuedLink first = link_for("anna@huber.example");
  const IssuedLink second = link_for("ANNA@huber.example");
  EXPECT_EQ(first.person, second.person);
  EXPECT_TRUE(is<LinkEnded>(joined(first.secret, good_password)));
  EXPECT_TRUE(is<PersonId>(joined(second.secret, good_password)));
}

TEST_F(Joining, text_that_is_no_secret_is_an_ended_link) {
  for (const auto* text : {"", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}) {
    EXPECT_TRUE(is<LinkEnded>(joined(text, good_password))) << text;
  }
}

TEST_F(Joining, weak_password_leaves_the_link_open) {
  const IssuedLink link = link_for("anna@huber.example");
  EXPECT_EQ(std::get<PasswordFault>(joined(link.secret, "short")), PasswordFault::too_short);
  EXPECT_EQ(std::get<PasswordFault>(joined(link.secret, "annahuber2026")), PasswordFault::personal);
  EXPECT_TRUE(is<PersonId>(joined(link.secret, good_password)));
}

TEST_F(Joining, person_of_another_participant_gets_a_membership_and_keeps_the_password) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  const auto answer = invited(invitation("anna@huber.example", supplier, Role::reader));
  ASSERT_TRUE(is<MembershipAdded>(answer));
  EXPECT_EQ(known(anna).entry.memberships.size(), 2u);
  EXPECT_TRUE(is<AlreadyMember>(invited(invitation("anna@huber.example", buyer, Role::clerk))));
  EXPECT_TRUE(is<NewSession>(signed_in("anna@huber.example", good_password)));
}

// An administrator joins with the link in place of the person, and waits for access elsewhere.
TEST_F(Joining, person_whose_link_an_administrator_got_joins_no_other_place_before_a_proof) {
  const Manager buyers{.by = Actor::of(buyer), .of = buyer};
  const Manager suppliers{.by = Actor::of(supplier), .of = supplier};
  const auto invited_elsewhere = [&] {
    return invited_by(suppliers, invitation("anna@huber.example", supplier, Role::administrator));
  };
  const auto first = invited_by(buyers, invitation("anna@huber.example", buyer, Role::clerk));
  const auto anna = std::get<PersonId>(joined(std::get<IssuedLink>(first).secret, good_password));
  EXPECT_TRUE(is<AddressNotProven>(invited_elsewhere()));
  const auto operators = invitation("anna@huber.example", {}, Role::operator_);
  EXPECT_TRUE(is<AddressNotProven>(invited(operators)));

  const auto theirs = std::get<IssuedLink>(run(issue_reset_for(people(), buyers, anna, soon())));
  ASSERT_TRUE(is<PersonId>(joined(theirs.secret, good_password)));
  EXPECT_TRUE(is<AddressNotProven>(invited_elsewhere()));

  clock.advance(reset_pause);
  const auto mailed =
      std::get<IssuedLink>(run(issue_reset(people(), "anna@huber.example", soon())));
  ASSERT_TRUE(is<PersonId>(joined(mailed.secret, other_password)));
  EXPECT_TRUE(is<MembershipAdded>(invited_elsewhere()));
  EXPECT_TRUE(is<WrongSignIn>(signed_in("anna@huber.example", good_password)));
}

TEST_F(Joining, link_of_an_operator_and_sign_in_at_a_provider_prove_the_address) {
  const Manager buyers{.by = Actor::of(buyer), .of = buyer};
  const auto joins = [&](const std::string& email) {
    const auto first = invited_by(buyers, invitation(email, buyer, Role::clerk));
    return std::get<PersonId>(joined(std::get<IssuedLink>(first).secret, good_password));
  };
  const PersonId anna = joins("anna@huber.example");
  const auto issued =
      std::get<IssuedLink>(run(issue_reset_for(people(), operators(), anna, soon())));
  ASSERT_TRUE(is<PersonId>(joined(issued.secret, good_password)));
  EXPECT_TRUE(
      is<MembershipAdded>(invited(invitation("anna@huber.example", supplier, Role::reader))));

  joins("ben@huber.example");
  NamedPerson ben;
  ben.email = "ben@huber.example";
  ASSERT_TRUE(is<NewSession>(run(sign_in_named(people(), ben, soon()))));
  EXPECT_TRUE(
      is<MembershipAdded>(invited(invitation("ben@huber.example", supplier, Role::reader))));
}

TEST_F(Joining, reset_changes_the_password_and_ends_all_sessions) {
  member("anna@huber.example", buyer, Role::clerk);
  const NewSession before = session_of("anna@huber.example");
  const auto link = run(issue_reset(people(), "anna@huber.example", soon()));
  ASSERT_TRUE(is<IssuedLink>(link));
  EXPECT_TRUE(living(before).has_value());
  ASSERT_TRUE(is<PersonId>(joined(std::get<IssuedLink>(link).secret, other_password)));
  EXPECT_FALSE(living(before).has_value());
  EXPECT_TRUE(is<WrongSignIn>(signed_in("anna@huber.example", good_password)));
  EXPECT_TRUE(is<NewSession>(signed_in("anna@huber.example", other_password)));
}

TEST_F(Joining, reset_is_for_people_who_can_sign_in) {
  link_for("invited@huber.example");
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  access(anna, Access::disabled);
  for (const auto* email :
       {"nobody@huber.example", "invited@huber.example", "anna@huber.example"}) {
    EXPECT_TRUE(is<Unknown>(run(issue_reset(people(), email, soon())))) << email;
  }
}

TEST_F(Joining, records_have_no_name_and_no_address) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  const Person entry = *desk.directory.current()->person(anna);
  for (const auto* text : {"Anna", "huber", "argon2"}) {
    EXPECT_FALSE(entry.sealed.contains(text)) << text;
  }
  base::SealKey other{};
  EXPECT_EQ(opened(entry, other), std::nullopt);
}

TEST_F(Joining, two_people_who_use_one_link_at_once_are_one) {
  const IssuedLink link = link_for("anna@huber.example");
  LiveDirectory elsewhere;
  Desk other = desk_with(elsewhere);
  run(elsewhere.catch_up(store(), soon()));
  ASSERT_TRUE(is<PersonId>(joined(link.secret, good_password)));
  PeopleDesk late = people_at(other);
  EXPECT_TRUE(is<LinkEnded>(run(
      join(late, {.link_secret = link.secret, .password = other_password, .name = {}}, soon()))));
  EXPECT_TRUE(is<NewSession>(signed_in("anna@huber.example", good_password)));
}

TEST_F(Joining, interrupted_invitation_is_continued) {
  const PersonKey key{.person = PersonId(ids.next()),
                      .key = {1, 2, 3},
                      .address = address_digest({}, "anna@huber.example")};
  ASSERT_TRUE(run(network.person_keys().keep(key, soon())));
  EXPECT_EQ(link_for("anna@huber.example").person, key.person);
  EXPECT_EQ(known(key.person).data.email, "anna@huber.example");
}

TEST_F(Joining, interrupted_erasure_frees_the_address) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  const PersonKey key = run(network.person_keys().of({anna}, soon())).front();
  ASSERT_TRUE(is<Changed>(run(erase_person(people(), Actor::of(operator_id), anna, soon()))));
  ASSERT_TRUE(run(network.person_keys().keep(key, soon())));
  EXPECT_NE(link_for("anna@huber.example").person, anna);
}

TEST_F(Joining, manager_gives_memberships_of_the_own_participant_only) {
  const PersonId boss = member("boss@huber.example", buyer, Role::administrator);
  const Manager manager = manager_of(buyer, boss);
  const auto is_refused = [&](const std::string& email, std::optional<ParticipantId> participant,
                              Role role) {
    return is<NotAllowed>(invited_by(manager, invitation(email, participant, role)));
  };
  EXPECT_TRUE(is_refused("a@huber.example", supplier, Role::reader));
  EXPECT_TRUE(is_refused("a@huber.example", std::nullopt, Role::operator_));
  EXPECT_TRUE(is_refused("a@huber.example", buyer, Role::operator_));
  EXPECT_TRUE(is_refused("boss@huber.example", buyer, Role::reader)) << "the own access";
  EXPECT_FALSE(is_refused("a@huber.example", buyer, Role::administrator));
}

// Otherwise an administrator of the buyer could join as the supplier's clerk.
TEST_F(Joining, link_with_a_membership_of_another_manager_is_not_shown) {
  const PersonId boss = member("boss@huber.example", buyer, Role::administrator);
  const auto by_boss = [&] {
    return std::get<IssuedLink>(
        invited_by(manager_of(buyer, boss), invitation("anna@huber.example", buyer, Role::clerk)));
  };
  EXPECT_TRUE(by_boss().is_only_theirs);
  invited(invitation("anna@huber.example", supplier, Role::clerk));
  EXPECT_FALSE(by_boss().is_only_theirs);
}

TEST_F(Joining, reset_within_five_minutes_keeps_the_first_link) {
  member("anna@huber.example", buyer, Role::clerk);
  const auto reset = [&] { return run(issue_reset(people(), "anna@huber.example", soon())); };
  const auto first = reset();
  ASSERT_TRUE(is<IssuedLink>(first));
  EXPECT_TRUE(is<Unknown>(reset()));
  clock.advance(reset_pause);
  EXPECT_TRUE(is<IssuedLink>(reset()));
  EXPECT_TRUE(is<LinkEnded>(joined(std::get<IssuedLink>(first).secret, other_password)));
}

TEST_F(Joining, long_name_is_cut) {
  const IssuedLink link = link_for("anna@huber.example");
  std::string name;
  for (int i = 0; i < 200; ++i) name += "ü";
  ASSERT_TRUE(is<PersonId>(run(join(
      people(), {.link_secret = link.secret, .password = good_password, .name = name}, soon()))));
  EXPECT_EQ(known(link.person).data.name, name.substr(0, 254));
}

TEST_F(Managing, disabled_person_has_no_session_and_may_return) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  const NewSession session = session_of("anna@huber.example");
  ASSERT_TRUE(is<Changed>(access(anna, Access::disabled)));
  EXPECT_FALSE(living(session).has_value());
  EXPECT_TRUE(is<WrongSignIn>(signed_in("anna@huber.example", good_password)));
  ASSERT_TRUE(is<Changed>(access(anna, Access::enabled)));
  EXPECT_FALSE(living(session).has_value());
  EXPECT_TRUE(is<NewSession>(signed_in("anna@huber.example", good_password)));
}

TEST_F(Managing, enabling_an_active_person_changes_nothing) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  const NewSession session = session_of("anna@huber.example");
  EXPECT_TRUE(is<Changed>(access(anna, Access::enabled)));
  EXPECT_TRUE(living(session).has_value());
}

TEST_F(Managing, disabling_ends_an_invitation) {
  const IssuedLink link = link_for("anna@huber.example");
  ASSERT_TRUE(is<Changed>(access(link.person, Access::disabled)));
  EXPECT_TRUE(is<LinkEnded>(joined(link.secret, good_password)));
}

TEST_F(Managing, person_who_joined_without_a_password_is_active_again) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  KnownPerson without = known(anna);
  without.data.password_hash.clear();
  put(std::move(without));
  access(anna, Access::disabled);
  ASSERT_TRUE(is<Changed>(access(anna, Access::enabled)));
  EXPECT_EQ(known(anna).entry.state, PersonState::active);
}

TEST_F(Managing, person_who_never_joined_is_invited_again) {
  const IssuedLink link = link_for("anna@huber.example");
  access(link.person, Access::disabled);
  ASSERT_TRUE(is<Changed>(access(link.person, Access::enabled)));
  EXPECT_EQ(known(link.person).entry.state, PersonState::invited);
  EXPECT_TRUE(is<PersonId>(joined(link_for("anna@huber.example").secret, good_password)));
}

TEST_F(Managing, administrators_change_people_of_their_participant_only) {
  const PersonId boss = member("boss@huber.example", buyer, Role::administrator);
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  const PersonId other = member("other@mill.example", supplier, Role::clerk);
  const Manager manager = manager_of(buyer, boss);
  const auto set = [&](PersonId person, std::optional<ParticipantId> participant, Role role) {
    return run(set_membership(people(), manager, person, {.participant = participant, .role = role},
                              soon()));
  };
  EXPECT_TRUE(is<Changed>(set(anna, buyer, Role::administrator)));
  EXPECT_TRUE(is<Unknown>(set(other, supplier, Role::reader)));
  EXPECT_TRUE(is<Unknown>(set(other, buyer, Role::reader)));
  EXPECT_TRUE(is<Unknown>(set(anna, std::nullopt, Role::operator_)));
  EXPECT_TRUE(is<NotAllowed>(set(boss, buyer, Role::clerk))) << "the own role";
  EXPECT_TRUE(is<NotAllowed>(set(anna, buyer, Role::operator_))) << "a role of the operators";
  EXPECT_EQ(known(boss).entry.memberships.front().role, Role::administrator);

  invited(invitation("anna@huber.example", supplier, Role::reader));
  EXPECT_TRUE(is<Unknown>(run(end_membership(people(), manager, anna, supplier, soon()))));
  EXPECT_TRUE(is<Changed>(run(end_membership(people(), manager, anna, buyer, soon()))));
  EXPECT_EQ(known(anna).entry.memberships.size(), 1u);
}

TEST_F(Managing, session_follows_the_role_and_ends_with_the_membership) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  const NewSession session = session_of("anna@huber.example");
  const auto scopes = [&] { return std::get<Caller>(living(session)->access).scopes; };
  EXPECT_TRUE(scopes().has(Scopes::send));
  run(set_membership(people(), operators(), anna, {.participant = buyer, .role = Role::reader},
                     soon()));
  EXPECT_FALSE(scopes().has(Scopes::send));
  run(set_membership(people(), operators(), anna,
                     {.participant = buyer, .role = Role::clerk, .flows = FlowSet::test}, soon()));
  EXPECT_FALSE(living(session).has_value()) << "it is in the live flow";
}

// A restored backup has the entries of people, and no keys.
TEST_F(Managing, access_is_changed_without_the_key_of_the_person) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  invited(invitation("anna@huber.example", supplier, Role::reader));
  const NewSession session = session_of("anna@huber.example");
  const PersonSession& in = session.session;
  run(network.person_keys().remove(anna, soon()));
  const auto entry = [&] { return *desk.directory.current()->person(anna); };

  EXPECT_TRUE(is<Changed>(run(mark_used(people(), anna, in.id, soon()))));
  EXPECT_TRUE(is<Changed>(run(set_membership(
      people(), operators(), anna, {.participant = buyer, .role = Role::reader}, soon()))));
  EXPECT_EQ(entry().memberships.front().role, Role::reader);
  EXPECT_TRUE(is<Changed>(run(end_membership(people(), operators(), anna, supplier, soon()))));
  EXPECT_EQ(entry().memberships.size(), 1u);
  EXPECT_TRUE(living(session).has_value());
  EXPECT_TRUE(is<Changed>(run(end_session(people(), anna, in.id, soon()))));
  EXPECT_FALSE(living(session).has_value());
  EXPECT_TRUE(is<Changed>(access(anna, Access::disabled)));
  EXPECT_EQ(entry().state, PersonState::disabled);
  EXPECT_TRUE(is<Changed>(run(erase_person(people(), Actor::of(operator_id), anna, soon()))));
  EXPECT_EQ(entry().sealed, "");
}

TEST_F(Managing, erased_person_has_no_access_again) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  run(erase_person(people(), Actor::of(operator_id), anna, soon()));
  EXPECT_TRUE(is<Unknown>(access(anna, Access::disabled)));
  EXPECT_TRUE(is<Unknown>(access(anna, Access::enabled)));
  EXPECT_EQ(desk.directory.current()->person(anna)->state, PersonState::erased);
}

TEST_F(Managing, role_of_another_place_gives_no_access) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  const NewSession session = session_of("anna@huber.example");
  for (const Membership& wrong :
       {Membership{.participant = buyer, .role = Role::auditor},
        Membership{.participant = buyer, .role = Role::operator_},
        Membership{.participant = std::nullopt, .role = Role::administrator}}) {
    KnownPerson person = known(anna);
    person.entry.memberships = {wrong};
    person.entry.sessions.front().participant = wrong.participant;
    put(std::move(person));
    EXPECT_FALSE(living(session).has_value()) << static_cast<int>(wrong.role);
  }
}

TEST_F(Managing, erased_person_is_unknown_and_the_address_is_free) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  const NewSession session = session_of("anna@huber.example");
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(is<Changed>(run(erase_person(people(), Actor::of(operator_id), anna, soon()))));
  }
  EXPECT_FALSE(living(session).has_value());
  EXPECT_EQ(run(known_person(people(), anna, soon())), std::nullopt);
  EXPECT_EQ(desk.directory.current()->person(anna)->state, PersonState::erased);
  EXPECT_TRUE(is<WrongSignIn>(signed_in("anna@huber.example", good_password)));
  EXPECT_NE(member("anna@huber.example", buyer, Role::clerk), anna);
}

TEST_F(Managing, keys_of_erased_people_are_removed_and_no_others) {
  const PersonId anna = member("anna@huber.example", buyer, Role::clerk);
  const PersonId bert = member("bert@huber.example", buyer, Role::clerk);
  const PersonKey erased = run(network.person_keys().of({anna}, soon())).front();
  run(erase_person(people(), Actor::of(operator_id), anna, soon()));
  const PersonKey of_no_entry{
      .person = PersonId(ids.next()), .key = {}, .address = base::sha256("invited")};
  for (const PersonKey& key : {erased, of_no_entry})
    ASSERT_TRUE(run(network.person_keys().keep(key, soon())));
  const auto remove = [&] {
    return run(remove_keys_of_erased(desk.directory.current(), network.person_keys(), soon()));
  };
  EXPECT_EQ(remove(), 1u);
  EXPECT_EQ(run(network.person_keys().of({anna, bert, of_no_entry.person}, soon())).size(), 2u);
  EXPECT_TRUE(run(network.person_keys().of({anna}, soon())).empty());
  EXPECT_EQ(remove(), 0u);
}

}  // namespace
}  // namespace tradepost::exchange::joining_test
