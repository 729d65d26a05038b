#include "document/model/schema.hpp"

#include <gtest/gtest.h>

namespace tradepost::document {
namespace {

TEST(Schema, field_is_found_at_its_path) {
  const KindRow& order = row_of(Kind::order);
  for (const std::string_view path :
       {"content.items.2.quantity", "content.items.2", "content.items",
        "content.header.buyer.identifiers.0.domain"}) {
    const FieldRow* const field = field_at(order, path);
    ASSERT_NE(field, nullptr) << path;
    EXPECT_NE(path.find(field->name), std::string_view::npos) << path;
    EXPECT_FALSE(field->description.empty()) << path;
  }
}

TEST(Schema, path_that_leads_to_no_field_finds_none) {
  const KindRow& order = row_of(Kind::order);
  for (const std::string_view path :
       {"", "type", "content", "content.", "content.nonsense", "content.items.0.quantity.x",
        "content..", "items.0.quantity"}) {
    EXPECT_EQ(field_at(order, path), nullptr) << path;
  }
}

}  // namespace
}  // namespace tradepost::document
