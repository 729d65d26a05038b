#include "api/administration/admin_handlers.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "api/administration/admin_list.hpp"
#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/number_ranges.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Finding;
using http::Response;

Finding unknown_participant() {
  return {.code = "sscc_range.participant.unknown",
          .path = "participant",
          .message = "There is no such participant, or it has left the network."};
}

exchange::RangeRequest range_request_in(const document::View& body,
                                        const exchange::Directory& directory, BodyFaults& faults) {
  Fields fields(body, shapes::sscc_range_request, {.path = "", .code = "sscc_range"}, faults);
  fields.need();
  exchange::RangeRequest request;
  if (const auto id = fields.id<exchange::ParticipantId>("participant")) {
    request.participant = *id;
    const auto* const owner = directory.participant(*id);
    if (owner == nullptr || owner->state != exchange::ParticipantState::open) {
      faults.add(unknown_participant());
    }
  }
  request.flow = flow_in(fields).value_or(exchange::Flow::live);
  request.prefix = fields.text("prefix").value_or("");
  request.next = fields.whole_number("first").value_or(0);
  request.end = fields.whole_number("end").value_or(0);
  fields.end();
  return request;
}

void write_range(base::JsonWriter& body, const exchange::NumberRange& range,
                 const exchange::NextNumbers& next) {
  body.key("id").string(range.id.to_string());
  body.key("participant");
  if (range.participant) {
    body.string(range.participant->to_string());
  } else {
    body.null();
  }
  body.key("flow").string(exchange::name_of(range.flow)).key("prefix").string(range.prefix);
  body.key("first").integer(range.next).key("end").integer(range.end);
  const std::uint64_t left = exchange::numbers_left(range, next);
  body.key("left").integer(left);
  body.key("isLow").boolean(exchange::are_few(left, range.end - range.next));
}

}  // namespace

Task<Response> post_range(LoopContext& context, OperatorCall call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  const auto directory = context.services.directory.current();
  exchange::RangeRequest request = range_request_in(*body, *directory, faults);
  if (faults.any()) co_return faults.answer();
  const auto answer =
      co_await exchange::add_range(context.desk, call.by, std::move(request), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (const auto* refused = std::get_if<exchange::Refused>(&*answer)) {
    co_return answers::refused(*refused);
  }
  if (std::holds_alternative<exchange::Unknown>(*answer)) {
    co_return answers::one_fault(unknown_participant());
  }
  const auto* const added = std::get_if<exchange::NumberRange>(&*answer);
  if (added == nullptr) co_return answers::busy();
  base::JsonWriter written;
  written.begin_object();
  write_range(written, *added, {});
  written.end_object();
  co_return json(201, std::move(written).finish());
}

Task<Response> list_ranges(LoopContext& context, OperatorCall call) {
  const auto query = list_query_of(call.request.target(), context.sealer, shapes::list_sscc_ranges,
                                   participant_wanted);
  if (!query) co_return answers::bad_query(query.error());
  const auto answer = exchange::ranges(context.desk, call.by, page_of(query->page), query->wanted);
  const auto next = co_await context.desk.store.next_numbers(context.deadline());
  if (!next) co_return answers::failure(next.error());
  const auto write = [&](base::JsonWriter& json, const exchange::NumberRange& range) {
    write_range(json, range, *next);
  };
  co_return list_answer(context, call, query->page, answer, write);
}

}  // namespace tradepost::api
