// A file <number>-<name>.v<version> in this folder has the bytes of both samples of a kind. It
// stays when a newer version comes.
// ./test --refresh rewrites the files of the current versions. A difference in a released version
// means that existing journals become unreadable. The first inputs of fuzz/payload.cpp are made
// from the same bytes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "base/text/text.hpp"
#include "embedded_store/payloads/samples.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"

namespace tradepost::store::embedded::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t bytes_of_line = 32;

fs::path golden_folder() {
  return fs::path(source_dir()) / "tests/modules/embedded_store/payloads";
}
fs::path inputs_folder() {
  return fs::path(source_dir()) / "fuzz/corpus/payload";
}

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string name_of(const Sample& sample, std::uint8_t version) {
  return fmt::format("{}-{}.v{}", sample.kind, sample.name, version);
}

// Returns a title, and the bytes in lines below.
std::string hex_text(std::string_view title, std::string_view bytes) {
  std::string text(title);
  text += '\n';
  for (std::size_t at = 0; at < bytes.size(); at += bytes_of_line)
    text += base::hex(bytes.substr(at, bytes_of_line)) + '\n';
  return text;
}

std::string golden_text(const Sample& sample) {
  std::string text;
  for (const auto* payload : {&sample.full, &sample.bare}) {
    const std::string which = payload == &sample.full ? "full" : "bare";
    const auto record = stored_alone(*payload);
    text += hex_text(which + " head", record.head);
    if (record.body) text += hex_text(which + " body", *record.body);
  }
  return text;
}

std::string bytes_of_hex(std::string_view digits) {
  std::string bytes;
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2) {
    unsigned byte = 0;
    std::from_chars(digits.data() + at, digits.data() + at + 2, byte, 16);
    bytes.push_back(static_cast<char>(byte));
  }
  return bytes;
}

struct Golden {
  Stored full;
  Stored bare;
};

Golden golden_in(const fs::path& path, std::uint16_t kind, std::uint8_t version) {
  Golden golden;
  std::istringstream lines(text_of(path));
  std::string* into = nullptr;
  for (std::string line; std::getline(lines, line);) {
    const bool is_title = line.find(' ') != std::string::npos;
    if (!is_title) {
      into->append(bytes_of_hex(line));
      continue;
    }
    auto& record = line.starts_with("full") ? golden.full : golden.bare;
    record.kind = kind;
    record.version = version;
    into = line.ends_with("head") ? &record.head : &record.body.emplace();
  }
  return golden;
}

// Returns the record in the format of fuzz/payload.cpp.
std::string fuzz_input(const Stored& record) {
  std::string input;
  const auto put = [&](std::uint32_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) input.push_back(static_cast<char>(value >> (8 * i)));
  };
  put(record.kind, 2);
  put(record.version, 1);
  put(record.body.has_value() ? 1 : 0, 1);
  put(static_cast<std::uint32_t>(record.head.size()), 4);
  return input + record.head + record.body.value_or("");
}

void expect_file(const fs::path& path, const std::string& text) {
  if (run::writes_goldens()) {
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
  }
  ASSERT_TRUE(fs::exists(path)) << path << " is missing; ./test --refresh payload writes it";
  EXPECT_TRUE(text_of(path) == text) << path << "; ./test --refresh payload accepts it";
}

TEST(PayloadGolden, is_what_is_written_today) {
  for (const Sample& sample : samples()) {
    const auto name = name_of(sample, stored_alone(sample.full).version);
    expect_file(golden_folder() / name, golden_text(sample));
  }
}

TEST(PayloadGolden, of_every_version_is_still_read) {
  std::set<std::uint16_t> seen;
  for (const auto& entry : fs::directory_iterator(golden_folder())) {
    const auto name = entry.path().filename().string();
    if (!base::is_ascii_digit(name.front())) continue;
    const auto sample = std::ranges::find_if(samples(), [&](const Sample& one) {
      return name.starts_with(fmt::format("{}-{}.v", one.kind, one.name));
    });
    ASSERT_TRUE(sample != samples().end()) << name << " is of no kind";
    const auto version = static_cast<std::uint8_t>(std::atoll(name.c_str() + name.find(".v") + 2));
    const auto golden = golden_in(entry.path(), sample->kind, version);
    const auto full = read(golden.full);
    ASSERT_TRUE(full) << name;
    EXPECT_TRUE(is_same(*full, sample->full)) << name;
    const auto bare = read(golden.bare);
    ASSERT_TRUE(bare) << name;
    EXPECT_TRUE(is_same(*bare, sample->bare)) << name;
    seen.insert(sample->kind);
  }
  EXPECT_EQ(seen.size(), samples().size());
}

TEST(PayloadGolden, bytes_are_the_first_inputs_of_the_fuzz_entry) {
  for (const Sample& sample : samples()) {
    const auto full = stored_alone(sample.full);
    const auto name = name_of(sample, full.version);
    expect_file(inputs_folder() / (name + "-full"), fuzz_input(full));
    expect_file(inputs_folder() / (name + "-bare"), fuzz_input(stored_alone(sample.bare)));
  }
}

}  // namespace
}  // namespace tradepost::store::embedded::testing
