#pragma once

#include <memory>
#include <string>

#include "agent/sinks/database_sink.hpp"

struct pg_conn;
struct pg_result;

namespace tradepost::agent {

class PostgresSink final : public DatabaseSink {
 public:
  // Connects at the first document, and again after a failure. An unreachable database does not
  // fail open().
  static base::Result<std::unique_ptr<Sink>> open(const std::string& address,
                                                  const std::string& bridge);

 private:
  struct Finish {
    void operator()(pg_conn* connection) const;
  };
  struct Clear {
    void operator()(pg_result* result) const;
  };
  using Answer = std::unique_ptr<pg_result, Clear>;

  PostgresSink(std::string address, std::string bridge)
      : address_(std::move(address)), bridge_(std::move(bridge)) {}
  base::Done insert(std::span<const Delivery> batch) override;
  bool is_away() const override { return connection_ == nullptr; }
  base::Done connect();
  base::Done insert_all(std::span<const Delivery> batch);
  base::Result<Answer> ask(const char* sql, std::initializer_list<const std::string*> values = {});
  base::Error error() const;

  std::string address_;
  std::string bridge_;
  std::unique_ptr<pg_conn, Finish> connection_;  // null: none
};

}  // namespace tradepost::agent
