#include "http/message/router.hpp"

#include <gtest/gtest.h>

#include <vector>

// Covers contract 2.2 and 6.6.
namespace tradepost::http {
namespace {

const std::vector<RoutePath> table = {
    {"GET", "/v2/transactions"},
    {"POST", "/v2/transactions"},
    {"POST", "/v2/transactions/{id}"},
    {"PUT", "/v2/transactions/{id}"},
    {"POST", "/v2/transactions/validate"},
    {"GET", "/v2/transactions/{id}/events"},
    {"GET", "/v2/labels/{id}/{unit}.zpl"},
    {"GET", "/v2/labels/{id}.zpl"},
    {"GET", "/v2/labels/{id}"},
    {"HEAD", "/v2/labels/{id}"},
};

std::string found(std::string_view method, std::string_view path) {
  const Router router(table);
  const auto outcome = router.find(method, path);
  if (const auto* row = std::get_if<Router::Found>(&outcome)) {
    return std::string(table[row->row].method) + " " + std::string(table[row->row].path);
  }
  if (const auto* others = std::get_if<Router::OtherMethods>(&outcome)) return others->allow;
  return "nothing";
}

TEST(Router, finds_the_row_of_method_and_path) {
  EXPECT_EQ(found("GET", "/v2/transactions"), "GET /v2/transactions");
  EXPECT_EQ(found("POST", "/v2/transactions"), "POST /v2/transactions");
  EXPECT_EQ(found("PUT", "/v2/transactions/7"), "PUT /v2/transactions/{id}");
  EXPECT_EQ(found("GET", "/v2/transactions/7/events"), "GET /v2/transactions/{id}/events");
}

TEST(Router, fixed_paths_win_over_placeholders) {
  EXPECT_EQ(found("POST", "/v2/transactions/validate"), "POST /v2/transactions/validate");
  EXPECT_EQ(found("PUT", "/v2/transactions/validate"), "POST");
  EXPECT_EQ(found("GET", "/v2/labels/7.zpl"), "GET /v2/labels/{id}.zpl");
  EXPECT_EQ(found("GET", "/v2/labels/7"), "GET /v2/labels/{id}");
}

TEST(Router, placeholders_are_captured_without_the_text_around_them) {
  const Router router(table);
  const auto outcome = router.find("GET", "/v2/labels/7/0.1.zpl");
  const auto& row = std::get<Router::Found>(outcome);
  EXPECT_EQ(row.captures.at("id"), "7");
  EXPECT_EQ(row.captures.at("unit"), "0.1");
}

TEST(Router, other_paths_are_nothing) {
  for (const auto path :
       {"", "/", "/v2", "/v2/transactions/", "/v2/transactions//events", "/v2/transactions/7/",
        "/V2/transactions", "v2/transactions", "/v2/transactions/7/events/8", "/v2/labels/.zpl/"}) {
    EXPECT_EQ(found("GET", path), "nothing") << path;
  }
}

TEST(Router, other_methods_are_answered_with_the_allowed_ones) {
  EXPECT_EQ(found("DELETE", "/v2/transactions"), "GET, HEAD, POST");
  EXPECT_EQ(found("get", "/v2/transactions"), "GET, HEAD, POST");
  EXPECT_EQ(found("GET", "/v2/transactions/7"), "POST, PUT");
  EXPECT_EQ(found("POST", "/v2/labels/7"), "GET, HEAD");
}

TEST(Router, head_is_answered_by_get_unless_it_has_its_own_row) {
  EXPECT_EQ(found("HEAD", "/v2/transactions"), "GET /v2/transactions");
  EXPECT_EQ(found("HEAD", "/v2/labels/7"), "HEAD /v2/labels/{id}");
  EXPECT_EQ(found("HEAD", "/v2/transactions/7"), "POST, PUT");
}

TEST(RouterDeathTest, two_rows_for_the_same_end_the_process) {
  const std::vector<RoutePath> twice = {{"GET", "/a/{id}"}, {"GET", "/a/{id}"}};
  EXPECT_DEATH(Router{twice}, "check failed");
}

}  // namespace
}  // namespace tradepost::http
