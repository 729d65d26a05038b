#pragma once

#include <cstdint>
#include <optional>

#include "api/limits/concurrency_limit.hpp"
#include "api/request/loop_context.hpp"
#include "base/tasks/task.hpp"
#include "http/message/response.hpp"
#include "http/wire/memory_budget.hpp"

namespace tradepost::api {

// The resources of one request's large answer: memory, and one of its participant's places for
// large answers. They are taken before the answer is made if its size is known by then. The places
// keep the unread answers of one participant from taking all the memory.
class AnswerRoom {
 public:
  // Without a participant, the caller needs no place and its answer is never refused.
  AnswerRoom(LoopContext& context, std::optional<exchange::ParticipantId> participant)
      : context_(context), participant_(participant) {}
  AnswerRoom(AnswerRoom&&) = delete;

  // Returns the maximum content of a page: the usual size if room for it is free now, else a size
  // that needs no room unless one item is large.
  std::uint64_t page_bytes();
  // Takes room. Returns true if it is free now or was taken before.
  bool take(std::uint64_t bytes);
  // Waits until room is free. Returns a refusal if that takes too long.
  base::Task<std::optional<http::Response>> wait(std::uint64_t bytes);
  void give_back();
  // Counts the answer's memory, even if the room is too small or was not taken.
  void count(http::Response& response);
  bool has_place() const { return permit_.has_value(); }

 private:
  LoopContext& context_;
  const std::optional<exchange::ParticipantId> participant_;
  std::optional<Permit> permit_;
  http::MemoryShare memory_;
};

// Returns true if the answer needs room.
bool is_large(const http::Response& response);

}  // namespace tradepost::api
