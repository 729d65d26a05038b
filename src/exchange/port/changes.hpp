#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "base/tasks/completion.hpp"
#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"
#include "exchange/model/model.hpp"

namespace tradepost::exchange {

// Who sees something new: a participant in a flow, or all operators, who see both flows.
struct ChangeViewer {
  ParticipantId participant;
  Flow flow{};

  // Nobody has the id of zero.
  static ChangeViewer operators() { return {.participant = {}, .flow = Flow::live}; }
  static ChangeViewer of(ParticipantId participant, Flow flow) {
    return participant == ParticipantId() ? operators() : ChangeViewer{participant, flow};
  }

  auto operator<=>(const ChangeViewer&) const = default;
};

// That what a viewer sees of documents and cases has changed, and not what: the store tells it, and
// those that show it wait for it. In memory alone. Any thread.
class Changes {
 public:
  using Number = std::uint64_t;
  // `first` is above all numbers of an earlier process, so that nothing that happened between the
  // two is missed.
  explicit Changes(Number first) : first_(first) {}

  // Another one after each change that the viewer sees.
  Number number(const ChangeViewer& viewer) const;
  void note(const std::set<ChangeViewer>& viewers);
  // Returns when the number is not `seen` any more, at the deadline, and after end_waits().
  base::Task<> wait(ChangeViewer viewer, Number seen, base::SteadyTime deadline);
  // The process is about to end.
  void end_waits();

 private:
  struct Seen {
    Number count = 0;
    std::map<std::uint64_t, base::Completer<bool>> waiting = {};
  };

  const Number first_;
  mutable std::mutex mutex_;
  // guarded by mutex_
  std::map<ChangeViewer, Seen> seen_;  // of those that a change concerned, or that have waited
  std::uint64_t waits_ = 0;
  bool has_ended_ = false;
};

}  // namespace tradepost::exchange
