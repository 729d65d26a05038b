#include "served/desk.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>

#include "base/ground/check.hpp"
#include "served/binary.hpp"

namespace tradepost::served {

namespace fs = std::filesystem;
using process::Process;

namespace {

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

Desk::Desk() {
  auto name = testing::TempDir() + "tradepost-desk-XXXXXX";
  CHECK(::mkdtemp(name.data()) != nullptr);
  folder_ = name;
  fs::create_directory(folder_ / "in");
}

Desk::~Desk() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Desk::set(const std::string& variable, const std::string& value) {
  environment_[variable] = value;
}

std::string Desk::line_with(const std::string& words) const {
  std::string line = fmt::format("cd '{}/in' && ", folder_.string());
  for (const char* name : {"URL", "TOKEN", "OPERATOR_TOKEN", "FIELD_WORD"}) {
    line += fmt::format("unset TRADEPOST_{}; ", name);
  }
  line += fmt::format("export tradepost='{}'; ", served::binary());
  for (const auto& [name, value] : environment_) {
    if (!value.empty()) line += fmt::format("export {}='{}'; ", name, value);
  }
  return line + words;
}

Ended Desk::shell(const std::string& line, std::string_view standard_input) const {
  std::ofstream(folder_ / "stdin", std::ios::binary) << standard_input;
  const std::string command =
      fmt::format("{{ {} ; }} <'{}/stdin' >'{}/stdout' 2>'{}/stderr'", line_with(line),
                  folder_.string(), folder_.string(), folder_.string());
  const int status = std::system(command.c_str());
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
          .out = text_of(folder_ / "stdout"),
          .err = text_of(folder_ / "stderr")};
}

Ended Desk::tradepost(const std::string& words, std::string_view standard_input,
                      std::string_view by) const {
  return shell(fmt::format("{} \"$tradepost\" {}", by, words), standard_input);
}

Process Desk::begin(const std::string& words) const {
  return begin_shell(
      fmt::format("exec \"$tradepost\" {} </dev/null >>'{}/begun' 2>&1", words, folder_.string()));
}

Process Desk::begin_shell(const std::string& command) const {
  const std::string line = line_with(command);
  return Process([&](Process::Pipes) {
    ::execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
    ::_exit(127);
  });
}

std::string Desk::said() const {
  return text_of(folder_ / "begun");
}

void Desk::write(const std::string& below, std::string_view text) const {
  fs::create_directories(path(below).parent_path());
  std::ofstream file(path(below), std::ios::binary);
  file << text;
  file.close();
  EXPECT_TRUE(file.good()) << below << " can't be written.";
}

std::string Desk::read(const std::string& below) const {
  return text_of(path(below));
}

std::vector<std::string> Desk::names_in(const std::string& below) const {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path(below), error)) {
    names.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string danger_in(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const bool is_end_of_line = byte == '\n' && !text.substr(at + 1).starts_with("forged");
    const bool is_control = (byte < 0x20 && !is_end_of_line) || byte == 0x7f;
    const bool is_c1 =
        byte == 0xc2 && at + 1 < text.size() && static_cast<unsigned char>(text[at + 1]) < 0xa0;
    const auto around = text.substr(at - std::min<std::size_t>(at, 40), 80);
    if (is_control || is_c1) return fmt::format("byte {:#x} at {}: {}", byte, at, around);
  }
  return {};
}

}  // namespace tradepost::served
