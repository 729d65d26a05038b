#pragma once

#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "http/client.hpp"
#include "process/process.hpp"
#include "served/binary.hpp"

namespace tradepost::served {

inline constexpr std::string_view operator_token = "operator-token-of-the-tests";

// A temporary folder, removed with the object.
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

// `tradepost serve` as a separate process, on a free port of 127.0.0.1. Its log goes to a file next
// to its folder, and is shown if a test fails.
class ServedExchange {
 public:
  struct Options {
    std::string data;
    std::vector<std::string> flags = {};
    // NAME=VALUE, in addition to the operator's token.
    std::vector<std::string> environment = {};
    // The hard limit; 0: the limit of the tests.
    std::uint64_t open_files_max = 0;
    std::uint64_t address_space_max = 0;
    // A file of a control group that the process joins; empty: none.
    std::string group_file = {};
    std::string program = binary();
  };
  explicit ServedExchange(Options options);
  // Ends the process with SIGTERM, and expects it to succeed.
  ~ServedExchange();
  ServedExchange(const ServedExchange&) = delete;
  ServedExchange& operator=(const ServedExchange&) = delete;

  std::uint16_t port() const { return port_; }
  int process() const { return process_.id(); }
  // The lines that it printed at the start.
  const std::vector<std::string>& first_lines() const { return first_lines_; }

  // Returns its log, including earlier runs.
  std::string log() const;
  // Waits up to ten seconds for a log line that has all these texts, and returns it. If there is
  // none, the test fails.
  std::string log_line_with(std::initializer_list<std::string_view> texts) const;

  void signal(int number) const { process_.signal(number); }
  // Sends SIGTERM, and returns the exit status.
  int end() { return process_.end(); }
  // Waits for the process to end after a signal, and returns its exit status.
  int wait() { return process_.wait(); }
  // Sends SIGKILL.
  void kill();
  // Starts it again on the same folder and port, after end(), wait() or kill().
  void begin();

 private:
  std::vector<std::string> read_first_lines();

  const Options options_;
  process::Process process_;
  std::uint16_t port_ = 0;
  std::vector<std::string> first_lines_;
};

// An operator's client, with one connection.
class Operator {
 public:
  explicit Operator(std::uint16_t port) : client_(port) {}

  http_tests::Answer asks(std::string_view method, std::string_view path,
                          std::string_view body = "");
  // Expects success, and returns the body of the answer.
  std::string does(std::string_view method, std::string_view path, std::string_view body);

 private:
  http_tests::Client client_;
};

}  // namespace tradepost::served
