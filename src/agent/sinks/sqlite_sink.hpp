#pragma once

#include <memory>
#include <optional>
#include <string>

#include "agent/sinks/database_sink.hpp"
#include "agent/sqlite/database.hpp"

namespace tradepost::agent {

class SqliteSink final : public DatabaseSink {
 public:
  static base::Result<std::unique_ptr<Sink>> open(const std::string& path,
                                                  const std::string& bridge);

 private:
  SqliteSink(Database database, std::string bridge)
      : database_(std::move(database)), bridge_(std::move(bridge)) {}
  base::Done insert(std::span<const Delivery> batch) override;

  Database database_;
  std::string bridge_;
};

}  // namespace tradepost::agent
