#include "document/model/field_path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <vector>

namespace tradepost::document {
namespace {

// Returns FieldPath::words() of content.items.2.quantity.
std::string words_at(std::string_view path) {
  std::vector<FieldPath> chain;
  // Each entry points to the one before it, so none may move.
  chain.reserve(static_cast<std::size_t>(std::ranges::count(path, '.')) + 2);
  chain.emplace_back();
  while (!path.empty()) {
    const auto step = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(step.size() + 1, path.size()));
    std::uint32_t index = 0;
    const auto [end, error] = std::from_chars(step.data(), step.data() + step.size(), index);
    const bool is_index = error == std::errc() && end == step.data() + step.size();
    const FieldPath* const parent = &chain.back();
    chain.push_back(is_index ? FieldPath(parent, index) : FieldPath(parent, step));
  }
  return chain.back().words();
}

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

}  // namespace
}  // namespace tradepost::document
