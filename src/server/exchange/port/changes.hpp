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

// The viewer of a change: a participant in a flow, or all operators, who see both flows.
struct ChangeViewer {
  ParticipantId participant;
  Flow flow{};

  // No participant has the id of zero.
  static ChangeViewer operators() { return {.participant = {}, .flow = Flow::live}; }
  static ChangeViewer of(ParticipantId participant, Flow flow) {
    return participant == ParticipantId() ? operators() : ChangeViewer{participant, flow};
  }

  auto operator<=>(const ChangeViewer&) const = default;
};

// Signals that the documents and cases of a viewer have changed, without the details. A store notes
// changes, and live views wait for them. Held in memory only. Any thread may call it.
class Changes {
 public:
  using Number = std::uint64_t;
  // `first` must exceed all numbers of an earlier process, so that no change between the two
  // processes is missed.
  explicit Changes(Number first) : first_(first) {}

  // Returns a number that differs after each change that the viewer sees.
  Number number(const ChangeViewer& viewer) const;
  void note(const std::set<ChangeViewer>& viewers);
  // Returns when the number differs from `seen`, at the deadline, or after end_waits().
  base::Task<> wait(ChangeViewer viewer, Number seen, base::SteadyTime deadline);
  // Ends all waits. Called when the process is about to end.
  void end_waits();

 private:
  struct Seen {
    Number count = 0;
    std::map<std::uint64_t, base::Completer<bool>> waiting = {};
  };

  const Number first_;
  mutable std::mutex mutex_;
  // Guarded by mutex_:
  std::map<ChangeViewer, Seen> seen_;  // viewers with a change or a wait
  std::uint64_t waits_ = 0;
  bool has_ended_ = false;
};

}  // namespace tradepost::exchange
