#include "api/bodies/report_body.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/ground/limits.hpp"

namespace tradepost::api {
namespace {

using document::View;
using exchange::Finding;

// Where a report is in the body, so that its faults are reported with their path.
class ReportPlace {
 public:
  explicit ReportPlace(std::string prefix) : prefix_(std::move(prefix)) {}

  Finding fault(std::string_view field, std::string_view rule, std::string_view sentence) const {
    return {.code = fmt::format("report.{}.{}", field, rule),
            .path = prefix_ + std::string(field),
            .message = std::string(sentence)};
  }
  Finding fault_of_whole(std::string_view rule, std::string_view sentence) const {
    return {.code = fmt::format("report.{}", rule),
            .path = prefix_.empty() ? prefix_ : prefix_.substr(0, prefix_.size() - 1),
            .message = std::string(sentence)};
  }

 private:
  std::string prefix_;
};

void read_verdict(const View& report, const ReportPlace& place, ReportRead& read) {
  const View success = report.member("success");
  if (!success) {
    read.faults.push_back(
        place.fault("success", "missing", "success is missing. It must be true or false."));
  } else if (success.scalar() == "true") {
    read.item.verdict = exchange::Verdict::success;
  } else if (success.scalar() == "false") {
    read.item.verdict = exchange::Verdict::failure;
  } else {
    read.faults.push_back(
        place.fault("success", "wrong_type", "success must be true or false, without quotes."));
  }
}

// The text of a field, empty where there is none.
std::string read_text(const View& report, std::string_view field, const ReportPlace& place,
                      ReportRead& read) {
  const View value = report.member(field);
  if (!value) return {};
  if (value.is_text()) return value.text();
  read.faults.push_back(
      place.fault(field, "wrong_type", fmt::format("{} must be a string.", field)));
  return {};
}

void read_reason(const View& report, const ReportPlace& place, ReportRead& read) {
  std::string reason = read_text(report, "reason", place, read);
  std::string error_reason = read_text(report, "errorReason", place, read);
  read.item.reason = reason.empty() ? std::move(error_reason) : std::move(reason);
}

void read_type(const View& report, const ReportPlace& place, ReportRead& read) {
  const std::string type = read_text(report, "errorType", place, read);
  if (type == "INTERNAL") {
    read.item.type = exchange::ErrorType::internal;
  } else if (!type.empty() && type != "DATA") {
    read.faults.push_back(
        place.fault("errorType", "unknown_value", "errorType must be DATA or INTERNAL."));
  }
}

void read_context(const View& report, const ReportPlace& place, ReportRead& read) {
  const View context = report.member("errorContext");
  if (!context) return;
  bool is_map = context.is_object();
  if (is_map) {
    context.each_member([&](const View& name, const View& value) {
      if (!value) return;
      is_map = is_map && value.is_text();
      if (is_map) read.item.context.emplace_back(name.text(), value.text());
    });
  }
  if (is_map) return;
  read.item.context.clear();
  read.faults.push_back(place.fault("errorContext", "wrong_type",
                                    "errorContext must be an object whose values are strings."));
}

void read_fields(const View& report, const ReportPlace& place, ReportRead& read) {
  if (!report.is_object()) {
    read.faults.push_back(place.fault_of_whole("wrong_type", "A report must be a JSON object."));
    return;
  }
  read_verdict(report, place, read);
  read_reason(report, place, read);
  read_type(report, place, read);
  read_context(report, place, read);
}

ReportRead read_item(const View& item, std::uint32_t index, std::string_view id_name) {
  const ReportPlace place(fmt::format("items.{}.", index));
  ReportRead read;
  read_fields(item, place, read);
  const View id = item.member(id_name);
  if (!id) {
    if (item.is_object()) {
      read.faults.push_back(
          place.fault(id_name, "missing", fmt::format("{} is missing.", id_name)));
    }
  } else {
    read.given_id = id.is_text() ? id.text() : std::string(id.scalar());
    if (id.is_text()) read.item.id = exchange::TransactionId::parse(*read.given_id);
    if (!read.item.id) {
      read.faults.push_back(
          place.fault(id_name, "malformed", fmt::format("{} must be a UUID.", id_name)));
    }
  }
  if (!read.faults.empty()) read.item.id.reset();
  return read;
}

Finding bad_items(std::string_view rule, std::string sentence) {
  return {.code = fmt::format("report.items.{}", rule),
          .path = "items",
          .message = std::move(sentence)};
}

}  // namespace

ReportRead read_report(const View& body, exchange::TransactionId id) {
  ReportRead read;
  read_fields(body, ReportPlace(""), read);
  read.item.id = id;
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
  for (std::uint32_t i = 0; i < count; ++i) bulk.items[i] = read_item(View(), i, id_name);
  list.each([&](std::uint32_t index, const View& item) {
    bulk.items[index] = read_item(item, index, id_name);
  });
  return bulk;
}

}  // namespace tradepost::api
