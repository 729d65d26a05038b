#include "agent/sinks/folder_sink.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cctype>
#include <filesystem>
#include <set>

#include "base/crypto/sha256.hpp"
#include "base/files/whole_file.hpp"

namespace tradepost::agent {
namespace {

namespace fs = std::filesystem;
using client::Transaction;

class SinkIntoFolder : public testing::Test {
 public:
  SinkIntoFolder() { EXPECT_NE(::mkdtemp(place.data()), nullptr); }
  ~SinkIntoFolder() override { fs::remove_all(place); }

  std::string inbox() const { return place + "/inbox"; }
  FolderSink opens(std::optional<ConvertedFiles> converted = std::nullopt) const {
    auto sink = FolderSink::open(inbox(), std::move(converted));
    EXPECT_TRUE(sink);
    return *std::move(sink);
  }
  static void hands_over(FolderSink& sink, const Transaction& document) {
    const std::array batch{Delivery{.document = &document}};
    ASSERT_TRUE(sink.prepare(batch)) << document.id;
    EXPECT_EQ(sink.hand_over(batch).at(0).verdict, Verdict::processed) << document.id;
  }
  std::set<std::string> files(const std::string& below = "") const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(inbox() + below)) {
      if (entry.is_regular_file()) names.insert(entry.path().filename().string());
    }
    return names;
  }

  std::string place = testing::TempDir() + "tradepost-folder-sink-XXXXXX";
};

ConvertedFiles messages_that_await(std::optional<Awaited> awaited) {
  return {.format = FileFormat::edifact,
          .mappings = std::make_shared<const edifact::Mappings>(edifact::Mappings::of_project()),
          .directory = edifact::find_directory("D.01B"),
          .awaited = awaited};
}

const Transaction minimal_order{
    .id = "a",
    .type = "ORDER",
    .content = R"({"header":{"orderIdentifier":"PO-1","orderDate":"2026-11-30"},"items":[]})"};

std::string changed(const std::string& part, const std::string& prefix = "id-") {
  return prefix + base::sha256(part).hex();
}

TEST_F(SinkIntoFolder, names_a_file_after_a_plain_id_and_type) {
  FolderSink sink = opens();
  for (const char* const id : {"0197-a_B", "9"}) {
    hands_over(sink, {.id = id, .type = "DESPATCH_ADVICE"});
  }
  EXPECT_EQ(files(),
            (std::set<std::string>{"0197-a_B.DESPATCH_ADVICE.json", "9.DESPATCH_ADVICE.json"}));
}

TEST_F(SinkIntoFolder, malicious_id_that_is_an_option_gets_a_name_that_begins_with_a_letter) {
  FolderSink sink = opens();
  hands_over(sink, {.id = "-rf", .type = "ORDER", .json = "{}"});
  EXPECT_EQ(files(), std::set<std::string>{changed("-rf") + ".ORDER.json"});
  EXPECT_EQ(*base::read_whole(inbox() + "/" + changed("-rf") + ".ORDER.json", 100), "{}");
}

TEST_F(SinkIntoFolder, names_of_a_malicious_exchange_stay_different_and_in_the_folder) {
  FolderSink sink = opens();
  const std::vector<Transaction> documents{
      {.id = "-rf", .type = "ORDER"},
      {.id = "_rf", .type = "ORDER"},
      {.id = ".rf", .type = "ORDER"},
      {.id = changed("-rf"), .type = "ORDER"},
      {.id = "", .type = "ORDER"},
      {.id = "a", .type = ""},
      {.id = "a", .type = "-rf"},
      {.id = "a", .type = changed("-rf", "type-")},
      {.id = "a/b", .type = "ORDER"},
      {.id = "a_b", .type = "ORDER"},
      {.id = "a.b", .type = "c"},
      {.id = "a", .type = "b.c"},
      {.id = std::string("a\0b", 3), .type = "ORDER"},
      {.id = "../../a", .type = "ORDER"},
      {.id = "a", .type = "../../a"},
      {.id = std::string(64, 'a'), .type = "ORDER"},
      {.id = std::string(65, 'a'), .type = "ORDER"},
      {.id = std::string(5'000, 'a'), .type = std::string(5'000, 'b')}};
  for (const Transaction& document : documents) hands_over(sink, document);
  EXPECT_EQ(files().size(), documents.size());
  for (const std::string& name : files()) {
    EXPECT_TRUE(std::isalnum(static_cast<unsigned char>(name.front()))) << name;
    EXPECT_TRUE(name.ends_with(".json")) << name;
  }
  EXPECT_EQ(std::distance(fs::directory_iterator(place), {}), 1);
  EXPECT_TRUE(files("/.unfinished").empty());
}

TEST_F(SinkIntoFolder, document_with_a_changed_name_is_recalled_superseded_and_forgotten) {
  const Transaction older{.id = "-1", .type = "ORDER"};
  const Transaction newer{.id = "-2", .type = "ORDER", .replaces_id = "-1"};
  FolderSink sink = opens();
  hands_over(sink, older);
  const std::array batch{Delivery{.document = &newer}};
  ASSERT_TRUE(sink.prepare(batch));
  // Like after a crash, the document is not handed over.
  EXPECT_FALSE(*opens().recall(newer.id, newer.type));
  EXPECT_EQ(sink.hand_over(batch).at(0).verdict, Verdict::processed);
  EXPECT_TRUE(*opens().recall(newer.id, newer.type));
  EXPECT_EQ(files("/superseded"), std::set<std::string>{changed("-1") + ".ORDER.json"});
  ASSERT_TRUE(sink.prepare(batch));
  sink.forget(newer.id, newer.type);
  EXPECT_TRUE(files("/.unfinished").empty());
}

TEST_F(SinkIntoFolder, link_at_the_name_of_an_unfinished_document_does_not_count_as_handed_over) {
  FolderSink sink = opens();
  fs::create_symlink(place + "/nowhere", inbox() + "/.unfinished/a.ORDER.json");
  EXPECT_FALSE(*sink.recall("a", "ORDER"));
  EXPECT_TRUE(*sink.recall("b", "ORDER"));
}

// The setting may change while a hand-over is open.
TEST_F(SinkIntoFolder, document_is_recalled_in_the_format_of_its_hand_over) {
  const std::array batch{Delivery{.document = &minimal_order}};
  ASSERT_TRUE(opens().prepare(batch));
  FolderSink of_messages = opens(messages_that_await(std::nullopt));
  EXPECT_FALSE(*of_messages.recall("a", "ORDER"));
  of_messages.forget("a", "ORDER");
  ASSERT_TRUE(of_messages.prepare(batch));
  FolderSink of_ubl = opens(ConvertedFiles{.format = FileFormat::ubl});
  EXPECT_FALSE(*of_ubl.recall("a", "ORDER"));
  of_ubl.forget("a", "ORDER");
  EXPECT_TRUE(files("/.unfinished").empty());
  ASSERT_TRUE(of_ubl.prepare(batch));
  FolderSink of_json = opens();
  EXPECT_FALSE(*of_json.recall("a", "ORDER"));
  of_json.forget("a", "ORDER");
  EXPECT_TRUE(files("/.unfinished").empty());
}

TEST_F(SinkIntoFolder, document_without_ubl_is_not_recalled_as_handed_over) {
  const Transaction sales{.id = "a", .type = "SALES_REPORT", .content = "{}"};
  const std::array batch{Delivery{.document = &sales}};
  FolderSink sink = opens(ConvertedFiles{.format = FileFormat::ubl});
  ASSERT_TRUE(sink.prepare(batch));
  EXPECT_FALSE(*opens(ConvertedFiles{.format = FileFormat::ubl}).recall("a", "SALES_REPORT"));
  EXPECT_EQ(sink.hand_over(batch).at(0).verdict, Verdict::refused);
  sink.forget("a", "SALES_REPORT");
  EXPECT_TRUE(files("/.unfinished").empty());
  EXPECT_TRUE(files().empty());
}

TEST_F(SinkIntoFolder, message_that_awaits_an_answer_is_recalled_with_its_references) {
  const std::array batch{Delivery{.document = &minimal_order}};
  FolderSink sink = opens(messages_that_await(Awaited::aperak));
  ASSERT_TRUE(sink.prepare(batch));
  const Outcome outcome = sink.hand_over(batch).at(0);
  EXPECT_EQ(outcome.verdict, Verdict::awaited);
  EXPECT_EQ(outcome.message.number, "PO-1");
  const auto recalled = *opens(messages_that_await(Awaited::aperak)).recall("a", "ORDER");
  ASSERT_TRUE(recalled);
  EXPECT_EQ(recalled->verdict, Verdict::awaited);
  EXPECT_EQ(recalled->message.interchange, outcome.message.interchange);
  EXPECT_EQ(recalled->message.number, "PO-1");
  EXPECT_EQ(files(), std::set<std::string>{"a.ORDER.edi"});
}

TEST_F(SinkIntoFolder, setting_to_await_that_is_newer_than_a_hand_over_does_not_count_for_it) {
  const std::array batch{Delivery{.document = &minimal_order}};
  FolderSink sink = opens(messages_that_await(std::nullopt));
  ASSERT_TRUE(sink.prepare(batch));
  EXPECT_EQ(sink.hand_over(batch).at(0).verdict, Verdict::processed);
  const auto recalled = *opens(messages_that_await(Awaited::contrl)).recall("a", "ORDER");
  ASSERT_TRUE(recalled);
  EXPECT_EQ(recalled->verdict, Verdict::processed);
}

}  // namespace
}  // namespace tradepost::agent
