#include "api/request/transaction_json.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace tradepost::api {
namespace {

using exchange::ParticipantId;

exchange::Named named(std::uint8_t id, std::string_view name) {
  return {.id = ParticipantId(base::Uuid{{id}}), .name = std::string(name)};
}

// An invoice that an agent sent for its principal. Its content has been removed.
exchange::Shown old_invoice() {
  exchange::Transaction row;
  row.id = exchange::TransactionId(base::Uuid{{1}});
  row.created = base::instant_of(1'772'440'215'123);
  row.flow = exchange::Flow::test;
  row.kind = exchange::Kind::invoice;
  row.state = exchange::State::success;
  row.content.removed_at = base::instant_of(1'780'000'000'000);
  row.feedback.report = exchange::Report{.verdict = exchange::Verdict::success,
                                         .reason = {},
                                         .type = exchange::ErrorType::data,
                                         .context = {},
                                         .at = base::instant_of(1'772'440'216'000),
                                         .by = exchange::Actor::network()};
  return {.row = std::make_shared<const exchange::Transaction>(row),
          .content = {},
          .direction = exchange::Direction::received,
          .sender = named(2, "Lieferant"),
          .agent = named(3, "Clearing"),
          .recipient = named(4, "Kunde"),
          .replaces = {},
          .replaced_by = {},
          .case_id = {}};
}

// Covers contract 3.1 and 8.6.
TEST(TransactionJson, old_one_names_its_agent_and_when_its_content_went) {
  http::Body body;
  append_shown(body, old_invoice(), *exchange::Directory::empty(), FieldNames("hub"), {});
  EXPECT_EQ(
      body.joined(),
      R"({"hubTransactionId":"01000000-0000-0000-0000-000000000000","type":"INVOICE",)"
      R"("replacesHubTransactionId":null,"replacedByHubTransactionId":null,"isLatestVersion":true,)"
      R"("sender":{"id":"02000000-0000-0000-0000-000000000000","name":"Lieferant"},)"
      R"("agent":{"id":"03000000-0000-0000-0000-000000000000","name":"Clearing"},)"
      R"("flow":"TEST","createdAt":"2026-03-02T08:30:15.123Z","status":"SUCCESS",)"
      R"("direction":"received",)"
      R"("recipient":{"id":"04000000-0000-0000-0000-000000000000","name":"Kunde"},"held":false,)"
      R"("warnings":[],"report":{"success":true,"reason":"","type":null,"context":{},)"
      R"("at":"2026-03-02T08:30:16.000Z","by":{"id":null,"name":"network"}},)"
      R"("contentRemovedAt":"2026-05-28T20:26:40.000Z","content":null})");
}

}  // namespace
}  // namespace tradepost::api
