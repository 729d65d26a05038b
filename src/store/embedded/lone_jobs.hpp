#pragma once

#include <utility>

#include "store/embedded/job.hpp"
#include "store/embedded/leases.hpp"

// Writes that nothing else joins: they are seldom, and look at what is told by no name.
namespace tradepost::store::embedded {

template <typename Answer>
class LoneJob : public AnsweredJob<Answer> {
 public:
  bool stands_alone() const override { return true; }
  bool concerns(const exchange::Intent&) const override { return true; }
  bool needs_room() const override { return false; }
  std::size_t bytes() const override { return 1024; }
};

// Not alone: webhooks tell of every document, and all that it looks at stands in memory.
class DeliveredJob final : public AnsweredJob<bool> {
 public:
  DeliveredJob(exchange::Delivered outcome, Leases& leases) : outcome_(outcome), leases_(leases) {}

  bool stands_alone() const override { return false; }
  bool concerns(const exchange::Intent&) const override { return false; }
  bool needs_room() const override { return false; }
  std::size_t bytes() const override { return 1024; }

  Done fetch(FactReader&, const Standing&) override { return {}; }
  void decide(const Moment& moment, std::vector<exchange::Effect>& effects) override {
    auto decision = exchange::decide(outcome_, facts(moment));
    answer_ = decision.answer;
    effects = std::move(decision.effects);
  }
  // Not before readers see what was decided: else the same would be due once more.
  void answer() override {
    if (answer_ == true) leases_.end(outcome_.endpoint);
    AnsweredJob::answer();
  }

 private:
  exchange::DeliveryFacts facts(const Moment& moment) const {
    exchange::DeliveryFacts facts{.now = moment.now, .progress = {}};
    const auto& endpoints = moment.standing.endpoints;
    const auto at = endpoints.find(outcome_.endpoint);
    if (at == endpoints.end() || at->second.state != exchange::EndpointState::active) return facts;
    facts.progress = at->second;
    facts.progress->fence = leases_.fence(outcome_.endpoint).value_or(at->second.fence);
    return facts;
  }

  const exchange::Delivered outcome_;
  Leases& leases_;
};

class EraseJob final : public LoneJob<bool> {
 public:
  EraseJob(exchange::TransactionId id, exchange::Actor by) : id_(id), by_(by) {}

  Done fetch(FactReader& reader, const Standing&) override {
    TRY_ASSIGN(row_, reader.row(id_));
    return {};
  }
  void decide(const Moment& moment, std::vector<exchange::Effect>& effects) override {
    answer_ = row_.has_value();
    if (!row_ || row_->known.content_removed_at) return;
    effects.emplace_back(exchange::Erased{.id = id_, .at = moment.now, .by = by_});
  }

 private:
  const exchange::TransactionId id_;
  const exchange::Actor by_;
  std::optional<Row> row_;
};

}  // namespace tradepost::store::embedded
