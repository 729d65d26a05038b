#include "exchange/model/model.hpp"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <variant>

#include "exchange/model/effects.hpp"

// Covers contract 1.2 and 3.4.
namespace tradepost::exchange {
namespace {

TEST(Names, of_domains_lead_there_and_back) {
  for (std::uint8_t number = 1; number <= 8; ++number) {
    const auto domain = static_cast<Domain>(number);
    EXPECT_EQ(domain_of(name_of(domain)), domain);
  }
  EXPECT_FALSE(domain_of("gs1"));
  EXPECT_FALSE(domain_of(""));
}

TEST(Identifiers, are_compared_without_spaces_hyphens_and_case) {
  EXPECT_EQ(comparable(Domain::duns, "31-5 21a").text, "31521A");
  EXPECT_EQ(comparable(Domain::sender_internal, "a-1 ").text, "a-1 ");
}

TEST(KindSet, is_all_kinds_unless_some_are_named) {
  EXPECT_TRUE(KindSet().has(Kind::sales_report));
  EXPECT_TRUE(KindSet().is_all());
  const KindSet some({Kind::order, Kind::invoice});
  EXPECT_TRUE(some.has(Kind::invoice));
  EXPECT_FALSE(some.has(Kind::credit_note));
  EXPECT_EQ(KindSet::of_bits(some.bits()), some);
}

TEST(States, held_is_shown_as_pending_and_discarded_as_dropped) {
  EXPECT_EQ(status_of(State::held), Status::pending);
  EXPECT_EQ(status_of(State::superseded), Status::dropped);
  EXPECT_EQ(status_of(State::discarded), Status::dropped);
}

TEST(Records, have_a_number_each) {
  const std::array<Effect, 23> effects = {
      Sent(),         Superseded(),   Released(),      Reported(),
      Discarded(),    Moved(),        Noted(),         Removed(),
      Erased(),       CaseSet(),      CaseCommented(), Rejected(),
      RejectedGone(), KeyUsed(),      NumbersTaken(),  EndpointProgress(),
      Seen(),         DirectorySet(), IntentSet(),     IntentStepped(),
      ActCarried(),   FeedCarried(),  OriginalKept(),
  };
  static_assert(effects.size() == std::variant_size_v<Effect::variant>);
  std::set<std::uint16_t> numbers;
  for (const Effect& effect : effects) EXPECT_TRUE(numbers.insert(record_of(effect)).second);
  EXPECT_EQ(record_of(DirectorySet{.entry = Setting(), .at = {}, .by = {}}), 45);
}

TEST(Records, of_what_is_carried_have_numbers_of_their_own) {
  const std::array<Effect, 5> carried = {
      Sent{.transaction = {}, .content = {}, .carried = CarriedPast()},
      CaseSet{.value = {}, .is_carried = true},
      CaseCommented{.id = {}, .number = 1, .at = {}, .by = {}, .text = {}, .is_carried = true},
      IntentSet{.intent = {}, .at = {}, .is_carried = true},
      DirectorySet{.entry = Setting(), .at = {}, .by = {}, .carried = Revision{7}},
  };
  std::vector<std::uint16_t> numbers;
  for (const Effect& effect : carried) numbers.push_back(record_of(effect));
  EXPECT_EQ(numbers, (std::vector<std::uint16_t>{70, 72, 73, 74, 85}));
}

TEST(LastInstant, is_that_of_the_last_effect_that_is_not_of_the_past) {
  const auto at = [](int ms) { return base::instant_of(ms); };
  const auto after = [&](const Effect& effect) { return last_instant_after(effect, at(100)); };
  EXPECT_EQ(after(DirectorySet{.entry = Setting(), .at = at(90), .by = {}}), at(90));
  EXPECT_EQ(after(Removed{.id = {}, .at = at(110), .what = Removal::row}), at(110));
  EXPECT_EQ(after(Seen()), at(100));
  EXPECT_EQ(after(ActCarried()), at(100));
  Case a_case;
  a_case.changed = at(130);
  Sent sent;
  sent.transaction.created = at(120);
  EXPECT_EQ(after(sent), at(120));
  sent.carried.emplace();
  EXPECT_EQ(after(sent), at(100));
  EXPECT_EQ(after(CaseSet{.value = a_case}), at(130));
  EXPECT_EQ(after(CaseSet{.value = a_case, .is_carried = true}), at(100));
  EXPECT_EQ(after(IntentSet{.intent = {}, .at = {}, .is_carried = true}), at(100));
  EXPECT_EQ(after(KeyUsed{.use = {}, .at = at(90), .answer = {}}), at(100));
  EXPECT_EQ(after(KeyUsed{.use = {}, .at = at(140), .answer = {}}), at(140));
}

TEST(Bytes, live_as_long_as_their_owner) {
  Bytes copy;
  {
    const Bytes bytes = bytes_of(std::string(100, 'x'));
    copy = bytes;
  }
  EXPECT_EQ(copy.view, std::string(100, 'x'));
}

TEST(Requester, is_the_participant_of_a_person) {
  const ParticipantId mill(base::Uuid{.bytes = {1}});
  const ParticipantId shop(base::Uuid{.bytes = {2}});
  const PersonId anna(base::Uuid{.bytes = {3}});
  const OperatorId boss(base::Uuid{.bytes = {1}});
  EXPECT_EQ(Requester(Actor::of(mill, anna)), Requester(Actor::of(mill)));
  EXPECT_NE(Requester(Actor::of(mill, anna)), Requester(Actor::of(shop, anna)));
  EXPECT_NE(Requester(Actor::of(mill)), Requester(Actor::of(boss)));
  EXPECT_EQ(Requester(), Requester(Actor::network()));
}

}  // namespace
}  // namespace tradepost::exchange
