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
using exchange::ReportItem;

void read_verdict(const View& report, const Spot& spot, ReportItem& item, BodyFaults& faults) {
  const View success = report.member("success");
  if (!success) {
    faults.add(
        spot.member("success").fault("missing", "success is missing. It must be true or false."));
  } else if (success.scalar() == "true") {
    item.verdict = exchange::Verdict::success;
  } else if (success.scalar() == "false") {
    item.verdict = exchange::Verdict::failure;
  } else {
    faults.add(spot.member("success").fault("wrong_type",
                                            "success must be true or false, without quotes."));
  }
}

void read_type(Fields& fields, ReportItem& item) {
  const std::string word = fields.text("errorType").value_or("");
  if (word.empty()) return;
  const auto type = error_type(word);
  if (type) {
    item.type = *type;
    return;
  }
  const std::string words = one_of(fields.shape("errorType").words);
  fields.faults().add(fields.spot()
                          .member("errorType")
                          .fault("unknown_value", fmt::format("errorType must be {}.", words)));
}

void read_fields(const View& report, const Spot& spot, ReportItem& item, BodyFaults& faults) {
  if (!report.is_object()) {
    faults.add(spot.fault("wrong_type", "A report must be a JSON object."));
    return;
  }
  read_verdict(report, spot, item, faults);
  Fields fields(report, shapes::report, spot, faults);
  item.reason = fields.text("reason").value_or("");
  // errorReason is the other name of reason (contract 7.1). It is read for its faults in any case.
  std::string error_reason = fields.text("errorReason").value_or("");
  if (item.reason.empty()) item.reason = std::move(error_reason);
  read_type(fields, item);
  item.context = fields.texts_by_name("errorContext");
}

ReportRead result_of(ReportItem item, BodyFaults faults, std::optional<std::string> given_id) {
  ReportRead read{.item = {}, .given_id = std::move(given_id), .faults = {}};
  if (!faults.any()) read.item = std::move(item);
  read.faults = std::move(faults).named();
  return read;
}

ReportRead read_item(const View& report, std::uint32_t index, std::string_view id_name) {
  const Spot spot{.path = fmt::format("items.{}", index), .code = "report"};
  BodyFaults faults;
  ReportItem item;
  read_fields(report, spot, item, faults);
  const View id = report.member(id_name);
  std::optional<std::string> given;
  if (!id && report.is_object()) {  // otherwise read_fields() names the fault
    faults.add(spot.member(id_name).fault("missing", fmt::format("{} is missing.", id_name)));
  }
  if (id) {
    given = id.is_text() ? id.text() : std::string(id.scalar());
    const auto parsed = id.is_text() ? exchange::TransactionId::parse(*given) : std::nullopt;
    if (parsed) {
      item.id = *parsed;
    } else {
      faults.add(
          spot.member(id_name).fault("malformed", fmt::format("{} must be a UUID.", id_name)));
    }
  }
  return result_of(std::move(item), std::move(faults), std::move(given));
}

Finding bad_items(std::string_view rule, std::string sentence) {
  return {.code = fmt::format("report.items.{}", rule),
          .path = "items",
          .message = std::move(sentence)};
}

}  // namespace

ReportRead read_report(const View& body, exchange::TransactionId id) {
  BodyFaults faults;
  ReportItem item;
  item.id = id;
  read_fields(body, {.path = "", .code = "report"}, item, faults);
  return result_of(std::move(item), std::move(faults), {});
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
  // each() skips null elements. Their places are empty: an item that was read has a value or
  // faults.
  for (std::uint32_t i = 0; i < count; ++i) {
    const ReportRead& read = bulk.items[i];
    if (!read.item && read.faults.empty()) bulk.items[i] = read_item(View(), i, id_name);
  }
  return bulk;
}

}  // namespace tradepost::api
