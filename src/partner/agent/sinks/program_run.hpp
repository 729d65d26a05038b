#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/ground/result.hpp"

namespace tradepost::agent {

// One run of a program for one document. A separate process watches the run and outlives the agent,
// so that the next agent learns the result and does not run the program twice.
struct ProgramRun {
  std::vector<std::string> command;           // path of the program, and its arguments
  std::vector<std::string> environment = {};  // NAME=VALUE
  std::chrono::seconds timeout{60};
  // Path prefix of the run's files: FILES.input has the document, FILES.lock is locked while the
  // watcher runs, FILES.result has the result.
  std::string files;
};

struct RunEnd {
  enum class How { exited, killed, timed_out };
  How how = How::exited;
  int number = 0;      // exit code or signal
  std::string errors;  // first bytes of standard error
};

// Returns after the run has ended.
base::Result<RunEnd> run_program(const ProgramRun& run);
// Waits for the end of a run that an earlier agent began, and returns its result. nullopt: the run
// was not begun, or the machine went down before it ended.
base::Result<std::optional<RunEnd>> recall_run(const ProgramRun& run);
void forget_run(const std::string& files);

}  // namespace tradepost::agent
