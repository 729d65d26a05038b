// Reads arbitrary bytes as the body of a report, of one transaction and of many.
//
// For any input, the body is read or refused. An item without a fault has an id and a verdict. The
// number of items never exceeds the limit of a bulk. Every fault has a path and a sentence.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "api/bodies/report_body.hpp"
#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "document/json_reader.hpp"

namespace {

namespace api = tradepost::api;

void check_faults(const std::vector<tradepost::exchange::Finding>& faults) {
  for (const auto& fault : faults) {
    CHECK(!fault.code.empty());
    CHECK(!fault.message.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static tradepost::document::JsonReader reader;
  const auto body = reader.read({reinterpret_cast<const char*>(data), size});
  if (!body) return 0;

  const api::ReportRead one = api::read_report(*body, tradepost::exchange::TransactionId());
  check_faults(one.faults);
  CHECK(one.faults.empty() == one.item.has_value());

  const api::BulkRead many = api::read_bulk(*body, "platformTransactionId");
  check_faults(many.faults);
  CHECK(many.items.size() <= tradepost::base::limits::reports_max);
  CHECK(many.faults.empty() || many.items.empty());
  for (const api::ReportRead& read : many.items) {
    check_faults(read.faults);
    CHECK(read.faults.empty() == read.item.has_value());
  }
  return 0;
}
