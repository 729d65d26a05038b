#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"
#include "base/tasks/manual_executor.hpp"
#include "exchange/port/store.hpp"

namespace tradepost::app {

// The result of a comparison: counts and differences.
struct Compared {
  std::uint64_t transactions = 0;
  std::uint64_t content_bytes = 0;
  std::uint64_t cases = 0;
  std::uint64_t keys = 0;
  std::uint64_t entries = 0;  // of the directory
  std::uint64_t queued = 0;
  std::uint64_t ranges = 0;
  std::uint64_t webhooks = 0;
  std::uint64_t acts = 0;
  std::uint64_t difference_count = 0;
  std::vector<std::string> differences;  // the first ones; without text of a document

  bool is_same() const { return difference_count == 0; }
};

// Compares the answers of two stores after a migration from one to the other. Neither may change
// during the comparison. Calls wait for both stores, so they need a thread that is not a loop.
class Comparison {
 public:
  using OnProgress = std::function<void(std::uint64_t transactions)>;  // may be empty

  Comparison(exchange::Store& one, exchange::Store& other, OnProgress on_progress)
      : one_(one), other_(other), on_progress_(std::move(on_progress)) {}

  // `all` compares everything that lists contain; `without_rows` compares only the directory,
  // queues, counts and acts, which are in memory or counted. Fails if a store fails.
  enum class Extent : std::uint8_t { all, without_rows };
  base::Done lists(Extent extent);
  // Compare one value that no list contains.
  base::Done key(const exchange::KeyUse& use);
  base::Done transaction(exchange::TransactionId id);
  base::Done case_of(exchange::CaseId id);

  const Compared& compared() const { return compared_; }

 private:
  // Returns the answers of both stores, in the order one, other.
  template <typename Ask>
  auto both(Ask ask);
  void differs(std::string what);
  exchange::Deadline deadline() const;

  base::Done directory();
  base::Done participant(exchange::ParticipantId id, Extent extent);
  base::Done queue(exchange::ParticipantId id, exchange::Flow flow);
  base::Done history(const exchange::Viewer& viewer);
  base::Done cases();
  base::Done statistics(const exchange::Viewer& viewer);
  base::Done acts();

  exchange::Store& one_;
  exchange::Store& other_;
  const OnProgress on_progress_;
  base::ManualExecutor executor_;
  std::vector<exchange::DirectoryEntry> entries_;
  Compared compared_;
};

}  // namespace tradepost::app
