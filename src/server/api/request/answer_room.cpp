#include "api/request/answer_room.hpp"

#include <chrono>
#include <utility>

#include "api/wire/answer.hpp"
#include "base/ground/limits.hpp"
#include "base/ground/resource_limits.hpp"
#include "http/wire/refusal.hpp"

namespace tradepost::api {

using http::Response;
namespace limits = base::limits;

// After a wait the memory is as large as the dropped short page, which can be too little here.
std::uint64_t AnswerRoom::page_bytes() {
  const bool has_room = take(limits::page_bytes_max) && memory_.bytes() >= limits::page_bytes_max;
  return has_room ? limits::page_bytes_max : limits::short_page_bytes_max;
}

bool AnswerRoom::take(std::uint64_t bytes) {
  if (!memory_.is_empty()) return true;
  if (participant_) {
    auto permit = context_.services.limits.large_transfers.take(*participant_, context_.loop.now());
    if (!permit) return false;
    permit_.emplace(*std::move(permit));
  }
  auto memory = context_.services.limits.memory.take(bytes);
  if (memory) {
    memory_ = *std::move(memory);
  } else {
    permit_.reset();
  }
  return memory.has_value();
}

base::Task<std::optional<Response>> AnswerRoom::wait(std::uint64_t bytes) {
  const base::SteadyTime deadline = context_.loop.now() + limits::share_wait_max;
  std::optional<Response> refusal;
  if (participant_) {
    auto permit = co_await context_.services.limits.large_transfers.wait(*participant_, deadline);
    if (!permit) {
      refusal.emplace(answers::too_many_requests(std::chrono::seconds(1)));
      co_return refusal;
    }
    permit_.emplace(*std::move(permit));
  }
  auto memory = co_await context_.services.limits.memory.wait(bytes, deadline);
  if (memory) {
    memory_ = *std::move(memory);
  } else {
    permit_.reset();
    refusal.emplace(answers::failure(http::out_of_memory()));
  }
  co_return refusal;
}

void AnswerRoom::give_back() {
  permit_.reset();
  memory_.give_back();
}

void AnswerRoom::count(Response& response) {
  const std::uint64_t bytes = response.body.size();
  response.memory = std::move(memory_);
  response.memory.shrink(bytes);
  if (response.memory.bytes() < bytes) {
    response.memory.give_back();
    response.memory = context_.services.limits.memory.take_anyway(bytes);
  }
}

bool is_large(const Response& response) {
  return response.body.size() > limits::uncounted_answer_bytes_max;
}

}  // namespace tradepost::api
