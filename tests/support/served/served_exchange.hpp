#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "http/client.hpp"

namespace tradepost::served {

inline constexpr std::string_view operator_token = "operator-token-of-the-tests";

// A folder of its own, gone with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// `tradepost serve` as its own process, on a free port of 127.0.0.1. What it logs goes to a file
// beside its folder, and is shown where a test fails.
class ServedExchange {
 public:
  struct Options {
    std::string data;
    std::vector<std::string> flags = {};
    // NAME=VALUE, beside the operator's token.
    std::vector<std::string> environment = {};
    // The hard limit; 0: that of the tests.
    std::uint64_t open_files_max = 0;
    std::uint64_t address_space_max = 0;
    // A file of a control group, which takes the process in; empty: none.
    std::string group_file = {};
  };
  explicit ServedExchange(Options options);
  // Ends it as a service manager does, and expects it to end well.
  ~ServedExchange();
  ServedExchange(const ServedExchange&) = delete;
  ServedExchange& operator=(const ServedExchange&) = delete;

  std::uint16_t port() const { return port_; }
  int process() const { return process_; }
  // What it printed when it began, line by line.
  const std::vector<std::string>& first_lines() const { return first_lines_; }

  // Its log, of all its lives.
  std::string log() const;
  // The line of it that has all these texts. It is waited for, ten seconds at the most; where none
  // comes, the test fails.
  std::string log_line_with(std::initializer_list<std::string_view> texts) const;

  void signal(int number) const;
  // SIGTERM, and its exit status.
  int end();
  // Its exit status, after a signal.
  int wait();
  // SIGKILL.
  void kill();
  // Again on the same folder and port, after one of the two.
  void begin();

 private:
  std::vector<std::string> read_first_lines();

  const Options options_;
  int process_ = -1;
  std::FILE* output_ = nullptr;
  std::uint16_t port_ = 0;
  std::vector<std::string> first_lines_;
};

// An operator at work on one connection.
class Operator {
 public:
  explicit Operator(std::uint16_t port) : client_(port) {}

  http_tests::Answer asks(std::string_view method, std::string_view path,
                          std::string_view body = "");
  // Expected to be done; the answer's body.
  std::string does(std::string_view method, std::string_view path, std::string_view body);

 private:
  http_tests::Client client_;
};

}  // namespace tradepost::served
