#include "api/api.hpp"

#include "api/json/translated.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"

namespace tradepost::api {

Api::Api(const Network& network, base::Executor& loop, std::span<const Route> table)
    : place_(network, loop), ways_(table, network.meters) {}

std::unique_ptr<http::Visit> Api::admit(const http::Request& request) {
  return std::make_unique<Visit>(place_, ways_, request);
}

http::Response Api::refuse(const base::Error& error, const http::Request* request) {
  http::Response response = answers::failure(error);
  response.header("Vary", "Accept-Language");
  if (request != nullptr) {
    if (wished_language(*request) == Language::german) translate(response);
    sign(response, signature_of(*request, place_.ids));
  } else {  // a request in plain text on a TLS port, for example
    sign(response, {.request_id = place_.ids.next().to_string(), .scheme = http::Scheme::http});
  }
  return response;
}

void Api::answered(const http::Answered& told) {
  log_answered(told, std::nullopt, place_.network);
  if (ways_.counting) ways_.counting->count(std::nullopt, told);
}

}  // namespace tradepost::api
