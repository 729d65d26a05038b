#include <gtest/gtest.h>

#include "exchange/accounts/resetting.hpp"
#include "exchange/people/managing.hpp"
#include "exchange/people/people_pages.hpp"
#include "exchange/people_world.hpp"

// Administrators and operators list people, and let them choose a new password (decision 23).
namespace tradepost::exchange::managed_people_test {
namespace {

constexpr auto anna_email = "anna@huber.example";

class Network : public testing::Test, public PeopleWorld {
 public:
  const PersonId anna = member(anna_email, buyer, Role::clerk);

  DirectoryPageAnswer<PersonShown> page(PeopleWanted wanted, PageOf of = {}) {
    return run(people_of(people(), wanted, std::move(of), soon()));
  }
  // Returns the addresses of all pages, and `-` for a person without data.
  std::vector<std::string> emails(PeopleWanted wanted) {
    std::vector<std::string> all;
    PageOf of{.cursor = {}, .count_max = 2};
    do {
      const auto shown = std::get<DirectoryPage<PersonShown>>(page(wanted, of));
      for (const auto& item : shown.items) all.push_back(item.data ? item.data->email : "-");
      of.cursor = shown.next;
    } while (of.cursor);
    return all;
  }
  ManagedResetAnswer reset(Manager manager, PersonId person) {
    return run(issue_reset_for(people(), manager, person, soon()));
  }
  Manager operators() const { return {.by = Actor::of(operator_id), .of = {}}; }
  Manager administrator_of(ParticipantId participant) {
    const PersonId person = member("admin@huber.example", participant, Role::administrator);
    return {.by = Actor::of(participant, person), .of = participant};
  }
};
using PeoplePages = Network;
using Resetting = Network;

TEST_F(PeoplePages, show_each_person_of_the_place_once) {
  member("b@huber.example", supplier, Role::clerk);
  member("c@huber.example", buyer, Role::reader);
  member("c@huber.example", supplier, Role::reader);
  member("d@huber.example", buyer, Role::reader);
  member("e@net.example", std::nullopt, Role::auditor);
  using Emails = std::vector<std::string>;
  EXPECT_EQ(emails(MembersOf{buyer}), (Emails{anna_email, "c@huber.example", "d@huber.example"}));
  EXPECT_EQ(emails(MembersOf{supplier}), (Emails{"b@huber.example", "c@huber.example"}));
  EXPECT_EQ(emails(MembersOf{}), Emails{"e@net.example"});
  EXPECT_EQ(emails(MembersOf{stranger}), Emails());
  EXPECT_EQ(emails(Everybody{}).size(), 5u);
}

TEST_F(PeoplePages, show_erased_people_without_data) {
  run(erase_person(people(), Actor::of(operator_id), anna, soon()));
  member("b@huber.example", buyer, Role::clerk);
  EXPECT_EQ(emails(Everybody{}), (std::vector<std::string>{"-", "b@huber.example"}));
  EXPECT_EQ(emails(MembersOf{buyer}), std::vector<std::string>{"b@huber.example"});
}

TEST_F(PeoplePages, cursor_is_for_one_place) {
  member("b@huber.example", buyer, Role::clerk);
  PageOf of{.cursor = {}, .count_max = 1};
  of.cursor = std::get<DirectoryPage<PersonShown>>(page(MembersOf{buyer}, of)).next;
  ASSERT_TRUE(of.cursor.has_value());
  EXPECT_TRUE(is<BadCursor>(page(MembersOf{supplier}, of)));
  EXPECT_TRUE(is<BadCursor>(page(MembersOf{}, of)));
  EXPECT_TRUE(is<BadCursor>(page(Everybody{}, of)));
}

TEST_F(Resetting, administrator_gives_a_link_that_changes_the_password) {
  const auto answer = reset(administrator_of(buyer), anna);
  ASSERT_TRUE(is<IssuedLink>(answer));
  const auto& link = std::get<IssuedLink>(answer);
  EXPECT_TRUE(link.is_only_theirs);
  EXPECT_EQ(link.ends, clock.now() + reset_lives);
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, good_password))) << "until the link is used";
  ASSERT_TRUE(is<PersonId>(joined(link.secret, other_password)));
  EXPECT_TRUE(is<WrongSignIn>(signed_in(anna_email, good_password)));
  EXPECT_TRUE(is<NewSession>(signed_in(anna_email, other_password)));
}

TEST_F(Resetting, second_link_ends_the_first_one) {
  const auto first = std::get<IssuedLink>(reset(operators(), anna));
  const auto second = std::get<IssuedLink>(reset(operators(), anna));
  EXPECT_TRUE(is<LinkEnded>(joined(first.secret, other_password)));
  EXPECT_TRUE(is<PersonId>(joined(second.secret, other_password)));
}

TEST_F(Resetting, person_with_another_membership_is_not_only_the_managers) {
  member(anna_email, supplier, Role::reader);
  EXPECT_FALSE(std::get<IssuedLink>(reset(administrator_of(buyer), anna)).is_only_theirs);
  EXPECT_TRUE(std::get<IssuedLink>(reset(operators(), anna)).is_only_theirs);
}

TEST_F(Resetting, other_participants_people_are_unknown) {
  EXPECT_TRUE(is<Unknown>(reset(administrator_of(supplier), anna)));
  EXPECT_TRUE(is<Unknown>(reset(operators(), PersonId())));
  EXPECT_FALSE(known(anna).entry.link.has_value());
}

TEST_F(Resetting, is_not_for_managers_themselves_or_people_who_cannot_sign_in) {
  const Manager manager = administrator_of(buyer);
  EXPECT_TRUE(is<NotAllowed>(reset(manager, manager.by.person)));
  const auto invited_one =
      std::get<IssuedLink>(invited(invitation("b@huber.example", buyer, Role::clerk)));
  EXPECT_TRUE(is<NotAllowed>(reset(manager, invited_one.person)));
  EXPECT_TRUE(is<PersonId>(joined(invited_one.secret, good_password)));
  run(set_access(people(), operator_id, anna, Access::disabled, soon()));
  EXPECT_TRUE(is<NotAllowed>(reset(manager, anna)));
}

}  // namespace
}  // namespace tradepost::exchange::managed_people_test
