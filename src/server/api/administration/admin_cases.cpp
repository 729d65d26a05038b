#include "api/administration/admin_handlers.hpp"

#include <optional>
#include <utility>

#include "api/bodies/case_body.hpp"
#include "api/bodies/list_filters.hpp"
#include "api/json/case_json.hpp"
#include "api/json/translated.hpp"
#include "api/listing/case_list.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"
#include "exchange/administration/administer.hpp"
#include "exchange/views/overview.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::CaseId;
using http::Response;

Task<Response> as_json(LoopContext& context, const OperatorCall& call, std::optional<CaseId> id) {
  if (!id) co_return answers::not_found();
  const auto found = co_await exchange::find_case(context.desk, call.by, *id, context.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  auto answering =
      case_answer(context, *std::move(*found), std::nullopt, requested_language(call.request));
  co_return co_await std::move(answering);
}

}  // namespace

Task<Response> list_all_cases(LoopContext& context, OperatorCall call) {
  const auto query =
      list_query_of(call.request.target(), context.sealer, shapes::list_cases_of_all, cases_wanted);
  if (!query) co_return answers::bad_query(query.error());
  const exchange::CaseOverviewRequest request{
      .filter = query->wanted, .cursor = query->page.cursor, .count_max = query->page.per_page};
  const auto found = co_await exchange::cases(context.desk, call.by, request, context.deadline());
  if (!found) co_return answers::failure(found.error());
  co_return cases_listed(context, call, query->page, *found);
}

Task<Response> show_any_case(LoopContext& context, OperatorCall call) {
  const auto id = CaseId::parse(call.captures.at("id"));
  Response response = co_await as_json(context, call, id);
  co_return response;
}

Task<Response> patch_any_case(LoopContext& context, OperatorCall call) {
  const auto id = CaseId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  exchange::CaseRequest request = case_request_in(*body, *id, Editor::operator_, faults);
  if (faults.any()) co_return faults.answer();
  const auto answer =
      co_await exchange::change_case(context.desk, call.by, std::move(request), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (auto refusal = not_changed(*answer)) co_return *std::move(refusal);
  Response response = co_await as_json(context, call, *id);
  co_return response;
}

}  // namespace tradepost::api
