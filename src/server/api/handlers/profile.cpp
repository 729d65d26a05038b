#include "api/handlers/handlers.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/json/admin_entries.hpp"
#include "api/json/webhook_json.hpp"
#include "api/wire/admin_answer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/administration/number_ranges.hpp"
#include "exchange/administration/partners.hpp"
#include "exchange/rules/requirements.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using base::Task;
using exchange::InternalNumber;
using http::Response;

void write_numbers(JsonWriter& json, const std::vector<InternalNumber>& numbers) {
  json.begin_array();
  for (const InternalNumber& number : numbers) {
    json.begin_object().key("participant").string(number.of.to_string());
    json.key("number").string(number.number).end_object();
  }
  json.end_array();
}

void write_ranges(JsonWriter& json, const std::vector<exchange::NumberRange>& ranges) {
  json.begin_array();
  for (const exchange::NumberRange& range : ranges) {
    json.begin_object().key("id").string(range.id.to_string());
    json.key("prefix").string(range.prefix).key("first").integer(range.next);
    json.key("end").integer(range.end).end_object();
  }
  json.end_array();
}

// Writes the members into an open object. Members of a flow are limited to the caller's flow.
void write_profile(JsonWriter& json, const exchange::Participant& profile,
                   const exchange::Directory& directory, const exchange::Caller& caller) {
  write_participant(json, profile);
  json.key("numbers");
  write_numbers(json, profile.numbers);
  write_webhooks(json, directory, caller);
  json.key("ssccRanges");
  write_ranges(json, exchange::ranges(directory, caller.participant, caller.flow));
}

std::vector<InternalNumber> numbers_in(Fields& fields) {
  std::vector<InternalNumber> numbers;
  fields.list("numbers", "number", [&](const document::View& element, const Spot& spot) {
    Fields entry(element, shapes::internal_number, spot, fields.faults());
    entry.need();
    InternalNumber number;
    const auto of = entry.id<exchange::ParticipantId>("participant");
    number.of = of.value_or(number.of);
    number.number = entry.name("number").value_or("");
    entry.end();
    numbers.push_back(std::move(number));
  });
  return numbers;
}

// Ignores read-only members, so that a client can edit the answer of GET and PUT it.
exchange::ProfileRequest profile_in(const document::View& body, BodyFaults& faults) {
  Fields fields(body, shapes::profile_request, {.path = "", .code = "profile"}, faults);
  exchange::ProfileRequest request;
  if (fields.has("requirements")) {
    request.requirements = requirements_in(fields);
    faults.add_others(exchange::faults_of(*request.requirements));
  }
  if (fields.has("agents")) request.agents = agents_in(fields);
  if (fields.has("numbers")) request.numbers = numbers_in(fields);
  fields.end();
  return request;
}

}  // namespace

Task<Response> show_profile(LoopContext& context, Call call) {
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const auto* const profile = directory->participant(call.caller.participant);
  if (profile == nullptr) co_return answers::not_found();
  co_return data_json(
      200, [&](JsonWriter& body) { write_profile(body, *profile, *directory, call.caller); });
}

Task<Response> put_profile(LoopContext& context, Call call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  exchange::ProfileRequest request = profile_in(*body, faults);
  if (faults.any()) co_return faults.answer();
  const bool has_sample = request.requirements.has_value();
  const auto answer = co_await exchange::change_profile(context.desk, call.caller,
                                                        std::move(request), context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  if (const auto* refused = std::get_if<exchange::Refused>(&*answer)) {
    co_return answers::refused(*refused);
  }
  const auto* const changed = std::get_if<exchange::ProfileChanged>(&*answer);
  if (changed == nullptr) co_return answers::busy();
  const exchange::DirectoryPtr directory = context.services.directory.current();
  co_return data_json(200, [&](JsonWriter& written) {
    write_profile(written, changed->profile, *directory, call.caller);
    if (has_sample) write_sample(written, changed->sample);
  });
}

}  // namespace tradepost::api
