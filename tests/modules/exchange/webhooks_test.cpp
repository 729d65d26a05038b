#include "exchange/webhooks/webhooks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/ground/limits.hpp"
#include "exchange/administration/background.hpp"
#include "exchange/administration/settings.hpp"
#include "exchange/webhooks/webhook_events.hpp"
#include "exchange/world.hpp"

// Tests of contract 8.3: the events that a participant gets, and the events that it must never get.
// Covers contract 1.1, 8.3, 8.5, 9.9 and 9.12.
namespace tradepost::exchange {
namespace {

class Webhooks : public testing::Test, public World {
 public:
  void allow(std::vector<std::string> names) {
    CHECK(is<Changed>(run(set_webhook_targets(desk, operator_id, std::move(names), soon()))));
  }
  EndpointAnswer set(ParticipantId participant, std::string url, std::optional<EndpointId> id = {},
                     Flow flow = Flow::live) {
    EndpointRequest request{.id = id, .url = std::move(url), .events = 7, .sealed_secret = {}};
    return run(set_endpoint(desk, caller(participant, flow), std::move(request), soon()));
  }
  EndpointId endpoint_of(ParticipantId participant, Flow flow = Flow::live) {
    return std::get<Endpoint>(set(participant, "https://hooks.example/in", {}, flow)).id;
  }
  std::vector<Endpoint> listed(ParticipantId participant, Flow flow = Flow::live) {
    return endpoints(*directory.current(), caller(participant, flow));
  }
  bool is_taken(std::string url) { return is<Endpoint>(set(supplier, std::move(url))); }
};

TEST_F(Webhooks, lead_nowhere_until_the_operator_allows_it) {
  EXPECT_FALSE(is_taken("https://hooks.example/in"));
  allow({"hooks.example"});
  EXPECT_TRUE(is_taken("https://HOOKS.example:8443/in?to=me"));
  EXPECT_TRUE(is_taken("https://hooks.example./in"));
  EXPECT_FALSE(is_taken("https://other.example/in"));
}

TEST_F(Webhooks, names_below_one_are_not_that_one_nor_one_that_looks_like_it) {
  allow({"*.example.org"});
  EXPECT_TRUE(is_taken("https://a.b.example.org"));
  EXPECT_FALSE(is_taken("https://example.org"));
  EXPECT_FALSE(is_taken("https://evil-example.org"));
  EXPECT_FALSE(is_taken("https://example.org.evil"));
}

TEST_F(Webhooks, every_name_is_no_address_of_the_operators_own_network) {
  allow({"*"});
  EXPECT_TRUE(is_taken("https://hooks.example"));
  for (const char* url : {"http://127.0.0.1/", "http://10.0.0.8/", "http://2130706433/",
                          "http://0x7f.1/", "http://127.1./", "http://[::1]/", "http://localhost/",
                          "http://LOCALHOST./", "http://db.localhost:5432/"}) {
    EXPECT_FALSE(is_taken(url)) << url;
  }
  allow({"10.0.0.8", "[fd00::1]", "localhost"});
  EXPECT_TRUE(is_taken("http://10.0.0.8:9000/"));
  EXPECT_TRUE(is_taken("http://[fd00::1]:9000/"));
  EXPECT_TRUE(is_taken("http://localhost"));
  EXPECT_FALSE(is_taken("http://10.0.0.80"));
}

TEST_F(Webhooks, url_that_hides_where_it_leads_is_refused) {
  allow({"*"});
  for (const char* url :
       {"https://hooks.example@evil.example/", "https://hooks.example\\@evil.example/",
        "https://hooks.example#@evil.example", "https://ho oks.example", "https:///in", "https://",
        "ftp://hooks.example", "hooks.example", "https://hooks.example:port/",
        "https://hooks..example/", "https://hooks.example:/", "https://[::1", ""}) {
    EXPECT_FALSE(is_taken(url)) << url;
  }
  EXPECT_FALSE(is_taken("https://hooks.example/" + std::string(3000, 'a')));
}

TEST_F(Webhooks, are_of_one_participant_and_flow) {
  allow({"*"});
  const auto own = endpoint_of(supplier);
  const auto test = endpoint_of(supplier, Flow::test);
  ASSERT_EQ(listed(supplier).size(), 1u);
  EXPECT_EQ(listed(supplier).front().id, own);
  EXPECT_TRUE(listed(buyer).empty());
  EXPECT_TRUE(is<Unknown>(set(buyer, "https://evil.example", own)));
  EXPECT_TRUE(is<Unknown>(set(supplier, "https://hooks.example", test)));
  EXPECT_TRUE(is<Unknown>(run(remove_endpoint(desk, caller(buyer), own, soon()))));
  EXPECT_EQ(listed(supplier).front().url, "https://hooks.example/in");
}

TEST_F(Webhooks, removed_one_gets_nothing_more) {
  allow({"*"});
  const auto id = endpoint_of(supplier);
  sent(buyer, order("1"));
  ASSERT_TRUE(is<Endpoint>(run(remove_endpoint(desk, caller(supplier), id, soon()))));
  EXPECT_TRUE(run(store().deliveries_due(ten_places, soon())).empty());
  EXPECT_TRUE(listed(supplier).empty());
  EXPECT_TRUE(is<Unknown>(set(supplier, "https://hooks.example", id)));
}

TEST_F(Webhooks, of_one_that_has_left_get_nothing_more) {
  allow({"*"});
  endpoint_of(buyer);
  const auto id = sent(buyer, order("1"));
  ASSERT_TRUE(
      is<Closed>(run(close_participant(desk, operator_id, buyer, OnPending::refuse, soon()))));
  report(supplier, id, Verdict::success);
  EXPECT_TRUE(run(store().deliveries_due(ten_places, soon())).empty());
}

TEST_F(Webhooks, one_that_was_given_up_has_its_days_again_when_it_is_set_again) {
  allow({"*"});
  const auto id = endpoint_of(supplier);
  const auto document = sent(buyer, order("1"));
  const auto fail = [&] {
    int tries = 0;
    for (const DueDelivery& due : run(store().deliveries_due(ten_places, soon()))) {
      run(store().delivered({.endpoint = due.endpoint,
                             .position = due.position,
                             .outcome = Delivered::Outcome::failed,
                             .fence = due.fence},
                            soon()));
      ++tries;
    }
    clock.advance(std::chrono::hours(2));
    return tries;
  };
  while (fail() != 0) {
  }
  ASSERT_TRUE(is<Endpoint>(set(supplier, "https://hooks.example/mended", id)));
  EXPECT_EQ(fail(), 1);
  const auto due = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(due.front().entry.id, document.uuid());
}

TEST_F(Webhooks, come_several_at_a_time_in_their_order_and_are_answered_for_together) {
  allow({"*"});
  const auto id = endpoint_of(supplier);
  std::vector<base::Uuid> documents;
  for (const char* number : {"1", "2", "3"}) documents.push_back(sent(buyer, order(number)).uuid());
  const auto due = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(due.size(), 1u);
  ASSERT_EQ(due[0].behind.size(), 2u);
  EXPECT_EQ(due[0].entry.id, documents[0]);
  EXPECT_EQ(due[0].behind[0].entry.id, documents[1]);
  EXPECT_EQ(due[0].behind[1].entry.id, documents[2]);
  EXPECT_TRUE(run(store().delivered({.endpoint = id,
                                     .position = due[0].behind[0].position,
                                     .outcome = Delivered::Outcome::taken,
                                     .fence = due[0].fence},
                                    soon())));
  const auto rest = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_EQ(rest[0].entry.id, documents[2]);
  EXPECT_TRUE(rest[0].behind.empty());
}

TEST_F(Webhooks, event_taken_before_a_failure_is_not_sent_again) {
  allow({"*"});
  const auto id = endpoint_of(supplier);
  sent(buyer, order("1"));
  const auto second = sent(buyer, order("2"));
  const auto due = run(store().deliveries_due(ten_places, soon()));
  EXPECT_TRUE(run(store().delivered({.endpoint = id,
                                     .position = due[0].behind[0].position,
                                     .outcome = Delivered::Outcome::failed,
                                     .fence = due[0].fence,
                                     .taken_before = due[0].position},
                                    soon())));
  EXPECT_TRUE(run(store().deliveries_due(ten_places, soon())).empty());
  clock.advance(std::chrono::seconds(2));
  const auto again = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(again.size(), 1u);
  EXPECT_EQ(again[0].entry.id, second.uuid());
}

TEST_F(Webhooks, pauses_double_from_a_second_to_an_hour_at_most) {
  allow({"*"});
  const auto id = endpoint_of(supplier);
  sent(buyer, order("1"));
  auto least = std::chrono::milliseconds(1'000);
  for (int failure = 0; failure < 16; ++failure) {
    const auto due = run(store().deliveries_due(ten_places, soon()));
    ASSERT_EQ(due.size(), 1u) << failure;
    run(store().delivered({.endpoint = id,
                           .position = due[0].position,
                           .outcome = Delivered::Outcome::failed,
                           .fence = due[0].fence},
                          soon()));
    const auto standing = run(store().endpoint_standings({id}, soon())).at(0);
    const auto pause = standing.progress.next_attempt - clock.now();
    EXPECT_GE(pause, least - std::chrono::milliseconds(100)) << failure;
    EXPECT_LE(pause, least * 5 / 4 + std::chrono::milliseconds(100)) << failure;
    least = std::min<std::chrono::milliseconds>(least * 2, std::chrono::minutes(48));
    clock.advance(std::chrono::hours(1));
  }
}

TEST_F(Webhooks, those_that_fail_are_found_among_all) {
  allow({"hooks.example"});
  const EndpointId fails = endpoint_of(supplier);
  endpoint_of(buyer);
  endpoint_of(supplier);
  sent(buyer, order("1"));
  const auto found = [&](WebhooksOf state) {
    const WebhooksWanted wanted{.participant = {}, .state = state};
    PageOf page{.cursor = {}, .count_max = 1};
    std::vector<EndpointId> all;
    do {
      const auto answer = run(webhooks(desk, operator_id, page, wanted, soon()));
      const auto& shown = std::get<DirectoryPage<EndpointShown>>(answer);
      for (const EndpointShown& one : shown.items) all.push_back(one.endpoint.id);
      page.cursor = shown.next;
    } while (page.cursor);
    return all;
  };
  EXPECT_TRUE(found(WebhooksOf::that_fail).empty());
  for (const DueDelivery& due : run(store().deliveries_due(ten_places, soon()))) {
    const bool is_it = due.endpoint == fails;
    run(store().delivered(
        Delivered{.endpoint = due.endpoint,
                  .position = due.position,
                  .outcome = is_it ? Delivered::Outcome::failed : Delivered::Outcome::taken,
                  .fence = due.fence},
        soon()));
  }
  EXPECT_EQ(found(WebhooksOf::that_fail), std::vector{fails});
  EXPECT_EQ(found(WebhooksOf::any_state).size(), 3u);
}

TEST_F(Webhooks, second_at_a_wrong_time_delays_no_later_call) {
  allow({"*"});
  const auto id = endpoint_of(supplier);
  const auto wrong = std::chrono::years(2);
  for (const auto outcome : {Delivered::Outcome::taken, Delivered::Outcome::failed}) {
    sent(buyer, order(outcome == Delivered::Outcome::taken ? "1" : "2"));
    clock.advance(wrong);
    const auto due = run(store().deliveries_due(ten_places, soon()));
    ASSERT_EQ(due.size(), 1u);
    EXPECT_TRUE(run(store().delivered(
        {.endpoint = id, .position = due[0].position, .outcome = outcome, .fence = due[0].fence},
        soon())));
    clock.advance(-std::chrono::milliseconds(wrong));
    sent(buyer, order(outcome == Delivered::Outcome::taken ? "3" : "4"));
    const auto again = run(store().deliveries_due(ten_places, soon()));
    ASSERT_EQ(again.size(), 1u);
    run(store().delivered({.endpoint = id,
                           .position = again[0].position,
                           .outcome = Delivered::Outcome::failed,
                           .fence = again[0].fence},
                          soon()));
    const auto standing = run(store().endpoint_standings({id}, soon())).at(0);
    EXPECT_EQ(standing.progress.failing_since, clock.now()) << "and not in two years";
    clock.advance(std::chrono::hours(1));
    const auto last = run(store().deliveries_due(ten_places, soon()));
    ASSERT_EQ(last.size(), 1u);
    run(store().delivered(
        {.endpoint = id,
         .position = last[0].behind.empty() ? last[0].position : last[0].behind.back().position,
         .outcome = Delivered::Outcome::taken,
         .fence = last[0].fence},
        soon()));
  }
}

TEST_F(Webhooks, lease_of_a_second_at_a_wrong_time_does_not_last) {
  allow({"*"});
  endpoint_of(supplier);
  sent(buyer, order("1"));
  clock.advance(std::chrono::years(2));
  ASSERT_EQ(run(store().deliveries_due(ten_places, soon())).size(), 1u);
  EXPECT_TRUE(run(store().deliveries_due(ten_places, soon())).empty());
  clock.advance(-std::chrono::milliseconds(std::chrono::years(2)));
  sent(buyer, order("2"));
  EXPECT_EQ(run(store().deliveries_due(ten_places, soon())).size(), 1u);
}

TEST_F(Webhooks, standing_says_how_much_waits_and_since_when) {
  allow({"*"});
  const auto id = endpoint_of(supplier);
  const auto endpoint = *directory.current()->endpoint(id);
  auto shown = run(endpoints_shown(desk, {endpoint}, soon()));
  ASSERT_EQ(shown.size(), 1u);
  EXPECT_EQ(shown[0].waiting, 0u);
  EXPECT_FALSE(shown[0].oldest);
  const auto row = sent(buyer, order("1"));
  sent(buyer, order("2"));
  shown = run(endpoints_shown(desk, {endpoint}, soon()));
  EXPECT_EQ(shown[0].waiting, 2u);
  const auto found = run(exchange::find(desk, caller(supplier), row, soon()));
  EXPECT_EQ(shown[0].oldest, found.value().row->created);
}

TEST_F(Webhooks, event_has_one_id_for_all_calls_and_shows_what_its_participant_may_see) {
  allow({"*"});
  endpoint_of(supplier);
  endpoint_of(supplier);
  const auto row = sent(buyer, order("1"));
  const auto due = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(due.size(), 2u);
  const auto event_of = [&](const DueDelivery& one) {
    return run(webhook_event(desk, {.position = one.position, .entry = one.entry}, soon()));
  };
  const auto one = event_of(due[0]);
  const auto other = event_of(due[1]);
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->id, other->id);
  ASSERT_TRUE(one->transaction);
  EXPECT_EQ(one->transaction->row->id, row);
  EXPECT_EQ(one->transaction->direction, Direction::received);
  EXPECT_TRUE(one->transaction->content.view.empty());
  auto strangers = due[0].entry;
  strangers.participant = stranger;
  EXPECT_FALSE(run(webhook_event(desk, {.position = due[0].position, .entry = strangers}, soon())));
}

TEST_F(Webhooks, report_is_an_event_of_its_own) {
  allow({"*"});
  endpoint_of(buyer);
  const auto row = sent(buyer, order("1"));
  report(supplier, row, Verdict::failure);
  const auto due = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(due[0].entry.type, FeedType::reported);
  ASSERT_EQ(due[0].behind.size(), 1u);
  EXPECT_EQ(due[0].behind[0].entry.type, FeedType::case_opened);
  const auto event =
      run(webhook_event(desk, {.position = due[0].position, .entry = due[0].entry}, soon()));
  ASSERT_TRUE(event);
  EXPECT_EQ(event->at, event->transaction->row->feedback.report->at);
  const auto opened = run(webhook_event(desk, due[0].behind[0], soon()));
  ASSERT_TRUE(opened && opened->opened);
  EXPECT_EQ(opened->opened->value->transaction, row);
  EXPECT_NE(opened->id, event->id);
}

// Overdue recipients: contract 8.5.
TEST_F(Webhooks, overdue_recipient_is_reported_to_the_sender_once) {
  allow({"*"});
  endpoint_of(buyer);
  sent(buyer, order("1"));
  sent(buyer, order("2"));
  clock.advance(std::chrono::days(4));
  run(watch_overdue(desk, soon()));
  run(watch_overdue(desk, soon()));
  const auto due = run(store().deliveries_due(ten_places, soon()));
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(due[0].entry.type, FeedType::case_opened);
  EXPECT_TRUE(due[0].behind.empty());
}

TEST_F(Webhooks, of_one_participant_are_bounded) {
  allow({"*"});
  for (std::size_t i = 0; i < base::limits::endpoints_max; ++i) endpoint_of(supplier);
  EXPECT_FALSE(is_taken("https://hooks.example"));
  EXPECT_TRUE(is<Endpoint>(set(supplier, "https://hooks.example", listed(supplier).back().id)));
}

}  // namespace
}  // namespace tradepost::exchange
