// Tests receiving systems that are reached over HTTP, and their answers.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "agent/bridged.hpp"
#include "http/receiver.hpp"
#include "served/json.hpp"

namespace tradepost::agent_tests {
namespace {

using http_tests::Received;
using http_tests::Receiver;

std::string with_body(std::string_view status, std::string_view body) {
  return fmt::format("{}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{}", status, body.size(),
                     body);
}

std::string into(const Receiver& erp, std::string_view more = "") {
  return fmt::format("[bridge.one.receive]\nhttp = '{}'\n{}", erp.url(), more);
}

TEST(AgentHttp, document_is_posted_with_what_it_is_in_headers) {
  Receiver erp;
  Bridged bridged(into(erp, "token_file = 'erp-token'"));
  bridged.desk.write("erp-token", "secret\n");
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  bridged.has_status(id, "SUCCESS");
  const Received call = erp.calls_when(1).front();
  EXPECT_EQ(call.header("idempotency-key"), id);
  EXPECT_EQ(call.header("tradepost-id"), id);
  EXPECT_EQ(call.header("tradepost-type"), "ORDER");
  EXPECT_EQ(call.header("tradepost-bridge"), "one");
  EXPECT_EQ(call.header("tradepost-sender"), "Kunde");
  EXPECT_EQ(call.header("tradepost-attempt"), "1");
  EXPECT_EQ(call.header("authorization"), "Bearer secret");
  EXPECT_EQ(call.header("content-type"), "application/json");
  EXPECT_TRUE(call.body.starts_with("{\"header\":")) << call.body;
}

TEST(AgentHttp, answers_that_are_no_verdict_are_tried_again_under_the_same_key) {
  Receiver erp([](const Received&, std::size_t nth) {
    if (nth == 0) return with_body("500 Oops", "out of order");
    if (nth == 1) return std::string("404 Not Found");
    if (nth == 2) return std::string("302 Found\r\nLocation: /elsewhere");
    return std::string("201 Created");
  });
  Bridged bridged(into(erp));
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  EXPECT_TRUE(has(bridged.reason(), "answered with status 500. out of order"));
  bridged.has_status(id, "SUCCESS");
  const auto calls = erp.calls();
  ASSERT_EQ(calls.size(), 4u);
  for (const Received& call : calls) EXPECT_EQ(call.header("idempotency-key"), id);
}

TEST(AgentHttp, status_422_is_a_report_with_the_fields_of_its_json) {
  Receiver erp([](const Received&, std::size_t) {
    return with_body("422 Unprocessable Content",
                     R"({"reason":"Artikel 7 unbekannt","errorType":"INTERNAL",)"
                     R"("errorContext":{"line":"10"}})");
  });
  Bridged bridged(into(erp));
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  bridged.has_status(id, "FAILED");
  const std::string errors = bridged.trade.gets(bridged.trade.supplier, "/v2/errors").body;
  EXPECT_TRUE(has(errors, "Artikel 7 unbekannt") && has(errors, "INTERNAL")) << errors;
}

TEST(AgentHttp, status_422_with_plain_text_has_that_text_as_the_reason) {
  Receiver erp([](const Received&, std::size_t) {
    return with_body("422 Unprocessable Content", "Artikel 8 unbekannt\n");
  });
  Bridged bridged(into(erp));
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  bridged.has_status(id, "FAILED");
  const std::string errors = bridged.trade.gets(bridged.trade.supplier, "/v2/errors").body;
  EXPECT_TRUE(has(errors, "Artikel 8 unbekannt") && has(errors, "DATA")) << errors;
}

TEST(AgentHttp, system_that_accepts_and_says_nothing_is_given_up_after_the_timeout) {
  const auto silent = http_tests::listening();
  Bridged bridged(fmt::format(
      "[bridge.one.receive]\nhttp = 'http://127.0.0.1:{}/in'\ntimeout_seconds = 1", silent.port));
  bridged.trade.sends("1");
  bridged.begins();
  EXPECT_TRUE(has(bridged.reason(), "gave no answer"));
  bridged.has_problem_with("gave no answer");
  // A call in progress is ended at once, too.
  EXPECT_EQ(bridged.ends(), 0);
  ::close(silent.descriptor);
}

}  // namespace
}  // namespace tradepost::agent_tests
