#include "mail/spooled.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

namespace tradepost::mail::spooled_test {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr base::Instant made = base::instant_of(1'709'195'415'123);

Spooled postponed() {
  return {.made = made,
          .next_attempt = made + minutes(1),
          .attempts = 1,
          .subject = "Invitation",
          .answer = "451 4.2.0 Try again",
          .letter = {.from = "post@exchange.example",
                     .to = "anna@musterhaus.example",
                     .text = "Subject: Invitation\r\n\r\n5:text\r\n"}};
}

TEST(SpooledMessage, is_read_as_it_was_written) {
  Spooled rejected = postponed();
  rejected.rejected_at = made + hours(72);
  rejected.letter.text = "";
  for (const Spooled& spooled : {postponed(), rejected}) {
    EXPECT_EQ(spooled_in(bytes_of(spooled)), spooled);
  }
  EXPECT_TRUE(bytes_of(postponed())
                  .starts_with("tradepost mail 1\n1709195415123 1709195475123 1 0\n"
                               "10:Invitation\n19:451 4.2.0 Try again\n"));
}

TEST(SpooledMessage, other_bytes_are_refused) {
  const std::string bytes = bytes_of(postponed());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(spooled_in(bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(spooled_in(bytes + "\n"));
  const std::string head = "tradepost mail 1\n";
  const std::string texts = "0:\n0:\n6:a@b.ch\n6:a@b.ch\n0:\n";
  EXPECT_TRUE(spooled_in(head + "1 2 0 0\n" + texts));
  for (const std::string_view numbers :
       {"-1 2 0 0\n", "1 +2 0 0\n", "1 253402300800000 0 0\n", "1 99999999999999999999 0 0\n",
        "1 2 0\n", "1 2 0 0 0\n", "1 2 a 0\n", ""}) {
    EXPECT_FALSE(spooled_in(head + std::string(numbers) + texts)) << numbers;
  }
  for (const std::string_view faulty :
       {"0:\n0:\n6:a@b.ch\n4:a@b.\n0:\n", "0:\n0:\n6:a@b.ch\n3:a@b\n0:\n",
        "0:\n0:\n2:a\n\n6:a@b.ch\n0:\n", "0:\n0:\n6:a@b.ch\n6:a@b.ch\n9:\n",
        "0:\n0:\n6:a@b.ch\n6:a@b.ch\n18446744073709551615:\n", "0:0:6:a@b.ch6:a@b.ch0:"}) {
    EXPECT_FALSE(spooled_in(head + "1 2 0 0\n" + std::string(faulty))) << faulty;
  }
}

TEST(SpooledMessage, is_tried_again_for_three_days) {
  const std::vector<minutes> expected = {minutes(1),
                                         minutes(6),
                                         minutes(21),
                                         minutes(81),
                                         minutes(321),
                                         minutes(801),
                                         minutes(1281),
                                         hours(24) + minutes(321),
                                         hours(32) + minutes(321),
                                         hours(40) + minutes(321),
                                         hours(48) + minutes(321),
                                         hours(56) + minutes(321),
                                         hours(64) + minutes(321),
                                         hours(72)};
  std::vector<minutes> attempts;
  std::optional<base::Instant> next = made;
  for (std::uint32_t count = 1; (next = next_attempt_after(count, made, *next)); ++count) {
    attempts.push_back(std::chrono::floor<minutes>(*next - made));
  }
  EXPECT_EQ(attempts, expected);
}

TEST(SpooledMessage, that_was_not_tried_in_time_is_tried_once) {
  EXPECT_FALSE(next_attempt_after(1, made, made + hours(100)));
}

TEST(SpooledMessage, is_not_tried_for_ever_if_the_clock_is_set_back) {
  EXPECT_TRUE(next_attempt_after(19, made, made - hours(100'000)));
  EXPECT_FALSE(next_attempt_after(20, made, made - hours(100'000)));
}

TEST(SpooledMessage, is_due_at_its_time_or_if_the_clock_was_ahead) {
  EXPECT_FALSE(is_due(made + minutes(1), made));
  EXPECT_TRUE(is_due(made, made));
  EXPECT_FALSE(is_due(made + hours(8), made));
  EXPECT_TRUE(is_due(made + hours(9), made));
}

}  // namespace
}  // namespace tradepost::mail::spooled_test
