// Tests `tradepost check --chain`, with and without a chain value that was kept elsewhere.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "base/ground/check.hpp"
#include "check/network.hpp"
#include "journal/disk/file.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/frames/scan.hpp"
#include "journal/frames/segment.hpp"

namespace tradepost::check {
namespace {

namespace fs = std::filesystem;

void keep(const std::string& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

void copy(const std::string& from, const std::string& to) {
  fs::remove_all(to);
  fs::copy(from, to, fs::copy_options::recursive);
}

// Rewrites the frame of a record, with another head in its first record. Each checksum is right,
// and so is the chain value of the frame itself.
void forge_record(const Place& place, std::uint64_t record) {
  const auto at = static_cast<std::uint32_t>(byte_of_record(place.segment(1), record));
  const auto folder =
      journal::open_posix_folder(place.network() + "/journal", journal::Missing::refuse);
  CHECK(folder.has_value());
  const auto file = (*folder)->open(journal::segment_name(1), journal::OpenAs::read_write);
  CHECK(file.has_value());
  const auto header = journal::read_segment_header(**file, 1);
  CHECK(header.has_value());
  journal::FrameCodec codec(header->identity);
  auto scanner = journal::Scanner::over(**file, 1, codec);
  CHECK(scanner.has_value());
  // Finds the chain value before the frame.
  journal::FrameHeader forged;
  for (std::uint32_t offset = journal::page_bytes; offset < at;) {
    const auto seen = scanner->look(offset);
    CHECK(seen.has_value() && seen->sight == journal::Sight::whole);
    forged.chain = seen->header.chain;
    offset += static_cast<std::uint32_t>(seen->header.frame_bytes());
  }
  const auto seen = scanner->look(at);
  CHECK(seen.has_value() && seen->sight == journal::Sight::whole);
  std::vector<std::string> heads;
  std::vector<journal::NewRecord> records;
  heads.reserve(seen->records.size());
  for (const auto& was : seen->records) {
    heads.emplace_back(was.head);
    journal::Body body = was.body;
    if (auto* const kept = std::get_if<journal::KeptBody>(&body)) {
      kept->proof = journal::prove(kept->proof.salt, kept->proof.digest);
    }
    records.push_back(
        {.kind = was.kind, .version = was.version, .head = heads.back(), .body = body});
  }
  heads.front().back() = static_cast<char>(heads.front().back() ^ 1);
  records.front().head = heads.front();
  forged.kind = seen->header.kind;
  forged.first_sequence = seen->header.first_sequence;
  forged.synced_through = seen->header.synced_through;
  std::string bytes(journal::frame_bytes(records), '\0');
  codec.write(bytes, forged, records, {1, at});
  CHECK((*file)->write_at(at, bytes).has_value());
}

TEST(Chain, of_a_sound_journal_is_proven_and_its_last_value_printed) {
  const Place place;
  place.make_network(5);
  const auto ended = place.check("--chain");
  EXPECT_TRUE(ended.out.starts_with("chain after record ")) << ended.out;
  EXPECT_EQ(ended.exit_code, 0);
  const auto anchor = place.path("anchor");
  keep(anchor, ended.out);
  EXPECT_EQ(place.check("--chain --anchor '" + anchor + "'").exit_code, 0);
  Served(place.network()).send(100);
  EXPECT_EQ(place.check("--chain --anchor '" + anchor + "'").exit_code, 0) << "it only grew";
}

TEST(Chain, that_json_printed_is_an_anchor_too) {
  const Place place;
  place.make_network(2);
  const auto anchor = place.path("anchor");
  keep(anchor, place.check("--chain --json").out);
  const auto ended = place.check("--chain --json --anchor '" + anchor + "'");
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_TRUE(ended.out.contains(R"("anchor": "seen")")) << ended.out;
}

TEST(Chain, finds_a_record_that_was_changed_with_all_its_checksums) {
  const Place place;
  place.make_network(5);
  forge_record(place, 8);
  const auto ended = place.check("--chain");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains("the chain is broken")) << ended.out;
}

TEST(Chain, anchor_detects_a_journal_that_was_cut_and_rewritten) {
  const Place place;
  place.make_network(5);
  copy(place.network(), place.path("earlier"));
  Served(place.network()).send(100);
  const auto anchor = place.path("anchor");
  keep(anchor, place.check("--chain").out);
  copy(place.path("earlier"), place.network());
  Served(place.network()).send(101);
  EXPECT_EQ(place.check().exit_code, 0) << "in itself it is right";
  EXPECT_EQ(place.check("--chain").exit_code, 0);
  const auto ended = place.check("--chain --anchor '" + anchor + "'");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.out.contains("the anchor's value does not occur in the chain")) << ended.out;
}

TEST(Chain, with_an_anchor_that_is_no_chain_value_is_a_wrong_call) {
  const Place place;
  place.make_network(1);
  const auto anchor = place.path("anchor");
  keep(anchor, "nothing of the kind\n");
  EXPECT_EQ(place.check("--chain --anchor '" + anchor + "'").exit_code, 2);
}

}  // namespace
}  // namespace tradepost::check
