#include "agent/sinks/database_sink.hpp"

#include "agent/sinks/postgres_sink.hpp"
#include "agent/sinks/sqlite_sink.hpp"

namespace tradepost::agent {

base::Result<std::unique_ptr<Sink>> DatabaseSink::open(const std::string& address,
                                                       const std::string& bridge) {
  constexpr std::string_view sqlite = "sqlite:";
  if (address.starts_with(sqlite)) {
    return SqliteSink::open(address.substr(sqlite.size()), bridge);
  }
  if (address.starts_with("postgres://") || address.starts_with("postgresql://")) {
    return PostgresSink::open(address, bridge);
  }
  return base::refuse(
      {base::ErrorCode::invalid,
       base::CallerText("A database is sqlite:PATH or postgres://USER@HOST/NAME.")});
}

std::vector<Outcome> DatabaseSink::hand_over(std::span<const Delivery> batch) {
  if (insert(batch)) return std::vector<Outcome>(batch.size());
  // Inserts one by one, so that a row that the database refuses does not stop the others. If the
  // database is away, the rest is not tried: each document would wait for the connection timeout.
  std::vector<Outcome> outcomes;
  std::string why_away;
  for (std::size_t place = 0; place < batch.size(); ++place) {
    if (!why_away.empty()) {
      outcomes.push_back(later(why_away));
      continue;
    }
    const auto inserted = insert(batch.subspan(place, 1));
    outcomes.push_back(inserted ? Outcome{} : later(inserted.error().text().str()));
    if (!inserted && is_away()) why_away = inserted.error().text().str();
  }
  return outcomes;
}

}  // namespace tradepost::agent
