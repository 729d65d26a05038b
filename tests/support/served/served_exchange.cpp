#include "served/served_exchange.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <utility>

#include "polling.hpp"
#include "served/kept_in.hpp"
#include "served/network.hpp"
#include "tests/support/run.hpp"

namespace tradepost::served {

using process::Process;

ScratchFolder::ScratchFolder() : path_(testing::TempDir() + "tradepost-served-XXXXXX") {
  EXPECT_NE(::mkdtemp(path_.data()), nullptr);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ServedExchange::ServedExchange(Options options) : options_(std::move(options)) {
  begin();
}

ServedExchange::~ServedExchange() {
  if (process_) {
    EXPECT_EQ(end(), 0) << "the exchange did not end well";
  }
  if (testing::Test::HasFailure()) std::cerr << log();
}

void ServedExchange::begin() {
  std::vector<std::string> words = {options_.program, "serve",
                                    "--data",         options_.data,
                                    "--listen",       fmt::format("127.0.0.1:{}", port_)};
  if (const std::string store = store_of(options_.data); !store.empty()) {
    words.insert(words.end(), {"--store", store});
  }
  words.insert(words.end(), options_.flags.begin(), options_.flags.end());
  // The first value of a name is used.
  std::vector<std::string> environment = options_.environment;
  environment.push_back(fmt::format("TRADEPOST_OPERATOR_TOKEN={}", operator_token));
  for (const char* const name : {"PATH", "HOME", "ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"}) {
    if (const char* const value = run::variable(name))
      environment.push_back(fmt::format("{}={}", name, value));
  }
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::vector<char*> envp;
  for (std::string& variable : environment) envp.push_back(variable.data());
  envp.push_back(nullptr);

  const int log_file =
      ::open((options_.data + ".log").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const int group =
      options_.group_file.empty() ? -1 : ::open(options_.group_file.c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_TRUE(group >= 0 || options_.group_file.empty()) << options_.group_file;
  process_ = Process([&](Process::Pipes pipes) {
    ::dup2(pipes.output, STDOUT_FILENO);
    ::dup2(log_file, STDERR_FILENO);
    if (options_.open_files_max > 0) {
      const rlimit files{.rlim_cur = options_.open_files_max, .rlim_max = options_.open_files_max};
      ::setrlimit(RLIMIT_NOFILE, &files);
    }
    if (options_.address_space_max > 0) {
      const rlimit space{.rlim_cur = options_.address_space_max,
                         .rlim_max = options_.address_space_max};
      ::setrlimit(RLIMIT_AS, &space);
    }
    if (group >= 0) (void)!::write(group, "0", 1);
    ::execve(options_.program.c_str(), argv.data(), envp.data());
    ::_exit(127);
  });
  ::close(log_file);
  if (group >= 0) ::close(group);
  first_lines_ = read_first_lines();
}

// Reads up to the line that says that it serves.
std::vector<std::string> ServedExchange::read_first_lines() {
  std::vector<std::string> lines;
  while (const auto line = process_.line(std::chrono::minutes(5))) {
    lines.push_back(*line);
    const std::string& said = lines.back();
    if (!said.contains(" serves ")) continue;
    const std::string_view port = std::string_view(said).substr(said.rfind(':') + 1);
    const auto read = std::from_chars(port.data(), port.data() + port.size(), port_);
    EXPECT_EQ(read.ec, std::errc()) << said;
    return lines;
  }
  ADD_FAILURE() << "the exchange did not begin";
  return lines;
}

std::string ServedExchange::log() const {
  std::ifstream file(options_.data + ".log");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string ServedExchange::log_line_with(std::initializer_list<std::string_view> texts) const {
  const auto has_all = [&](std::string_view line) {
    return std::ranges::all_of(texts, [&](std::string_view text) { return line.contains(text); });
  };
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  do {
    std::istringstream lines(log());
    for (std::string line; std::getline(lines, line);) {
      if (has_all(line)) return line;
    }
    pause_between_looks();
  } while (std::chrono::steady_clock::now() < deadline);
  ADD_FAILURE() << "no line of the log has all of these texts";
  return {};
}

void ServedExchange::kill() {
  EXPECT_EQ(process_.end(SIGKILL), -SIGKILL);
}

http_tests::Answer Operator::asks(std::string_view method, std::string_view path,
                                  std::string_view body) {
  return ask(client_, operator_token, method, path, body);
}

std::string Operator::does(std::string_view method, std::string_view path, std::string_view body) {
  const auto answer = asks(method, path, body);
  EXPECT_EQ(answer.status / 100, 2) << method << " " << path << " " << body << "\n" << answer.body;
  return answer.body;
}

}  // namespace tradepost::served
