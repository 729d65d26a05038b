#include "api/accounts/account_export.hpp"

#include <optional>
#include <utility>

#include "api/accounts/account_json.hpp"
#include "api/people/people_words.hpp"
#include "api/people/subscription_json.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/people/people_desk.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using http::Response;

void write_export(JsonWriter& json, const exchange::Directory& directory,
                  const exchange::KnownPerson& person) {
  const exchange::PersonData& data = person.data;
  write_account(json, person);
  json.key("hasProvider").boolean(data.identity.has_value());
  json.key("state").string(name_of(person.entry.state));
  write_memberships(json, directory, person.entry);
  json.key("sessions").begin_array();
  for (const exchange::PersonSession& session : person.entry.sessions) {
    json.begin_object();
    write_session(json, directory, data, session);
    json.end_object();
  }
  json.end_array();
  json.key("knownBrowsers").integer(data.known_devices.size());
  write_subscriptions(json, data.subscriptions);
}

// Returns nullopt if the person is unknown or erased.
base::Task<base::Result<std::optional<Response>>> exported(LoopContext& context,
                                                           exchange::PersonId id) {
  const auto known = co_await exchange::known_person(context.people, id, context.deadline());
  if (!known) co_return base::refuse(known.error());
  if (!*known) co_return std::optional<Response>();
  const exchange::DirectoryPtr directory = context.services.directory.current();
  Response response = data_json(200, [&](JsonWriter& json) {
    json.key("exportedAt").string(base::to_string(context.services.clock.now()));
    write_export(json, *directory, **known);
  });
  response.header("Content-Disposition", "attachment; filename=\"account.json\"")
      .header("Cache-Control", "no-store");
  co_return std::optional(std::move(response));
}

}  // namespace

Answer export_me(LoopContext& context, PersonCall call) {
  auto answer = co_await exported(context, call.who.person);
  if (!answer) co_return answers::failure(answer.error());
  co_return *answer ? **std::move(answer) : answers::no_session();
}

Answer export_any_person(LoopContext& context, OperatorCall call) {
  const auto id = exchange::PersonId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  auto answer = co_await exported(context, *id);
  if (!answer) co_return answers::failure(answer.error());
  co_return *answer ? **std::move(answer) : answers::not_found();
}

}  // namespace tradepost::api
