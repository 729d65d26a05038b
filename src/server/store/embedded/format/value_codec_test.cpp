#include "store/embedded/format/value_codec.hpp"

#include <gtest/gtest.h>

namespace tradepost::store::embedded::value_codec_test {
namespace {

base::Uuid uuid(std::uint8_t n) {
  base::Uuid id;
  id.bytes.front() = n;
  return id;
}

Row a_row() {
  Row row;
  exchange::Transaction& known = row.known;
  known.created = base::instant_of(1'700'000'000'123);
  known.flow = exchange::Flow::test;
  known.kind = exchange::Kind{3};
  known.origin.cause = exchange::SendCause::requeued;
  known.origin.requeued = exchange::TransactionId(uuid(2));
  known.parties.principal = {
      .participant = exchange::ParticipantId(uuid(3)),
      .identifier = exchange::Identifier{exchange::Domain::receiver_internal, "K 17"}};
  known.parties.agent = exchange::ParticipantId(uuid(4));
  known.parties.commercial = {.participant = exchange::ParticipantId(uuid(5)), .identifier = {}};
  known.number = "Re-4711";
  known.version = -7;
  known.links.replaces = exchange::TransactionId(uuid(6));
  known.has_chain = true;
  known.content.bytes = 1'234;
  known.state = exchange::State::failed;
  known.recipient = exchange::ParticipantId(uuid(7));
  known.viewers = {exchange::ParticipantId(uuid(3)), exchange::ParticipantId(uuid(7))};
  known.position = 99;
  known.feedback.report = exchange::Report{.verdict = exchange::Verdict::failure,
                                           .reason = {},
                                           .type = exchange::ErrorType::internal,
                                           .context = {},
                                           .at = base::instant_of(5),
                                           .by = exchange::Actor::of(known.recipient)};
  known.feedback.case_id = exchange::CaseId(uuid(8));
  row.sent = 17;
  row.place = {.segment = 2, .offset = 4'096};
  row.warned = journal::Place{.segment = 2, .offset = 5'000};
  row.reported = 18;
  row.report_place = {.segment = 3, .offset = 1};
  return row;
}

TEST(ValueCodec, a_row_is_read_as_it_was_written) {
  const Row row = a_row();
  const auto again = decoded<Row>(encoded(row), "transactions");
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->known, row.known);
  EXPECT_EQ(again->sent, row.sent);
  EXPECT_EQ(again->place, row.place);
  EXPECT_EQ(again->warned, row.warned);
  EXPECT_EQ(again->reported, row.reported);
  EXPECT_EQ(again->report_place, row.report_place);
  EXPECT_FALSE(again->is_removed);
}

TEST(ValueCodec, a_value_that_is_cut_anywhere_is_damaged) {
  const std::string whole = encoded(a_row());
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const auto read = decoded<Row>(whole.substr(0, bytes), "transactions");
    ASSERT_FALSE(read.has_value()) << bytes;
    EXPECT_EQ(read.error().code(), base::ErrorCode::damaged);
  }
}

TEST(ValueCodec, a_byte_too_many_is_damage) {
  EXPECT_FALSE(decoded<Row>(encoded(a_row()) + '\0', "transactions").has_value());
  EXPECT_FALSE(decoded<CountsValue>(encoded(CountsValue()) + 'x', "counts").has_value());
}

TEST(ValueCodec, unknown_word_is_damage) {
  std::string queued = encoded(
      QueuedValue{.sent = 1, .place = {.segment = 1, .offset = 2}, .kind = exchange::Kind{0}});
  ASSERT_TRUE(decoded<QueuedValue>(queued, "queue").has_value());
  queued.back() = '\x7f';
  EXPECT_FALSE(decoded<QueuedValue>(queued, "queue").has_value());
}

TEST(ValueCodec, no_flipped_bit_of_a_row_is_read_beyond_its_bytes) {
  const std::string whole = encoded(a_row());
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    const auto read = decoded<Row>(flipped, "transactions");
    if (!read) continue;
    EXPECT_EQ(encoded(*read), flipped) << bit;
  }
}

TEST(ValueCodec, an_effect_is_kept_whole) {
  exchange::CaseSet set;
  set.value.id = exchange::CaseId(uuid(1));
  set.value.flow = exchange::Flow::live;
  set.value.revision = 3;
  set.value.owners = {exchange::ParticipantId(uuid(2))};
  set.value.origin = exchange::CaseOrigin::posted;
  set.value.reason = "Nobody ordered this.";
  set.value.context = {{"line", "3"}};
  const std::string bytes = kept(set);
  const auto again = kept_as<exchange::CaseSet>(bytes);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(*again, set);
  EXPECT_FALSE(kept_as<exchange::KeyUsed>(bytes).has_value()) << "another kind";
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(kept_effect(std::string_view(bytes).substr(0, size)).has_value()) << size;
  }
}

TEST(ValueCodec, error_of_damage_names_the_table_in_the_log_alone) {
  const auto error = decoded<CountsValue>("", "counts").error();
  EXPECT_NE(error.detail().str().find("counts"), std::string::npos);
  EXPECT_EQ(error.text().str().find("counts"), std::string::npos);
}

}  // namespace
}  // namespace tradepost::store::embedded::value_codec_test
