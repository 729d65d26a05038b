#include "api/people/links.hpp"

#include <string>
#include <utility>
#include <variant>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/people/people_answer.hpp"
#include "api/people/people_words.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/people/joining.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using http::Response;

void write_link(JsonWriter& json, const exchange::Directory& directory,
                const exchange::KnownPerson& person, const SignInProvider* provider) {
  const exchange::PersonLink& link = person.entry.link.value();
  const bool is_invitation = link.purpose == exchange::PersonLink::Purpose::invitation;
  json.key("purpose").string(is_invitation ? "invitation" : "reset");
  json.key("name").string(person.data.name).key("email").string(person.data.email);
  json.key("language").string(name_of(person.data.language));
  json.key("endsAt").string(base::to_string(link.ends));
  write_provider(json, provider);
  json.key("memberships").begin_array();
  for (const exchange::Membership& membership : person.entry.memberships) {
    json.begin_object();
    write_membership(json, directory, membership);
    json.end_object();
  }
  json.end_array();
}

// Returns true if the person of the link can't use a password. An unknown link is refused later.
base::Task<bool> forbids_password(LoopContext& context, std::string link_secret) {
  const auto found = co_await exchange::person_with_link(context.people, std::move(link_secret),
                                                         context.deadline());
  const auto* const person = found ? std::get_if<exchange::KnownPerson>(&*found) : nullptr;
  co_return person != nullptr&& context.services.providers->forbids_password(person->data.email);
}

}  // namespace

Answer look_at_link(LoopContext& context, OpenCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::link_look, {.path = "", .code = "link"}, faults);
  fields.need();
  std::string secret = fields.text("link").value_or("");
  fields.end();
  if (faults.any()) co_return faults.answer();
  const auto found =
      co_await exchange::person_with_link(context.people, std::move(secret), context.deadline());
  if (!found) co_return answers::failure(found.error());
  const auto* const person = std::get_if<exchange::KnownPerson>(&*found);
  if (person == nullptr) co_return answers::answer_to(exchange::LinkEnded());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const auto* const provider = provider_serving(context, person->data.email);
  Response response =
      data_json(200, [&](JsonWriter& json) { write_link(json, *directory, *person, provider); });
  response.header("Cache-Control", "no-store");
  co_return response;
}

Answer use_link(LoopContext& context, OpenCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::link_use, {.path = "", .code = "link"}, faults);
  fields.need();
  exchange::Joining joining{.link_secret = fields.text("link").value_or(""),
                            .password = fields.text("password").value_or(""),
                            .name = fields.name("name").value_or("")};
  fields.end();
  if (faults.any()) co_return faults.answer();
  if (context.services.providers != nullptr) {
    auto looking = forbids_password(context, joining.link_secret);
    if (co_await std::move(looking)) co_return answers::password_forbidden();
  }
  const auto answer =
      co_await exchange::join(context.people, std::move(joining), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  const auto* const person = std::get_if<exchange::PersonId>(&*answer);
  if (person == nullptr) co_return answers::refused<exchange::PersonId>(*answer);
  co_return data_json(200, [&](JsonWriter& json) { json.key("id").string(person->to_string()); });
}

}  // namespace tradepost::api
