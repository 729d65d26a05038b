#include "api/administration/admin_handlers.hpp"

#include "api/administration/admin_list.hpp"
#include "api/json/admin_entries.hpp"
#include "api/json/party_json.hpp"
#include "api/wire/answer.hpp"
#include "exchange/administration/acts.hpp"
#include "exchange/people/person_names.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Actor;
using http::Response;

std::string_view type_of(const Actor& by) {
  switch (by.type) {
    case Actor::Type::participant:
      return "participant";
    case Actor::Type::person:
      return "person";
    case Actor::Type::operator_:
      return "operator";
    case Actor::Type::network:
      break;
  }
  return "network";
}

void write_id(base::JsonWriter& body, const base::Uuid& id) {
  if (id == base::Uuid()) {
    body.null();
  } else {
    body.string(id.to_string());
  }
}

struct ActsReader {
  const exchange::Directory& directory;
  const exchange::PersonNames& people;
};

// The author is a participant, an operator or the network. A person among the operators is the
// operator.
std::string name_of_author(const ActsReader& reader, const exchange::ActShown& shown) {
  const Actor& by = shown.act.by;
  if (by.type != Actor::Type::operator_) return shown.by;
  const auto name = reader.people.find(exchange::PersonId(by.id));
  return name == reader.people.end() ? shown.by : name->second;
}

void write_act(base::JsonWriter& body, const ActsReader& reader, const exchange::ActShown& shown) {
  const exchange::Act& act = shown.act;
  body.key("at").string(base::to_string(act.at));
  body.key("type").string(exchange::name_of(act.type));
  body.key("by").begin_object().key("type").string(type_of(act.by)).key("id");
  write_id(body, act.by.id);
  body.key("name").string(name_of_author(reader, shown));
  write_person_of(body, reader.directory, {.actor = act.by, .people = reader.people});
  body.end_object();
  body.key("subject");
  write_id(body, act.subject);
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
  if (const auto* page = std::get_if<exchange::DirectoryPage<exchange::ActShown>>(&*answer)) {
    for (const exchange::ActShown& shown : page->items) authors.push_back(shown.act.by);
  }
  const auto people = co_await exchange::names_of(context.people, std::move(authors), std::nullopt,
                                                  context.deadline());
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const ActsReader reader{.directory = *directory, .people = *people};
  co_return list_answer(context, call, query->page, *answer,
                        [&](base::JsonWriter& body, const exchange::ActShown& shown) {
                          write_act(body, reader, shown);
                        });
}

}  // namespace tradepost::api
