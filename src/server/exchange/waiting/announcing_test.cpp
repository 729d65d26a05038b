#include "exchange/waiting/announcing.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace tradepost::exchange {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr Instant monday = std::chrono::sys_days(std::chrono::year(2026) / 3 / 2);  // begins in UTC

const ParticipantId supplier{base::Uuid{.bytes = {1}}};

Waiting case_that_waits(Instant since, Subject about = Subject::case_waits,
                        std::string name = "one") {
  return {.about = about,
          .participant = supplier,
          .name = std::move(name),
          .since = since,
          .concerned = std::make_shared<const Case>()};
}

Waiting unread_documents() {
  return {.about = Subject::documents_unread, .participant = supplier, .count = 3};
}

PersonData person_who_wants(std::vector<Subscription> list) {
  PersonData data;
  data.time_zone = "Europe/Berlin";
  data.subscriptions.list = std::move(list);
  data.announced = {.immediately = monday, .hourly = monday, .daily = monday, .undated = {}};
  return data;
}

std::size_t announced_at(PersonData& data, Instant now, const std::vector<Waiting>& work) {
  return announce(data, work, "node", now).size();
}

TEST(Announcing, a_case_is_announced_once) {
  PersonData data = person_who_wants({{Subject::case_waits, Rhythm::immediately}});
  const std::vector work = {case_that_waits(monday + hours(9))};
  EXPECT_EQ(announced_at(data, monday + hours(9) + minutes(1), work), 1);
  EXPECT_EQ(announced_at(data, monday + hours(9) + minutes(2), work), 0);
}

TEST(Announcing, a_case_is_announced_again_after_an_answer_of_the_partner) {
  PersonData data = person_who_wants({{Subject::case_waits, Rhythm::immediately}});
  EXPECT_EQ(announced_at(data, monday + hours(10), {case_that_waits(monday + hours(9))}), 1);
  EXPECT_EQ(announced_at(data, monday + hours(12), {case_that_waits(monday + hours(11))}), 1);
}

TEST(Announcing, a_case_from_before_the_subscription_is_not_announced) {
  PersonData data = person_who_wants({{Subject::case_waits, Rhythm::immediately}});
  EXPECT_EQ(announced_at(data, monday + hours(1), {case_that_waits(monday - hours(1))}), 0);
}

TEST(Announcing, a_commit_that_becomes_visible_late_is_announced) {
  PersonData data = person_who_wants({{Subject::case_waits, Rhythm::immediately}});
  const Instant at = monday + hours(9);
  const Waiting early =
      case_that_waits(at - std::chrono::seconds(30), Subject::case_waits, "early");
  const Waiting late = case_that_waits(at - std::chrono::seconds(2), Subject::case_waits, "late");
  EXPECT_EQ(announced_at(data, at, {early}), 1);
  EXPECT_EQ(announced_at(data, at + minutes(1), {early, late}), 1);
}

TEST(Announcing, a_subject_without_a_subscription_is_not_announced) {
  PersonData data = person_who_wants({{Subject::case_waits, Rhythm::immediately}});
  EXPECT_EQ(announced_at(data, monday + hours(9), {unread_documents()}), 0);
}

TEST(Announcing, a_failed_document_whose_case_waits_is_listed_once) {
  PersonData data = person_who_wants({{Subject::case_waits, Rhythm::immediately},
                                      {Subject::document_failed, Rhythm::immediately}});
  const std::vector work = {case_that_waits(monday + hours(9), Subject::document_failed),
                            case_that_waits(monday + hours(9), Subject::case_waits)};
  EXPECT_EQ(announced_at(data, monday + hours(10), work), 1);
  EXPECT_EQ(announced_at(data, monday + hours(11), work), 0);
}

TEST(Announcing, two_rhythms_announce_a_case_of_both_in_one_message) {
  PersonData data = person_who_wants(
      {{Subject::document_failed, Rhythm::immediately}, {Subject::case_waits, Rhythm::hourly}});
  const std::vector work = {case_that_waits(monday + hours(9), Subject::document_failed),
                            case_that_waits(monday + hours(9), Subject::case_waits)};
  EXPECT_EQ(announced_at(data, monday + hours(10), work), 1);
  EXPECT_EQ(announced_at(data, monday + hours(12), work), 0);
}

TEST(Announcing, a_state_is_announced_once_while_it_lasts_and_again_when_it_returns) {
  PersonData data = person_who_wants({{Subject::documents_unread, Rhythm::immediately}});
  EXPECT_EQ(announced_at(data, monday + hours(9), {unread_documents()}), 1);
  EXPECT_EQ(announced_at(data, monday + hours(10), {unread_documents()}), 0);
  EXPECT_EQ(announced_at(data, monday + hours(11), {}), 0);
  EXPECT_EQ(announced_at(data, monday + hours(12), {unread_documents()}), 1);
}

TEST(Announcing, a_state_of_another_node_stays_announced) {
  PersonData data = person_who_wants({{Subject::little_space, Rhythm::immediately}});
  const Waiting here = {.about = Subject::little_space, .name = "node"};
  const Waiting there = {.about = Subject::little_space, .name = "other"};
  EXPECT_EQ(announce(data, {here}, "node", monday + hours(9)).size(), 1);
  EXPECT_EQ(announce(data, {there}, "other", monday + hours(9)).size(), 1);
  EXPECT_EQ(announce(data, {here}, "node", monday + hours(10)).size(), 0);
  const PersonData after_both = data;
  EXPECT_EQ(announce(data, {there}, "other", monday + hours(10)).size(), 0);
  EXPECT_EQ(data, after_both);
}

TEST(Announcing, an_hourly_message_comes_at_most_once_an_hour) {
  PersonData data = person_who_wants({{Subject::case_waits, Rhythm::hourly}});
  const Waiting first = case_that_waits(monday + hours(9), Subject::case_waits, "first");
  const Waiting second = case_that_waits(monday + hours(9) + minutes(10), Subject::case_waits, "2");
  EXPECT_EQ(announced_at(data, monday + hours(9) + minutes(1), {first}), 1);
  EXPECT_EQ(announced_at(data, monday + hours(9) + minutes(30), {first, second}), 0);
  EXPECT_EQ(announced_at(data, monday + hours(10) + minutes(2), {first, second}), 1);
}

TEST(Announcing, a_daily_summary_has_everything_that_waits_at_seven_in_the_zone_of_the_person) {
  PersonData data = person_who_wants(
      {{Subject::case_waits, Rhythm::daily}, {Subject::documents_unread, Rhythm::daily}});
  const std::vector work = {case_that_waits(monday - hours(100)), unread_documents()};
  EXPECT_EQ(announced_at(data, monday + hours(5) + minutes(59), work), 0);
  EXPECT_EQ(announced_at(data, monday + hours(6), work), 2);  // 7:00 in Berlin
  EXPECT_EQ(announced_at(data, monday + hours(6) + minutes(1), work), 0);
  EXPECT_EQ(announced_at(data, monday + hours(30), work), 2);
}

TEST(Announcing, a_summary_of_nothing_is_not_sent_later_on_the_day) {
  PersonData data = person_who_wants({{Subject::case_waits, Rhythm::daily}});
  EXPECT_EQ(announced_at(data, monday + hours(6), {}), 0);
  EXPECT_EQ(announced_at(data, monday + hours(9), {case_that_waits(monday + hours(8))}), 0);
}

TEST(Announcing, work_in_a_flow_that_is_not_wanted_is_not_announced) {
  PersonData data = person_who_wants({{Subject::case_waits, Rhythm::immediately}});
  Waiting in_test = case_that_waits(monday + hours(9));
  in_test.flow = Flow::test;
  EXPECT_EQ(announced_at(data, monday + hours(10), {in_test}), 0);
  data.subscriptions.flows = FlowSet::both;
  EXPECT_EQ(announced_at(data, monday + hours(11), {in_test}), 1);
}

}  // namespace
}  // namespace tradepost::exchange
