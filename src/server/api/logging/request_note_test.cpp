#include "api/logging/request_note.hpp"

#include <gtest/gtest.h>

#include <string>

#include "api/wire/answer.hpp"

namespace tradepost::api::request_note_test {

std::string kept(std::string_view target, PathKept path = PathKept::whole) {
  const auto parsed = http::Target::parse(target);
  return parsed ? target_without_secrets(*parsed, path) : "refused";
}

TEST(RequestNote, target_keeps_only_parameters_that_are_no_secrets) {
  EXPECT_EQ(kept("/v2/transactions"), "/v2/transactions");
  EXPECT_EQ(kept("/v2/a%20b/%C3%A4"), "/v2/a%20b/%C3%A4");
  EXPECT_EQ(kept("/v2/errors/1?link=sealed"), "/v2/errors/1");
  EXPECT_EQ(kept("/v2/x?token=tp_1&per_page=5&tp_2&cursor=a+b"), "/v2/x?per_page=5&cursor=a%20b");
  EXPECT_EQ(kept("/v2/x?filter[type]=ORDER"), "/v2/x?filter%5Btype%5D=ORDER");
  EXPECT_EQ(kept("http://host/v2/x"), "/v2/x");
}

TEST(RequestNote, path_without_a_route_keeps_only_its_beginning) {
  const auto beginning = [](std::string_view target) { return kept(target, PathKept::beginning); };
  EXPECT_EQ(beginning("/v2/nowhere?per_page=5"), "/v2/nowhere?per_page=5");
  EXPECT_EQ(beginning("/v2/unsubscribe/sealed"), "/v2/unsubscribe/…");
  EXPECT_EQ(beginning("/v2/unsubscribe/sealed/more?to=1"), "/v2/unsubscribe/…?to=1");
  EXPECT_EQ(beginning("/unsubscribe/sealed"), "/unsubscribe/…");
  EXPECT_EQ(beginning("/v2"), "/v2");
  EXPECT_FALSE(beginning("/v2/unsubscribe%2Fsealed").contains("sealed"));
  EXPECT_FALSE(beginning("//unsubscribe/sealed").contains("sealed"));
}

TEST(RequestNote, refusal_has_the_first_faults_and_the_number_of_all) {
  std::vector<exchange::Finding> found;
  for (int i = 0; i < 30; ++i) {
    found.push_back({.code = "a.b", .path = std::to_string(i), .message = "\"x\" is not valid."});
  }
  const http::Response response =
      answers::faults({.message = "It has faults.", .named = found, .count = 1'000});
  const auto refusal = refusal_in(response, "{}");
  ASSERT_NE(refusal, nullptr);
  EXPECT_EQ(refusal->code, "invalid");
  EXPECT_EQ(refusal->message, "It has faults.");
  EXPECT_EQ(refusal->faults.size(), request_log::faults_kept_max);
  EXPECT_EQ(refusal->faults[7].path, "7");
  EXPECT_EQ(refusal->faults[7].message, "\"x\" is not valid.");
  EXPECT_EQ(refusal->fault_count, 1'000u);
  EXPECT_EQ(refusal->body, "{}");
}

TEST(RequestNote, answer_that_is_no_error_is_no_refusal) {
  EXPECT_EQ(refusal_in(json(200, "{}"), "{}"), nullptr);
  EXPECT_EQ(refusal_in(http::Response(404), "{}"), nullptr);
}

TEST(RequestNote, bodies_of_failures_and_large_bodies_are_not_kept) {
  EXPECT_EQ(refusal_in(answers::busy(), "{}")->body, std::nullopt);
  const std::string largest(request_log::body_bytes_kept_max, 'x');
  EXPECT_EQ(refusal_in(answers::not_found(), largest)->body, largest);
  EXPECT_EQ(refusal_in(answers::not_found(), largest + "x")->body, std::nullopt);
  EXPECT_EQ(refusal_in(answers::not_found(), "")->body, std::nullopt);
}

}  // namespace tradepost::api::request_note_test
