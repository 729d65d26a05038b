#include "app/serve/open_files.hpp"

#include <sys/resource.h>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <thread>

#include "base/ground/resource_limits.hpp"
#include "base/ground/simulated_limits.hpp"

namespace tradepost::app {
namespace {

namespace limits = base::limits;

// Returns the number of files for everything but connections and the store.
std::uint64_t of_others(const ServeOptions& options) {
  const std::uint64_t loops =
      options.threads > 0 ? options.threads : std::max(1u, std::thread::hardware_concurrency());
  std::uint64_t files = limits::open_files_of_process + limits::open_files_of_webhooks;
  files += loops * (limits::open_files_of_loop + limits::refused_at_once_max);
  if (options.metrics_listen) {
    files += limits::open_files_of_loop + limits::refused_at_once_max;
    files += limits::metrics_connections_max;
  }
  if (options.simulated_partners) {
    files += limits::open_files_of_loop + limits::refused_at_once_max;
    files += 2 * limits::simulated_connections_max;  // both ends are in this process
  }
  return files;
}

base::Error too_few(std::uint64_t open_files_max, std::uint64_t needed) {
  return base::Error(
      base::ErrorCode::unavailable,
      base::CallerText(fmt::format("The system allows this process {} open files, and it needs at "
                                   "least {}. Raise the limit: ulimit -n, or LimitNOFILE= of a "
                                   "service.",
                                   open_files_max, needed)),
      base::LogText("RLIMIT_NOFILE"));
}

// Each thread of the store has a socket.
constexpr std::uint64_t files_of_database = 16;

base::Result<OpenFiles> beside_database(std::uint64_t open_files_max, std::uint64_t others,
                                        std::size_t wanted) {
  const std::uint64_t set_aside = others + files_of_database;
  const std::uint64_t needed = set_aside + std::min(wanted, limits::connections_least);
  if (open_files_max < needed) return base::refuse(too_few(open_files_max, needed));
  const auto left = std::min<std::uint64_t>(wanted, open_files_max - set_aside);
  return OpenFiles{.connections = static_cast<std::size_t>(left), .of_index = 0, .of_journal = 0};
}

}  // namespace

std::uint64_t raise_open_files_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return std::numeric_limits<std::uint64_t>::max();
  const rlimit before = limit;
  limit.rlim_cur = limit.rlim_max;
  return ::setrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_max : before.rlim_cur;
}

base::Result<OpenFiles> share_out(std::uint64_t open_files_max, const ServeOptions& options) {
  const std::uint64_t others = of_others(options);
  if (options.database) return beside_database(open_files_max, others, options.connections.in_all);
  const std::uint64_t ample = others + limits::segments_open_max + limits::index_files_ample;
  const std::size_t wanted = options.connections.in_all;
  if (open_files_max >= ample + wanted) {
    return OpenFiles{
        .connections = wanted, .of_index = -1, .of_journal = limits::segments_open_max};
  }
  const std::uint64_t of_index =
      std::max<std::uint64_t>(open_files_max / 8, limits::index_files_least);
  const std::uint64_t set_aside =
      others + limits::segments_open_least + of_index + limits::index_files_spare;
  const std::uint64_t needed = set_aside + std::min(wanted, limits::connections_least);
  if (open_files_max < needed) return base::refuse(too_few(open_files_max, needed));
  return OpenFiles{.connections = static_cast<std::size_t>(
                       std::min<std::uint64_t>(wanted, open_files_max - set_aside)),
                   .of_index = static_cast<int>(of_index),
                   .of_journal = limits::segments_open_least};
}

}  // namespace tradepost::app
