#include "api/handlers/handlers.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "api/bodies/case_body.hpp"
#include "api/bodies/list_filters.hpp"
#include "api/handlers/console.hpp"
#include "api/json/case_json.hpp"
#include "api/json/translated.hpp"
#include "api/listing/case_list.hpp"
#include "api/request/access.hpp"
#include "api/request/idempotency.hpp"
#include "api/request/signed_link.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/views/cases.hpp"
#include "exchange/views/history.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::CaseId;
using exchange::Scopes;
using http::Response;

Task<Response> as_json(LoopContext& context, exchange::Caller caller, std::optional<CaseId> id,
                       Language language) {
  if (!id) co_return answers::not_found();
  const auto found = co_await exchange::find_case(context.desk, caller, *id, context.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  auto answering = case_answer(context, *std::move(*found), caller.participant, language);
  co_return co_await std::move(answering);
}

struct PostAnswers {
  LoopContext& context;
  const Call& call;

  Response operator()(const exchange::CaseOpened& it) const {
    base::JsonWriter body;
    body.begin_object().key("message").string("The error is recorded as a case.");
    body.key("errorUrl").string(error_url(context, call, it.id)).end_object();
    return marked(json(201, std::move(body).finish()), it.given);
  }
  Response operator()(const exchange::KeyMismatch&) const { return answers::key_used_otherwise(); }
  Response operator()(const exchange::KeyRunning&) const { return answers::key_in_use(); }
  Response operator()(const exchange::KeysFull&) const { return answers::keys_full(); }
};

// A page requests the case as JSON later. It gets the status that this request will have.
enum class Wanted : std::uint8_t { page, json };

// The form and the language of the answer to a request by a link.
struct LinkedRequest {
  Wanted wanted;
  Language language;
};

Task<Response> as_linked(LoopContext& context, SignedLink link, LinkedRequest asked) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const auto caller = viewer_by(link, *directory);
  if (!caller) co_return answers::not_found();
  const CaseId id(link.id);
  const auto found = co_await exchange::find_case(context.desk, *caller, id, context.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  if (asked.wanted == Wanted::page) co_return Response(200);
  std::optional<exchange::Shown> subject;
  if (const auto about = (*found)->value->transaction) {
    auto shown = co_await exchange::find(context.desk, *caller, *about, context.deadline());
    if (!shown) co_return answers::failure(shown.error());
    subject = *std::move(shown);
  }
  Response response = json(200, linked_case_json(**found, subject, *directory, asked.language));
  co_return in_language(std::move(response), asked.language);
}

Task<Response> by_link(LoopContext& context, std::string_view text, std::optional<CaseId> id,
                       LinkedRequest requested) {
  const auto link = signed_link_in(context.sealer, LinkTo::a_case, text);
  const auto asked = id ? std::optional(id->uuid()) : std::nullopt;
  const LinkVerdict verdict = verify_link(link, asked, context.services.clock.now());
  if (verdict == LinkVerdict::none) co_return answers::not_found();
  if (verdict == LinkVerdict::ended) co_return answers::case_link_ended();
  Response response = co_await as_linked(context, *link, requested);
  co_return response;
}

}  // namespace

Task<Response> list_cases(LoopContext& context, Call call) {
  const auto query =
      list_query_of(call.request.target(), context.sealer, shapes::list_cases, cases_wanted);
  if (!query) co_return answers::bad_query(query.error());
  exchange::CasesRequest request{.caller = call.caller,
                                 .filter = query->wanted,
                                 .cursor = query->page.cursor,
                                 .count_max = query->page.per_page};
  const auto found = co_await exchange::cases(context.desk, std::move(request), context.deadline());
  if (!found) co_return answers::failure(found.error());
  co_return cases_listed(context, call, query->page, *found);
}

Task<Response> post_case(LoopContext& context, Call call) {
  const IdempotencyKey key = idempotency_key(call.request);
  if (key.form == KeyForm::bad) co_return answers::bad_idempotency_key();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  exchange::ErrorRequest request = error_request_in(*body, faults);
  if (faults.any()) co_return faults.answer();
  request.caller = call.caller;
  request.key = key.digest;
  const auto kept = co_await ask_with_key(context, exchange::KeyPath::post_error,
                                          std::move(request), [](auto& desk, auto asked, auto by) {
                                            return exchange::post_error(desk, std::move(asked), by);
                                          });
  if (!kept) co_return answers::failure(kept.error());
  co_return std::visit(PostAnswers{.context = context, .call = call}, *kept);
}

Task<Response> patch_case(LoopContext& context, Call call) {
  const auto id = CaseId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  exchange::CaseRequest request = case_request_in(*body, *id, Editor::participant, faults);
  if (faults.any()) co_return faults.answer();
  const auto answer = co_await exchange::change_case(context.desk, call.caller, std::move(request),
                                                     context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (auto refusal = not_changed(*answer)) co_return *std::move(refusal);
  Response response = co_await as_json(context, call.caller, *id, requested_language(call.request));
  co_return response;
}

Task<Response> show_case(LoopContext& context, OpenCall call) {
  const auto id = CaseId::parse(call.captures.at("id"));
  const auto link_text = call.request.target().parameter(link_parameter);
  if (!link_text || call.request.header_count("Authorization") > 0) {
    auto caller = caller_of(call.bearer, Scopes(Scopes::read));
    if (auto* refusal = std::get_if<Response>(&caller)) co_return std::move(*refusal);
    if (!accepts_json(call.request)) co_return answers::not_acceptable();
    const exchange::Caller asking = std::get<exchange::Caller>(caller);
    mark_use_of_token(context, asking);
    Response response = co_await as_json(context, asking, id, requested_language(call.request));
    co_return response;
  }
  const Wanted wanted = wants_page(call.request) ? Wanted::page : Wanted::json;
  if (wanted == Wanted::json && !accepts_json(call.request)) co_return answers::not_acceptable();
  Response response = co_await by_link(
      context, *link_text, id, {.wanted = wanted, .language = requested_language(call.request)});
  if (wanted == Wanted::page) co_return console_page(context, call, response.status);
  response.header("Cache-Control", "no-store");
  co_return response;
}

}  // namespace tradepost::api
