#include "edifact/incoming.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::edifact::incoming_test {
namespace {

constexpr base::Instant now{std::chrono::milliseconds(1'796'030'100'000)};  // 2026-11-30 09:15

std::string interchange(std::string_view messages, int count) {
  return "UNB+UNOC:3+9521000000012:14+9521000000029:14+261130:0910+R?+7'" + std::string(messages) +
         "UNZ+" + std::to_string(count) + "+R?+7'";
}

constexpr std::string_view good_order =
    "UNH+1+ORDERS:D:01B:UN:EAN010'BGM+220+PO-1'DTM+137:20261130:102'"
    "NAD+BY+9521000000012::9'NAD+SU+9521000000029::9'"
    "LIN+1++9521000000036:SRV'QTY+21:2:PCE'UNS+S'UNT+9+1'";
constexpr std::string_view order_with_a_word_as_quantity =
    "UNH+2+ORDERS:D:01B:UN:EAN010'BGM+220+PO-2'DTM+137:20261130:102'"
    "NAD+BY+9521000000012::9'NAD+SU+9521000000029::9'"
    "LIN+1++9521000000036:SRV'QTY+21:two:PCE'UNS+S'UNT+9+2'";
constexpr std::string_view message_of_no_kind = "UNH+3+PARTIN:D:01B:UN'BGM+10+1'UNT+3+3'";

using Verdict = Acknowledgement::Verdict;

std::vector<Incoming> all_of(const std::string& text, Envelope* envelope = nullptr) {
  IncomingReader reader(text, Mappings::of_project());
  std::vector<Incoming> all;
  for (;;) {
    auto next = reader.next();
    if (!next) ADD_FAILURE() << next.error().reason;
    if (!next || !*next) return all;
    if (envelope != nullptr) *envelope = reader.envelope();
    all.push_back(**std::move(next));
  }
}

struct Incomings : testing::Test {
  Envelope envelope;
  std::vector<Incoming> messages =
      all_of(interchange(std::string(good_order) + std::string(order_with_a_word_as_quantity) +
                             std::string(message_of_no_kind),
                         3),
             &envelope);

  std::vector<Receipt> receipts() const {
    std::vector<Receipt> all;
    for (const Incoming& one : messages) all.push_back(one.receipt);
    return all;
  }
};

TEST_F(Incomings, messages_are_documents_or_have_faults) {
  ASSERT_EQ(messages.size(), 3);
  EXPECT_TRUE(messages[0].body.starts_with(R"({"type":"ORDER",)")) << messages[0].body;
  EXPECT_EQ(messages[0].receipt.number, "PO-1");
  EXPECT_EQ(messages[0].receipt.code, "220");
  EXPECT_EQ(messages[1].body, "");
  ASSERT_FALSE(messages[1].receipt.faults.empty());
  EXPECT_EQ(messages[1].receipt.faults[0].segment, 7);
  EXPECT_EQ(messages[1].receipt.faults[0].message, "\"two\" is not a number.");
  ASSERT_EQ(messages[2].receipt.faults.size(), 1);
  EXPECT_EQ(messages[2].receipt.faults[0].message,
            "No kind of documents has the message PARTIN with its code of BGM.");
}

TEST_F(Incomings, contrl_has_the_result_of_each_message_and_its_faulty_segments) {
  const std::string contrl = contrl_of(envelope, receipts(), now);
  const std::string begin = "UNA:+.? 'UNB+UNOC:3+9521000000029:14+9521000000012:14+261130:0915+";
  EXPECT_TRUE(contrl.starts_with(begin)) << contrl;
  EXPECT_NE(contrl.find("UNH+1+CONTRL:D:3:UN:EAN002'"
                        "UCI+R?+7+9521000000012:14+9521000000029:14+7'"
                        "UCM+1+ORDERS:D:01B:UN:EAN010+7'"
                        "UCM+2+ORDERS:D:01B:UN:EAN010+4+18'UCS+7+12'"
                        "UCM+3+PARTIN:D:01B:UN+4+18'UNT+7+1'"),
            std::string::npos)
      << contrl;
}

TEST_F(Incomings, contrl_of_a_refusal_is_read_with_its_segments) {
  const auto read = all_of(contrl_of(envelope, receipts(), now));
  ASSERT_EQ(read.size(), 1);
  ASSERT_TRUE(read[0].acknowledgement);
  EXPECT_EQ(read[0].acknowledgement->interchange, "R+7");
  EXPECT_EQ(read[0].acknowledgement->verdict, Verdict::refusal);
  EXPECT_EQ(read[0].acknowledgement->reason,
            "The partner's CONTRL refuses the message with the error 18 at the segment 7.");
}

TEST_F(Incomings, contrl_of_good_messages_refuses_nothing) {
  const std::vector<Receipt> good = {messages[0].receipt};
  const auto read = all_of(contrl_of(envelope, good, now));
  ASSERT_TRUE(read.at(0).acknowledgement);
  EXPECT_EQ(read[0].acknowledgement->verdict, Verdict::good);
  EXPECT_EQ(read[0].acknowledgement->reason, "");
}

TEST_F(Incomings, contrl_that_refuses_the_interchange_is_a_refusal) {
  const auto read = all_of(interchange("UNH+1+CONTRL:D:3:UN'UCI+X1+A:14+B:14+4+23'UNT+3+1'", 1));
  ASSERT_TRUE(read.at(0).acknowledgement);
  EXPECT_EQ(read[0].acknowledgement->interchange, "X1");
  EXPECT_EQ(read[0].acknowledgement->reason,
            "The partner's CONTRL refuses the message with the error 23.");
}

TEST_F(Incomings, aperak_has_the_document_and_each_reason) {
  const std::vector<std::string> reasons = {"The article 4711 isn't known.",
                                            "Lagerort „Süd“ fehlt: bitte ergänzen."};
  const std::string aperak = aperak_of(envelope, messages[0].receipt, reasons, now);
  EXPECT_NE(aperak.find("UNH+1+APERAK:D:01B:UN'BGM+313+"), std::string::npos) << aperak;
  EXPECT_NE(aperak.find("'DOC+220+PO-1'RFF+ACW:R?+7'ERC+FAULT::ZZZ'"
                        "FTX+AAO+++The article 4711 isn?'t known.'ERC"),
            std::string::npos)
      << aperak;
  const auto read = all_of(aperak);
  ASSERT_TRUE(read.at(0).acknowledgement);
  EXPECT_EQ(read[0].acknowledgement->verdict, Verdict::refusal);
  EXPECT_EQ(read[0].acknowledgement->number, "PO-1");
  EXPECT_EQ(read[0].acknowledgement->interchange, "R+7");
  EXPECT_EQ(read[0].acknowledgement->reason, reasons[0] + " " + reasons[1]);
}

TEST_F(Incomings, aperak_without_an_error_accepts_the_document) {
  const auto read =
      all_of(interchange("UNH+1+APERAK:D:96A:UN:EAN000'BGM+312+9+29'RFF+ON:PO-9'UNT+4+1'", 1));
  ASSERT_TRUE(read.at(0).acknowledgement);
  EXPECT_EQ(read[0].acknowledgement->verdict, Verdict::good);
  EXPECT_EQ(read[0].acknowledgement->number, "PO-9");
}

TEST_F(Incomings, contrl_decides_by_its_actions) {
  const auto verdict = [](std::string_view segments, int count) {
    const std::string message =
        "UNH+1+CONTRL:D:3:UN'" + std::string(segments) + "UNT+" + std::to_string(count) + "+1'";
    return all_of(interchange(message, 1)).at(0).acknowledgement->verdict;
  };
  EXPECT_EQ(verdict("UCI+X+A+B+8'", 3), Verdict::none);
  EXPECT_EQ(verdict("UCI+X+A+B'", 3), Verdict::none);
  EXPECT_EQ(verdict("UCI+X+A+B+7'", 3), Verdict::good);
  EXPECT_EQ(verdict("UCI+X+A+B+8'UCM+1+ORDERS:D:01B:UN+7'", 4), Verdict::good);
  EXPECT_EQ(verdict("UCI+X+A+B+7'UCF+1+A+B+4'", 4), Verdict::refusal);
}

TEST_F(Incomings, aperak_with_the_response_rejected_is_a_refusal) {
  const auto read = all_of(
      interchange("UNH+1+APERAK:D:01B:UN'BGM+312+1+9+RE'DOC+220+PO-1'RFF+ACW:IC'UNT+5+1'", 1));
  EXPECT_EQ(read.at(0).acknowledgement->verdict, Verdict::refusal);
  EXPECT_EQ(read[0].acknowledgement->reason, "The partner's APERAK refuses the document.");
}

TEST_F(Incomings, references_of_an_error_are_not_the_ones_of_the_document) {
  const auto read = all_of(interchange(
      "UNH+1+APERAK:D:01B:UN'BGM+313+1'DOC+220+PO-1'RFF+ACW:IC'ERC+7'RFF+ACW:X'RFF+LI:2'UNT+8+1'",
      1));
  EXPECT_EQ(read.at(0).acknowledgement->interchange, "IC");
  EXPECT_EQ(read[0].acknowledgement->number, "PO-1");
}

TEST(Interchanges, structure_of_a_whole_text_is_checked) {
  const std::string whole = interchange(good_order, 1);
  EXPECT_EQ(count_messages(whole, 1), (Count{.messages = 1, .interchanges = 1}));
  EXPECT_EQ(count_messages(interchange("", 0) + whole, 2),
            (Count{.messages = 1, .interchanges = 2}));
  EXPECT_FALSE(count_messages(whole.substr(0, whole.size() - 5), 1));
  EXPECT_FALSE(count_messages("", 1));
  const auto too_many = count_messages(whole + whole, 1);
  ASSERT_FALSE(too_many);
  EXPECT_EQ(too_many.error().reason, "The text has more than 1 messages.");
}

std::vector<std::string> originals_of(std::string_view text) {
  IncomingReader reader(text, Mappings::of_project());
  std::vector<std::string> originals;
  for (;;) {
    const auto next = reader.next();
    EXPECT_TRUE(next) << next.error().reason;
    if (!next || !*next) return originals;
    originals.push_back(reader.original());
  }
}

TEST(Interchanges, original_of_a_message_has_its_head_and_its_bytes) {
  const std::string head = "UNA:+.! ~\nUNB+UNOC:3+A:14+B:14+261130:0910+I!+1~";
  const std::string one = "UNH+1+ORDERS:D:01B:UN'~\nBGM+220+\xe4 !~ 1~UNT+3+1~";
  const std::string two = "UNH+2+ORDERS:D:01B:UN~UNT+2+2~";
  EXPECT_EQ(originals_of(head + "\n" + one + two + "UNZ+2+I!+1~"),
            (std::vector<std::string>{head + one + "UNZ+1+I!+1~", head + two + "UNZ+1+I!+1~"}));
}

TEST(Interchanges, original_of_a_message_has_its_group) {
  const std::string head = "UNB+UNOC:3+A:14+B:14+261130:0910+IC1'";
  const std::string message = "UNH+1+ORDERS:D:01B:UN'UNT+2+1'";
  const auto group = [&](std::string_view name) {
    return fmt::format("UNG+ORDERS+A+B+261130:0910+{0}+UN+D:01B'{1}UNE+1+{0}'", name, message);
  };
  const std::string text =
      head + group("G1") + group("G2") + "UNZ+2+IC1'" + interchange(message, 1);
  EXPECT_EQ(originals_of(text),
            (std::vector<std::string>{head + group("G1") + "UNZ+1+IC1'",
                                      head + group("G2") + "UNZ+1+IC1'", interchange(message, 1)}));
}

TEST(Interchanges, message_after_a_group_is_in_no_group) {
  const std::string head = "UNB+UNOC:3+A:14+B:14+261130:0910+IC1'";
  const std::string message = "UNH+1+ORDERS:D:01B:UN'UNT+2+1'";
  const std::string group = "UNG+ORDERS+A+B+261130:0910+G1+UN+D:01B'" + message + "UNE+1+G1'";
  EXPECT_EQ(originals_of(head + group + message + "UNZ+1+IC1'"),
            (std::vector<std::string>{head + group + "UNZ+1+IC1'", head + message + "UNZ+1+IC1'"}));
}

// The reader fills its buffer between two interchanges.
TEST(Interchanges, separators_of_an_interchange_are_found_at_every_byte_of_the_buffer) {
  constexpr std::size_t buffer_bytes = 64u << 10;
  const std::string first = interchange("UNH+1+ORDERS:D:01B:UN'UNT+2+1'", 1);
  const std::string second =
      "UNA:+.? ~UNB+UNOC:3+A:14+B:14+261130:0910+2~UNH+1+X:D:01B:UN~UNT+2+1~UNZ+1+2~";
  for (std::size_t end = buffer_bytes - 15; end <= buffer_bytes + 2; ++end) {
    const std::string text = std::string(end - first.size(), ' ') + first + "\r\n" + second;
    EXPECT_TRUE(count_messages(text, 2)) << end;
  }
}

// The text is longer than the buffer of its reader.
TEST(Interchanges, original_of_a_late_message_is_found) {
  std::string messages;
  std::vector<std::string> expected;
  for (int i = 1; i <= 3'000; ++i) {
    const std::string message =
        fmt::format("UNH+{0}+ORDERS:D:01B:UN'\r\nBGM+220+PO-{0}'\r\nUNT+3+{0}'", i);
    expected.push_back(interchange(message, 1));
    messages += message + "\r\n";
  }
  EXPECT_EQ(originals_of(interchange(messages, 3'000)), expected);
}

}  // namespace
}  // namespace tradepost::edifact::incoming_test
