// E-invoices of strangers have bounds: a small text never becomes a large or deep document.
#include <cstddef>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "forms/forms.hpp"

namespace tradepost::forms::hostile_test {
namespace {

std::string invoice_with(std::string_view content) {
  const std::string space = "urn:oasis:names:specification:ubl:schema:xsd:";
  return "<Invoice xmlns='" + space + "Invoice-2' xmlns:cac='" + space +
         "CommonAggregateComponents-2' xmlns:cbc='" + space + "CommonBasicComponents-2'>" +
         std::string(content) + "</Invoice>";
}

std::string line(int number, std::string_view attribute, std::string_view value) {
  return "<cac:InvoiceLine><cbc:ID>" + std::to_string(number) +
         "</cbc:ID><cac:Item><cac:AdditionalItemProperty><cbc:Name>" + std::string(attribute) +
         "</cbc:Name><cbc:Value>" + std::string(value) +
         "</cbc:Value></cac:AdditionalItemProperty></cac:Item></cac:InvoiceLine>";
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(HostileForm, lines_below_lines_are_at_most_two_deep) {
  std::string lines;
  for (int number = 1; number <= 7; ++number) {
    lines += line(number, "subItemOf", std::to_string(number - 1));
  }
  const auto read = forms::read(invoice_with(lines));
  ASSERT_TRUE(read);
  // The lines 1 to 3 are one in the other, and 4 begins again.
  EXPECT_EQ(count_of(read->body, "subItems"), 4u) << read->body;
}

TEST(HostileForm, path_that_is_far_away_or_deep_is_a_loss) {
  const std::string deep = "subItems.0.subItems.0.comments";
  for (const std::string& path : {std::string("batches.99999.batchIdentifier"), deep}) {
    const auto read = forms::read(invoice_with(line(1, path, "x")));
    ASSERT_TRUE(read);
    EXPECT_LT(read->body.size(), 400u) << path;
    ASSERT_EQ(read->losses.size(), 2u) << path;
    EXPECT_TRUE(read->losses[0].path.ends_with("/cac:AdditionalItemProperty/cbc:Name"));
  }
}

TEST(HostileForm, faults_and_losses_are_at_most_as_many_as_an_answer_names) {
  std::string lines;
  for (int number = 0; number < 2'000; ++number) lines += line(number, "other", "x");
  const auto read = forms::read(invoice_with(lines));
  ASSERT_TRUE(read);
  EXPECT_LE(read->faults.size(), base::limits::faults_named_max);
  EXPECT_EQ(read->losses.size(), base::limits::faults_named_max);
}

}  // namespace
}  // namespace tradepost::forms::hostile_test
