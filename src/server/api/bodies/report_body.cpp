#include "api/bodies/report_body.hpp"

#include <fmt/format.h>

#include <utility>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/json/words.hpp"
#include "base/ground/limits.hpp"

namespace tradepost::api {
namespace {

using document::View;
using exchange::Finding;

void read_verdict(const View& report, const Spot& spot, ReportRead& read, BodyFaults& faults) {
  const View success = report.member("success");
  if (!success) {
    faults.add(
        spot.member("success").fault("missing", "success is missing. It must be true or false."));
  } else if (success.scalar() == "true") {
    read.item.verdict = exchange::Verdict::success;
  } else if (success.scalar() == "false") {
    read.item.verdict = exchange::Verdict::failure;
  } else {
    faults.add(spot.member("success").fault("wrong_type",
                                            "success must be true or false, without quotes."));
  }
}

void read_type(Fields& fields, ReportRead& read) {
  const std::string word = fields.text("errorType").value_or("");
  if (word.empty()) return;
  const auto type = error_type(word);
  read.item.type = type.value_or(exchange::ErrorType::data);
  if (type) return;
  const std::string words = one_of(fields.shape("errorType").words);
  fields.faults().add(fields.spot()
                          .member("errorType")
                          .fault("unknown_value", fmt::format("errorType must be {}.", words)));
}

void read_fields(const View& report, const Spot& spot, ReportRead& read, BodyFaults& faults) {
  if (!report.is_object()) {
    faults.add(spot.fault("wrong_type", "A report must be a JSON object."));
    return;
  }
  read_verdict(report, spot, read, faults);
  Fields fields(report, shapes::report, spot, faults);
  read.item.reason = fields.text("reason").value_or("");
  std::string error_reason = fields.text("errorReason").value_or("");
  if (read.item.reason.empty()) read.item.reason = std::move(error_reason);
  read_type(fields, read);
  read.item.context = fields.texts_by_name("errorContext");
}

ReportRead read_item(const View& item, std::uint32_t index, std::string_view id_name) {
  const Spot spot{.path = fmt::format("items.{}", index), .code = "report"};
  BodyFaults faults;
  ReportRead read;
  read_fields(item, spot, read, faults);
  const View id = item.member(id_name);
  if (!id && item.is_object()) {
    faults.add(spot.member(id_name).fault("missing", fmt::format("{} is missing.", id_name)));
  }
  if (id) {
    read.given_id = id.is_text() ? id.text() : std::string(id.scalar());
    if (id.is_text()) read.item.id = exchange::TransactionId::parse(*read.given_id);
    if (!read.item.id) {
      faults.add(
          spot.member(id_name).fault("malformed", fmt::format("{} must be a UUID.", id_name)));
    }
  }
  if (faults.any()) read.item.id.reset();
  read.faults = std::move(faults).named();
  return read;
}

Finding bad_items(std::string_view rule, std::string sentence) {
  return {.code = fmt::format("report.items.{}", rule),
          .path = "items",
          .message = std::move(sentence)};
}

}  // namespace

ReportRead read_report(const View& body, exchange::TransactionId id) {
  BodyFaults faults;
  ReportRead read;
  read_fields(body, {.path = "", .code = "report"}, read, faults);
  read.item.id = id;
  read.faults = std::move(faults).named();
  return read;
}

BulkRead read_bulk(const View& body, std::string_view id_name) {
  BulkRead bulk;
  const View list = body.is_list() ? body : body.member("items");
  if (!list) {
    bulk.faults.push_back(bad_items("missing", "items is missing. It must be a list of reports."));
    return bulk;
  }
  if (!list.is_list()) {
    bulk.faults.push_back(bad_items("wrong_type", "items must be a list of reports."));
    return bulk;
  }
  const std::size_t count = list.element_count();
  if (count < 1 || count > base::limits::reports_max) {
    bulk.faults.push_back(bad_items("out_of_range", fmt::format("items must have 1 to {} reports.",
                                                                base::limits::reports_max)));
    return bulk;
  }
  bulk.items.resize(count);
  list.each([&](std::uint32_t index, const View& item) {
    bulk.items[index] = read_item(item, index, id_name);
  });
  // Reads the null elements, which the loop above does not visit.
  for (std::uint32_t i = 0; i < count; ++i) {
    const ReportRead& read = bulk.items[i];
    if (!read.item.id && read.faults.empty()) bulk.items[i] = read_item(View(), i, id_name);
  }
  return bulk;
}

}  // namespace tradepost::api
