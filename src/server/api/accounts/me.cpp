#include "api/accounts/me.hpp"

#include <string>
#include <utility>
#include <variant>

#include "api/accounts/account_json.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/people/people_answer.hpp"
#include "api/people/people_words.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/ground/session_limits.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/accounts/own_account.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using http::Response;

void write_own_session(JsonWriter& json, const exchange::Directory& directory,
                       const exchange::PersonSession& session) {
  json.key("session").begin_object().key("id").string(session.id.to_string());
  write_place(json, directory, session.participant);
  json.key("flow").string(exchange::name_of(session.flow));
  json.key("startedAt").string(base::to_string(session.began));
  json.key("confirmedAt").string(base::to_string(session.confirmed));
  json.key("endsAt").string(base::to_string(session.began + base::limits::session_lives));
  json.end_object();
}

void write_me(JsonWriter& json, const exchange::Directory& directory,
              const exchange::KnownPerson& person, const exchange::PersonSession& session,
              const SignInProvider* provider) {
  write_account(json, person);
  write_provider(json, provider);
  write_memberships(json, directory, person.entry);
  write_own_session(json, directory, session);
}

template <typename UseCase>
Response made_or_refused(const base::Result<UseCase>& answer) {
  if (!answer) return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Changed>(*answer)) return Response(204);
  return answers::refused<exchange::Changed>(*answer);
}

}  // namespace

Answer show_me(LoopContext& context, PersonCall call) {
  const auto known =
      co_await exchange::known_person(context.people, call.who.person, context.deadline());
  if (!known) co_return answers::failure(known.error());
  if (!*known) co_return answers::no_session();
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const auto* const provider = provider_serving(context, (*known)->data.email);
  co_return data_json(200, [&](JsonWriter& json) {
    write_me(json, *directory, **known, call.who.session, provider);
  });
}

Answer patch_me(LoopContext& context, PersonCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::profile_edit, {.path = "", .code = "profile"}, faults);
  exchange::Profile profile{.name = fields.name("name"),
                            .language = fields.word("language", language_word),
                            .time_zone = fields.text("timeZone")};
  fields.end();
  if (faults.any()) co_return faults.answer();
  auto changing = exchange::change_profile(context.people, call.who.person, std::move(profile),
                                           context.deadline());
  const auto answer = co_await std::move(changing);
  if (!answer) co_return answers::failure(answer.error());
  if (!std::holds_alternative<exchange::Changed>(*answer))
    co_return answers::refused<exchange::Changed>(*answer);
  auto showing = show_me(context, std::move(call));
  co_return co_await std::move(showing);
}

Answer confirm_me(LoopContext& context, PersonCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::confirmation_request, {.path = "", .code = "confirmation"}, faults);
  fields.need();
  exchange::Confirmation confirmation{.password = fields.text("password").value_or(""),
                                      .code = fields.text("code").value_or("")};
  fields.end();
  if (faults.any()) co_return faults.answer();
  auto confirming = exchange::confirm(context.people, call.who.person, call.who.session.id,
                                      std::move(confirmation), context.deadline());
  co_return made_or_refused(co_await std::move(confirming));
}

Answer put_own_password(LoopContext& context, PersonCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::password_change, {.path = "", .code = "passwords"}, faults);
  fields.need();
  exchange::NewPassword password{.present = fields.text("presentPassword").value_or(""),
                                 .next = fields.text("password").value_or("")};
  fields.end();
  if (faults.any()) co_return faults.answer();
  auto changing = exchange::change_password(context.people, call.who.person, call.who.session.id,
                                            std::move(password), context.deadline());
  co_return made_or_refused(co_await std::move(changing));
}

}  // namespace tradepost::api
