#include "api/numbers/number_ranges.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/error_texts.hpp"
#include "base/text/json_writer.hpp"
#include "document/model/schema.hpp"
#include "exchange/administration/document_numbering.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::DocumentNumbers;
using http::Response;

Response no_number_range() {
  return answers::refusal(
      base::ErrorCode::conflict,
      "Your company has no number range for this document. An administrator can set one.",
      DetailCode::no_number_range);
}

Response number_range_used_up() {
  return answers::refusal(
      base::ErrorCode::conflict,
      "The next numbers of the range are used. An administrator must set another prefix or next "
      "number.",
      DetailCode::number_range_used_up);
}

Response format_without_number_ranges() {
  return answers::refusal(
      base::ErrorCode::conflict,
      "The store has a format without number ranges. The operator can raise it with serve "
      "--upgrade.",
      DetailCode::format_without_number_ranges);
}

void write_range(JsonWriter& json, const DocumentNumbers& range) {
  json.key("kind").string(document::row_of(range.kind).name);
  json.key("prefix").string(range.prefix).key("next").integer(range.next);
  json.key("width").integer(std::uint64_t{range.width});
  json.key("nextNumber").string(exchange::full_number(range, range.next));
}

Response shown(const DocumentNumbers& range) {
  return data_json(200, [&](JsonWriter& json) { write_range(json, range); });
}

exchange::NumbersRequest request_in(const document::View& body, exchange::Kind kind,
                                    BodyFaults& faults) {
  Fields fields(body, shapes::number_range_request, {.path = "", .code = "number_range"}, faults);
  fields.need();
  exchange::NumbersRequest request;
  request.kind = kind;
  request.prefix = fields.text("prefix").value_or("");
  request.next = fields.whole_number("next");
  request.width = static_cast<std::uint8_t>(fields.whole_number("width").value_or(1));
  fields.end();
  return request;
}

std::optional<exchange::Kind> kind_in(const Call& call) {
  return kind_word(call.captures.at("kind"));
}

}  // namespace

Answer list_number_ranges(LoopContext& context, Call call) {
  const auto ranges = exchange::document_ranges(context.desk, call.caller);
  co_return data_json(200, [&](JsonWriter& json) {
    json.key("ranges").begin_array();
    for (const DocumentNumbers& range : ranges) {
      json.begin_object();
      write_range(json, range);
      json.end_object();
    }
    json.end_array();
  });
}

Answer put_number_range(LoopContext& context, Call call) {
  const auto kind = kind_in(call);
  if (!kind) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  exchange::NumbersRequest request = request_in(*body, *kind, faults);
  faults.add_others(exchange::faults_of(request));
  if (faults.any()) co_return faults.answer();
  // An earlier version of the exchange can't read number ranges.
  const bool is_early = context.services.people.store_format() < exchange::people_format;
  if (is_early) co_return format_without_number_ranges();
  const auto answer = co_await exchange::set_document_range(context.desk, call.caller,
                                                            std::move(request), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (const auto* refused = std::get_if<exchange::Refused>(&*answer)) {
    co_return answers::refused(*refused);
  }
  const auto* const range = std::get_if<DocumentNumbers>(&*answer);
  if (range == nullptr) co_return answers::busy();
  co_return shown(*range);
}

Answer delete_number_range(LoopContext& context, Call call) {
  const auto kind = kind_in(call);
  if (!kind) co_return answers::not_found();
  const auto answer = co_await exchange::remove_document_range(context.desk, call.caller, *kind,
                                                               context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::Unknown>(*answer)) co_return answers::not_found();
  const auto* const range = std::get_if<DocumentNumbers>(&*answer);
  if (range == nullptr) co_return answers::busy();
  co_return shown(*range);
}

Answer take_number(LoopContext& context, Call call) {
  const auto kind = kind_in(call);
  if (!kind) co_return answers::not_found();
  const auto answer =
      co_await exchange::take_document_number(context.desk, call.caller, *kind, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<exchange::NoRange>(*answer)) co_return no_number_range();
  if (std::holds_alternative<exchange::UsedUp>(*answer)) co_return number_range_used_up();
  const auto* const taken = std::get_if<exchange::TakenNumber>(&*answer);
  if (taken == nullptr) co_return answers::busy();
  co_return data_json(201, [&](JsonWriter& json) { json.key("number").string(taken->number); });
}

}  // namespace tradepost::api
