#include "app/serve/memory_limit.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string_view>
#include <thread>

#include "base/ground/resource_limits.hpp"

namespace tradepost::app {
namespace {

namespace limits = base::limits;

constexpr std::uint64_t MiB = 1u << 20;

// Returns the first number of a file; nullopt if it does not exist or begins with a word (`max`).
std::optional<std::uint64_t> number_of_file(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;
}

// Returns the lowest limit of a group and of the groups around it. In a container the path is often
// the machine's, while the group itself is mounted at the top. So all levels are read.
std::uint64_t least_of_groups(const std::string& mount, std::string path, std::string_view file) {
  std::uint64_t least = MemoryLimit::none;
  for (;;) {
    const auto bytes = number_of_file(fmt::format("{}{}/{}", mount, path, file));
    least = std::min(least, bytes.value_or(MemoryLimit::none));
    if (path.empty()) return least;
    path.resize(path.rfind('/'));
  }
}

// Lines are `number:controllers:/path`. A line without controllers is the hierarchy of version 2.
std::uint64_t limit_of_control_group() {
  std::uint64_t least = MemoryLimit::none;
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const auto controllers = line.find(':') + 1;
    const auto path = line.find(':', controllers) + 1;
    if (controllers == 0 || path == 0) continue;
    const std::string of = "," + line.substr(controllers, path - 1 - controllers) + ",";
    const std::string below = line.substr(path) == "/" ? "" : line.substr(path);
    if (of == ",,") {
      least = std::min(least, least_of_groups("/sys/fs/cgroup", below, "memory.max"));
    } else if (of.contains(",memory,")) {
      least =
          std::min(least, least_of_groups("/sys/fs/cgroup/memory", below, "memory.limit_in_bytes"));
    }
  }
  return least;
}

std::uint64_t memory_of_machine() {
  const auto pages = ::sysconf(_SC_PHYS_PAGES);
  const auto page_bytes = ::sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page_bytes <= 0) return MemoryLimit::none;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes);
}

std::uint64_t beside_transfers(const ServeOptions& options) {
  const std::uint64_t process = limits::memory_of_process + options.webhook_log.bytes +
                                (options.request_log ? options.request_log->bytes : 0);
  if (options.database) return process;
  return options.store.index.cache_bytes + options.store.journal.tail_bytes + process;
}

std::uint64_t left_of(std::uint64_t whole, std::uint64_t part) {
  return whole > part ? whole - part : 0;
}

base::Error too_little(std::uint64_t bytes, std::uint64_t needed) {
  return base::Error(
      base::ErrorCode::unavailable,
      base::CallerText(fmt::format("The system allows this process {} MiB of address space, and it "
                                   "needs at least {}. Raise the limit: ulimit -v, or LimitAS= of "
                                   "a service.",
                                   bytes / MiB, needed / MiB)),
      base::LogText("RLIMIT_AS"));
}

}  // namespace

MemoryLimit memory_limit() {
  MemoryLimit limit{.address_space = MemoryLimit::none,
                    .resident = std::min(memory_of_machine(), limit_of_control_group())};
  rlimit space{};
  if (::getrlimit(RLIMIT_AS, &space) == 0 && space.rlim_cur != RLIM_INFINITY) {
    limit.address_space = space.rlim_cur;
  }
  return limit;
}

base::Result<std::uint64_t> transfer_bytes_within(const MemoryLimit& limit,
                                                  const ServeOptions& options) {
  const std::uint64_t wanted = options.transfer_bytes;
  const std::uint64_t beside = beside_transfers(options);
  // A smaller group is the operator's choice. It suffices for a low load.
  const std::uint64_t resident =
      std::max<std::uint64_t>(left_of(limit.resident, beside), limits::transfer_bytes_min);
  const std::uint64_t cores = std::max(1u, std::thread::hardware_concurrency());
  const std::uint64_t reserved =
      beside + limits::address_space_of_process + cores * limits::address_space_of_core;
  const std::uint64_t needed = reserved + limits::transfer_bytes_min;
  if (limit.address_space < needed) return base::refuse(too_little(limit.address_space, needed));
  return std::min({wanted, resident, left_of(limit.address_space, reserved)});
}

}  // namespace tradepost::app
