#include "edifact/interchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::edifact::interchange_test {
namespace {

// A source that gives few bytes at a time.
Source source_of(std::string text, std::size_t chunk = 7) {
  return
      [text = std::move(text), chunk, at = std::size_t{0}](char* buffer, std::size_t size) mutable {
        const std::size_t count = std::min({chunk, size, text.size() - at});
        text.copy(buffer, count, at);
        at += count;
        return count;
      };
}

struct Outcome {
  std::vector<std::string> messages = {};  // with their faults
  std::string error = {};
};

Outcome read_all(const std::string& text, std::size_t message_bytes_max = 1'000) {
  InterchangeReader reader(source_of(text), message_bytes_max);
  Outcome outcome;
  for (;;) {
    auto next = reader.next();
    if (!next) outcome.error = next.error().reason;
    if (!next || !*next) return outcome;
    const Message& message = (*next)->message;
    outcome.messages.push_back(message.type + ' ' + message.directory + ' ' +
                               (message.size() > 0 ? message.place(0) : "") + (*next)->fault);
  }
}

constexpr std::string_view head = "UNB+UNOC:3+S:14+R:14+260302:0941+7'";
constexpr std::string_view order = "UNH+1+ORDERS:D:01B:UN'BGM+220+45'UNT+3+1'";

std::string interchange(std::string_view messages, std::string_view end) {
  return std::string(head) + std::string(messages) + std::string(end);
}

TEST(Interchange, messages_are_read_one_after_the_other) {
  const Outcome outcome =
      read_all(interchange(std::string(order) + "\r\n" + std::string(order), "UNZ+2+7'\n"));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.messages,
            (std::vector<std::string>{"ORDERS D.01B 2 BGM+220", "ORDERS D.01B 2 BGM+220"}));
}

// Each original of a message repeats these segments.
TEST(Interchange, long_head_of_an_interchange_or_group_is_a_fault) {
  const std::string end = "UNZ+1+7'";
  const auto with_reference = [&](std::size_t bytes) {
    const std::string reference(bytes, '7');
    return read_all("UNB+UNOC:3+S:14+R:14+260302:0941+" + reference + "'" + std::string(order) +
                        "UNZ+1+" + reference + "'",
                    4'000)
        .error;
  };
  constexpr std::string_view too_long = "The head of the interchange has more than 1024 bytes.";
  EXPECT_EQ(with_reference(990), "");
  EXPECT_EQ(with_reference(991), too_long);
  const auto with_spaces = [&](std::size_t bytes) {
    return read_all("UNA:+.? '" + std::string(bytes, '\n') + interchange(order, end)).error;
  };
  EXPECT_EQ(with_spaces(900), "");
  EXPECT_EQ(with_spaces(1'000), too_long);
  const auto with_group = [&](std::size_t bytes) {
    const std::string group = "UNG+ORDERS+" + std::string(bytes, 'S') + "'";
    return read_all(interchange(group + std::string(order) + "UNE+1+1'", end), 4'000).error;
  };
  EXPECT_EQ(with_group(900), "");
  EXPECT_EQ(with_group(1'100), "UNG has more than 1024 bytes.");
}

TEST(Interchange, a_file_may_have_several_interchanges) {
  const std::string one = interchange(order, "UNZ+1+7'");
  EXPECT_EQ(read_all(one + one).messages.size(), 2);
  EXPECT_EQ(read_all(one + "\n" + one).error, "");
}

TEST(Interchange, unz_counts_groups_of_messages) {
  const std::string group = "UNG+ORDERS+S+R+260302:0941+1+UN+D:01B'" + std::string(order) +
                            std::string(order) + "UNE+2+1'";
  const Outcome outcome = read_all(interchange(group, "UNZ+1+7'"));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.messages.size(), 2);
}

TEST(Interchange, a_byte_order_mark_is_skipped) {
  EXPECT_EQ(read_all("\xef\xbb\xbf" + interchange(order, "UNZ+1+7'")).messages.size(), 1);
}

TEST(Interchange, una_changes_the_separators) {
  InterchangeReader reader(
      source_of("UNA.*,! ~UNB*UNOA.1*S*R*260302.0941*7~"
                "UNH*1*ORDERS.D.96A.UN~BGM*220*4!*5~UNT*3*1~UNZ*1*7~"));
  const auto next = reader.next();
  ASSERT_TRUE(next && *next);
  EXPECT_EQ((*next)->message.component(0, 2, 1), "4*5");
  EXPECT_EQ((*next)->message.decimal, ',');
  EXPECT_EQ(reader.envelope().sender.number, "S");
}

TEST(Interchange, escaped_characters_belong_to_the_text) {
  InterchangeReader reader(
      source_of(interchange("UNH+1+ORDERS:D:01B:UN'FTX+AAI+++it?'s ?+5?:30 \?\?'UNT+3+1'", "")));
  const auto next = reader.next();
  ASSERT_TRUE(next && *next);
  EXPECT_EQ((*next)->message.component(0, 4, 1), "it's +5:30 ?");
  EXPECT_EQ((*next)->message.component(0, 4, 2), "");
  EXPECT_EQ((*next)->message.component(0, 9, 1), "");
}

std::string text_of(const std::string& charset, const std::string& bytes) {
  InterchangeReader reader(source_of("UNB+" + charset + ":3+S+R+260302:0941+7'" +
                                     "UNH+1+ORDERS:D:01B:UN'FTX+" + bytes + "+x'UNT+3+1'"));
  const auto next = reader.next();
  if (!next) return next.error().reason;
  if (!(*next)->fault.empty()) return (*next)->fault;
  return std::string((*next)->message.component(0, 1, 1)) + '|' +
         std::string((*next)->message.component(0, 2, 1));
}

TEST(Interchange, each_character_set_becomes_utf_8) {
  EXPECT_EQ(text_of("UNOA", "M\xfcller"), "Müller|x");
  EXPECT_EQ(text_of("UNOC", "M\xfcller"), "Müller|x");
  EXPECT_EQ(text_of("UNOD", "\xb3\xf3"), "łó|x");
  EXPECT_EQ(text_of("UNOE", "\xbf\xd8\xd2\xde"), "Пиво|x");
  EXPECT_EQ(text_of("UNOF", "\xe1\xe2"), "αβ|x");
  EXPECT_EQ(text_of("UNOK", "\xfe"), "ş|x");
  EXPECT_EQ(text_of("UNOY", "樽"), "樽|x");
  EXPECT_EQ(text_of("UNOW", "樽"), "樽|x");
  // In ISO 2022 the bytes of a Japanese letter can be the ones of a separator: 4D 2B is one letter.
  EXPECT_EQ(text_of("UNOX", "\x1b$B\x4d\x2b\x1b(B"), "憂|x");
  EXPECT_EQ(text_of("UNOZ", "a"),
            "The character set UNOZ is not one of UNOA to UNOK, UNOW, UNOX, UNOY.");
  EXPECT_EQ(text_of("UNOY", "M\xfcller"), "Segment 2 has bytes that UNOY does not have.");
}

TEST(Interchange, a_refused_message_does_not_stop_the_other_ones) {
  const std::string wrong_count = "UNH+1+ORDERS:D:01B:UN'BGM+220+45'UNT+9+1'";
  const Outcome outcome = read_all(interchange(wrong_count + std::string(order), "UNZ+2+7'"));
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.messages,
            (std::vector<std::string>{
                "ORDERS D.01B 2 BGM+220UNT states 9 segments, and the message has 3.",
                "ORDERS D.01B 2 BGM+220"}));
  EXPECT_EQ(
      read_all(interchange("UNH+1+ORDERS:D:01B:UN'BGM+220+45'UNT+3+2'", "UNZ+1+7'")).messages,
      (std::vector<std::string>{"ORDERS D.01B 2 BGM+220The references of UNH and UNT differ."}));
}

TEST(Interchange, a_message_over_the_limit_is_refused) {
  const std::string large = "UNH+1+ORDERS:D:01B:UN'FTX+" + std::string(900, 'a') + "'FTX+" +
                            std::string(900, 'b') + "'UNT+4+1'";
  const Outcome outcome = read_all(interchange(large + std::string(order), "UNZ+2+7'"));
  EXPECT_EQ(outcome.messages, (std::vector<std::string>{"  The message has more than 1000 bytes.",
                                                        "ORDERS D.01B 2 BGM+220"}));
}

TEST(Interchange, a_message_is_read_before_the_rest_of_a_large_file) {
  const std::string message = "UNH+1+ORDERS:D:01B:UN'FTX+" + std::string(10'000, 'a') + "'UNT+3+1'";
  std::size_t given = 0;
  InterchangeReader reader([&](char* buffer, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t at = given + i;
      buffer[i] = at < head.size() ? head[at] : message[(at - head.size()) % message.size()];
    }
    given += size;
    return size;
  });
  std::size_t read = 0;
  for (int i = 0; i < 5'000; ++i) {
    const auto next = reader.next();
    ASSERT_TRUE(next && *next && (*next)->fault.empty());
    read += message.size();
    EXPECT_LT(given, read + (200u << 10));
  }
}

TEST(Interchange, a_cut_or_wrong_file_is_an_error) {
  EXPECT_EQ(read_all("").error, "");
  EXPECT_EQ(read_all("{\"type\":1}'").error, "An interchange begins with UNA or UNB.");
  EXPECT_EQ(read_all(interchange(order, "")).error, "The interchange has no UNZ.");
  EXPECT_EQ(read_all(interchange("UNH+1+ORDERS:D:01B:UN'BGM+2", "")).error,
            "The last segment has no end.");
  EXPECT_EQ(read_all(interchange("UNH+1+ORDERS:D:01B:UN'BGM+2'", "")).error,
            "The last message has no UNT.");
  EXPECT_EQ(read_all(interchange("UNH+1+ORDERS:D:01B:UN'BGM+2'", "UNZ+1+7'")).error,
            "A message has no UNT.");
  EXPECT_EQ(read_all(interchange(order, "UNZ+2+7'")).error,
            "UNZ states 2 messages, and the interchange has 1.");
  EXPECT_EQ(read_all(interchange(order, "UNZ+1+8'")).error,
            "The references of UNB and UNZ differ.");
  EXPECT_EQ(read_all(interchange("BGM+220'", "UNZ+1+7'")).error, "BGM is not in a message.");
  EXPECT_EQ(read_all(std::string(head) + std::string(5000, 'a')).error, "A segment is too large.");
}

}  // namespace
}  // namespace tradepost::edifact::interchange_test
