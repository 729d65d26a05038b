#include "api/cases.hpp"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "api/access.hpp"
#include "api/answer.hpp"
#include "api/case_json.hpp"
#include "api/case_link.hpp"
#include "api/case_page.hpp"
#include "api/negotiation.hpp"
#include "exchange/cases.hpp"
#include "exchange/history.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::CaseId;
using exchange::Scopes;
using http::Response;

Task<Response> as_json(Workplace& place, exchange::Caller caller, std::optional<CaseId> id) {
  if (!id) co_return answers::not_found();
  const auto found = co_await exchange::find_case(place.desk, caller, *id, place.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  const exchange::DirectoryPtr directory = place.network.directory.current();
  Response response = json(200, case_json(**found, *directory));
  co_return response;
}

bool is_open(const exchange::Directory& directory, exchange::ParticipantId participant) {
  const auto* const found = directory.participant(participant);
  return found != nullptr && found->state == exchange::ParticipantState::open;
}

Task<Response> as_page(Workplace& place, CaseLink link) {
  const exchange::DirectoryPtr directory = place.network.directory.current();
  if (!is_open(*directory, link.viewer)) co_return no_case_page();
  const exchange::Caller caller{
      .participant = link.viewer, .token = {}, .flow = link.flow, .scopes = {}};
  const auto found = co_await exchange::find_case(place.desk, caller, link.id, place.deadline());
  if (!found) co_return failure_page(found.error());
  if (!*found) co_return no_case_page();
  std::optional<exchange::Shown> transaction;
  if (const auto about = (*found)->value->transaction) {
    auto shown = co_await exchange::find(place.desk, caller, *about, place.deadline());
    if (!shown) co_return failure_page(shown.error());
    transaction = *std::move(shown);
  }
  co_return case_page(**found, transaction, *directory);
}

}  // namespace

Task<Response> show_case(Workplace& place, OpenCall call) {
  const auto id = CaseId::parse(call.captures.at("id"));
  const auto link_text = call.request.target().parameter(case_link_parameter);
  if (!link_text || call.request.header_count("Authorization") > 0) {
    const exchange::DirectoryPtr directory = place.network.directory.current();
    auto caller =
        caller_of(call.request, *directory, place.network.clock.now(), Scopes(Scopes::read));
    if (auto* refusal = std::get_if<Response>(&caller)) co_return std::move(*refusal);
    if (!accepts_json(call.request)) co_return answers::not_acceptable();
    const exchange::Caller asking = std::get<exchange::Caller>(caller);
    place.network.token_uses.mark(asking.token, place.network.clock.now());
    Response response = co_await as_json(place, asking, id);
    co_return response;
  }
  const auto link = case_link_in(place.sealer, *link_text);
  const LinkVerdict verdict = judge_link(link, id, place.network.clock.now());
  if (verdict == LinkVerdict::none) co_return no_case_page();
  if (verdict == LinkVerdict::ended) co_return ended_link_page();
  Response response = co_await as_page(place, *link);
  co_return response;
}

}  // namespace tradepost::api
