#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <variant>

#include "api/limits/running_keys.hpp"
#include "api/request/loop_context.hpp"
#include "base/tasks/awaitables.hpp"
#include "exchange/port/store.hpp"
#include "exchange/rules/decide.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// Waits for the request's place among the requests with its key. The caller holds the place until
// it has the answer. Returns nullopt after the longest wait. `context` outlives the task.
base::Task<std::optional<KeyLease>> wait_for_key(LoopContext& context, KeyName name);

// Adds `Idempotency-Replayed: true` to an answer that is given again (contract 4.9).
http::Response marked(http::Response response, exchange::Given given);

// Runs `use_case` once no other request with this key runs. `request` has a `caller` and an
// optional `key`. Returns KeyRunning after the longest wait, or when the process stops. `context`
// outlives the task.
template <typename Request, typename UseCase>
auto ask_with_key(LoopContext& context, exchange::KeyPath path, Request request, UseCase use_case)
    -> std::invoke_result_t<UseCase, exchange::Desk&, Request, exchange::Deadline> {
  KeyBackoff wait(context.loop.now());
  std::optional<KeyLease> running;
  if (request.key) {
    const KeyName name{.participant = request.caller.participant,
                       .flow = request.caller.flow,
                       .path = path,
                       .key = *request.key};
    auto taken = co_await wait_for_key(context, name);
    if (!taken) co_return exchange::KeyRunning{};
    running.emplace(*std::move(taken));
  }
  for (;;) {
    Request attempt = request;
    auto asking = use_case(context.desk, std::move(attempt), context.deadline());
    auto answer = co_await std::move(asking);
    const bool is_running = answer && std::holds_alternative<exchange::KeyRunning>(*answer);
    if (!is_running || context.services.is_stopping) co_return answer;
    const auto again = wait.next(context.loop.now());
    if (!again) co_return answer;
    co_await base::sleep_until(*again);
  }
}

}  // namespace tradepost::api
