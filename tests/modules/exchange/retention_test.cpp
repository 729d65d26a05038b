#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "exchange/administration/background.hpp"
#include "exchange/administration/settings.hpp"
#include "exchange/views/derived.hpp"
#include "exchange/world.hpp"

// Tests of retention (contract 8.6) and erasure: which data is removed, when, and which data stays.
// Covers contract 8.6 and 9.9.
namespace tradepost::exchange {
namespace {

using Ids = std::vector<TransactionId>;
using std::chrono::days;

class Retention : public testing::Test, public World {
 public:
  SettingAnswer keep(std::vector<RetentionRule> rules) {
    return run(set_retention(desk, operator_id, std::move(rules), soon()));
  }
  void pass(int count) {
    clock.advance(days(count));
    while (run(retention.go_on(desk, soon())) != Came::through) continue;
  }
  TransactionId reported(std::string body, Verdict verdict = Verdict::success) {
    const auto id = sent(buyer, std::move(body));
    report(supplier, id, verdict);
    return id;
  }
  bool has_content(TransactionId id) { return !find(buyer, id)->content.view.empty(); }

  RetentionWalk retention;
};
using Erasing = Retention;

RetentionRule orders(std::optional<days> content, std::optional<days> row = {}) {
  return {.kind = Kind::order, .content = content, .row = row};
}

TEST_F(Retention, nothing_goes_unless_it_is_set_for_its_kind) {
  const auto id = reported(order("1"));
  pass(5000);
  keep({{.kind = Kind::invoice, .content = days(1), .row = days(1)}});
  pass(5000);
  EXPECT_TRUE(has_content(id));
}

TEST_F(Retention, content_goes_first_and_the_row_later) {
  const auto id = reported(order("1"));
  keep({orders(days(30), days(60))});
  pass(29);
  EXPECT_TRUE(has_content(id));
  pass(2);
  EXPECT_FALSE(has_content(id));
  EXPECT_EQ(history(buyer), Ids{id});
  EXPECT_EQ(events(buyer, id).back(), "content_removed");
  pass(30);
  EXPECT_FALSE(find(buyer, id));
  EXPECT_FALSE(find(supplier, id));
  EXPECT_TRUE(history(buyer).empty());
  EXPECT_FALSE(outcome(supplier, id, Verdict::success));
  EXPECT_TRUE(is<Unknown>(requeue(buyer, id)));
}

TEST_F(Retention, row_goes_in_the_same_hour_where_both_are_due) {
  const auto id = reported(order("1"));
  keep({orders(days(30), days(30))});
  pass(31);
  EXPECT_FALSE(find(buyer, id));
}

TEST_F(Retention, pending_and_held_documents_stay_at_any_age) {
  const auto waiting = sent(buyer, order("1"));
  OrderText text;
  text.buyer = party(stranger_gln);
  const auto held = sent(stranger, text.body());
  keep({orders(days(1), days(1))});
  pass(1000);
  pass(1000);
  EXPECT_EQ(pending(supplier), Ids{waiting});
  EXPECT_TRUE(has_content(waiting));
  EXPECT_FALSE(find(stranger, held)->content.view.empty());
}

TEST_F(Retention, failed_dropped_and_discarded_ones_go) {
  const auto failed = reported(order("1"), Verdict::failure);
  const auto dropped = sent(buyer, order("2", 1));
  reported(order("2", 2));
  const auto discarded = sent(buyer, order("3"));
  discard(discarded);
  keep({orders(days(1))});
  pass(2);
  for (const auto id : {failed, dropped, discarded}) EXPECT_FALSE(has_content(id));
  EXPECT_TRUE(is<ContentGone>(requeue(buyer, failed)));
  EXPECT_TRUE(is<ContentGone>(run(derive(desk, caller(buyer), failed, Kind::order, soon()))));
}

TEST_F(Retention, number_digest_and_version_outlive_the_row_until_the_chain_closes) {
  const auto first = reported(order("1"));
  keep({orders(days(30), days(60))});
  pass(61);
  ASSERT_FALSE(find(buyer, first));
  restart();
  const auto repeat = send(buyer, order("1"));
  ASSERT_TRUE(is<Duplicate>(repeat));
  EXPECT_EQ(std::get<Duplicate>(repeat).id, first);
  const auto second = sent(buyer, order("1", 2));
  EXPECT_EQ(row(second)->links.replaces, first);
}

TEST_F(Retention, many_go_in_slices_until_none_is_left) {
  for (int i = 0; i < 1100; ++i) reported(order(std::to_string(i)));
  keep({orders(days(1), days(1))});
  pass(2);
  EXPECT_TRUE(history(buyer).empty());
}

TEST_F(Retention, rule_that_would_take_the_row_before_its_content_is_refused) {
  EXPECT_TRUE(is<Refused>(keep({orders(days(60), days(30))})));
  EXPECT_TRUE(is<Refused>(keep({orders({}, days(30))})));
  EXPECT_TRUE(is<Refused>(keep({orders(days(0))})));
  EXPECT_TRUE(is<Refused>(keep({orders(days(30)), orders(days(40))})));
  EXPECT_TRUE(retention_of(*directory.current()).empty());
  const std::vector<RetentionRule> rules = {
      orders(days(30)), {.kind = Kind::invoice, .content = days(3650), .row = days(4000)}};
  EXPECT_TRUE(is<Changed>(keep(rules)));
  EXPECT_EQ(retention_of(*directory.current()), rules);
}

TEST_F(Erasing, document_without_content_names_no_other_document) {
  const std::string response = fmt::format(
      R"({{"type":"ORDER_RESPONSE","content":{{"header":{{"buyer":{},"supplier":{},)"
      R"("orderResponseIdentifier":"A-1","orderResponseDate":"2026-03-03","orderIdentifier":"PO-1"}}}}}})",
      party(buyer_gln), party(supplier_gln));
  const auto id = sent(supplier, response);
  HistoryFilter filter;
  filter.naming = {.number = "po-1", .kinds = KindSet{Kind::order}.bits()};
  EXPECT_EQ(history(buyer, filter), std::vector{id});
  ASSERT_TRUE(run(store().erase(id, Actor::of(operator_id), soon())));
  EXPECT_TRUE(history(buyer, filter).empty());
  EXPECT_TRUE(history(supplier, filter).empty());
  restart();
  EXPECT_TRUE(history(buyer, filter).empty());
}

TEST_F(Erasing, content_and_digest_are_nowhere_and_the_row_says_so) {
  const auto id = reported(order("1"), Verdict::failure);
  ASSERT_TRUE(run(store().erase(id, Actor::of(operator_id), soon())));
  EXPECT_TRUE(run(store().erase(id, Actor::of(operator_id), soon())));
  restart();
  EXPECT_FALSE(has_content(id));
  EXPECT_TRUE(find(buyer, id)->row->content.removed_at);
  EXPECT_EQ(row(id)->content.digest, Digest());
  EXPECT_EQ(std::ranges::count(events(buyer, id), "erased"), 1);
  EXPECT_TRUE(is<ContentGone>(requeue(buyer, id)));
  EXPECT_FALSE(run(store().erase(TransactionId(ids.next()), Actor::of(operator_id), soon())));
}

}  // namespace
}  // namespace tradepost::exchange
