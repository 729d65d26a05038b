// Each document becomes a message and a document again, which differs in the listed losses only.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "document/json_reader.hpp"
#include "document/read.hpp"
#include "edifact/interchange.hpp"
#include "edifact/mapping.hpp"
#include "edifact/mappings.hpp"
#include "edifact/read.hpp"
#include "edifact/write.hpp"
#include "tests/modules/edifact/comparison.hpp"
#include "tests/modules/edifact/random_documents.hpp"
#include "tests/modules/edifact/text_reader.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"

namespace tradepost::edifact::round_trip_test {
namespace {

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::filesystem::path> examples() {
  std::vector<std::filesystem::path> all;
  for (const document::KindRow& kind : document::kinds()) {
    const auto folder = std::filesystem::path(source_dir()) / "examples" / kind.word;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      if (file.path().extension() == ".json") all.push_back(file.path());
    }
  }
  std::ranges::sort(all);
  return all;
}

// Returns what differs after the round trip, or an empty text.
std::string come_back(document::Reader& reader, const std::string& body, const Directory& directory,
                      std::string* written_text = nullptr) {
  const auto reading = reader.read(body);
  if (!reading || !reading->valid()) return "the document is faulty: " + body.substr(0, 2000);
  const document::KindRow& kind = document::row_of(*reading->document.kind);
  const Mapping* const mapping = Mappings::of_project().find(kind.kind, directory);
  if (mapping == nullptr) return {};
  const Written written = write(*mapping, reader.content());
  if (written_text != nullptr) *written_text = written.text;
  if (!written.objections.empty()) return {};
  if (written.losses.size() >= base::limits::faults_named_max) return {};
  InterchangeReader interchange = reader_of(written.text);
  const auto next = interchange.next();
  if (!next) return next.error().reason;
  if (!*next || !(*next)->fault.empty()) return "no message " + (*next ? (*next)->fault : "");
  const Mapping* const found = Mappings::of_project().find((*next)->message);
  if (found != mapping) return "another mapping";
  const Read back = edifact::read((*next)->message, *mapping);
  const bool is_amount_lost = has_line_lost(written.losses);
  for (const forms::Loss& loss : back.losses) {
    if (!is_amount_lost || !loss.path.ends_with(" MOA+203 1.2")) {
      return "a segment is not read: " + loss.path;
    }
  }
  document::JsonReader other;
  const auto body_of_back = other.read(back.body);
  if (!body_of_back) return "not JSON";
  LeavesOf leaves(written.losses);
  const Leaves sent = leaves.of(kind, reader.content());
  const Leaves came = LeavesOf({}).of(kind, body_of_back->member("content"));
  return difference(sent, came);
}

TEST(EdifactRoundTrip, each_mapping_of_the_project_is_read) {
  for (const Directory& directory : directories()) {
    for (const document::KindRow& kind : document::kinds()) {
      const auto text = read_file(std::filesystem::path(source_dir()) / "model/edifact" /
                                  (std::string(kind.name) + ".map"));
      const auto mapping = parse_mapping(text, kind, directory);
      EXPECT_TRUE(mapping) << kind.name << ':' << mapping.error().line << ": "
                           << mapping.error().reason;
    }
  }
}

TEST(EdifactRoundTrip, each_example_comes_back_except_for_its_losses) {
  document::Reader reader;
  for (const Directory& directory : directories()) {
    for (const auto& path : examples()) {
      const std::string body = read_file(path);
      const auto reading = reader.read(body);
      if (!reading || !reading->valid()) continue;
      std::string text;
      const std::string difference = come_back(reader, body, directory, &text);
      EXPECT_EQ(difference, "") << path << ' ' << directory.name << '\n' << text;
    }
  }
}

// The first line costs 1548.00 less an allowance of 77.40.
TEST(EdifactRoundTrip, lines_of_an_invoice_have_their_amounts_without_tax) {
  document::Reader reader;
  const auto path = std::filesystem::path(source_dir()) / "examples/invoice/lifelike.json";
  std::string text;
  EXPECT_EQ(come_back(reader, read_file(path), directories().front(), &text), "");
  EXPECT_TRUE(text.contains("'MOA+203:1470.60'")) << text;
  EXPECT_TRUE(text.contains("'MOA+203:372.00'")) << text;
}

// A long run tests 10,000 documents of each kind, and other ones each time.
std::size_t document_count() {
  constexpr std::size_t long_count = 10'000;
  if (run::is_long()) return long_count;
  return run::is_sanitized ? 40 : 400;
}

class RandomRoundTrip : public testing::TestWithParam<std::string_view> {};

TEST_P(RandomRoundTrip, random_documents_come_back_except_for_their_losses) {
  const document::KindRow& kind = *document::find_kind_row(GetParam());
  document::Reader reader;
  RandomDocuments documents(run::is_long() ? run::seed() : 7);
  const std::size_t wanted = document_count();
  std::size_t valid = 0;
  for (std::size_t i = 0; valid < wanted && i < 20 * wanted; ++i) {
    const std::string body = documents.body(kind);
    const auto reading = reader.read(body);
    if (!reading || !reading->valid()) continue;
    ++valid;
    std::string text;
    const std::string difference = come_back(reader, body, directories()[valid % 2], &text);
    ASSERT_EQ(difference, "") << body << '\n' << text;
  }
  EXPECT_EQ(valid, wanted);
}

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const document::KindRow& kind : document::kinds()) names.push_back(kind.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Kinds, RandomRoundTrip, testing::ValuesIn(kind_names()),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace tradepost::edifact::round_trip_test
