#include "base/ids.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

namespace tradepost::base {
namespace {

using OrderId = Id<struct OrderTag>;
using CaseId = Id<struct CaseTag>;
static_assert(!std::is_convertible_v<OrderId, CaseId> && !std::is_constructible_v<OrderId, CaseId>);
static_assert(sizeof(OrderId) == 16);

// Always gives the same bits.
class FixedRandom final : public Random {
 public:
  explicit FixedRandom(std::byte byte) : byte_(byte) {}
  void fill(std::span<std::byte> bytes) override { std::ranges::fill(bytes, byte_); }

 private:
  std::byte byte_;
};

TEST(Uuid, the_canonical_form_is_read_in_either_case_and_written_in_lower) {
  const auto lower = Uuid::parse("017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  ASSERT_TRUE(lower);
  EXPECT_EQ(Uuid::parse("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"), lower);
  EXPECT_EQ(lower->to_string(), "017f22e2-79b0-7cc3-98c4-dc0c0c07398f");
  EXPECT_EQ(to_string(instant_of(*lower)), "2022-02-22T19:22:22.000Z");  // RFC 9562, A.6
  EXPECT_EQ(Uuid().to_string(), "00000000-0000-0000-0000-000000000000");
}

TEST(Uuid, other_forms_are_none) {
  for (const std::string_view text :
       {"", "017f22e2", "017f22e279b07cc398c4dc0c0c07398f",
        "{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}", "urn:uuid:017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398", "017f22e2-79b0-7cc3-98c4-dc0c0c07398f0",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398g", "017f22e2-79b0-7cc3-98c4+dc0c0c07398f",
        "017f22e27-9b0-7cc3-98c4-dc0c0c07398f", "017f22e2_79b0_7cc3_98c4_dc0c0c07398f",
        " 17f22e2-79b0-7cc3-98c4-dc0c0c07398f", "0x7f22e2-79b0-7cc3-98c4-dc0c0c07398f",
        "017f22e2-79b0-7cc3-98c4-dc0c0c07398\n", "------------------------------------"}) {
    EXPECT_FALSE(Uuid::parse(text)) << text;
  }
}

TEST(Uuid, a_generated_one_carries_its_time_version_and_variant) {
  ManualClock clock(instant_of(1'645'557'742'000));
  SeededRandom random(1);
  UuidGenerator generator(clock, random);
  for (int i = 0; i < 1000; ++i) {
    const Uuid uuid = generator.next();
    EXPECT_EQ(instant_of(uuid), clock.now());
    EXPECT_EQ(uuid.bytes[6] >> 4, 7);
    EXPECT_EQ(uuid.bytes[8] >> 6, 2);
    EXPECT_EQ(Uuid::parse(uuid.to_string()), uuid);
    clock.advance(std::chrono::milliseconds(1));
  }
}

TEST(Uuid, each_is_larger_than_the_one_before_whatever_the_clock_does) {
  ManualClock clock(instant_of(1'700'000'000'000));
  SeededRandom random(2);
  UuidGenerator generator(clock, random);
  Uuid last = generator.next();
  for (int i = 0; i < 100'000; ++i) {
    if (i % 7 == 0) clock.advance(std::chrono::milliseconds(1));
    if (i % 1000 == 0) clock.advance(std::chrono::milliseconds(-500));
    const Uuid uuid = generator.next();
    ASSERT_LT(last, uuid);
    ASSERT_LT(last.to_string(), uuid.to_string());
    last = uuid;
  }
}

TEST(Uuid, time_follows_the_clock_again_after_a_second_that_was_far_ahead) {
  ManualClock clock(instant_of(1'700'000'000'000));
  SeededRandom random(2);
  UuidGenerator generator(clock, random);
  const Instant right = clock.now();
  clock.set(right + std::chrono::years(2));
  EXPECT_EQ(instant_of(generator.next()), clock.now());
  clock.set(right);
  const Uuid first = generator.next();
  EXPECT_EQ(instant_of(first), right);
  EXPECT_LT(first, generator.next());
}

TEST(Uuid, a_used_up_random_part_takes_the_next_fraction) {
  ManualClock clock(instant_of(5000));
  FixedRandom random(std::byte{0xFF});
  UuidGenerator generator(clock, random);
  EXPECT_EQ(generator.next().to_string(), "00000000-1388-7000-bfff-ffffffffffff");
  EXPECT_EQ(generator.next().to_string(), "00000000-1388-7001-bfff-ffffffffffff");
}

TEST(Uuid, of_two_generators_the_one_asked_later_gives_the_larger_one) {
  const SystemClock machine;
  const RisingClock clock(machine);
  SystemRandom random;
  UuidGenerator first(clock, random);
  UuidGenerator second(clock, random);
  for (int i = 0; i < 1'000; ++i) {
    const Uuid before = first.next();
    const FineInstant made = clock.now_finely();
    while (clock.now_finely() <= made) continue;
    EXPECT_LT(before, second.next());
  }
}

TEST(Uuid, two_generators_do_not_give_the_same) {
  ManualClock clock(instant_of(1'700'000'000'000));
  SystemRandom random;
  UuidGenerator first(clock, random);
  UuidGenerator second(clock, random);
  std::unordered_set<Uuid> seen;
  for (int i = 0; i < 10'000; ++i) {
    EXPECT_TRUE(seen.insert(first.next()).second);
    EXPECT_TRUE(seen.insert(second.next()).second);
  }
}

TEST(Id, ids_of_one_kind_compare_and_hash_by_value) {
  const std::string text = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
  const auto id = OrderId::parse(text);
  ASSERT_TRUE(id);
  EXPECT_EQ(id->to_string(), text);
  EXPECT_EQ(OrderId::parse(text), id);
  EXPECT_FALSE(OrderId::parse("1"));
  EXPECT_LT(OrderId(), *id);
  EXPECT_TRUE(std::unordered_set<OrderId>{*id}.contains(OrderId(id->uuid())));
}

TEST(Id, generated_ids_are_typed) {
  ManualClock clock(instant_of(1000));
  SeededRandom random(3);
  UuidGenerator generator(clock, random);
  const auto id = generator.next_id<struct OrderTag>();
  static_assert(std::is_same_v<decltype(id), const OrderId>);
  EXPECT_EQ(instant_of(id.uuid()), instant_of(1000));
}

}  // namespace
}  // namespace tradepost::base
