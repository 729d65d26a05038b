#include "store/postgres/pools.hpp"

#include <algorithm>

namespace tradepost::store::postgres {
namespace {

Pool::Options pool_of(const char* name, unsigned threads, const PostgresOptions& options) {
  return {.name = name, .threads = threads, .waiting_max = options.waiting_max};
}

Pool::MakeTool linking(const PostgresOptions& options, Ending& ending) {
  return [&options, &ending] { return Link(options.link, ending); };
}

}  // namespace

Pools::Pools(const PostgresOptions& options, Ending& ending)
    : usual(pool_of("database", options.connections, options), linking(options, ending)),
      pages(pool_of("pages", options.page_connections, options), linking(options, ending)),
      directory(pool_of("directory", 1, options), linking(options, ending)) {}

Until until(Deadline deadline, const base::Executor& executor) {
  constexpr Deadline::duration longest = std::chrono::hours(24);
  return std::chrono::steady_clock::now() + std::min(deadline - executor.now(), longest);
}

}  // namespace tradepost::store::postgres
