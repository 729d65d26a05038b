#include "api/administration/admin_handlers.hpp"

#include "api/administration/admin_author.hpp"
#include "api/administration/admin_list.hpp"
#include "api/json/party_json.hpp"
#include "api/wire/answer.hpp"
#include "exchange/administration/acts.hpp"
#include "exchange/desk/named.hpp"
#include "exchange/people/person_names.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Actor;
using http::Response;

void write_id(base::JsonWriter& body, const base::Uuid& id) {
  if (id == base::Uuid()) {
    body.null();
  } else {
    body.string(id.to_string());
  }
}

void write_act(base::JsonWriter& body, const exchange::Directory& directory,
               const exchange::PersonNames& people, const exchange::Act& act) {
  body.key("at").string(base::to_string(act.at));
  body.key("type").string(exchange::name_of(act.type)).key("by");
  write_admin_author(body, directory, {.actor = act.by, .people = people});
  body.key("subject");
  write_id(body, act.subject);
  body.key("participant");
  if (const auto participant = exchange::participant_of(directory, act)) {
    write_named(body, exchange::named(directory, *participant));
  } else {
    body.null();
  }
  body.key("detail").string(act.detail);
}

}  // namespace

Task<Response> list_acts(LoopContext& context, OperatorCall call) {
  const auto query =
      list_query_of(call.request.target(), context.sealer, shapes::list_events, no_filters);
  if (!query) co_return answers::bad_query(query.error());
  const auto answer =
      co_await exchange::acts(context.desk, call.by, page_of(query->page), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  std::vector<Actor> authors;
  if (const auto* page = std::get_if<exchange::DirectoryPage<exchange::Act>>(&*answer)) {
    for (const exchange::Act& act : page->items) authors.push_back(act.by);
  }
  const auto people = co_await exchange::names_of(context.people, std::move(authors), std::nullopt,
                                                  context.deadline());
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  co_return list_answer(context, call, query->page, *answer,
                        [&](base::JsonWriter& body, const exchange::Act& act) {
                          write_act(body, *directory, *people, act);
                        });
}

}  // namespace tradepost::api
