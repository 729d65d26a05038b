#include "api/bodies/case_body.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/json/words.hpp"

namespace tradepost::api {
namespace {

using document::View;
using exchange::ErrorType;
using exchange::Turn;

std::optional<Turn> turn(std::string_view word) {
  for (const Turn one : {Turn::sender, Turn::recipient, Turn::operator_}) {
    if (word == word_of(one)) return one;
  }
  return std::nullopt;
}

}  // namespace

exchange::ErrorRequest error_request_in(const View& body, BodyFaults& faults) {
  Fields fields(body, shapes::error_report, {.path = "", .code = "error"}, faults);
  fields.need();
  exchange::ErrorRequest request;
  request.reason = fields.reason("errorReason").value_or("");
  request.type = fields.word("errorType", error_type).value_or(ErrorType::data);
  request.context = fields.texts_by_name("errorContext");
  request.transaction_identifier = fields.text("transactionIdentifier").value_or("");
  request.kind = fields.word("transactionType", kind_word, kinds_for_people);
  return request;
}

exchange::CaseRequest case_request_in(const View& body, exchange::CaseId id, Editor editor,
                                      BodyFaults& faults) {
  const bool is_operator = editor == Editor::operator_;
  Fields fields(body, is_operator ? shapes::case_change_of_operator : shapes::case_change,
                {.path = "", .code = "case"}, faults);
  exchange::CaseRequest request{.id = id, .revision = {}, .comment = {}, .status = {}};
  request.comment = fields.reason("comment");
  request.status = fields.word("status", case_status);
  request.revision = fields.whole_number("revision");
  bool is_asked = fields.has("comment") || fields.has("status");
  if (is_operator) {
    request.turn = fields.word("turn", turn);
    is_asked = is_asked || fields.has("turn");
  }
  fields.end();
  if (body.is_object() && !is_asked) {
    faults.add(fields.spot().fault("empty", "Give a comment, a status, or both."));
  }
  return request;
}

}  // namespace tradepost::api
