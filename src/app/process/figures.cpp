#include "app/process/figures.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/metrics.hpp"

namespace tradepost::app {
namespace {

double resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE));
}

double open_files() {
  std::error_code ignored;
  const std::filesystem::directory_iterator files("/proc/self/fd", ignored);
  return static_cast<double>(std::distance(begin(files), end(files)));
}

}  // namespace

void append_process_lines(std::string& text, base::Instant began) {
  base::append_gauge(text, "process_resident_memory_bytes", "Resident memory of the process.",
                     resident_bytes());
  base::append_gauge(text, "process_open_fds", "Open files and connections.", open_files());
  base::append_time(text, "process_start_time_seconds",
                    "Start time of the process, in seconds since the epoch.", began);
}

}  // namespace tradepost::app
