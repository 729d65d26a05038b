#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "store/embedded/commit/job.hpp"
#include "store/embedded/state/soft_marks.hpp"

// Slices of background work. Their search runs where facts are read, not in the commit, because it
// can read a whole queue.
namespace tradepost::store::embedded {

class WorkJob : public AnsweredJob<exchange::Stepped> {
 public:
  bool is_exclusive() const override { return false; }
  bool concerns(const exchange::Intent&) const override { return true; }
  bool needs_room() const override { return false; }
  std::size_t bytes() const override { return 1024; }

 protected:
  template <typename Work, typename Facts>
  void decide_on(const Work& work, Facts& facts, const Moment& moment,
                 std::vector<exchange::Effect>& effects) {
    facts.now = moment.now;
    auto decision = exchange::decide(work, facts);
    answer_ = decision.answer;
    effects = std::move(decision.effects);
  }
};

class OverdueJob final : public WorkJob {
 public:
  OverdueJob(exchange::OverdueWork work, std::uint32_t budget, const SoftMarks& marks)
      : work_(std::move(work)), budget_(budget), marks_(marks) {}

  // The first call searches the queue. A repetition in the commit reads only the documents that it
  // found.
  Done fetch(FactReader& reader, const CommittedState&) override {
    if (!overdue_) {
      TRY_ASSIGN(overdue_, reader.overdue(work_, budget_));
    }
    TRY_ASSIGN(facts_, reader.facts_for(work_, *overdue_));
    facts_.last_poll = marks_.last_poll({.participant = work_.recipient, .flow = work_.flow});
    return {};
  }
  void decide(const Moment& moment, std::vector<exchange::Effect>& effects) override {
    decide_on(work_, facts_, moment, effects);
  }

 private:
  const exchange::OverdueWork work_;
  const std::uint32_t budget_;
  const SoftMarks& marks_;
  std::optional<std::vector<FactReader::Overdue>> overdue_;
  exchange::OverdueFacts facts_;
};

class RetentionJob final : public WorkJob {
 public:
  RetentionJob(exchange::RetentionWork work, std::uint32_t budget)
      : work_(std::move(work)), budget_(budget) {}

  Done fetch(FactReader& reader, const CommittedState&) override {
    TRY_ASSIGN(facts_, reader.facts_for(work_, budget_));
    return {};
  }
  void decide(const Moment& moment, std::vector<exchange::Effect>& effects) override {
    decide_on(work_, facts_, moment, effects);
  }

 private:
  const exchange::RetentionWork work_;
  const std::uint32_t budget_;
  exchange::RetentionFacts facts_;
};

}  // namespace tradepost::store::embedded
