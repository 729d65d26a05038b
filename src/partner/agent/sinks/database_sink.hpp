#pragma once

#include <memory>
#include <string>

#include "agent/sinks/sink.hpp"

namespace tradepost::agent {

// Inserts a row for each document into the table tradepost_document of a database: sqlite:PATH or
// postgres://… The same transaction inserts a mark into tradepost_delivered. So rows can be
// deleted, and no document is inserted twice.
class DatabaseSink : public Sink {
 public:
  static base::Result<std::unique_ptr<Sink>> open(const std::string& address,
                                                  const std::string& bridge);

  std::size_t batch_max() const override { return 100; }
  // Returns nullopt: the mark recognises a document that was inserted before.
  base::Result<std::optional<Outcome>> recall(const std::string& /*id*/,
                                              const std::string& /*type*/) override {
    return std::optional<Outcome>();
  }
  std::vector<Outcome> hand_over(std::span<const Delivery> batch) final;

 protected:
  // Inserts all of them or none. After a failed COMMIT, the rows may exist.
  virtual base::Done insert(std::span<const Delivery> batch) = 0;
  // Returns true if further inserts would fail, too. Called after an error.
  virtual bool is_away() const { return false; }
};

}  // namespace tradepost::agent
