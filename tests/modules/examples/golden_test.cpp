// The file examples/<kind>/<name>.json is a document, and <name>.golden has the result of reading
// it. ./test --refresh writes the golden files again: review the diff as part of the change.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/text/json_writer.hpp"
#include "document/read.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"

// Covers contract 1.3 and 4.2.
namespace tradepost::examples {
namespace {

namespace fs = std::filesystem;
using document::Finding;
using document::KindRow;
using document::Reader;
using document::Reading;

constexpr std::string_view golden_ending = ".golden";

fs::path folder_of(const KindRow& kind) {
  return fs::path(source_dir()) / "examples" / kind.word;
}

std::vector<fs::path> files_in(const fs::path& folder, std::string_view extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(base::JsonWriter& json, std::string_view key, std::span<const Finding> findings) {
  json.key(key).begin_array();
  for (const auto& finding : findings) {
    json.begin_object();
    json.key("code").string(finding.code).key("path").string(finding.path);
    json.key("message").string(finding.message);
    json.end_object();
  }
  json.end_array();
}

std::string golden_text(const Reading& reading) {
  base::JsonWriter json(base::JsonWriter::Layout::indented);
  json.begin_object();
  write(json, "faults", reading.faults.named());
  write(json, "warnings", reading.warnings.named());
  json.end_object();
  return std::move(json).finish() + "\n";
}

fs::path golden_of(fs::path document) {
  return document.replace_extension(golden_ending);
}

// Calls look(path, reading) for every example of a kind.
template <typename Look>
void each_example(const KindRow& kind, Look&& look) {
  for (const auto& path : files_in(folder_of(kind), ".json")) {
    const testing::ScopedTrace trace(__FILE__, __LINE__, path.string());
    const auto body = text_of(path);
    const auto reading = Reader().read(body);
    EXPECT_TRUE(reading.has_value());
    if (reading) look(path, *reading);
  }
}

TEST(Examples, reading_says_what_the_golden_file_says) {
  for (const auto& kind : document::kinds()) {
    each_example(kind, [](const fs::path& path, const Reading& reading) {
      const auto golden = golden_of(path);
      if (run::writes_goldens()) std::ofstream(golden, std::ios::binary) << golden_text(reading);
      ASSERT_TRUE(fs::exists(golden)) << "is missing; ./test --refresh examples writes it";
      EXPECT_EQ(text_of(golden), golden_text(reading)) << "./test --refresh examples accepts it";
    });
  }
}

TEST(Examples, golden_file_without_a_document_is_none) {
  for (const auto& kind : document::kinds()) {
    for (auto path : files_in(folder_of(kind), golden_ending))
      EXPECT_TRUE(fs::exists(path.replace_extension(".json"))) << path;
  }
}

TEST(Examples, every_kind_has_a_folder_and_its_other_files) {
  std::vector<std::string> folders;
  for (const auto& entry : fs::directory_iterator(fs::path(source_dir()) / "examples")) {
    if (entry.is_directory()) folders.push_back(entry.path().filename());
  }
  std::vector<std::string> words = {"client", "sales"};
  for (const auto& kind : document::kinds()) words.emplace_back(kind.word);
  std::ranges::sort(folders);
  std::ranges::sort(words);
  EXPECT_EQ(folders, words);
}

TEST(Examples, every_kind_has_those_that_show_it) {
  for (const auto& kind : document::kinds()) {
    for (const std::string_view name :
         {"minimal.json", "full.json", "lifelike.json", "warnings.json"})
      EXPECT_TRUE(fs::exists(folder_of(kind) / name)) << kind.name << " has no " << name;
    const auto files = files_in(folder_of(kind), ".json");
    EXPECT_TRUE(std::ranges::any_of(files, [](const fs::path& path) {
      return path.filename().string().starts_with("faulty_");
    })) << kind.name;
  }
}

TEST(Examples, each_is_of_the_kind_of_its_folder) {
  for (const auto& kind : document::kinds()) {
    each_example(kind, [&](const fs::path&, const Reading& reading) {
      EXPECT_EQ(reading.document.kind, kind.kind);
    });
  }
}

TEST(Examples, each_has_what_its_name_says) {
  for (const auto& kind : document::kinds()) {
    each_example(kind, [](const fs::path& path, const Reading& reading) {
      const auto name = path.stem().string();
      EXPECT_EQ(!reading.faults.empty(), name.starts_with("faulty_"));
      const bool may_have_warnings = name == "warnings" || name.starts_with("faulty_");
      EXPECT_TRUE(may_have_warnings || reading.warnings.empty());
      EXPECT_TRUE(name != "warnings" || !reading.warnings.empty());
    });
  }
}

// The compact form of a document is the same document.
TEST(Examples, document_without_white_space_reads_the_same) {
  for (const auto& kind : document::kinds()) {
    each_example(kind, [](const fs::path& path, const Reading& reading) {
      if (path.stem().extension() != ".min") return;
      auto twin = path;
      twin.replace_filename(path.stem().stem().string() + ".json");
      const auto body = text_of(twin);
      const auto other = Reader().read(body);
      ASSERT_TRUE(other.has_value());
      EXPECT_EQ(reading.document.content, other->document.content);
      EXPECT_EQ(reading.document.digest, other->document.digest);
    });
  }
}

}  // namespace
}  // namespace tradepost::examples
