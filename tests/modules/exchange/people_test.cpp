#include <gtest/gtest.h>

#include <algorithm>

#include "exchange/administration/acts.hpp"
#include "exchange/world.hpp"

// People who act for participants (decision 23).
namespace tradepost::exchange::people_test {
namespace {

class People : public testing::Test, public World {
 public:
  Caller person_of(ParticipantId participant) {
    Caller by = caller(participant);
    by.person = PersonId(ids.next());
    return by;
  }
  TransactionId sent_by(const Caller& by, std::string body) {
    SendRequest request{.caller = by, .body = bytes_of(std::move(body)), .key = {}};
    return id_of(run(exchange::send(desk, std::move(request), soon())));
  }
  // Returns the authors of the document's events of this type.
  std::vector<Actor> authors(TransactionId id, EventType type) {
    const auto answer = run(exchange::events(desk, caller(buyer), id, std::nullopt, 100, soon()));
    std::vector<Actor> found;
    for (const Event& event : std::get<EventsPage>(answer).items) {
      if (event.type == type) found.push_back(event.by);
    }
    return found;
  }
  void reports_failure(const Caller& by, TransactionId id) {
    ReportItem item{.id = id,
                    .verdict = Verdict::failure,
                    .reason = "unknown article",
                    .type = ErrorType::data,
                    .context = {}};
    run(exchange::report(desk, by, {std::move(item)}, soon()));
  }
  Person put_person(Person person, PersonChange change) {
    ++person.revision;
    person.change = change;
    DirectoryChange entry;
    entry.entries.emplace_back(person);
    entry.by = Actor::of(operator_id);
    EXPECT_TRUE(is<DirectoryChanged>(run(store().change_directory(std::move(entry), soon()))));
    run(directory.catch_up(store(), soon()));
    return person;
  }
  std::vector<std::string> acts() {
    const auto answer =
        run(exchange::acts(desk, operator_id, {.cursor = {}, .count_max = 100}, soon()));
    std::vector<std::string> names;
    for (const Act& act : std::get<DirectoryPage<Act>>(answer).items) {
      names.emplace_back(name_of(act.type));
    }
    return names;
  }

  const Caller clerk = person_of(buyer);
  const Caller receiver = person_of(supplier);
};

TEST_F(People, are_the_authors_of_what_they_send_report_and_requeue) {
  const auto id = sent_by(clerk, order("1"));
  EXPECT_EQ(authors(id, EventType::received), std::vector<Actor>{clerk.actor()});
  reports_failure(receiver, id);
  EXPECT_EQ(authors(id, EventType::reported), std::vector<Actor>{receiver.actor()});
  EXPECT_EQ(cases(buyer).front()->changed_by, receiver.actor());
  RequeueRequest again{.caller = clerk, .id = id, .key = {}};
  ASSERT_TRUE(is<Requeued>(run(exchange::requeue(desk, std::move(again), soon()))));
  EXPECT_EQ(authors(id, EventType::requeued), std::vector<Actor>{clerk.actor()});
}

TEST_F(People, are_the_authors_of_comments_as_their_participant_is) {
  const auto id = sent(buyer, order("1"));
  reports_failure(receiver, id);
  CaseRequest comment;
  comment.id = cases(buyer).front()->id;
  comment.comment = "corrected";
  ASSERT_TRUE(is<Changed>(run(exchange::change_case(desk, clerk, comment, soon()))));
  const CasePtr after = cases(buyer).front();
  EXPECT_EQ(after->changed_by, clerk.actor());
  EXPECT_EQ(after->turn, Turn::recipient);
  ASSERT_TRUE(is<Unknown>(
      run(exchange::change_case(desk, person_of(stranger), std::move(comment), soon()))));
}

TEST_F(People, remain_the_authors_after_a_restart) {
  const auto id = sent_by(clerk, order("1"));
  const Person person = put_person({.id = clerk.person}, PersonChange::invited);
  restart();
  EXPECT_EQ(authors(id, EventType::received), std::vector<Actor>{clerk.actor()});
  LiveDirectory next;
  run(next.catch_up(store(), soon()));
  ASSERT_NE(next.current()->person(person.id), nullptr);
  EXPECT_EQ(*next.current()->person(person.id), person);
}

TEST_F(People, changes_of_access_are_acts_and_sessions_are_not) {
  Person person{.id = clerk.person};
  person = put_person(person, PersonChange::invited);
  person = put_person(person, PersonChange::joined);
  person = put_person(person, PersonChange::sessions);
  person = put_person(person, PersonChange::profile);
  person = put_person(person, PersonChange::disabled);
  auto names = acts();
  std::erase_if(names, [](const std::string& name) { return !name.starts_with("person."); });
  EXPECT_EQ(names,
            (std::vector<std::string>{"person.disabled", "person.joined", "person.invited"}));
}

}  // namespace
}  // namespace tradepost::exchange::people_test
