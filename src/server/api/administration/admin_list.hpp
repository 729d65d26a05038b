#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "api/bodies/page_answer.hpp"
#include "api/request/loop_context.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/directory_pages.hpp"

// Shared parts of the lists of administration.
namespace tradepost::api {

inline exchange::PageOf page_of(const PageQuery& query) {
  return {.cursor = query.cursor, .count_max = query.per_page};
}

inline std::optional<exchange::ParticipantId> participant_wanted(Query& query) {
  return query.value("filter[participant]", exchange::ParticipantId::parse, a_participant);
}

// Answers with a page of items; `write` writes the members of one.
template <typename Item, typename Write>
http::Response list_answer(LoopContext& context, const OperatorCall& call, const PageQuery& query,
                           const exchange::DirectoryPageAnswer<Item>& answer, Write write) {
  const auto* const page = std::get_if<exchange::DirectoryPage<Item>>(&answer);
  if (page == nullptr) return with_bad_cursor();
  return page_answer(context.sealer, {.base = call.base_url, .path = call.path}, query, *page,
                     [&](http::Body& body, const Item& item) {
                       base::JsonWriter json;
                       json.begin_object();
                       write(json, item);
                       json.end_object();
                       body.append(std::move(json).finish());
                     });
}

}  // namespace tradepost::api
