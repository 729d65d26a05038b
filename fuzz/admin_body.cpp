// Reads arbitrary bytes as the strictly read bodies: a participant, a change to one, the report of
// an error, and a change to a case.
//
// For any input, the body is accepted or refused. A refusal is JSON with a code, for any spelling
// of the names in the body. An accepted body is within the limits of its description.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "api/administration/admin_participant_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/bodies/case_body.hpp"
#include "base/ground/check.hpp"
#include "base/text/text.hpp"
#include "document/json_reader.hpp"

namespace {

namespace api = tradepost::api;
namespace exchange = tradepost::exchange;
using tradepost::document::JsonReader;
using tradepost::document::View;

void check_refusal(const api::BodyFaults& faults) {
  const auto answer = faults.answer();
  CHECK(answer.status == 400 || answer.status == 422);
  const std::string text = answer.body.joined();
  JsonReader reader;
  const auto json = reader.read(text);
  CHECK(json && json->member("code").is_text() && json->member("message").is_text());
}

// Returns the limits that the description sets for a text or a list.
const api::FieldShape& bounds(const api::BodyShape& shape, std::string_view name) {
  const auto found = std::ranges::find(shape.fields, name, &api::FieldShape::name);
  CHECK(found != shape.fields.end());
  return *found;
}

void read_participant(const View& body) {
  api::BodyFaults faults;
  const auto request = api::participant_request_in(body, *exchange::Directory::empty(), faults);
  if (faults.any()) return check_refusal(faults);
  const api::BodyShape& shape = api::shapes::participant_request;
  CHECK(!request.name.empty());
  CHECK(tradepost::base::code_points(request.name) <= bounds(shape, "name").length_max);
  CHECK(request.identifiers.size() <= bounds(shape, "identifiers").entries_max);
  CHECK(request.webhooks.size() <= bounds(shape, "webhooks").entries_max);
}

void read_change_of_participant(const View& body) {
  api::BodyFaults faults;
  exchange::Participant before;
  before.name = "Seller";
  const auto edit = api::participant_edit_in(body, *exchange::Directory::empty(), before, faults);
  if (faults.any()) return check_refusal(faults);
  CHECK(!edit.name || !edit.name->empty());
  CHECK(edit.remove_identifiers.empty());  // the participant has no identifiers
}

void read_error_report(const View& body) {
  api::BodyFaults faults;
  const auto request = api::error_request_in(body, faults);
  if (faults.any()) return check_refusal(faults);
  CHECK(!request.reason.empty());
}

void read_change_of_case(const View& body, api::Editor editor) {
  api::BodyFaults faults;
  const auto request = api::case_request_in(body, exchange::CaseId(), editor, faults);
  if (faults.any()) return check_refusal(faults);
  CHECK(request.comment || request.status || request.turn);
  CHECK(editor == api::Editor::operator_ || !request.turn);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static JsonReader reader;
  const auto body = reader.read({reinterpret_cast<const char*>(data), size});
  if (!body) return 0;
  read_participant(*body);
  read_change_of_participant(*body);
  read_error_report(*body);
  read_change_of_case(*body, api::Editor::participant);
  read_change_of_case(*body, api::Editor::operator_);
  return 0;
}
