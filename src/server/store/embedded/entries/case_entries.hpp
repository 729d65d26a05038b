#pragma once

#include <map>

#include "store/embedded/entries/frame_entries.hpp"

namespace tradepost::store::embedded {

// The entries of cases, their comments, and rejected bodies.
class CaseEntries {
 public:
  explicit CaseEntries(FrameEntries& frame) : frame_(frame) {}

  void begin() { cases_.clear(); }
  Done set(const exchange::CaseSet& effect);
  Done keep(const exchange::CaseCommented& effect, At at);
  Done keep(const exchange::Rejected& effect, At at);
  Done keep(const exchange::RejectedGone& effect, At at);

 private:
  Result<exchange::CasePtr> case_before(exchange::CaseId id);
  void list_case(const exchange::Case& value, bool is_there);

  FrameEntries& frame_;
  std::map<exchange::CaseId, exchange::CasePtr> cases_;  // the frame changes these
};

}  // namespace tradepost::store::embedded
