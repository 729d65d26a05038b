#include "simulation/supplier.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "gs1/check_digit.hpp"
#include "simulation/sample_test_documents.hpp"

namespace tradepost::simulation::supplier_test {
namespace {

constexpr Habits plain{
    .late = 0, .partial = 0, .rejected = 0, .twice = 0, .new_version = 0, .faulty = 0};

struct Answering {
  Habits habits = plain;

  Supplier supplier() const { return {party(supplier_gln, "Huber"), habits}; }
  Reaction to(const std::string& body, const std::optional<std::string>& known = {}) const {
    return supplier().react(incoming(body), known);
  }
  std::vector<Planned> documents(const std::string& body) const { return to(body).documents; }
};

std::vector<std::string> kinds_of(const std::vector<Planned>& documents) {
  std::vector<std::string> kinds;
  for (const Planned& one : documents) kinds.emplace_back(one.kind);
  return kinds;
}

TEST(Supplier, order_is_accepted_shipped_and_invoiced) {
  const auto documents = Answering().documents(sample_order("B-1"));
  ASSERT_EQ(kinds_of(documents),
            (std::vector<std::string>{"ORDER_RESPONSE", "SHIPPING_NOTICE", "INVOICE"}));
  for (const Planned& one : documents) EXPECT_EQ(findings_in(one.body), "") << one.body;
  EXPECT_EQ(text_in_body(documents[0].body, "header.type"), "ACCEPT");
  EXPECT_EQ(text_in_body(documents[0].body, "header.orderIdentifier"), "B-1");
  EXPECT_TRUE(std::ranges::is_sorted(documents, {}, &Planned::at));
}

TEST(Supplier, warehouse_is_instructed_to_ship_what_was_confirmed_before_it_is_shipped) {
  const Party warehouse = party("9521003000008", "Lager");
  const Supplier supplier(party(supplier_gln, "Huber"), plain, warehouse);
  const auto documents = supplier.react(incoming(sample_order("B-1")), {}).documents;
  ASSERT_EQ(kinds_of(documents), (std::vector<std::string>{"ORDER_RESPONSE", "DISPATCH_INSTRUCTION",
                                                           "SHIPPING_NOTICE", "INVOICE"}));
  const Planned& instruction = documents[1];
  EXPECT_EQ(findings_in(instruction.body), "") << instruction.body;
  EXPECT_TRUE(is_same(instruction.to, warehouse));
  EXPECT_EQ(text_in_body(instruction.body, "header.shipmentIdentifier"), "VA-B-1");
  EXPECT_EQ(text_in_body(instruction.body, "items.0.shippedQuantity"), "80");
  EXPECT_TRUE(std::ranges::is_sorted(documents, {}, &Planned::at));
}

TEST(Supplier, invoice_charges_goods_and_their_deposit_exactly) {
  const auto invoice = Answering().documents(sample_order("B-1")).at(2).body;
  EXPECT_EQ(text_in_body(invoice, "items.0.unitPrice"), "12.90");
  EXPECT_EQ(text_in_body(invoice, "items.1.isDepositItem"), "true");
  EXPECT_EQ(text_in_body(invoice, "items.1.unitPrice"), "3.10");
  EXPECT_EQ(text_in_body(invoice, "items.2.unitPrice"), "4.00");
  // 80 × 12.90 + 80 × 3.10 + 2.5 × 4.00
  EXPECT_EQ(text_in_body(invoice, "summary.netAmount"), "1290.00");
  EXPECT_EQ(text_in_body(invoice, "summary.tax.total"), "245.10");
  EXPECT_EQ(text_in_body(invoice, "summary.dueAmount"), "1535.10");
}

TEST(Supplier, pallets_have_numbers_with_right_check_digits_and_goods_with_their_deposit) {
  const auto notice = Answering().documents(sample_order("B-1")).at(1).body;
  std::vector<std::string> numbers;
  for (const char* unit : {"0", "1", "2"}) {
    numbers.push_back(
        text_in_body(notice, "transportUnits." + std::string(unit) + ".unitIdentifier"));
    EXPECT_EQ(gs1::verify_sscc(numbers.back()), gs1::CheckDigit::right) << numbers.back();
  }
  EXPECT_NE(numbers[0], numbers[1]);
  EXPECT_EQ(text_in_body(notice, "transportUnits.0.items.0.shippedQuantity"), "40");
  EXPECT_EQ(text_in_body(notice, "transportUnits.0.items.1.isDepositItem"), "true");
  EXPECT_EQ(text_in_body(notice, "transportUnits.2.items.0.shippedQuantity"), "2.5");
  EXPECT_EQ(text_in_body(notice, "transportUnits.3"), "absent");
}

TEST(Supplier, same_seed_and_order_give_the_same_bytes_and_another_seed_others) {
  const auto bodies = [](std::uint64_t seed) {
    std::string all;
    Answering answering;
    answering.habits.seed = seed;
    for (const Planned& one : answering.documents(sample_order("B-1"))) all += one.body;
    return all;
  };
  EXPECT_EQ(bodies(1), bodies(1));
  EXPECT_NE(bodies(1), bodies(2));
}

TEST(Supplier, rejected_order_gets_one_response_and_nothing_more) {
  Answering answering;
  answering.habits.rejected = 100;
  const auto documents = answering.documents(sample_order("B-1"));
  ASSERT_EQ(kinds_of(documents), std::vector<std::string>{"ORDER_RESPONSE"});
  EXPECT_EQ(findings_in(documents[0].body), "");
  EXPECT_EQ(text_in_body(documents[0].body, "header.type"), "REJECT");
}

TEST(Supplier, partial_order_is_confirmed_shipped_and_charged_with_less) {
  Answering answering;
  answering.habits.partial = 100;
  const auto documents = answering.documents(sample_order("B-1", "50"));
  ASSERT_EQ(documents.size(), 3u);
  for (const Planned& one : documents) EXPECT_EQ(findings_in(one.body), "") << one.body;
  EXPECT_EQ(text_in_body(documents[0].body, "header.type"), "CHANGE");
  EXPECT_EQ(text_in_body(documents[0].body, "items.0.confirmedQuantity"), "25");
  EXPECT_EQ(text_in_body(documents[1].body, "transportUnits.0.items.0.orderedQuantity"), "50");
  EXPECT_EQ(text_in_body(documents[1].body, "transportUnits.0.items.0.shippedQuantity"), "25");
  EXPECT_EQ(text_in_body(documents[2].body, "items.0.quantity"), "25");
}

TEST(Supplier, late_delivery_arrives_days_after_the_confirmed_day) {
  Answering answering;
  const auto in_time = answering.documents(sample_order("B-1"));
  answering.habits.late = 100;
  const auto late = answering.documents(sample_order("B-1"));
  EXPECT_EQ(in_time[0].body, late[0].body);
  EXPECT_GE(late[1].at - in_time[1].at, std::chrono::days(1));
  EXPECT_TRUE(has(late[1], Trait::late));
}

TEST(Supplier, changed_confirmation_is_a_second_version_that_a_new_order_cancels) {
  Answering answering;
  answering.habits.new_version = 100;
  const auto documents = answering.documents(sample_order("B-1"));
  ASSERT_EQ(documents.size(), 4u);
  EXPECT_EQ(documents[1].kind, "ORDER_RESPONSE");
  EXPECT_EQ(documents[0].number, documents[1].number);
  EXPECT_NE(documents[0].body, documents[1].body);
  EXPECT_TRUE(documents[0].is_firm);
  for (std::size_t i = 1; i < 4; ++i) EXPECT_FALSE(documents[i].is_firm);
}

TEST(Supplier, order_that_changes_after_the_goods_left_is_rejected) {
  auto changed = incoming(sample_order("B-1"));
  changed.replaces_another = true;
  const Supplier supplier(party(supplier_gln), plain);
  const auto question = supplier.question(changed);
  ASSERT_TRUE(question);
  EXPECT_EQ(question->kind, "SHIPPING_NOTICE");
  EXPECT_EQ(question->number, "LS-B-1");
  const auto documents = supplier.react(changed, "{}").documents;
  ASSERT_EQ(documents.size(), 1u);
  EXPECT_EQ(text_in_body(documents[0].body, "header.type"), "REJECT");
  EXPECT_EQ(supplier.react(changed, std::nullopt).documents.size(), 3u);
}

TEST(Supplier, faulty_invoice_is_corrected_once) {
  Answering answering;
  answering.habits.faulty = 100;
  for (const char* number : {"B-1", "B-2", "B-3", "B-4"}) {
    const std::string order = sample_order(number);
    const auto faulty = answering.documents(order).at(2);
    EXPECT_TRUE(has(faulty, Trait::faulty));
    // The exchange accepts wrong sums with a warning.
    const std::string findings = findings_in(faulty.body);
    EXPECT_TRUE(findings.empty() || findings.starts_with("content.summary.subtotalAmount: "))
        << findings;
    const auto own = incoming(faulty.body, "2026-03-05T10:00Z");
    const Supplier supplier = answering.supplier();
    const auto question = supplier.question_after_failure(own);
    ASSERT_TRUE(question);
    EXPECT_EQ(question->kind, "ORDER");
    EXPECT_EQ(question->number, number);
    EXPECT_FALSE(question->is_sent);
    const auto mended = supplier.mend(own, content_of(order));
    ASSERT_EQ(mended.size(), 1u);
    EXPECT_EQ(findings_in(mended[0].body), "");
    EXPECT_EQ(mended[0].number, faulty.number);
    EXPECT_EQ(text_in_body(mended[0].body, "header.orderIdentifier"), number);
    EXPECT_EQ(text_in_body(mended[0].body, "summary.netAmount"), "1290.00");
    EXPECT_TRUE(supplier.mend(incoming(mended[0].body), content_of(order)).empty());
  }
}

TEST(Supplier, right_invoice_that_the_customer_refuses_is_left_to_people) {
  const std::string order = sample_order("B-1");
  const auto invoice = Answering().documents(order).at(2);
  EXPECT_TRUE(Answering().supplier().mend(incoming(invoice.body), content_of(order)).empty());
}

TEST(Supplier, lines_that_name_no_article_or_no_quantity_are_refused_one_by_one) {
  const std::string order =
      R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":)"
      R"("9521002000009"}]},"supplier":{"identifiers":[{"identifier":"9521001000000"}]},)"
      R"("orderIdentifier":"B-1","orderDate":"2026-03-02"},"items":[)"
      R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":1},)"
      R"({"quantity":5},{"identifiers":[{"identifier":"9521001010016"}]},)"
      R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":-1},)"
      R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":1e30},)"
      R"({"identifiers":[{"identifier":"9521001010016"}],"quantity":0,"freeQuantity":2}]}})";
  const auto documents = Answering().documents(order);
  ASSERT_EQ(documents.size(), 3u);
  for (const Planned& one : documents) EXPECT_EQ(findings_in(one.body), "") << one.body;
  EXPECT_EQ(text_in_body(documents[0].body, "header.type"), "CHANGE");
  EXPECT_EQ(text_in_body(documents[0].body, "items.1.comments"), "The line names no article.");
  EXPECT_EQ(text_in_body(documents[2].body, "items.0.quantity"), "1");
  EXPECT_EQ(text_in_body(documents[2].body, "items.2.freeQuantity"), "2");
  EXPECT_EQ(text_in_body(documents[2].body, "items.4"), "absent");
}

TEST(Supplier, answers_to_a_company_outside_of_the_network_go_to_its_provider) {
  std::string order = sample_order("B-1");
  const std::string header = R"("header":{)";
  order.insert(order.find(header) + header.size(),
               R"("technicalSender":{"identifiers":[{"identifier":"9521003000008"}]},)");
  auto sent = incoming(order);
  for (const bool is_of_participant : {true, false}) {
    sent.is_of_participant = is_of_participant;
    for (const Planned& one : Answering().supplier().react(sent, std::nullopt).documents) {
      EXPECT_EQ(findings_in(one.body), "");
      EXPECT_EQ(text_in_body(one.body, "header.technicalRecipient.identifiers.0.identifier"),
                is_of_participant ? "absent" : "9521003000008");
    }
  }
}

TEST(Supplier, internal_numbers_of_the_buyer_are_not_repeated) {
  std::string order = sample_order("B-1");
  const std::string first = R"([{"identifier":"9521002000009"})";
  order.insert(order.find(first) + first.size(),
               R"(,{"identifier":"70001","domain":"SENDER_INTERNAL"})");
  for (const Planned& one : Answering().documents(order)) {
    EXPECT_EQ(text_in_body(one.body, "header.buyer.identifiers.0.identifier"), buyer_gln);
    EXPECT_EQ(text_in_body(one.body, "header.buyer.identifiers.1"), "absent");
  }
}

TEST(Supplier, order_without_a_usable_line_is_rejected) {
  const std::string order =
      R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":)"
      R"("9521002000009"}]},"supplier":{"identifiers":[{"identifier":"9521001000000"}]},)"
      R"("orderIdentifier":"B-1","orderDate":"2026-03-02"},"items":[{"quantity":5}]}})";
  const auto documents = Answering().documents(order);
  ASSERT_EQ(documents.size(), 1u);
  EXPECT_EQ(text_in_body(documents[0].body, "header.type"), "REJECT");
}

TEST(Supplier, missing_goods_are_credited_over_all_units) {
  const std::string receival =
      R"({"type":"RECEIVAL_NOTICE","content":{"header":{"receivalAdviceNumber":"WE-1",)"
      R"("receivalDate":"2026-03-05","customerOrderNumber":"B-1","deliveryNoteNumber":"LS-B-1",)"
      R"("customer":{"identifiers":[{"identifier":"9521002000009"}]},)"
      R"("supplier":{"identifiers":[{"identifier":"9521001000000"}]}},"transportUnits":[)"
      R"({"items":[{"orderLineNumber":10,"receivedQuantity":38,"shippedQuantity":40}]},)"
      R"({"items":[{"orderLineNumber":10,"receivedQuantity":39,"shippedQuantity":40},{}]}]}})";
  EXPECT_FALSE(Answering().to(receival).report.success);
  const auto reaction = Answering().to(receival, content_of(sample_order("B-1")));
  EXPECT_TRUE(reaction.report.success);
  ASSERT_EQ(kinds_of(reaction.documents), std::vector<std::string>{"CREDIT_NOTE"});
  const std::string& credit = reaction.documents[0].body;
  EXPECT_EQ(findings_in(credit), "");
  EXPECT_EQ(text_in_body(credit, "items.0.quantity"), "3");
  // 3 × (12.90 + 3.10), and 19 %
  EXPECT_EQ(text_in_body(credit, "summary.dueAmount"), "57.12");
}

TEST(Supplier, document_that_is_meant_for_a_buyer_is_refused_with_a_sentence) {
  const auto invoice = Answering().documents(sample_order("B-1")).at(2).body;
  const auto reaction = Answering().to(invoice);
  EXPECT_FALSE(reaction.report.success);
  EXPECT_EQ(reaction.report.error_type, "DATA");
  EXPECT_NE(reaction.report.reason, "");
}

TEST(Supplier, every_example_is_survived_and_answered_with_good_documents) {
  std::size_t answered = 0;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Supplier supplier(party(supplier_gln), {.seed = seed, .partial = 50, .faulty = 50});
    for (const Example& example : examples()) {
      const auto document = incoming(example.body);
      supplier.question(document);
      supplier.question_after_failure(document);
      supplier.mend(document, content_of(sample_order("B-1")));
      for (const auto& known : {std::optional<std::string>(), std::optional(document.content),
                                std::optional(content_of(sample_order("B-1")))}) {
        // The exchange does not deliver an order that it refuses.
        const bool is_taken = example.path.find("/faulty") == std::string::npos;
        for (const Planned& one : supplier.react(document, known).documents) {
          EXPECT_EQ(is_taken ? faults_in(one.body) : "", "") << example.path << one.body;
          ++answered;
        }
      }
    }
  }
  EXPECT_GT(answered, 100u);
}

}  // namespace
}  // namespace tradepost::simulation::supplier_test
