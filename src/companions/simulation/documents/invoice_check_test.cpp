#include "simulation/documents/invoice_check.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "document/json_reader.hpp"

namespace tradepost::simulation {
namespace {

std::string replaced(std::string text, const std::vector<std::pair<std::string, std::string>>& by) {
  for (const auto& [from, to] : by) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    if (at != std::string::npos) text.replace(at, from.size(), to);
  }
  return text;
}

const std::string ordered =
    R"({"header":{"orderIdentifier":"B-1"},"items":[{"lineNumber":1,"quantity":10,)"
    R"("unitOfMeasure":"CS","unitPrice":2.50,"identifiers":[{"identifier":"9521001010016"}]}]})";
const std::string invoiced =
    R"({"header":{"orderIdentifier":"B-1"},"items":[{"lineNumber":1,"orderLineNumber":1,)"
    R"("identifiers":[{"identifier":"9521001010016"}],"isDepositItem":false,"quantity":10,)"
    R"("unitOfMeasure":"CS","unitPrice":2.50,"tax":{"percentage":19}}],)"
    R"("summary":{"subtotalAmount":25.00,"netAmount":25.00,"grossAmount":29.75,)"
    R"("dueAmount":29.75,"tax":{"total":4.75,"items":[]}}})";

std::string objection(const std::vector<std::pair<std::string, std::string>>& changes) {
  document::JsonReader order_reader;
  document::JsonReader reader;
  const std::string text = replaced(invoiced, changes);
  const auto order = order_reader.read(ordered);
  const auto invoice = reader.read(text);
  if (!order || !invoice) return "unreadable";
  const auto found = objection_to(*invoice, order_in(*order, ordered));
  return found ? found->reason : "";
}

TEST(InvoiceCheck, objection_is_a_sentence_with_both_figures) {
  struct Row {
    std::vector<std::pair<std::string, std::string>> changes;
    std::string reason;
  };
  const std::vector<Row> rows = {
      {{}, ""},
      {{{"25.00", "35.00"}},
       "The lines of the invoice add up to 25.00, but its subtotal is 35.00."},
      {{{R"("netAmount":25.00)", R"("netAmount":26.00)"}},
       "The lines of the invoice add up to 25.00, but its net amount is 26.00."},
      {{{"29.75", "30.75"}},
       "The lines of the invoice add up to 29.75, but its gross amount is 30.75."},
      {{{R"("quantity":10)", R"("quantity":12)"}},
       "9521001010016: 10 were ordered, 12 are invoiced."},
      {{{R"("unitPrice":2.50)", R"("unitPrice":2.60)"}},
       "9521001010016: the price is 2.50 in the order, and 2.60 here."},
      {{{R"("orderLineNumber":1)", R"("orderLineNumber":7)"}},
       "9521001010016 was not ordered with B-1."},
      {{{R"("orderLineNumber":1,)", ""}, {"9521001010016", "4012345000009"}},
       "4012345000009 was not ordered with B-1."},
  };
  for (const Row& row : rows) EXPECT_EQ(objection(row.changes), row.reason);
}

TEST(InvoiceCheck, amount_that_cannot_be_computed_is_no_objection) {
  const std::vector<std::vector<std::pair<std::string, std::string>>> good = {
      // A rounding difference of a cent.
      {{"25.00", "25.01"}},
      // A missing sum.
      {{R"("subtotalAmount":25.00,"netAmount":25.00,"grossAmount":29.75,)", ""}},
      // Another unit.
      {{R"("quantity":10,"unitOfMeasure":"CS")", R"("quantity":200,"unitOfMeasure":"BO")"},
       {"2.50", "0.125"}},
      // A price for another unit.
      {{R"("unitPrice":2.50)", R"("unitPrice":7.00,"pricingUnitOfMeasure":"KGM")"}},
      // A deposit that the supplier added.
      {{R"("orderLineNumber":1,)", ""}, {R"("isDepositItem":false)", R"("isDepositItem":true)"}},
      // A number beyond all limits.
      {{R"("unitPrice":2.50)", R"("unitPrice":2.50e200)"}},
      // A second level of modifications without a basis.
      {{R"("tax":{"percentage":19})",
        R"("modificationGroups":[{"basis":25,"modifications":[{"type":"ALLOWANCE","amount":1}]},)"
        R"({"modifications":[{"type":"CHARGE","percentage":900000000}]}])"}},
  };
  for (const auto& changes : good) EXPECT_EQ(objection(changes), "");
}

TEST(InvoiceCheck, allowances_and_charges_are_reckoned) {
  const std::string allowance =
      R"("modificationGroups":[{"basis":25.00,"modifications":)"
      R"([{"type":"ALLOWANCE","percentage":10},{"type":"CHARGE","amount":1.50}]}],"tax":)";
  EXPECT_NE(objection({{R"("tax":)", allowance}}), "");
  EXPECT_EQ(objection({{R"("tax":)", allowance},
                       {"25.00,\"netAmount\":25.00", "24.00,\"netAmount\":24.00"},
                       {"29.75", "28.75"}}),
            "");
}

}  // namespace
}  // namespace tradepost::simulation
