#pragma once

#include <cstdint>
#include <optional>

#include "api/limits/concurrency_limit.hpp"
#include "api/request/workplace.hpp"
#include "base/tasks/task.hpp"
#include "http/message/response.hpp"
#include "http/wire/memory_budget.hpp"

namespace tradepost::api {

// The resources of a large answer, taken before it is made if its size can be known: memory, and
// one of its participant's places for large answers, so that unread answers of one participant
// cannot take all the memory. Of one request.
class AnswerRoom {
 public:
  // No participant: the caller needs no place, and always gets an answer.
  AnswerRoom(Workplace& place, std::optional<exchange::ParticipantId> participant)
      : place_(place), participant_(participant) {}
  AnswerRoom(AnswerRoom&&) = delete;

  // How much content a page may have: as much as is usual, where there is room for that now; else
  // so little that it needs none, but for one item that is large by itself.
  std::uint64_t page_bytes();
  // Room for so many, if it is there now, or was taken before.
  bool take(std::uint64_t bytes);
  // Until it is there. A refusal, where that takes too long.
  base::Task<std::optional<http::Response>> wait(std::uint64_t bytes);
  void give_back();
  // Where the room was not enough, or is not there, the answer counts all the same.
  void count(http::Response& response);
  bool has_place() const { return permit_.has_value(); }

 private:
  Workplace& place_;
  const std::optional<exchange::ParticipantId> participant_;
  std::optional<Permit> permit_;
  http::MemoryShare memory_;
};

// Whether it needs room.
bool is_large(const http::Response& response);

}  // namespace tradepost::api
