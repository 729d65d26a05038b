#pragma once

#include <memory>
#include <string>

#include "agent/sinks/sink.hpp"

namespace tradepost::agent {

// A row for each document in the table tradepost_document of a database: sqlite:PATH, or
// postgres://… The row and the mark that it was delivered, in tradepost_delivered, are one
// transaction. So the rows may be taken away, and no document comes twice.
class DatabaseSink : public Sink {
 public:
  static base::Result<std::unique_ptr<Sink>> open(const std::string& address,
                                                  const std::string& bridge);

  std::size_t batch_max() const override { return 100; }
  // The mark says it again.
  base::Result<std::optional<Outcome>> recall(const std::string& /*id*/,
                                              const std::string& /*type*/) override {
    return std::optional<Outcome>();
  }
  std::vector<Outcome> hand_over(std::span<const Delivery> batch) final;

 protected:
  // All of them or none; an error after a commit says nothing about it.
  virtual base::Done insert(std::span<const Delivery> batch) = 0;
  // After an error: whether nothing else can be inserted now, either.
  virtual bool is_away() const { return false; }
};

}  // namespace tradepost::agent
