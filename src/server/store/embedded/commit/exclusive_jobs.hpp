#pragma once

#include <utility>

#include "store/embedded/commit/job.hpp"
#include "store/embedded/state/leases.hpp"

// Commands that have a batch to themselves: they are rare, and read sets cannot express their
// reads.
namespace tradepost::store::embedded {

template <typename Answer>
class ExclusiveJob : public AnsweredJob<Answer> {
 public:
  bool is_exclusive() const override { return true; }
  bool concerns(const exchange::Intent&) const override { return true; }
  bool needs_room() const override { return false; }
  std::size_t bytes() const override { return 1024; }
};

// The caller has counted the pending documents of removed identifiers, because they can fill whole
// queues. This job counts only later ones.
class DirectoryJob final : public ExclusiveJob<exchange::DirectoryAnswer> {
 public:
  DirectoryJob(exchange::DirectoryChange change, LeftBehind left)
      : change_(std::move(change)), left_(std::move(left)) {}

  exchange::Actor requester() const override { return change_.by; }
  std::size_t bytes() const override { return 16u << 10; }
  Done fetch(FactReader& reader, const CommittedState& committed) override {
    TRY_ASSIGN(left_, reader.left_behind(change_, std::move(left_)));
    TRY_ASSIGN(facts_, reader.facts_for(change_, left_, committed));
    return {};
  }
  void decide(const Moment& moment, std::vector<exchange::Effect>& effects) override {
    freshen(change_, moment, facts_);
    auto decision = exchange::decide(change_, facts_);
    answer_ = std::move(decision.answer);
    effects = std::move(decision.effects);
  }

 private:
  const exchange::DirectoryChange change_;
  LeftBehind left_;
  exchange::DirectoryFacts facts_;
};

// Shares batches: webhooks report every document, and all facts of the job are in memory.
class DeliveredJob final : public AnsweredJob<bool> {
 public:
  DeliveredJob(exchange::Delivered outcome, Leases& leases) : outcome_(outcome), leases_(leases) {}

  bool is_exclusive() const override { return false; }
  bool concerns(const exchange::Intent&) const override { return false; }
  bool needs_room() const override { return false; }
  std::size_t bytes() const override { return 1024; }

  Done fetch(FactReader&, const CommittedState&) override { return {}; }
  void decide(const Moment& moment, std::vector<exchange::Effect>& effects) override {
    auto decision = exchange::decide(outcome_, facts(moment));
    answer_ = decision.answer;
    effects = std::move(decision.effects);
  }
  // The lease ends only after readers see the effects; otherwise the same event would be due again.
  void answer() override {
    if (answer_ == true) leases_.end(outcome_.endpoint);
    AnsweredJob::answer();
  }

 private:
  exchange::DeliveryFacts facts(const Moment& moment) const {
    exchange::DeliveryFacts facts{.now = moment.now, .progress = {}};
    const auto& endpoints = moment.committed.endpoints;
    const auto at = endpoints.find(outcome_.endpoint);
    if (at == endpoints.end() || at->second.state != exchange::EndpointState::active) return facts;
    facts.progress = at->second;
    facts.progress->fence = leases_.fence(outcome_.endpoint).value_or(at->second.fence);
    return facts;
  }

  const exchange::Delivered outcome_;
  Leases& leases_;
};

class EraseJob final : public ExclusiveJob<bool> {
 public:
  EraseJob(exchange::TransactionId id, exchange::Actor by) : id_(id), by_(by) {}

  Done fetch(FactReader& reader, const CommittedState&) override {
    TRY_ASSIGN(row_, reader.row(id_));
    return {};
  }
  void decide(const Moment& moment, std::vector<exchange::Effect>& effects) override {
    answer_ = row_.has_value();
    if (!row_ || row_->known.content.removed_at) return;
    effects.emplace_back(exchange::Erased{.id = id_, .at = moment.now, .by = by_});
  }

 private:
  const exchange::TransactionId id_;
  const exchange::Actor by_;
  std::optional<Row> row_;
};

}  // namespace tradepost::store::embedded
