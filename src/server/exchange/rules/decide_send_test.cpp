#include <gtest/gtest.h>

#include "exchange/rules/decide.hpp"

// Covers contract 2.5, 4.8, 5.2, 5.5 and 5.6.
namespace tradepost::exchange::decide_send_test {
namespace {

template <typename Tag>
base::Id<Tag> id(std::uint8_t number) {
  base::Uuid uuid;
  uuid.bytes[15] = number;
  return base::Id<Tag>(uuid);
}
TransactionId transaction(std::uint8_t number) {
  return id<TransactionTag>(number);
}
ParticipantId participant(std::uint8_t number) {
  return id<ParticipantTag>(number);
}

class DecideSend : public testing::Test {
 public:
  DecideSend() {
    Transaction& row = command.transaction;
    row.id = transaction(100);
    row.parties.principal.participant = participant(1);
    row.recipient = participant(2);
    row.parties.commercial.participant = participant(2);
    row.has_chain = true;
    row.content.digest = base::sha256("new");
    facts.now = base::instant_of(1'000'000'000'000);
  }

  void known(std::uint8_t number, State state, std::string_view payload) {
    VersionFact fact;
    fact.id = transaction(number);
    fact.state = state;
    fact.created = facts.now;
    fact.recipient = participant(2);
    fact.digest = base::sha256(payload);
    fact.delivered = state != State::held;
    if (!facts.versions.empty()) fact.replaces = facts.versions.front().id;
    facts.versions.insert(facts.versions.begin(), fact);
  }
  void with_key() { command.key = KeyUse(); }
  bool is_duplicate() { return std::holds_alternative<Duplicate>(decide(command, facts).answer); }
  bool is_held_full() {
    const auto decision = decide(command, facts);
    const auto* const refused = std::get_if<Refused>(&decision.answer);
    return refused != nullptr && refused->faults.at(0).code.ends_with(".held_full");
  }

  Submission command;
  SubmitFacts facts;
};

// The outcome for a known payload, by the states of the equal document and of the latest one.
struct RepeatRow {
  State equal;
  State latest;
  bool equal_is_latest;
  bool with_key;
  bool duplicate;
};

TEST(DecideRepeat, follows_the_table) {
  using enum State;
  const RepeatRow rows[] = {
      {pending, pending, true, false, true},     {pending, pending, true, true, true},
      {held, held, true, false, true},           {success, success, true, false, true},
      {failed, failed, true, false, false},      {discarded, discarded, true, false, false},
      {superseded, pending, false, false, true}, {superseded, pending, false, true, false},
      {success, failed, false, false, true},     {success, failed, false, true, false},
      {failed, failed, false, false, false},     {superseded, discarded, false, false, false},
  };
  for (const RepeatRow& row : rows) {
    SubmitFacts facts;
    facts.now = base::instant_of(0);
    const auto add = [&](std::uint8_t number, State state, std::string_view payload) {
      VersionFact fact;
      fact.id = transaction(number);
      fact.state = state;
      fact.created = facts.now;
      fact.digest = base::sha256(payload);
      if (!facts.versions.empty()) fact.replaces = facts.versions.front().id;
      facts.versions.insert(facts.versions.begin(), fact);
    };
    add(1, row.equal, "same");
    if (!row.equal_is_latest) add(2, row.latest, "other");
    Submission command;
    command.transaction.parties.principal.participant = participant(1);
    command.transaction.has_chain = true;
    command.transaction.content.digest = base::sha256("same");
    if (row.with_key) command.key = KeyUse();
    const auto decision = decide(command, facts);
    EXPECT_EQ(std::holds_alternative<Duplicate>(decision.answer), row.duplicate) << &row - rows;
    EXPECT_EQ(decision.effects.empty(), row.duplicate) << &row - rows;
  }
}

TEST_F(DecideSend, good_one_is_kept_as_pending) {
  const auto decision = decide(command, facts);
  ASSERT_EQ(decision.effects.size(), 1u);
  const auto& sent = std::get<Sent>(decision.effects[0]);
  EXPECT_EQ(sent.transaction.state, State::pending);
  EXPECT_EQ(sent.transaction.created, facts.now);
  EXPECT_EQ(sent.transaction.position, 0u);
}

TEST_F(DecideSend, judging_alone_keeps_nothing) {
  command.purpose = Purpose::validate_only;
  const auto decision = decide(command, facts);
  EXPECT_TRUE(std::holds_alternative<Accepted>(decision.answer));
  EXPECT_TRUE(decision.effects.empty());
}

TEST_F(DecideSend, old_route_is_stale_and_a_known_key_is_not) {
  facts.route.recipient = 2;
  EXPECT_TRUE(std::holds_alternative<DirectoryStale>(decide(command, facts).answer));
  with_key();
  facts.key = KeyFact();
  const auto again = decide(command, facts);
  EXPECT_EQ(std::get<Accepted>(again.answer).given, Given::again);
  EXPECT_TRUE(again.effects.empty());
}

TEST_F(DecideSend, same_payload_for_another_recipient_is_no_duplicate) {
  known(1, State::pending, "new");
  facts.versions[0].recipient = participant(3);
  EXPECT_FALSE(is_duplicate());
}

TEST_F(DecideSend, held_version_drops_what_is_held_and_not_what_is_delivered) {
  known(1, State::pending, "a");
  known(2, State::held, "b");
  facts.versions[0].delivered_replaces = transaction(1);
  command.delivery = Delivery::when_released;
  const auto held_back = decide(command, facts);
  ASSERT_EQ(held_back.effects.size(), 2u);
  EXPECT_EQ(std::get<Superseded>(held_back.effects[1]).id, transaction(2));

  command.delivery = Delivery::at_once;
  const auto delivered = decide(command, facts);
  ASSERT_EQ(delivered.effects.size(), 3u);
  EXPECT_EQ(std::get<Superseded>(delivered.effects[2]).id, transaction(1));
}

TEST_F(DecideSend, closed_chain_is_not_continued) {
  known(1, State::pending, "new");
  facts.versions[0].created = facts.now - std::chrono::days(401);
  const auto decision = decide(command, facts);
  EXPECT_FALSE(std::get<Sent>(decision.effects.at(0)).transaction.links.replaces);
}

TEST_F(DecideSend, thousand_held_ones_are_the_bound) {
  command.delivery = Delivery::when_released;
  facts.held.count = 999;
  EXPECT_TRUE(std::holds_alternative<HeldBack>(decide(command, facts).answer));
  facts.held.count = 1'000;
  EXPECT_TRUE(is_held_full());
}

TEST_F(DecideSend, hundred_megabytes_are_the_bound) {
  command.delivery = Delivery::when_released;
  command.content = bytes_of("12345");
  facts.held.bytes = (100u << 20) - 5;
  EXPECT_TRUE(std::holds_alternative<HeldBack>(decide(command, facts).answer));
  ++facts.held.bytes;
  EXPECT_TRUE(is_held_full());
}

}  // namespace
}  // namespace tradepost::exchange::decide_send_test
