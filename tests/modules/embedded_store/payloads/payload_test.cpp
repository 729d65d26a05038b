#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <variant>

#include "document/read.hpp"
#include "embedded_store/payloads/samples.hpp"

namespace tradepost::store::embedded::testing {
namespace {

using base::ErrorCode;
using exchange::Effect;
using exchange::Sent;

// Calls look(payload, record) for both samples of each kind.
template <typename Look>
void each_sample(Look&& look) {
  for (const Sample& sample : samples()) {
    for (const auto* payload : {&sample.full, &sample.bare}) {
      const ::testing::ScopedTrace trace(
          __FILE__, __LINE__, sample.name + (payload == &sample.full ? ", full" : ", bare"));
      look(*payload, stored_alone(*payload));
    }
  }
}

const Sent& sent_in(const Payload& payload) {
  return std::get<Sent>(std::get<Effect>(payload));
}
Sent sample_of_sent() {
  return sent_in(samples().front().full);
}

bool is_refused(const Stored& record, ErrorCode code) {
  const auto payload = read(record);
  return !payload && payload.error().code() == code;
}

// A payload that can be read must be in the form that is written: no payload has two encodings.
void expect_damaged_or_canonical(const Stored& record) {
  const auto payload = read(record);
  if (payload) {
    ASSERT_EQ(stored_alone(*payload), record);
  } else {
    ASSERT_EQ(payload.error().code(), ErrorCode::damaged);
  }
}

TEST(Payload, written_payload_is_read_unchanged) {
  each_sample([](const Payload& payload, const Stored& record) {
    const auto again = read(record);
    ASSERT_TRUE(again) << again.error().detail().str();
    EXPECT_TRUE(is_same(*again, payload));
  });
}

// The golden files have entries from before these fields.
TEST(Payload, later_fields_of_participants_and_tokens_are_read) {
  exchange::Token token;
  token.name = "warehouse";
  token.created_by = exchange::Actor::of(exchange::ParticipantId(), exchange::PersonId());
  exchange::Participant participant;
  participant.second_factor = exchange::SecondFactorRule::required;
  for (const exchange::DirectoryEntry& entry :
       {exchange::DirectoryEntry(token), exchange::DirectoryEntry(participant)}) {
    const Payload payload = Effect(exchange::DirectorySet{.entry = entry, .at = {}, .by = {}});
    const auto again = read(stored_alone(payload));
    ASSERT_TRUE(again) << again.error().detail().str();
    EXPECT_TRUE(is_same(*again, payload));
  }
}

TEST(Payload, every_kind_of_record_has_its_samples) {
  std::set<std::uint16_t> kinds;
  each_sample([&](const Payload& payload, const Stored& record) {
    if (const auto* effect = std::get_if<Effect>(&payload)) {
      EXPECT_EQ(record.kind, record_of(*effect));
    }
    kinds.insert(record.kind);
  });
  for (const Sample& sample : samples()) EXPECT_TRUE(kinds.contains(sample.kind)) << sample.name;
  for (const Sample& sample : samples()) EXPECT_EQ(record_name(sample.kind), sample.name);
  const auto entries = std::variant_size_v<exchange::DirectoryEntry::variant>;
  const auto carried = 4 + entries;  // have the layout of another one
  EXPECT_EQ(kinds.size(), std::variant_size_v<Effect::variant> - 1 + entries + 3 + carried);
}

TEST(Payload, head_or_body_that_ends_early_is_damaged) {
  each_sample([](const Payload&, const Stored& record) {
    auto cut = record;
    while (!cut.head.empty()) {
      cut.head.pop_back();
      ASSERT_TRUE(is_refused(cut, ErrorCode::damaged)) << "head of " << cut.head.size();
    }
    if (record.kind == exchange::OriginalKept::record) return;  // its body is any text
    cut = record;
    while (cut.body && !cut.body->empty()) {
      cut.body->pop_back();
      ASSERT_TRUE(is_refused(cut, ErrorCode::damaged)) << "body of " << cut.body->size();
    }
  });
}

TEST(Payload, a_byte_too_many_is_damaged) {
  each_sample([](const Payload&, const Stored& record) {
    auto longer = record;
    longer.head.push_back('\0');
    EXPECT_TRUE(is_refused(longer, ErrorCode::damaged));
    if (record.kind == exchange::OriginalKept::record) return;
    longer = record;
    longer.body = longer.body.value_or("") + '\0';
    EXPECT_TRUE(is_refused(longer, ErrorCode::damaged));
  });
}

TEST(Payload, without_any_one_of_its_bytes_it_is_damaged_or_another) {
  each_sample([](const Payload&, const Stored& record) {
    for (std::size_t i = 0; i < record.head.size(); ++i) {
      auto cut = record;
      cut.head.erase(i, 1);
      expect_damaged_or_canonical(cut);
    }
    for (std::size_t i = 0; record.body && i < record.body->size(); ++i) {
      auto cut = record;
      cut.body->erase(i, 1);
      expect_damaged_or_canonical(cut);
    }
  });
}

TEST(Payload, with_any_bit_flipped_it_is_damaged_or_another) {
  each_sample([](const Payload&, const Stored& record) {
    auto flipped = record;
    for (std::string* bytes : {&flipped.head, flipped.body ? &*flipped.body : nullptr}) {
      for (std::size_t bit = 0; bytes != nullptr && bit < bytes->size() * 8; ++bit) {
        const auto flip = static_cast<char>(1 << (bit % 8));
        auto& byte = (*bytes)[bit / 8];
        byte = static_cast<char>(byte ^ flip);
        expect_damaged_or_canonical(flipped);
        byte = static_cast<char>(byte ^ flip);
      }
    }
  });
}

TEST(Payload, length_beyond_what_is_there_is_damaged_before_anything_is_allocated) {
  for (const char last : {'\x00', '\x7f', '\xff'}) {
    auto warned = stored_alone(Warned());
    *warned.body = std::string("\xff\xff\xff", 3) + last;  // number of warnings
    EXPECT_TRUE(is_refused(warned, ErrorCode::damaged));
    auto comment = stored_alone(exchange::CaseCommented());
    *comment.body = std::string("\xff\xff\xff", 3) + last + "text";
    EXPECT_TRUE(is_refused(comment, ErrorCode::damaged));
  }
}

TEST(Payload, unknown_kind_or_version_is_too_new) {
  std::set<std::uint16_t> known;
  for (const Sample& sample : samples()) known.insert(sample.kind);
  for (std::uint32_t kind = 0; kind <= UINT16_MAX; ++kind) {
    auto record = stored_alone(samples().front().bare);
    record.kind = static_cast<std::uint16_t>(kind);
    if (known.contains(record.kind)) continue;
    ASSERT_TRUE(is_refused(record, ErrorCode::too_new)) << kind;
  }
  each_sample([](const Payload&, Stored record) {
    for (const int version : {0, 2, 255}) {
      record.version = static_cast<std::uint8_t>(version);
      EXPECT_TRUE(is_refused(record, ErrorCode::too_new));
    }
  });
  EXPECT_EQ(decode_sent(1, 2, "", {}, nullptr, {}).error().code(), ErrorCode::too_new);
}

TEST(Payload, erased_body_leaves_the_fields_of_the_head) {
  each_sample([](const Payload&, Stored record) {
    // A document without its content cannot be written.
    if (record.kind == Sent::record || record.kind == Sent::record_of_carried) return;
    record.body.reset();
    const auto payload = read(record);
    ASSERT_TRUE(payload);
    EXPECT_EQ(stored_alone(*payload).head, record.head);
  });
}

TEST(Payload, erased_content_leaves_all_of_a_sent_but_its_digest) {
  const auto whole = sample_of_sent();
  auto record = stored_alone(whole);
  record.body.reset();
  const auto payload = read(record);
  ASSERT_TRUE(payload);
  auto left = whole.transaction;
  left.content.digest = {};
  EXPECT_EQ(sent_in(*payload).transaction, left);
  EXPECT_EQ(sent_in(*payload).content.view.data(), nullptr);
}

TEST(Payload, body_of_a_sent_is_what_the_digest_of_its_document_is_of) {
  document::Reader reader;
  const auto context = reader.read(R"({"type": "ORDER", "content": {"a": 1.50, "b": "c d"}})");
  ASSERT_TRUE(context);
  auto sent = sample_of_sent();
  sent.transaction.kind = *context->document.kind;
  sent.transaction.content.digest = context->document.digest;
  sent.transaction.content.bytes = context->document.content.size();
  sent.content.view = context->document.content;
  const auto record = stored_alone(sent);
  EXPECT_EQ(record.body, "ORDER\n" + std::string(context->document.content));
  EXPECT_EQ(base::sha256(*record.body), context->document.digest);
}

TEST(Payload, content_is_shared_and_lives_as_long_as_its_references) {
  const auto record = stored_alone(sample_of_sent());
  auto body = std::make_shared<const std::string>(*record.body);
  const std::weak_ptr<const std::string> watched = body;
  const std::string_view bytes = *body;
  auto sent = decode_sent(1, 1, record.head, bytes, body, base::sha256(bytes));
  body.reset();
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->content.view.data(), bytes.data() + bytes.find('\n') + 1);
  EXPECT_FALSE(watched.expired());
  sent->content = {};
  EXPECT_TRUE(watched.expired());
}

TEST(Payload, content_of_another_kind_or_length_is_damaged) {
  const auto record = stored_alone(sample_of_sent());
  const std::string content = record.body->substr(record.body->find('\n'));
  for (const auto& body :
       {"ORDER" + content, content, *record.body + " ", "DISPATCH_INSTRUCTION" + content.substr(1),
        "dispatch_instruction" + content}) {
    auto other = record;
    other.body = body;
    EXPECT_TRUE(is_refused(other, ErrorCode::damaged)) << body;
  }
}

TEST(Payload, warnings_of_a_sent_follow_it_in_a_record_of_their_own) {
  auto sent = sample_of_sent();
  sent.transaction.warnings = exchange::Warnings({{.code = "a", .path = "b", .message = "c"}});
  const auto records = stored(sent);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0], stored_alone(sample_of_sent()));
  const auto warned = read(records[1]);
  ASSERT_TRUE(warned);
  EXPECT_EQ(std::get<Warned>(*warned),
            (Warned{.id = sent.transaction.id, .warnings = sent.transaction.warnings}));
}

TEST(Payload, encoder_holds_the_records_of_a_whole_batch_and_then_of_the_next) {
  PayloadEncoder encoder;
  for (int batch = 0; batch < 2; ++batch) {
    encoder.clear();
    std::vector<Stored> expected;
    for (int i = 0; i < 50; ++i) {
      each_sample([&](const Payload& payload, const Stored&) {
        encoder.add(payload);
        std::ranges::move(stored(payload), std::back_inserter(expected));
      });
    }
    ASSERT_EQ(encoder.count(), expected.size());
    const auto records = encoder.records();
    ASSERT_EQ(records.size(), expected.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      EXPECT_EQ(records[i].head, expected[i].head);
      EXPECT_EQ(records[i].has_body, expected[i].body.has_value());
      EXPECT_EQ(std::string(records[i].body_front).append(records[i].content),
                expected[i].body.value_or(""));
    }
  }
  encoder.clear();
  EXPECT_TRUE(encoder.records().empty());
}

TEST(Payload, content_is_where_it_was_and_not_copied) {
  const auto sent = sample_of_sent();
  PayloadEncoder encoder;
  encoder.add(Payload(sent));
  EXPECT_EQ(encoder.records()[0].content.data(), sent.content.view.data());
}

TEST(PayloadDeathTest, unreadable_payload_is_not_written) {
  auto without_flow = sample_of_sent();
  without_flow.transaction.flow = {};
  EXPECT_DEATH(stored(without_flow), "");
  auto reported = sample_of_sent();
  reported.transaction.state = exchange::State::failed;
  EXPECT_DEATH(stored(reported), "");
  auto other_length = sample_of_sent();
  ++other_length.transaction.content.bytes;
  EXPECT_DEATH(stored(other_length), "");
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
