#include "exchange/webhooks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/limits.hpp"
#include "exchange/settings.hpp"
#include "exchange/world.hpp"

// Decisions 8.3: where a participant is told what happens, and where it never may be.
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

TEST_F(Webhooks, removed_one_is_told_nothing_more) {
  allow({"*"});
  const auto id = endpoint_of(supplier);
  sent(buyer, order("1"));
  ASSERT_TRUE(is<Endpoint>(run(remove_endpoint(desk, caller(supplier), id, soon()))));
  EXPECT_TRUE(run(store.deliveries_due(10, soon())).empty());
  EXPECT_TRUE(listed(supplier).empty());
  EXPECT_TRUE(is<Unknown>(set(supplier, "https://hooks.example", id)));
}

TEST_F(Webhooks, of_one_that_has_left_are_told_nothing_more) {
  allow({"*"});
  endpoint_of(buyer);
  const auto id = sent(buyer, order("1"));
  ASSERT_TRUE(
      is<Closed>(run(close_participant(desk, operator_id, buyer, OnPending::refuse, soon()))));
  report(supplier, id, Verdict::success);
  EXPECT_TRUE(run(store.deliveries_due(10, soon())).empty());
}

TEST_F(Webhooks, one_that_was_given_up_has_its_days_again_when_it_is_set_again) {
  allow({"*"});
  const auto id = endpoint_of(supplier);
  const auto document = sent(buyer, order("1"));
  const auto fail = [&] {
    int tries = 0;
    for (const DueDelivery& due : run(store.deliveries_due(10, soon()))) {
      run(store.delivered({.endpoint = due.endpoint,
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
  const auto due = run(store.deliveries_due(10, soon()));
  ASSERT_EQ(due.size(), 1u);
  EXPECT_EQ(due.front().entry.id, document.uuid());
}

TEST_F(Webhooks, of_one_participant_are_bounded) {
  allow({"*"});
  for (std::size_t i = 0; i < base::limits::endpoints_max; ++i) endpoint_of(supplier);
  EXPECT_FALSE(is_taken("https://hooks.example"));
  EXPECT_TRUE(is<Endpoint>(set(supplier, "https://hooks.example", listed(supplier).back().id)));
}

}  // namespace
}  // namespace tradepost::exchange
