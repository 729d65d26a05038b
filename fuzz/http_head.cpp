// Reads arbitrary bytes as requests, cut in three ways, and reads their targets.
//
// For any input, each way of cutting gives the same requests with the same bodies, or a refusal. An
// accepted request is within its limits. A name or value of a query is read as the same again after
// it is written. A coding of the answer is chosen only if the client names it or accepts any.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "base/text/url_text.hpp"
#include "http/message/content_coding.hpp"
#include "http/message/request_parser.hpp"
#include "http/wire/target.hpp"

namespace {

using tradepost::http::Request;
using tradepost::http::RequestParser;
using tradepost::http::Target;
namespace limits = tradepost::base::limits;

constexpr std::size_t body_bytes_max = 4'096;
constexpr std::size_t requests_max = 64;

// Returns everything that must not depend on the cuts.
std::string text_of(const Request& request) {
  std::string text(request.method());
  text += '\0';
  if (const auto& origin = request.target().origin()) text += origin->authority;
  text += '\0';
  text += request.path();
  for (const auto& [name, value] : request.target().parameters()) text += '\0' + name + '=' + value;
  for (std::size_t i = 0; i < request.field_count(); ++i) {
    const auto field = request.field(i);
    text += '\0';
    text += field.name;
    text += ':';
    text += field.value;
  }
  text += '\0';
  text += request.body();
  return text;
}

void look_at(const Request& request) {
  CHECK(request.field_count() <= limits::header_fields_max);
  CHECK(request.body().size() <= body_bytes_max);
  CHECK(request.path().starts_with('/'));
  CHECK(request.header_count("Content-Length") + request.header_count("Transfer-Encoding") <= 1);
  for (std::size_t i = 0; i < request.field_count(); ++i) {
    const auto [name, value] = request.field(i);
    CHECK(!name.empty() && value.find_first_of(std::string_view("\r\n\0", 3)) == value.npos);
  }
  for (const auto& [name, value] : request.target().parameters()) {
    const auto again = Target::parse("/?" + tradepost::base::percent_encoded(name) + "=" +
                                     tradepost::base::percent_encoded(value));
    CHECK(again.has_value() && again->parameters().size() == 1);
    CHECK(again->parameters()[0].name == name && again->parameters()[0].value == value);
  }
}

void look_at_coding(const Request& request) {
  tradepost::http::Response response(200);
  response.body.append(std::string(limits::compressed_body_bytes_min, 'a'));
  const auto coding = tradepost::http::coding_for(request, response);
  if (coding == tradepost::http::Coding::identity) return;
  bool may_be = false;
  for (std::size_t i = 0; i < request.field_count(); ++i) {
    const auto [name, value] = request.field(i);
    if (!tradepost::base::equal_ignoring_ascii_case(name, "Accept-Encoding")) continue;
    const std::string lowered = tradepost::base::ascii_lowered(std::string(value));
    may_be |= value.find('*') != value.npos ||
              lowered.find(tradepost::http::name_of(coding)) != lowered.npos;
  }
  CHECK(may_be);
}

// Returns the complete requests in order, up to the first refusal.
std::vector<std::string> requests_in(std::string_view bytes, std::size_t piece) {
  std::vector<std::string> requests;
  RequestParser parser("192.0.2.1");
  bool bounded = false;
  while (!bytes.empty() && requests.size() < requests_max) {
    std::string_view given = bytes.substr(0, piece);
    bytes.remove_prefix(given.size());
    while (!given.empty()) {
      const auto taken = parser.take(given);
      if (!taken) return requests;
      CHECK(*taken > 0 && *taken <= given.size());
      given.remove_prefix(*taken);
      if (!parser.head_is_there()) continue;
      if (!bounded && !parser.bound_body(body_bytes_max)) return requests;
      bounded = true;
      if (!parser.is_whole()) continue;
      look_at(parser.request());
      look_at_coding(parser.request());
      requests.push_back(text_of(parser.request()));
      parser.begin();
      bounded = false;
    }
  }
  return requests;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto at_once = requests_in(bytes, limits::socket_read_bytes);
  CHECK(requests_in(bytes, 1) == at_once);
  CHECK(requests_in(bytes, 2 + data[0]) == at_once);
  return 0;
}
