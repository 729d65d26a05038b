#include "api/handlers/handlers.hpp"

#include <utility>
#include <variant>

#include "api/json/party_json.hpp"
#include "api/request/kept_body.hpp"
#include "api/wire/answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/trade/send.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using http::Response;

Response judged(const exchange::Validation& found, const exchange::Directory& directory) {
  base::JsonWriter body;
  body.begin_object().key("valid").boolean(found.valid());
  body.key("faults");
  write_findings(body, found.faults);
  body.key("faultCount").integer(found.fault_count);
  body.key("warnings");
  write_findings(body, found.warnings);
  body.key("recipient");
  if (found.recipient) {
    write_named(body, exchange::named(directory, *found.recipient));
  } else {
    body.null();
  }
  body.key("summary");
  if (found.summary) {
    body.raw(*found.summary);
  } else {
    body.null();
  }
  body.end_object();
  return json(200, std::move(body).finish());
}

}  // namespace

Task<Response> validate_document(LoopContext& context, Call call) {
  exchange::SendRequest request{.caller = call.caller, .body = kept_body(call), .key = {}};
  const auto answer =
      co_await exchange::validate(context.desk, std::move(request), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (const auto* unreadable = std::get_if<document::Unreadable>(&*answer)) {
    co_return answers::unreadable(*unreadable);
  }
  const exchange::DirectoryPtr directory = context.services.directory.current();
  co_return judged(std::get<exchange::Validation>(*answer), *directory);
}

}  // namespace tradepost::api
