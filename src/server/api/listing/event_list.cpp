#include "api/listing/event_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/page_answer.hpp"
#include "api/json/party_json.hpp"
#include "api/json/translated.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/people/person_names.hpp"

namespace tradepost::api {
namespace {

using http::Response;

// Only details that the exchange wrote are translated, not those by a participant or an operator.
std::string detail_of(const exchange::Event& event, Language language) {
  if (language == Language::english) return event.detail;
  if (event.type == exchange::EventType::warning) {  // path: sentence
    const auto colon = std::min(event.detail.find(": "), event.detail.size());
    const std::string path = event.detail.substr(0, colon);
    const std::string sentence = event.detail.substr(std::min(colon + 2, event.detail.size()));
    const auto german = german::of_finding({.code = "", .path = path, .message = sentence});
    return german ? fmt::format("{}: {}", path, *german) : event.detail;
  }
  const bool is_of_exchange =
      event.type == exchange::EventType::overdue || event.type == exchange::EventType::text_cut;
  return is_of_exchange ? german::of_text(event.detail).value_or(event.detail) : event.detail;
}

}  // namespace

base::Task<Response> events_answer(LoopContext& context, const OpenCall& call, EventsWanted wanted,
                                   exchange::EventsAnswer found) {
  if (std::holds_alternative<exchange::Unknown>(found)) co_return answers::not_found();
  const auto* const page = std::get_if<exchange::EventsPage>(&found);
  if (page == nullptr) co_return with_bad_cursor();
  std::vector<exchange::Actor> authors;
  for (const exchange::Event& event : page->items) authors.push_back(event.by);
  auto reading =
      exchange::names_of(context.people, std::move(authors), wanted.of, context.deadline());
  const auto people = co_await std::move(reading);
  if (!people) co_return answers::failure(people.error());
  constexpr std::string_view captured = "{id}";
  std::string path(call.path);
  path.replace(path.find(captured), captured.size(), wanted.id.to_string());
  const Language language = requested_language(call.request);
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const auto append = [&](http::Body& body, const exchange::Event& event) {
    base::JsonWriter json;
    json.begin_object().key("at").string(base::to_string(event.at));
    json.key("type").string(exchange::name_of(event.type));
    json.key("by");
    write_author(json, *directory, {.actor = event.by, .people = *people});
    json.key("detail").string(detail_of(event, language)).end_object();
    body.append(std::move(json).finish());
  };
  const ListUrl url{.base = call.base_url, .path = path};
  Response response = page_answer(context.sealer, url, wanted.page, *page, append);
  co_return in_language(std::move(response), language);
}

}  // namespace tradepost::api
