#include <gtest/gtest.h>

#include <algorithm>

#include "exchange/accounts/own_subscriptions.hpp"
#include "exchange/people_world.hpp"
#include "exchange/waiting/announcing.hpp"

// Covers contract 13.10.
namespace tradepost::exchange::waiting_test {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

class WaitingWork : public testing::Test, public PeopleWorld {
 public:
  std::vector<Subject> subjects(ParticipantId participant, Flow flow = Flow::live) {
    std::vector<Subject> all;
    for (const Waiting& one :
         run(waiting(desk, {.participant = participant, .flow = flow}, soon())))
      all.push_back(one.about);
    return all;
  }
  // Returns a document of the buyer that the supplier could not process.
  TransactionId failed(std::string_view number) {
    const TransactionId id = sent(buyer, order(number));
    report(supplier, id, Verdict::failure);
    return id;
  }
  PersonId subscriber(Subscriptions wanted, ParticipantId participant) {
    const PersonId person = member("anna@huber.example", participant, Role::clerk);
    const auto answer = run(replace_subscriptions(people(), person, std::move(wanted), soon()));
    EXPECT_TRUE(is<Changed>(answer));
    clock.advance(minutes(1));
    return person;
  }
  std::optional<Announcement> announced(PersonId person) {
    return run(claim_announcement(people(), known(person), {}, "node", soon()));
  }
};

using Subjects = std::vector<Subject>;
const Subscriptions wants_failures{
    .list = {{.about = Subject::document_failed, .rhythm = Rhythm::immediately}}};

TEST_F(WaitingWork, a_failed_document_waits_for_its_sender) {
  failed("1");
  EXPECT_EQ(subjects(buyer), (Subjects{Subject::document_failed, Subject::case_waits}));
  EXPECT_EQ(subjects(supplier), Subjects());
  EXPECT_EQ(subjects(stranger), Subjects());
  EXPECT_EQ(subjects(buyer, Flow::test), Subjects());
}

TEST_F(WaitingWork, a_case_waits_for_the_side_whose_turn_it_is) {
  failed("1");
  const CaseId id = cases(buyer).front()->id;
  run(change_case(desk, caller(buyer), {.id = id, .revision = {}, .comment = "Why?", .status = {}},
                  soon()));
  EXPECT_EQ(subjects(buyer), Subjects{Subject::document_failed});
  EXPECT_EQ(subjects(supplier), Subjects{Subject::case_waits});
  run(change_case(desk, caller(buyer),
                  {.id = id, .revision = {}, .comment = {}, .status = CaseStatus::resolved},
                  soon()));
  EXPECT_EQ(subjects(buyer), Subjects());
  EXPECT_EQ(subjects(supplier), Subjects());
}

TEST_F(WaitingWork, a_requested_partner_waits_for_its_recipient) {
  relate(stranger, supplier, RelationshipStatus::requested);
  EXPECT_EQ(subjects(supplier), Subjects{Subject::partner_waits});
  EXPECT_EQ(subjects(stranger), Subjects());
}

TEST_F(WaitingWork, documents_wait_when_they_are_older_than_a_day) {
  sent(buyer, order("1"));
  clock.advance(hours(23));
  EXPECT_EQ(subjects(supplier), Subjects());
  clock.advance(hours(2));
  const auto work = run(waiting(desk, {.participant = supplier, .flow = Flow::live}, soon()));
  ASSERT_EQ(work.size(), 1);
  EXPECT_EQ(work.front().about, Subject::documents_unread);
  EXPECT_EQ(work.front().count, 1);
}

TEST_F(WaitingWork, a_person_receives_a_message_once) {
  const PersonId anna = subscriber(wants_failures, buyer);
  failed("1");
  clock.advance(minutes(1));
  const auto first = announced(anna);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->to.email, "anna@huber.example");
  ASSERT_EQ(first->work.size(), 1);
  EXPECT_EQ(first->work.front().partner, supplier);
  EXPECT_FALSE(announced(anna).has_value());
}

TEST_F(WaitingWork, one_of_two_nodes_announces_the_same_work) {
  const PersonId anna = subscriber(wants_failures, buyer);
  failed("1");
  clock.advance(minutes(1));
  const KnownPerson seen_by_both = known(anna);
  EXPECT_TRUE(run(claim_announcement(people(), seen_by_both, {}, "one", soon())).has_value());
  EXPECT_FALSE(run(claim_announcement(people(), seen_by_both, {}, "other", soon())).has_value());
}

TEST_F(WaitingWork, a_failure_from_before_the_subscription_is_not_announced) {
  failed("1");
  clock.advance(minutes(1));
  EXPECT_FALSE(announced(subscriber(wants_failures, buyer)).has_value());
}

TEST_F(WaitingWork, a_person_learns_only_of_work_of_own_participants) {
  const PersonId anna = subscriber(wants_failures, stranger);
  failed("1");
  clock.advance(minutes(1));
  EXPECT_FALSE(announced(anna).has_value());
}

TEST_F(WaitingWork, subscriptions_survive_a_restart) {
  const PersonId anna = subscriber(wants_failures, buyer);
  restart();
  EXPECT_EQ(known(anna).data.subscriptions, wants_failures);
}

}  // namespace
}  // namespace tradepost::exchange::waiting_test
