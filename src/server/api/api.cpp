#include "api/api.hpp"

#include "api/json/translated.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"

namespace tradepost::api {

Api::Api(const Services& services, base::Executor& loop, std::span<const Route> table)
    : context_(services, loop), route_table_(table, services.meters) {}

std::unique_ptr<http::RequestHandler> Api::admit(const http::Request& request) {
  return std::make_unique<RequestContext>(context_, route_table_, request);
}

http::Response Api::refuse(const base::Error& error, const http::Request* request) {
  http::Response response = answers::failure(error);
  response.header("Vary", "Accept-Language");
  if (request != nullptr) {
    if (requested_language(*request) == Language::german) translate(response);
    sign(response, signature_of(*request, context_.ids));
  } else {  // a request in plain text on a TLS port, for example
    sign(response, {.request_id = context_.ids.next().to_string(), .scheme = http::Scheme::http});
  }
  return response;
}

void Api::answered(const http::Answered& outcome) {
  log_answered(outcome, std::nullopt, nullptr, context_.services);
  if (route_table_.counting) route_table_.counting->count(std::nullopt, outcome);
}

}  // namespace tradepost::api
