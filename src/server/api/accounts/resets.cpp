#include <chrono>
#include <string>
#include <utility>
#include <variant>

#include "api/accounts/sessions.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/people/people_answer.hpp"
#include "api/people/people_words.hpp"
#include "api/people/posting.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/people/joining.hpp"

namespace tradepost::api {
namespace {

// A reset of a known address takes longer than one of an unknown address. Both answers come after
// this time.
constexpr std::chrono::seconds reset_answered_after{1};

// The answer does not show whether the address is known, so it does not show a failure either.
base::Task<void> reset_if_known(LoopContext& context, std::string email) {
  const SignInProviders* const providers = context.services.providers;
  if (providers != nullptr && providers->forbids_password(email)) co_return;
  auto issuing = exchange::issue_reset(context.people, std::move(email), context.deadline());
  const auto answer = co_await std::move(issuing);
  const auto* const issued = answer ? std::get_if<exchange::IssuedLink>(&*answer) : nullptr;
  if (issued == nullptr) co_return;
  auto posting = post_reset(context, *issued);
  co_await std::move(posting);
}

}  // namespace

Answer show_ways_to_sign_in(LoopContext& context, OpenCall /*call*/) {
  const bool has_mail = context.services.mail != nullptr;
  const SignInProviders* const providers = context.services.providers;
  http::Response response = data_json(200, [&](base::JsonWriter& json) {
    json.key("passwordResets").boolean(has_mail);
    write_provider(json, providers == nullptr ? nullptr : providers->for_others());
    json.key("companyProviders").boolean(providers != nullptr && providers->has_domains());
  });
  response.header("Cache-Control", "no-store");
  co_return response;
}

Answer reset_own_password(LoopContext& context, OpenCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::password_reset_request, {.path = "", .code = "reset"}, faults);
  fields.need();
  std::string email = fields.text("email").value_or("");
  fields.end();
  if (faults.any()) co_return faults.answer();
  if (context.services.mail == nullptr) co_return answers::mail_off();
  const base::SteadyTime answered_at = context.loop.now() + reset_answered_after;
  auto resetting = reset_if_known(context, std::move(email));
  co_await std::move(resetting);
  co_await base::sleep_until(answered_at);
  co_return http::Response(202);
}

}  // namespace tradepost::api
