#include "api/bodies/report_body.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "document/json_reader.hpp"

// Covers contract 7.1 and 7.3.
namespace tradepost::api::report_body_test {
namespace {

constexpr std::string_view some_id = "018f0000-0000-7000-8000-000000000001";

using Codes = std::vector<std::string>;

Codes codes_of(const std::vector<exchange::Finding>& faults) {
  Codes codes;
  for (const auto& fault : faults) codes.push_back(fault.code + " at " + fault.path);
  return codes;
}

ReportRead read_one(std::string_view body) {
  document::JsonReader reader;
  return read_report(reader.read(body).value(), *exchange::TransactionId::parse(some_id));
}

BulkRead read_many(std::string_view body) {
  document::JsonReader reader;
  return read_bulk(reader.read(body).value(), "platformTransactionId");
}

TEST(ReportBody, says_what_was_found) {
  const ReportRead read =
      read_one(R"({"success":false,"reason":"Preis\nfehlt","errorType":"INTERNAL",)"
               R"("errorContext":{"sku":"4711","none":null}})");
  EXPECT_TRUE(read.faults.empty());
  EXPECT_EQ(read.item->id.to_string(), some_id);
  EXPECT_EQ(read.item->verdict, exchange::Verdict::failure);
  EXPECT_EQ(read.item->reason, "Preis\nfehlt");
  EXPECT_EQ(read.item->type, exchange::ErrorType::internal);
  EXPECT_EQ(read.item->context, (exchange::Context{{"sku", "4711"}}));
}

TEST(ReportBody, reason_wins_over_errorReason_and_either_will_do) {
  EXPECT_EQ(read_one(R"({"success":false,"errorReason":"b","reason":"a"})").item->reason, "a");
  EXPECT_EQ(read_one(R"({"success":false,"errorReason":"b","reason":null})").item->reason, "b");
}

TEST(ReportBody, unknown_fields_are_ignored_and_null_is_absent) {
  EXPECT_TRUE(
      read_one(R"({"success":true,"reason":null,"errorType":null,"errorContext":null,"x":{}})")
          .faults.empty());
}

TEST(ReportBody, every_fault_is_reported) {
  EXPECT_EQ(codes_of(read_one("{}").faults), Codes{"report.success.missing at success"});
  EXPECT_EQ(codes_of(read_one("[]").faults), Codes{"report.wrong_type at "});
  EXPECT_EQ(
      codes_of(read_one(R"({"success":"true","reason":1,"errorType":"X","errorContext":{"a":[]}})")
                   .faults),
      (Codes{"report.success.wrong_type at success", "report.reason.wrong_type at reason",
             "report.errorType.unknown_value at errorType",
             "report.errorContext.wrong_type at errorContext"}));
}

TEST(BulkBody, reads_items_in_an_object_and_bare) {
  const std::string items =
      R"([{"platformTransactionId":"018F0000-0000-7000-8000-000000000001","success":true}])";
  for (const auto& body : {items, R"({"items":)" + items + R"(,"x":1})"}) {
    const BulkRead bulk = read_many(body);
    ASSERT_EQ(bulk.items.size(), 1u);
    EXPECT_EQ(bulk.items[0].item->id.to_string(), some_id);
    EXPECT_TRUE(bulk.items[0].faults.empty());
  }
}

TEST(BulkBody, faults_are_reported_at_their_item) {
  const BulkRead bulk = read_many(
      R"([{"success":true},null,{"platformTransactionId":"x","success":true},{"platformTransactionId":7}])");
  ASSERT_EQ(bulk.items.size(), 4u);
  EXPECT_EQ(codes_of(bulk.items[0].faults),
            Codes{"report.platformTransactionId.missing at items.0.platformTransactionId"});
  EXPECT_EQ(codes_of(bulk.items[1].faults), Codes{"report.wrong_type at items.1"});
  EXPECT_EQ(codes_of(bulk.items[2].faults),
            Codes{"report.platformTransactionId.malformed at items.2.platformTransactionId"});
  EXPECT_EQ(bulk.items[2].given_id, "x");
  EXPECT_EQ(bulk.items[3].faults.size(), 2u);
  for (const ReportRead& read : bulk.items) EXPECT_FALSE(read.item.has_value());
}

TEST(BulkBody, list_that_is_none_or_too_long_is_one_fault) {
  EXPECT_EQ(codes_of(read_many("{}").faults), Codes{"report.items.missing at items"});
  EXPECT_EQ(codes_of(read_many(R"({"items":7})").faults),
            Codes{"report.items.wrong_type at items"});
  EXPECT_EQ(codes_of(read_many("[]").faults), Codes{"report.items.out_of_range at items"});
  std::string many = "[null";
  for (int i = 0; i < 1'000; ++i) many += ",null";
  EXPECT_EQ(codes_of(read_many(many + "]").faults), Codes{"report.items.out_of_range at items"});
}

}  // namespace
}  // namespace tradepost::api::report_body_test
