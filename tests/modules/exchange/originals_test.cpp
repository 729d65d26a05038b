#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "exchange/administration/background.hpp"
#include "exchange/administration/settings.hpp"
#include "exchange/trade/moving.hpp"
#include "exchange/world.hpp"

// Tests the text that became a document: its readers, and its removal with the content.
// Covers contract 2.16 and 4.11.
namespace tradepost::exchange::originals_test {
namespace {

Original original(std::string text = "<Order/>") {
  return {.form = OriginalForm::xml, .text = bytes_of(std::move(text))};
}

class Originals : public testing::Test, public World {
 public:
  SendAnswer sends(ParticipantId from, const std::string& body, Original made_of = original()) {
    return send(from, body, {.key = {}, .original = std::move(made_of)});
  }
  std::optional<Original> seen_by(ParticipantId participant, TransactionId id,
                                  Flow flow = Flow::live) {
    const auto shown = run(find_with_original(desk, caller(participant, flow), id, soon()));
    return shown ? shown->original : std::nullopt;
  }
  std::string strangers_order(std::string_view number) const {
    OrderText text;
    text.number = number;
    text.buyer = party(stranger_gln);
    return text.body();
  }
};

TEST_F(Originals, is_seen_by_both_sides_and_not_by_others) {
  const auto id = id_of(sends(buyer, order("1")));
  const auto json = sent(buyer, order("2"));
  for (int starts = 0; starts < 2; ++starts) {
    EXPECT_EQ(seen_by(buyer, id), original());
    EXPECT_EQ(seen_by(supplier, id), original());
    EXPECT_FALSE(seen_by(stranger, id));
    EXPECT_FALSE(seen_by(buyer, id, Flow::test));
    EXPECT_FALSE(seen_by(buyer, json));
    restart();
  }
}

TEST_F(Originals, recipient_sees_none_of_a_held_document) {
  const auto id = id_of(sends(stranger, strangers_order("1")));
  EXPECT_EQ(seen_by(stranger, id), original());
  EXPECT_FALSE(seen_by(supplier, id));
  relate(stranger, supplier, RelationshipStatus::active);
  EXPECT_EQ(run(finish_releases(desk, soon())), Came::through);
  EXPECT_EQ(seen_by(supplier, id), original());
}

TEST_F(Originals, large_one_is_not_held) {
  constexpr std::size_t mebibyte = 1u << 20;
  const auto answer =
      sends(stranger, strangers_order("1"), original(std::string(mebibyte + 1, ' ')));
  EXPECT_EQ(faults_of(answer), "order.held_full at type");
  EXPECT_TRUE(
      is<HeldBack>(sends(stranger, strangers_order("1"), original(std::string(mebibyte, ' ')))));
}

TEST_F(Originals, is_sent_again_with_its_document) {
  const auto id = id_of(sends(buyer, order("1")));
  report(supplier, id, Verdict::failure);
  const auto answer = requeue(buyer, id);
  ASSERT_TRUE(is<Requeued>(answer));
  EXPECT_EQ(seen_by(supplier, std::get<Requeued>(answer).id), original());
}

TEST_F(Originals, moves_to_another_recipient_with_its_document) {
  const auto id = id_of(sends(buyer, order("1")));
  relate(buyer, stranger, RelationshipStatus::active);
  const auto answer = run(move_document(
      desk, {.by = operator_id, .id = id, .recipient = stranger, .reason = "the GLN was wrong"},
      soon()));
  ASSERT_TRUE(is<Requeued>(answer));
  EXPECT_EQ(seen_by(stranger, std::get<Requeued>(answer).id), original());
}

TEST_F(Originals, same_document_of_another_text_is_a_duplicate) {
  const auto id = id_of(sends(buyer, order("1")));
  const auto again = sends(buyer, order("1"), original("<Order></Order>"));
  ASSERT_TRUE(is<Duplicate>(again));
  EXPECT_EQ(std::get<Duplicate>(again).id, id);
  EXPECT_EQ(seen_by(supplier, id), original());
}

TEST_F(Originals, is_erased_with_its_content) {
  const auto id = id_of(sends(buyer, order("1")));
  ASSERT_TRUE(run(store().erase(id, Actor::of(operator_id), soon())));
  EXPECT_FALSE(seen_by(buyer, id));
  restart();
  EXPECT_FALSE(seen_by(supplier, id));
}

TEST_F(Originals, is_removed_with_its_content) {
  const auto id = id_of(sends(buyer, order("1")));
  report(supplier, id, Verdict::success);
  run(set_retention(desk, operator_id,
                    {{.kind = Kind::order, .content = std::chrono::days(1), .row = {}}}, soon()));
  clock.advance(std::chrono::days(2));
  RetentionWalk retention;
  while (run(retention.go_on(desk, soon())) != Came::through) continue;
  EXPECT_FALSE(seen_by(buyer, id));
}

}  // namespace
}  // namespace tradepost::exchange::originals_test
