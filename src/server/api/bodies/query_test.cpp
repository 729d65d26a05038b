#include "api/bodies/query.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "api/bodies/body_shapes.hpp"
#include "api/bodies/list_filters.hpp"

namespace tradepost::api {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::vector<exchange::Finding>& faults) {
  Lines lines;
  for (const auto& fault : faults) lines.push_back(fault.code + " at " + fault.path);
  return lines;
}

http::Target target_of(std::string_view query) {
  return http::Target::parse("/?" + std::string(query)).value();
}

TEST(Query, absent_parameter_has_the_default_of_the_description) {
  const http::Target target = target_of("");
  Query query(target, shapes::get_labels_as_pdf, Repeats::refused);
  EXPECT_EQ(query.text("size"), "A6");
  EXPECT_EQ(query.text("dpi"), "203");
  EXPECT_EQ(query.text("sheet"), std::nullopt);
  EXPECT_FALSE(query.has_faults());
}

TEST(Query, fault_says_the_words_or_the_bounds_of_the_description) {
  const http::Target target = target_of("filter[direction]=SENT&per_page=101");
  Query query(target, shapes::list_all_transactions, Repeats::refused);
  EXPECT_EQ(query.text("filter[direction]"), std::nullopt);
  EXPECT_EQ(query.whole_number("per_page"), std::nullopt);
  const auto faults = query.faults();
  ASSERT_EQ(faults.size(), 2u);
  EXPECT_EQ(faults[0].code, "query.filter.direction.unknown_value");
  EXPECT_EQ(faults[0].message, "filter[direction] must be sent or received.");
  EXPECT_EQ(faults[1].code, "query.per_page.out_of_range");
  EXPECT_EQ(faults[1].message, "per_page must be a whole number from 1 to 100.");
}

TEST(Query, repeated_parameter_is_a_fault_or_ignored) {
  const http::Target target = target_of("size=A5&size=A7&size=A6");
  Query strict(target, shapes::get_labels_as_pdf, Repeats::refused);
  EXPECT_EQ(strict.text("size"), "A5");
  EXPECT_EQ(lines_of(strict.faults()),
            (Lines{"query.given_twice at size", "query.given_twice at size"}));
  Query lenient(target, shapes::get_labels_as_pdf, Repeats::ignored);
  EXPECT_EQ(lenient.text("size"), "A5");
  EXPECT_FALSE(lenient.has_faults());
}

TEST(Query, faults_of_a_list_stand_in_the_order_of_its_query) {
  const http::Target target = target_of(
      "per_page=x&filter[b]=&filter[flow]=live&other=1&filter[b]=1&filter[type]=&cursor=c&filter=1&"
      "filter[flow]=LIVE");
  base::Sealer sealer(base::SealKey{});
  const auto query = list_query_of(target, sealer, shapes::list_all_transactions, history_wanted);
  ASSERT_FALSE(query.has_value());
  EXPECT_EQ(
      lines_of(query.error()),
      (Lines{"query.per_page.out_of_range at per_page", "query.filter.empty at filter[b]",
             "query.filter.flow.unknown_value at filter[flow]", "query.given_twice at filter[b]",
             "query.filter.empty at filter[type]", "query.cursor.malformed at cursor",
             "query.filter.unknown at filter", "query.given_twice at filter[flow]"}));
}

}  // namespace
}  // namespace tradepost::api
