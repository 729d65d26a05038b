#pragma once

#include <memory>
#include <optional>
#include <string>

#include "agent/sinks/database_sink.hpp"
#include "sqlite/database.hpp"

namespace tradepost::agent {

class SqliteSink final : public DatabaseSink {
 public:
  static base::Result<std::unique_ptr<Sink>> open(const std::string& path,
                                                  const std::string& bridge);

 private:
  SqliteSink(sqlite::Database database, std::string bridge)
      : database_(std::move(database)), bridge_(std::move(bridge)) {}
  base::Done insert(std::span<const Delivery> batch) override;

  sqlite::Database database_;
  std::string bridge_;
};

}  // namespace tradepost::agent
