#pragma once

#include "base/log.hpp"
#include "base/log_buffer.hpp"

namespace tradepost::app {

// The log of a serving process. A buffer collects its lines for a file, which is standard error for
// most commands.
class ProcessLog {
 public:
  // `clock` must outlive it.
  ProcessLog(const base::Clock& clock, base::LogOptions options, int descriptor)
      : output_(descriptor),
        lines_(clock, output_, base::LogBuffer::lines_wait, options.form),
        log_(clock, lines_, options) {}
  ProcessLog(ProcessLog&&) = delete;

  const base::Log& log() const { return log_; }

 private:
  base::DescriptorSink output_;
  base::LogBuffer lines_;
  base::Log log_;
};

}  // namespace tradepost::app
