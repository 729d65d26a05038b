#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/ground/result.hpp"

namespace tradepost::agent {

// One run of a program for one document. A process of its own watches over it, which outlives the
// agent: an agent that was killed finds out how the run ended, and does not run it twice.
struct ProgramRun {
  std::vector<std::string> command;           // the program's path, and its arguments
  std::vector<std::string> environment = {};  // NAME=VALUE
  std::chrono::seconds timeout{60};
  // The files of the run are FILES.input, which has the document, FILES.lock, which is locked as
  // long as anybody watches, and FILES.result.
  std::string files;
};

struct RunEnd {
  enum class How { exited, killed, timed_out };
  How how = How::exited;
  int number = 0;      // of the exit code, or of the signal
  std::string errors;  // the beginning of what it wrote to standard error
};

// Returns when the run has ended.
base::Result<RunEnd> run_program(const ProgramRun& run);
// How a run ended that an earlier agent began, after waiting for its end. Nothing: it was not
// begun, or the machine went down meanwhile.
base::Result<std::optional<RunEnd>> recall_run(const ProgramRun& run);
void forget_run(const std::string& files);

}  // namespace tradepost::agent
