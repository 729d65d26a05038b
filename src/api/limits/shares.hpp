#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>

#include "base/tasks/executor.hpp"
#include "exchange/model/model.hpp"

namespace tradepost::api {

// Shares a loop's time between participants. A loop that is always busy answers every request late,
// and leaves no processor time for the commits. So if one participant keeps the loop busy while
// several others trade, its requests pause now and then and get a quarter of the time. With only
// one or two others, or an idle loop, nobody pauses. Belongs to its loop's thread.
class Shares {
 public:
  // The processor's time that the loop's thread has had.
  using ProcessorTime = std::function<std::chrono::nanoseconds()>;
  Shares(ProcessorTime processor_time, base::SteadyTime now);

  // A request of the participant comes.
  void comes(exchange::ParticipantId participant, base::SteadyTime now);
  // Until when the participant's wait; nothing where they need not.
  std::optional<base::SteadyTime> pause_of(exchange::ParticipantId participant,
                                           base::SteadyTime now) const;

 private:
  struct Known {
    std::uint32_t requests = 0;  // of this span
    base::SteadyTime last{};
  };
  void end_span(base::SteadyTime now);

  const ProcessorTime processor_time_;
  std::unordered_map<exchange::ParticipantId, Known> known_;
  std::uint32_t requests_ = 0;  // of this span
  base::SteadyTime span_began_;
  std::chrono::nanoseconds processor_then_;
  exchange::ParticipantId pausing_;
  base::SteadyTime pause_ends_{};
};

// Of the thread that asks.
std::chrono::nanoseconds thread_processor_time();

}  // namespace tradepost::api
