#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "agent/sinks/program_run.hpp"
#include "agent/sinks/sink.hpp"

namespace tradepost::agent {

// Runs a program for each document. Standard input has the content, the environment describes the
// document. Exit code 0 means processed. exit_code_refused means faulty, with the reason on
// standard error. Any other end causes a retry.
class ProgramSink final : public Sink {
 public:
  static constexpr int exit_code_refused = 65;  // EX_DATAERR of sysexits.h

  struct Settings {
    std::vector<std::string> command;
    std::string folder;  // has the files of the runs
    std::string bridge;
    std::chrono::seconds timeout{60};
  };
  static base::Result<ProgramSink> open(Settings settings);

  std::size_t batch_max() const override { return 1; }
  base::Done prepare(std::span<const Delivery> batch) override;
  std::vector<Outcome> hand_over(std::span<const Delivery> batch) override;
  base::Result<std::optional<Outcome>> recall(const std::string& id,
                                              const std::string& type) override;
  void forget(const std::string& id, const std::string& type) override;
  void clear_away(const IsSettled& is_settled) override;

 private:
  explicit ProgramSink(Settings settings) : settings_(std::move(settings)) {}
  ProgramRun run_of(const std::string& id) const;
  Outcome outcome_of(const RunEnd& end) const;

  Settings settings_;
};

}  // namespace tradepost::agent
