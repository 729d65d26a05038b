#include "document/model/field_path.hpp"

#include <gtest/gtest.h>

#include <string_view>

namespace tradepost::document {
namespace {

TEST(FieldPath, path_that_was_written_out_is_said_as_people_say_it) {
  struct Row {
    std::string_view path;
    std::string_view words;
  };
  for (const Row& row : {
           Row{"", "Document"},
           Row{"type", "Type"},
           Row{"content", "Content"},
           Row{"content.items.2.quantity", "Item 3: quantity"},
           Row{"content.items.2", "Item 3"},
           Row{"content.header.requestedDeliveryDate", "Header: requested delivery date"},
           Row{"content.transportUnits.0.transportUnits.1.batches.0.hsCode",
               "Transport unit 1, transport unit 2, batch 1: HS code"},
           Row{"content.header.buyer.identifiers.0.identifier",
               "Header, buyer, identifier 1: identifier"},
       }) {
    EXPECT_EQ(words_at(row.path), row.words) << row.path;
  }
}

TEST(FieldPath, words_of_a_path_are_those_of_the_walk) {
  const FieldPath root;
  const FieldPath content(&root, "content");
  const FieldPath items(&content, "items");
  const FieldPath item(&items, std::uint32_t{6});
  const FieldPath quantity(&item, "unitOfMeasure");
  for (const FieldPath* path : {&root, &content, &items, &item, &quantity}) {
    EXPECT_EQ(words_at(path->text()), path->words());
  }
}

}  // namespace
}  // namespace tradepost::document
