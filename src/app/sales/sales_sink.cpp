#include "app/sales/sales_sink.hpp"

namespace tradepost::app {

base::Result<std::unique_ptr<agent::Sink>> SalesSink::open(const std::string& path,
                                                           const base::Clock& clock) {
  TRY_ASSIGN(sales::Books books, sales::Books::open(path, clock));
  return std::unique_ptr<agent::Sink>(new SalesSink(std::move(books)));
}

std::vector<agent::Outcome> SalesSink::hand_over(std::span<const agent::Delivery> batch) {
  std::vector<agent::Outcome> outcomes;
  for (const agent::Delivery& one : batch) {
    const auto report = importer_.take(*one.document);
    if (!report) {
      outcomes.push_back(agent::later(report.error().text().str()));
      continue;
    }
    const auto verdict = report->success ? agent::Verdict::processed : agent::Verdict::refused;
    outcomes.push_back({.verdict = verdict, .report = *report});
  }
  return outcomes;
}

}  // namespace tradepost::app
