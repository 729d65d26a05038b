#include "openid/answer.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"

namespace tradepost::openid {

using base::Task;

constexpr std::size_t answer_bytes_max = 256u << 10;  // key sets may have certificates
constexpr std::size_t log_words_bytes_max = 200;

calls::Call call_of(const Provider& provider, std::string url) {
  return {.url = std::move(url),
          .headers = {{.name = "Accept", .value = "application/json"}},
          .body = {},
          .reach = provider.reach,
          .also = provider.also,
          .method = calls::Method::get,
          .answer_bytes_max = answer_bytes_max,
          .authorities_file = provider.authorities_file};
}

Task<calls::CallEnd> ended(calls::Calls& calls, calls::Call call) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<calls::CallEnd> end(executor);
  const base::SteadyTime began = executor.now();
  calls.make(std::move(call), [completer = end.completer()](calls::CallEnd made) mutable {
    completer.fulfil(std::move(made));
  });
  calls::CallEnd made = co_await end.wait();
  // An immediate answer would reveal which names exist in the exchange's own network.
  if (made.is_out_of_reach) {
    co_await base::sleep_until(began + base::limits::call_out_of_reach_after);
  }
  co_return std::move(made);
}

Task<std::expected<std::string, Refusal>> answer_of(calls::Calls& calls, calls::Call call) {
  const std::string url = call.url;
  calls::CallEnd end = co_await ended(calls, std::move(call));
  if (end.status != 200) co_return std::unexpected(refusal_of(end, url));
  co_return std::move(end.body);
}

Refusal refusal_of(const calls::CallEnd& end, std::string_view url) {
  if (end.status == 0) return {Reason::no_answer, fmt::format("{}: {}.", log_words(url), end.why)};
  return {Reason::unexpected_status,
          fmt::format("{} answered with {}.", log_words(url), end.status)};
}

std::string log_words(std::string_view text) {
  std::string words(text.substr(0, log_words_bytes_max));
  for (char& c : words) {
    if (c < ' ' || c > '~') c = '?';
  }
  return words;
}

}  // namespace tradepost::openid
