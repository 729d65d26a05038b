#include "store/embedded/format/keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tradepost::store::embedded::keys {
namespace {

using exchange::Instant;

base::Uuid uuid(std::uint8_t first, std::uint8_t last = 0) {
  base::Uuid id;
  id.bytes.front() = first;
  id.bytes.back() = last;
  return id;
}

ParticipantId participant(std::uint8_t n) {
  return ParticipantId(uuid(n));
}

HistoryPlace place(std::int64_t created_ms, std::uint8_t id) {
  return {.created = base::instant_of(created_ms), .id = TransactionId(uuid(id))};
}

ChainKey chain_of(std::string number) {
  return {.principal = {.participant = participant(1), .identifier = {}},
          .commercial = {.participant = participant(2), .identifier = {}},
          .kind = exchange::Kind{1},
          .flow = Flow::live,
          .number = std::move(number)};
}

TEST(Keys, positions_and_sequences_sort_as_numbers_do) {
  const auto queue = key<layouts::queue>(participant(1), Flow::live);
  const auto queued = [](Position at) {
    return key<layouts::queue>(participant(1), Flow::live, at);
  };
  EXPECT_LT(queued(1), queued(2));
  EXPECT_LT(queued(255), queued(256));
  EXPECT_LT(queued(0xffff'ffff), queued(0x1'0000'0000));
  EXPECT_EQ(position_of(position(0x0123'4567'89ab'cdef)), 0x0123'4567'89ab'cdefU);
  EXPECT_TRUE(queued(7).starts_with(queue));
  EXPECT_EQ(queued(7).substr(queue.size()), position(7));
}

TEST(Keys, history_is_newest_first_and_of_one_moment_the_larger_id_first) {
  const std::vector<HistoryPlace> newest_first = {place(1'000'000, 9), place(1'000'000, 3),
                                                  place(999, 200), place(0, 1), place(-1, 7)};
  for (std::size_t i = 1; i < newest_first.size(); ++i) {
    EXPECT_LT(history_place(newest_first[i - 1]), history_place(newest_first[i])) << i;
    EXPECT_GT(newest_first[i - 1], newest_first[i]) << i;
  }
  for (const HistoryPlace& at : newest_first) {
    EXPECT_EQ(history_place_of(history_place(at)), at);
  }
}

TEST(Keys, versions_of_a_number_are_newest_first) {
  EXPECT_LT(version(chain(chain_of("1")), 8), version(chain(chain_of("1")), 7));
  EXPECT_TRUE(version(chain(chain_of("1")), 8).starts_with(chain(chain_of("1"))));
}

TEST(Keys, no_chain_is_the_beginning_of_another) {
  const std::string long_number(200, 'x');
  const std::vector<ChainKey> chains = {chain_of("4711"),      chain_of("47110"),
                                        chain_of("471"),       chain_of(""),
                                        chain_of(long_number), chain_of(long_number + "y")};
  for (const ChainKey& a : chains) {
    EXPECT_LT(chain(a).size(), 200U);
    for (const ChainKey& b : chains) {
      EXPECT_EQ(chain(a).starts_with(chain(b)), a == b) << a.number << " " << b.number;
    }
  }
}

TEST(Keys, a_party_is_identified_by_what_it_has) {
  const exchange::Identifier gln{exchange::Domain::gs1, "4000001000005"};
  std::set<std::string> all;
  for (const PartyKey& party : {PartyKey{.participant = participant(1), .identifier = {}},
                                PartyKey{.participant = {}, .identifier = gln},
                                PartyKey{.participant = participant(1), .identifier = gln}}) {
    ChainKey key = chain_of("1");
    key.commercial = party;
    all.insert(chain(key));
  }
  EXPECT_EQ(all.size(), 3U);
}

TEST(Keys, of_a_number_ascii_case_does_not_count) {
  EXPECT_EQ(number(participant(1), Flow::live, "Re-4711a"),
            number(participant(1), Flow::live, "RE-4711A"));
  EXPECT_NE(number(participant(1), Flow::live, "4711"), number(participant(1), Flow::test, "4711"));
}

TEST(Keys, a_number_is_not_found_under_another_that_begins_alike) {
  const auto short_one = number(participant(1), Flow::live, "471");
  const auto long_one = number(participant(1), Flow::live, "4711");
  EXPECT_FALSE(long_one.starts_with(short_one));
  EXPECT_LT(short_one, long_one);
}

TEST(Keys, numbers_that_begin_alike_stand_together_whatever_their_case) {
  const auto prefix = numbers(participant(1), Flow::live, "re-47");
  for (const std::string_view name : {"RE-47", "Re-4711", "re-47\xff", "RE-47 b"}) {
    const auto key = number(participant(1), Flow::live, name) + history_place(place(5, 7));
    ASSERT_TRUE(key.starts_with(prefix)) << name;
    EXPECT_EQ(numbered_place_of(std::string_view(key).substr(prefix.size())), place(5, 7));
  }
  EXPECT_FALSE(number(participant(1), Flow::live, "RE-4").starts_with(prefix));
  const std::string endless(200, 'x');
  EXPECT_TRUE(number(participant(1), Flow::live, endless)
                  .starts_with(numbers(participant(1), Flow::live, endless.substr(0, 100))));
}

TEST(Keys, held_documents_are_identified_by_their_direction) {
  const Direction direction{.from = participant(1), .to = participant(2), .flow = Flow::test};
  const auto towards = key<layouts::held>(participant(2));
  const auto key = held(direction, 5);
  ASSERT_TRUE(key.starts_with(towards));
  EXPECT_TRUE(key.starts_with(held(direction)));
  EXPECT_EQ(direction_of(participant(2), std::string_view(key).substr(towards.size())), direction);
  EXPECT_LT(held(direction, 5), held(direction, 6));
}

TEST(Keys, cases_are_newest_first) {
  const exchange::CasePlace older{.opened = base::instant_of(5), .id = exchange::CaseId(uuid(9))};
  const exchange::CasePlace newer{.opened = base::instant_of(6), .id = exchange::CaseId(uuid(1))};
  EXPECT_LT(case_place(newer), case_place(older));
  EXPECT_EQ(case_place_of(case_place(older)), older);
}

TEST(Keys, frames_are_newest_first) {
  const auto at = [](std::int64_t ms) { return base::instant_of(ms); };
  const auto frame = [&](std::int64_t ms, Sequence first) {
    return key<layouts::frame>(at(ms), first);
  };
  EXPECT_LT(frame(5, 12), frame(5, 11));
  EXPECT_LT(frame(6, 11), frame(5, 12)) << "though it was written later";
  const auto key = frame(5, 12);
  const auto frames = embedded::key<layouts::frame>();
  ASSERT_TRUE(key.starts_with(frames + rest_of_key<layouts::frame, 0>(at(5))));
  EXPECT_EQ((value_of<layouts::frame, 0, Instant>(std::string_view(key).substr(frames.size()))),
            at(5));
}

TEST(Keys, a_payload_is_identified_by_principal_recipient_flow_and_content) {
  const PayloadName name{.principal = {.participant = participant(1), .identifier = {}},
                         .recipient = participant(2),
                         .flow = Flow::live,
                         .digest = {}};
  PayloadName other = name;
  other.recipient = participant(3);
  PayloadName test = name;
  test.flow = Flow::test;
  PayloadName content = name;
  content.digest.bytes.back() = 1;
  PayloadName principal = name;
  principal.principal.participant = participant(4);
  const std::set<std::string> all = {payload(name), payload(other), payload(test), payload(content),
                                     payload(principal)};
  EXPECT_EQ(all.size(), 5U);
}

TEST(Keys, each_table_has_a_letter_of_its_own) {
  std::set<char> letters;
  for (const Layout& layout : layouts::all) {
    EXPECT_TRUE(letters.insert(layout.table).second) << layout.name;
  }
}

TEST(Keys, an_entry_of_the_directory_is_identified_by_type_and_id) {
  exchange::Participant one;
  one.id = participant(1);
  exchange::Token token;
  token.id = exchange::TokenId(uuid(1));
  exchange::Relationship there;
  there.from = participant(1);
  there.to = participant(2);
  exchange::Relationship back;
  back.from = participant(2);
  back.to = participant(1);
  const std::set<std::string> all = {entry(one), entry(token), entry(there), entry(back),
                                     entry(exchange::Setting{})};
  EXPECT_EQ(all.size(), 5U);
  for (const auto& key : all) EXPECT_TRUE(key.starts_with(layouts::directory.table));
}

TEST(Keys, statistics_are_oldest_first) {
  const auto hour = [](Hour it) { return rest_of_key<layouts::statistics, 2>(it); };
  EXPECT_LT(hour(0), hour(1));
  EXPECT_LT(hour(481'233), hour(481'234));
  EXPECT_EQ((value_of<layouts::statistics, 2, Hour>(hour(481'234))), 481'234);
  EXPECT_EQ(hour_of(instant_of(481'234) + std::chrono::minutes(59)), 481'234);
}

TEST(Keys, hours_of_keys_are_read_again) {
  const auto prefix = key<layouts::keys_in_hour>();
  const auto name = key<layouts::keys_in_hour>(participant(3), 481'234);
  const auto [of, hour] = values_of<layouts::keys_in_hour, 0, ParticipantId, Hour>(
      std::string_view(name).substr(prefix.size()));
  EXPECT_EQ(of, participant(3));
  EXPECT_EQ(hour, 481'234);
}

}  // namespace
}  // namespace tradepost::store::embedded::keys
