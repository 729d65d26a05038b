#include "api/overview/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "api/overview/overview_handlers.hpp"
#include "api/wire/answer.hpp"
#include "base/ground/limits.hpp"
#include "base/tasks/awaitables.hpp"
#include "exchange/desk/access.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Changes;
using http::Response;

// Returns the latest change that the client has seen, or nullopt if it is absent or unreadable.
std::optional<Changes::Number> seen_by(const http::Request& request) {
  const auto text = request.header("Last-Event-ID");
  if (!text) return std::nullopt;
  Changes::Number number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return number;
}

// Without data the client sees no event, but it keeps the id and the pause.
Response events(Changes::Number number, std::string_view data) {
  Response response(200);
  response.header("Content-Type", "text/event-stream").header("Cache-Control", "no-store");
  const auto pause = std::chrono::milliseconds(change_pause).count();
  response.body.append(fmt::format("retry: {}\nid: {}\n{}\n", pause, number, data));
  return response;
}

}  // namespace

Answer changes_answer(LoopContext& context, OpenCall call, ChangesWanted wanted) {
  const Changes& changes = context.services.changes;
  const auto seen = seen_by(call.request);
  const Changes::Number now = changes.number(wanted.viewer);
  if (!seen || call.poll == nullptr) co_return events(now, "");
  auto taken = context.services.limits.change_waits.take_place(wanted.token);
  if (!taken) {
    // Without this pause a refused client would retry at once in an endless loop.
    co_await base::sleep_until(context.loop.now() + base::limits::refusal_pause);
    co_return answers::too_many_polls();
  }
  call.poll->place.emplace(*std::move(taken));
  const auto end = context.loop.now() + call.poll->wait_time;
  for (;;) {
    const auto stretch = context.loop.now() + base::limits::poll_token_check_every;
    co_await context.services.changes.wait(wanted.viewer, *seen, std::min(end, stretch));
    if (!wanted.is_valid()) co_return answers::token_not_valid();
    const Changes::Number number = changes.number(wanted.viewer);
    if (number != *seen) co_return events(number, "event: changed\ndata: {}\n");
    const bool is_over =
        context.loop.now() >= end || call.poll->client_has_left || context.services.is_stopping;
    if (is_over) co_return events(number, "");
  }
}

Answer wait_for_own_changes(LoopContext& context, Call call) {
  const exchange::Caller caller = call.caller;
  ChangesWanted wanted{
      .viewer = exchange::ChangeViewer::of(caller.participant, caller.flow),
      .token = counted_as(caller),
      .is_valid = [&context, caller] { return is_still_admitted(context, caller); }};
  return changes_answer(context, std::move(call), std::move(wanted));
}

}  // namespace tradepost::api
