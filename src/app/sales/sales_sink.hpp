#pragma once

#include <memory>
#include <string>
#include <utility>

#include "agent/sinks/sink.hpp"
#include "base/clock.hpp"
#include "sales/importing.hpp"

namespace tradepost::app {

// The sales database as a sink of the agent. The change that books a document also stores its
// outcome, so a document that is delivered again after a crash gets the first answer.
class SalesSink final : public agent::Sink {
 public:
  // The clock must outlive the sink.
  static base::Result<std::unique_ptr<agent::Sink>> open(const std::string& path,
                                                         const base::Clock& clock);

  std::size_t batch_max() const override { return 100; }
  std::vector<agent::Outcome> hand_over(std::span<const agent::Delivery> batch) override;
  base::Result<std::optional<agent::Outcome>> recall(const std::string& /*id*/,
                                                     const std::string& /*type*/) override {
    return std::optional<agent::Outcome>();
  }

 private:
  explicit SalesSink(sales::Books books) : books_(std::move(books)), importer_(books_) {}

  sales::Books books_;
  sales::Importer importer_;
};

}  // namespace tradepost::app
