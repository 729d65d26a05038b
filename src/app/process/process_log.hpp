#pragma once

#include "base/log.hpp"
#include "base/log_buffer.hpp"

namespace tradepost::app {

// The log of a serving process. A buffer collects its lines for standard error.
class ProcessLog {
 public:
  // `clock` must outlive it.
  ProcessLog(const base::Clock& clock, base::LogOptions options)
      : lines_(clock, standard_error_, base::LogBuffer::lines_wait, options.form),
        log_(clock, lines_, options) {}
  ProcessLog(ProcessLog&&) = delete;

  const base::Log& log() const { return log_; }

 private:
  base::StandardErrorSink standard_error_;
  base::LogBuffer lines_;
  base::Log log_;
};

}  // namespace tradepost::app
