#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>

#include "base/tasks/executor.hpp"
#include "exchange/model/model.hpp"

namespace tradepost::api {

// Whose requests a loop spends its time on. A loop that has something to do all the time answers
// each request late, whoever asks it, and its machine has no processor left for the commits. So who
// alone keeps a loop busy while several others trade pauses now and then, and takes a quarter of
// its time; where only one or two others are there, or the loop has time, nobody does. Belongs to
// its loop's thread.
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
