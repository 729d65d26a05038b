#include "simulation/past.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {
namespace {

client::Transaction sent(const std::string& recipient, const std::string& created_at) {
  return {.type = "ORDER_RESPONSE",
          .created_at = created_at,
          .status = "PENDING",
          .direction = "sent",
          .recipient = {.id = recipient}};
}

client::Transaction received(const std::string& id, const std::string& status, bool is_latest) {
  return {.id = id,
          .type = "ORDER",
          .is_latest_version = is_latest,
          .status = status,
          .direction = "received"};
}

document::Head head(std::string_view number, std::string_view date) {
  document::Head head;
  head.number = number;
  head.date = date;
  return head;
}

const Party buyer{.identifiers = {{"GS1", "9521002000009"}}};

std::size_t left(const Past& past, std::size_t answers, const std::string& created_at) {
  std::vector<Planned> documents(answers,
                                 Planned{.kind = "ORDER_RESPONSE", .number = "AB-1", .to = buyer});
  past.leave_out_sent(documents, buyer, "buyer", created_at);
  return documents.size();
}

TEST(Past, answers_that_were_sent_after_a_document_are_left_out_as_often_as_they_were_sent) {
  Past past;
  EXPECT_EQ(left(past, 2, "2026-03-02T09:00:00.000Z"), 2u);
  past.add(sent("buyer", "2026-03-02T10:00:00.000Z"), head("AB-1", "2026-03-02"));
  past.add(sent("another", "2026-03-02T10:00:00.000Z"), head("AB-1", "2026-03-02"));
  EXPECT_EQ(left(past, 2, "2026-03-02T09:00:00.000Z"), 1u);
  EXPECT_EQ(left(past, 1, "2026-03-02T09:00:00.000Z"), 0u);
  EXPECT_EQ(left(past, 1, "2026-03-02T11:00:00.000Z"), 1u);  // they answered an earlier version
  EXPECT_EQ(past.counts().at("ORDER_RESPONSE AB-1"), 2);
}

TEST(Past, an_answer_to_another_company_is_left_out_wherever_it_was_sent) {
  Past past;
  past.add(sent("warehouse", "2026-03-02T10:00:00.000Z"), head("AB-1", "2026-03-02"));
  const Party warehouse{.identifiers = {{"GS1", "9521003000008"}}};
  std::vector<Planned> documents{{.kind = "ORDER_RESPONSE", .number = "AB-1", .to = warehouse}};
  past.leave_out_sent(documents, buyer, "buyer", "2026-03-02T09:00:00.000Z");
  EXPECT_TRUE(documents.empty());
  EXPECT_EQ(left(past, 1, "2026-03-02T09:00:00.000Z"), 1u);
}

TEST(Past, processed_documents_in_their_latest_version_are_given_the_oldest_first) {
  Past past;
  past.add(received("3", "SUCCESS", true), head("3", ""));
  past.add(received("2", "FAILED", true), head("2", ""));
  past.add(received("1", "SUCCESS", false), head("1", ""));
  past.add(received("0", "SUCCESS", true), head("1", ""));
  EXPECT_EQ(past.count(), 4u);
  EXPECT_FALSE(past.has_sent());
  const auto processed = past.take_processed();
  ASSERT_EQ(processed.size(), 2u);
  EXPECT_EQ(processed[0].id, "0");
  EXPECT_EQ(processed[1].id, "3");
}

TEST(Past, clock_continues_at_the_last_own_date_and_not_at_far_ones) {
  const auto start = *instant_in("2026-03-02");
  Past past;
  EXPECT_EQ(past.last_written(start), start);
  past.add(sent("buyer", ""), head("1", "2026-03-05T08:00Z"));
  past.add(sent("buyer", ""), head("2", "2031-01-01"));
  past.add(sent("buyer", ""), head("3", "2026-01-01"));
  past.add(received("1", "SUCCESS", true), head("4", "2026-03-05T20:00Z"));
  past.add(received("2", "SUCCESS", true), head("5", "2026-04-05"));
  EXPECT_EQ(moment_text(past.last_written(start)), "2026-03-05T08:00Z");
  EXPECT_EQ(moment_text(past.last_of_all(start)), "2026-03-05T20:00Z");
}

}  // namespace
}  // namespace tradepost::simulation
