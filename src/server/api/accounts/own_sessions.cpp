#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "api/accounts/account_json.hpp"
#include "api/accounts/me.hpp"
#include "api/people/people_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/session.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/people/person_access.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::PersonSession;
using http::Response;

Answer ended(LoopContext& context, PersonCall call, std::optional<exchange::SessionId> session) {
  const auto answer =
      co_await exchange::end_session(context.people, call.who.person, session, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  if (std::holds_alternative<exchange::Busy>(*answer)) co_return answers::busy();
  Response response(204);
  if (!session || *session == call.who.session.id)
    response.header("Set-Cookie", cookie_that_ends(call.base_url));
  co_return response;
}

}  // namespace

Answer list_own_sessions(LoopContext& context, PersonCall call) {
  const auto known =
      co_await exchange::known_person(context.people, call.who.person, context.deadline());
  if (!known) co_return answers::failure(known.error());
  if (!*known) co_return answers::no_session();
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const base::Instant now = context.services.clock.now();
  const std::uint64_t epoch = context.services.store.epoch();
  co_return data_json(200, [&](JsonWriter& json) {
    json.key("sessions").begin_array();
    for (const PersonSession& session : (*known)->entry.sessions) {
      if (session.epoch != epoch || now >= end_of(session)) continue;
      json.begin_object();
      write_session(json, *directory, (*known)->data, session);
      json.key("isPresent").boolean(session.id == call.who.session.id);
      json.end_object();
    }
    json.end_array();
  });
}

Answer end_own_session(LoopContext& context, PersonCall call) {
  const auto session = exchange::SessionId::parse(call.captures.at("id"));
  if (!session) co_return answers::not_found();
  auto ending = ended(context, std::move(call), *session);
  co_return co_await std::move(ending);
}

Answer end_own_sessions(LoopContext& context, PersonCall call) {
  auto ending = ended(context, std::move(call), std::nullopt);
  co_return co_await std::move(ending);
}

}  // namespace tradepost::api
