#pragma once

#include <cstddef>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "store/embedded/commit/job.hpp"

namespace tradepost::store::embedded {

// A job that decides nothing, for tests of the queues.
class TestJob final : public Job {
 public:
  explicit TestJob(std::size_t content_bytes, base::SteadyTime queued = {},
                   std::optional<base::Error>* refusal = nullptr)
      : content_bytes_(content_bytes), refusal_(refusal) {
    queued_at = queued;
  }

  Done fetch(FactReader&, const CommittedState&) override { return {}; }
  void decide(const Moment&, std::vector<exchange::Effect>&) override {}
  void answer() override {}
  void refuse(base::Error error) override {
    if (refusal_ != nullptr) *refusal_ = std::move(error);
  }
  base::Executor& executor() const override { std::abort(); }
  bool is_exclusive() const override { return false; }
  bool concerns(const exchange::Intent&) const override { return false; }
  bool needs_room() const override { return true; }
  std::size_t bytes() const override { return content_bytes_; }
  std::size_t content_bytes() const override { return content_bytes_; }

 private:
  const std::size_t content_bytes_;
  std::optional<base::Error>* const refusal_;
};

}  // namespace tradepost::store::embedded
