#include "journal/frames/format.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "base/text/text.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::journal {
namespace {

constexpr Identity identity{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}};
constexpr Place place{1, 8192};
constexpr Salt salt{1, 2, 3};

Body kept(std::string_view bytes) {
  return KeptBody{.bytes = bytes, .proof = prove(salt, base::sha256(bytes))};
}

std::string framed(std::span<const NewRecord> records, FrameHeader header = {}, Place at = place) {
  FrameCodec codec(identity);
  if (!records.empty()) header.kind = FrameKind::records;
  std::string bytes(frame_bytes(records), '?');
  codec.write(bytes, header, records, at);
  return bytes;
}

const std::vector<NewRecord> two = {
    {.kind = 7, .version = 1, .head = "head", .body = kept("the body")},
    {.kind = 8, .version = 2, .head = "no body", .body = {}}};

TEST(Format, a_frame_is_read_as_it_was_written) {
  const FrameHeader given{.kind = FrameKind::records,
                          .length = 0,
                          .count = 0,
                          .first_sequence = 41,
                          .synced_through = {1, 4096},
                          .payload_checksum = 0,
                          .chain = base::sha256("before")};
  const auto bytes = framed(two, given);
  EXPECT_EQ(bytes.size(), page_bytes);
  const auto seen = see_frame_header(bytes, Seeds(identity), place);
  ASSERT_EQ(seen.sight, Sight::whole);
  EXPECT_EQ(seen.header.first_sequence, 41u);
  EXPECT_EQ(seen.header.next_sequence(), 43u);
  EXPECT_EQ(seen.header.synced_through, (Place{1, 4096}));
  const auto records = see_records(seen.header, bytes, Seeds(identity), place);
  ASSERT_TRUE(records);
  ASSERT_EQ(records->size(), 2u);
  EXPECT_EQ((*records)[0].sequence, 41u);
  EXPECT_EQ((*records)[0].head, "head");
  EXPECT_EQ(std::get<KeptBody>((*records)[0].body).bytes, "the body");
  EXPECT_EQ(std::get<KeptBody>((*records)[0].body).proof.digest, base::sha256("the body"));
  EXPECT_EQ((*records)[1].kind, 8);
  EXPECT_EQ((*records)[1].version, 2);
  EXPECT_TRUE(std::holds_alternative<std::monostate>((*records)[1].body));
  EXPECT_EQ(FrameCodec(identity).chain(base::sha256("before"), seen.header, *records),
            seen.header.chain);
}

TEST(Format, a_frame_is_of_its_place_and_of_its_journal_alone) {
  const auto bytes = framed(two);
  EXPECT_EQ(see_frame_header(bytes, Seeds(identity), {1, 12288}).sight, Sight::broken);
  EXPECT_EQ(see_frame_header(bytes, Seeds(identity), {2, 8192}).sight, Sight::broken);
  EXPECT_EQ(see_frame_header(bytes, Seeds(Identity{}), place).sight, Sight::broken);
}

TEST(Format, zeros_are_blank_and_no_frame) {
  EXPECT_EQ(see_frame_header(std::string(128, '\0'), Seeds(identity), place).sight, Sight::blank);
}

TEST(Format, a_record_is_read_by_its_place_alone) {
  const auto bytes = framed(two);
  const Place own{1, place.offset + frame_header_bytes};
  const auto record =
      see_record(std::string_view(bytes).substr(frame_header_bytes), Seeds(identity), own);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->head, "head");
  EXPECT_FALSE(see_record(std::string_view(bytes).substr(frame_header_bytes), Seeds(identity),
                          {1, own.offset + 8}));
  EXPECT_FALSE(
      see_record(std::string_view(bytes).substr(frame_header_bytes, 40), Seeds(identity), own));
}

TEST(Format, an_erased_body_leaves_the_chain_as_it_was) {
  auto erased = two;
  erased[0].body =
      ErasedBody{.bytes = 8, .commitment = prove(salt, base::sha256("the body")).commitment};
  const auto before = framed(two);
  const auto after = framed(erased);
  EXPECT_EQ(after.find("the body"), std::string::npos);
  const auto chain_of = [](const std::string& bytes) {
    return see_frame_header(bytes, Seeds(identity), place).header.chain;
  };
  EXPECT_EQ(chain_of(before), chain_of(after));
  const auto header = see_frame_header(after, Seeds(identity), place).header;
  const auto records = see_records(header, after, Seeds(identity), place);
  ASSERT_TRUE(records);
  EXPECT_EQ(std::get<ErasedBody>((*records)[0].body).bytes, 8u);
  EXPECT_EQ(FrameCodec(identity).chain({}, header, *records), header.chain);
}

TEST(Format, a_body_in_two_pieces_is_written_as_one) {
  const auto whole = framed(two);
  for (const std::size_t cut : {0, 3, 8}) {
    auto cut_in_two = two;
    auto& body = std::get<KeptBody>(cut_in_two[0].body);
    body.front = body.bytes.substr(0, cut);
    body.bytes.remove_prefix(cut);
    EXPECT_EQ(record_bytes(cut_in_two[0]), record_bytes(two[0]));
    EXPECT_EQ(framed(cut_in_two), whole) << cut;
  }
  const auto header = see_frame_header(whole, Seeds(identity), place).header;
  const auto records = see_records(header, whole, Seeds(identity), place);
  ASSERT_TRUE(records);
  EXPECT_EQ(std::get<KeptBody>((*records)[0].body).front, "");
}

TEST(Format, another_body_gives_another_chain) {
  auto other = two;
  other[0].body = kept("the BODY");
  const auto chain_of = [](const std::string& bytes) {
    return see_frame_header(bytes, Seeds(identity), place).header.chain;
  };
  EXPECT_NE(chain_of(framed(two)), chain_of(framed(other)));
}

TEST(Format, a_flip_of_any_bit_of_a_frame_is_seen) {
  auto bytes = framed(two);
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    const auto flip = static_cast<char>(1 << (bit % 8));
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ flip);
    const auto seen = see_frame_header(bytes, Seeds(identity), place);
    const bool whole = seen.sight == Sight::whole &&
                       see_records(seen.header, bytes, Seeds(identity), place).has_value();
    ASSERT_FALSE(whole) << "bit " << bit;
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ flip);
  }
}

TEST(Format, a_segment_header_is_read_as_it_was_written) {
  const auto page =
      encode_segment_header({.identity = identity, .number = 3, .capacity_bytes = 1 << 20});
  const auto seen = see_segment_header(page);
  ASSERT_EQ(seen.sight, Sight::whole);
  EXPECT_EQ(seen.header.identity, identity);
  EXPECT_EQ(seen.header.number, 3u);
  EXPECT_EQ(seen.header.capacity_bytes, 1u << 20);
  EXPECT_EQ(see_segment_header(std::string(page_bytes, '\0')).sight, Sight::blank);
  EXPECT_EQ(see_segment_header(page.substr(1)).sight, Sight::broken);
}

std::string hex_dump(std::string_view bytes) {
  std::string dump;
  for (std::size_t at = 0; at < bytes.size(); at += 16) {
    dump += fmt::format("{:04x} ", at);
    for (std::size_t i = at; i < std::min(at + 16, bytes.size()); ++i) {
      dump += ' ' + base::hex(bytes.substr(i, 1));
    }
    dump += '\n';
  }
  return dump;
}

TEST(Format, the_worked_example_of_the_page_is_what_is_written) {
  const std::vector<NewRecord> one = {{.kind = 1, .version = 1, .head = "id", .body = kept("{}")}};
  const auto bytes = framed(one, {.kind = FrameKind::records,
                                  .length = 0,
                                  .count = 0,
                                  .first_sequence = 1,
                                  .synced_through = place,
                                  .payload_checksum = 0,
                                  .chain = {}});
  const auto dump = hex_dump(std::string_view(bytes).substr(0, 224));
  std::ifstream page(source_dir() + "/docs/internals/journal.md");
  const std::string text(std::istreambuf_iterator<char>(page), {});
  EXPECT_NE(text.find(dump), std::string::npos) << "docs/internals/journal.md should show:\n"
                                                << dump;
}

}  // namespace
}  // namespace tradepost::journal
