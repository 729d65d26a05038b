#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "base/tasks/task.hpp"
#include "calls/calls.hpp"
#include "openid/provider.hpp"
#include "openid/refusal.hpp"

// The calls of a provider.
namespace tradepost::openid {

// Returns a GET request for JSON that respects the limits of the provider.
calls::Call call_of(const Provider& provider, std::string url);
// Makes the call. `end.body` is the answer of any status.
base::Task<calls::CallEnd> ended(calls::Calls& calls, calls::Call call);
// Makes the call and returns the body of an answer with status 200.
base::Task<std::expected<std::string, Refusal>> answer_of(calls::Calls& calls, calls::Call call);
Refusal refusal_of(const calls::CallEnd& end, std::string_view url);
// Returns words of a provider for a log: printable ASCII of limited length.
std::string log_words(std::string_view text);

}  // namespace tradepost::openid
