#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "commands/trading.hpp"

namespace tradepost::commands_tests {

using served::Ended;
using served::lines_of;

namespace {

TEST(Participant, is_found_by_id_identifier_and_name) {
  Trade trade(shared_exchange());
  const Ended by_gln =
      trade.operators.tradepost("participant show --json GS1:" + trade.customer_gln);
  EXPECT_EQ(by_gln.exit_code, 0) << by_gln.err;
  EXPECT_EQ(json_at(by_gln.out, "name"), trade.customer_name);
  for (const std::string& named :
       {json_at(by_gln.out, "id"), trade.customer_gln, "'" + trade.customer_name + "'"}) {
    EXPECT_EQ(trade.operators.tradepost("participant show --json " + named).out, by_gln.out)
        << named;
  }
  const Ended wrong = trade.operators.tradepost("participant show DUNS:" + trade.customer_gln);
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_TRUE(has(wrong.err, "`tradepost\nparticipant list` shows them all")) << wrong.err;
}

TEST(Participant, list_is_aligned_and_filtered) {
  Trade trade(shared_exchange());
  const Ended listed =
      trade.operators.tradepost("participant list --name '" + trade.customer_name + "'");
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  const auto lines = lines_of(listed.out);
  ASSERT_EQ(lines.size(), 2u) << listed.out;
  EXPECT_EQ(lines[0].find("NAME"), lines[1].find(trade.customer_name));
  EXPECT_EQ(lines[0].find("STATE"), lines[1].find("open"));
  const Ended none = trade.operators.tradepost("participant list --identifier unknown");
  EXPECT_EQ(none.out, "no such participants\n");
}

TEST(Participant, taken_identifier_names_its_owner) {
  Trade trade(shared_exchange());
  const std::string words = "participant add X --identifier GS1:" + trade.customer_gln;
  const Ended refused = trade.operators.tradepost(words);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(has(refused.err, trade.customer_name)) << refused.err;
  EXPECT_EQ(json_at(trade.operators.tradepost(words + " --json").out, "owner.name"),
            trade.customer_name);
}

TEST(Participant, every_fault_is_reported) {
  Trade trade(shared_exchange());
  const Ended refused =
      trade.operators.tradepost("participant add ' ' --identifier PHONE:1 --identifier GS1:\\ ");
  EXPECT_EQ(refused.exit_code, 1);
  for (const char* part :
       {"  name: ", "  identifiers.0.domain: ", "  identifiers.1.identifier: "}) {
    EXPECT_TRUE(has(refused.err, part)) << part << refused.err;
  }
}

TEST(Participant, edit_changes_name_and_identifiers) {
  Trade trade(shared_exchange());
  const std::string duns = trade.customer_gln.substr(4);
  const Ended edited = trade.operators.tradepost(
      fmt::format("participant edit GS1:{} --name 'Neuer Name' --add-identifier DUNS:{}",
                  trade.customer_gln, duns));
  EXPECT_EQ(edited.exit_code, 0) << edited.err;
  EXPECT_TRUE(has(edited.out, "Neuer Name")) << edited.out;
  EXPECT_TRUE(has(edited.out, fmt::format("GS1:{}, DUNS:{}", trade.customer_gln, duns)));
  const Ended removed = trade.operators.tradepost(fmt::format(
      "participant edit GS1:{} --remove-identifier DUNS:{} --json", trade.customer_gln, duns));
  EXPECT_EQ(json_at(removed.out, "identifiers.1"), "absent");
}

TEST(Participant, identifier_moves_with_what_waits_where_that_is_said) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1");
  const Ended moved = trade.operators.tradepost(
      fmt::format("participant edit GS1:{} --add-identifier GS1:{} --take-pending",
                  trade.customer_gln, trade.supplier_gln));
  EXPECT_EQ(moved.exit_code, 0) << moved.err;
  EXPECT_EQ(trade.pending().size(), 0u);
  EXPECT_TRUE(has(trade.customer.tradepost("pull").out, id));
}

TEST(Participant, leaves_only_when_nothing_waits_or_that_may_fail) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1");
  const Ended refused = trade.operators.tradepost("participant close GS1:" + trade.supplier_gln);
  EXPECT_EQ(refused.exit_code, 1);
  const Ended closed =
      trade.operators.tradepost("participant close --fail-pending GS1:" + trade.supplier_gln);
  EXPECT_EQ(closed.exit_code, 0) << closed.err;
  EXPECT_TRUE(has(closed.out, "1 pending and 0 held documents failed")) << closed.out;
  EXPECT_EQ(trade.supplier.tradepost("pull").exit_code, 3);
  EXPECT_TRUE(has(trade.customer.tradepost("show " + id).out, "FAILED"));
}

TEST(Participant, wrong_arguments_are_refused) {
  Trade trade(shared_exchange());
  EXPECT_EQ(trade.operators.tradepost("participant").exit_code, 2);
  EXPECT_EQ(trade.operators.tradepost("participant add X").exit_code, 2);
  EXPECT_EQ(trade.operators.tradepost("participant add X --identifier 4012345").exit_code, 2);
  EXPECT_EQ(trade.operators.tradepost("participant edit X").exit_code, 2);
}

TEST(Token, is_alone_on_standard_output_and_works) {
  Trade trade(shared_exchange());
  const Ended created =
      trade.operators.tradepost("token create --name Kasse GS1:" + trade.customer_gln);
  EXPECT_EQ(created.exit_code, 0);
  EXPECT_EQ(lines_of(created.out).size(), 1u);
  EXPECT_TRUE(created.out.starts_with("tp_live_")) << created.out;
  EXPECT_TRUE(has(created.err, "shown only once")) << created.err;
  trade.customer.write("token", created.out);
  trade.customer.set("TRADEPOST_TOKEN", "");
  EXPECT_EQ(trade.customer.tradepost("list --token-file token").exit_code, 0);
}

TEST(Token, flow_scope_and_end_are_kept) {
  Trade trade(shared_exchange());
  const Ended created = trade.operators.tradepost(
      "token create --flow test --scope read --scope send --expires 2099-12-31 --json GS1:" +
      trade.customer_gln);
  EXPECT_EQ(created.exit_code, 0) << created.err;
  EXPECT_EQ(json_at(created.out, "flow"), "TEST");
  EXPECT_EQ(json_at(created.out, "scopes"), R"(["read","send"])");
  EXPECT_EQ(json_at(created.out, "expiresAt"), "2099-12-31T23:59:59.000Z");
  const Ended listed =
      trade.operators.tradepost("token list --participant GS1:" + trade.customer_gln);
  EXPECT_TRUE(has(listed.out, "TEST  read, send")) << listed.out;
  EXPECT_TRUE(has(listed.out, "valid until 2099-12-31 23:59")) << listed.out;
  EXPECT_FALSE(has(listed.out, "tp_")) << listed.out;
}

TEST(Token, ends_when_it_is_revoked) {
  Trade trade(shared_exchange());
  const Ended created = trade.operators.tradepost("token create --json GS1:" + trade.customer_gln);
  const std::string token = json_at(created.out, "token");
  EXPECT_EQ(trade.customer.tradepost("list --token " + token).exit_code, 0);
  const std::string id = json_at(created.out, "id");
  EXPECT_EQ(trade.operators.tradepost("token revoke " + id).out, id + " is revoked\n");
  const Ended ended = trade.customer.tradepost("list --token " + token);
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(has(ended.err, "expired or been revoked")) << ended.err;
  EXPECT_EQ(trade.operators.tradepost("token revoke " + trade.customer_gln).exit_code, 1);
}

TEST(Token, of_an_unknown_participant_and_wrong_words_are_refused) {
  Trade trade(shared_exchange());
  EXPECT_EQ(trade.operators.tradepost("token create GS1:1").exit_code, 1);
  const std::string unused_id = "00000000-0000-7000-8000-000000000000";
  const Ended refused = trade.operators.tradepost("token create " + unused_id);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(has(refused.err, "  participant: ")) << refused.err;
  EXPECT_EQ(trade.operators.tradepost("token create --scope all " + unused_id).exit_code, 2);
}

TEST(Relationship, held_documents_go_when_it_becomes_active) {
  Trade trade(shared_exchange(), "");
  EXPECT_EQ(trade.customer.tradepost("send -", trade.order("A-1")).exit_code, 0);
  const std::string mine = " --participant GS1:" + trade.customer_gln;
  const Ended held = trade.operators.tradepost("relationship list --status requested" + mine);
  EXPECT_TRUE(has(held.out, "requested  all    LIVE, TEST  1 LIVE")) << held.out;
  const Ended set = trade.operators.tradepost(
      fmt::format("relationship set GS1:{} GS1:{}", trade.customer_gln, trade.supplier_gln));
  EXPECT_EQ(set.out, fmt::format("GS1:{} to GS1:{}: active, 1 held documents are delivered\n",
                                 trade.customer_gln, trade.supplier_gln));
  EXPECT_EQ(trade.pending().size(), 1u);
}

TEST(Relationship, kinds_and_directions_are_kept) {
  Trade trade(shared_exchange(), "");
  const Ended set = trade.operators.tradepost(
      fmt::format("relationship set GS1:{} GS1:{} --both --kind invoice --flow LIVE --json",
                  trade.customer_gln, trade.supplier_gln));
  EXPECT_EQ(set.exit_code, 0) << set.err;
  const auto lines = lines_of(set.out);
  ASSERT_EQ(lines.size(), 2u) << set.out;
  EXPECT_EQ(json_at(lines[1], "kinds"), R"(["INVOICE"])");
  EXPECT_EQ(json_at(lines[1], "flows"), R"(["LIVE"])");
  EXPECT_EQ(json_at(lines[0], "from"), json_at(lines[1], "to"));
  const Ended sent = trade.customer.tradepost("send -", trade.order("A-1"));
  EXPECT_EQ(sent.exit_code, 1);
}

TEST(Relationship, with_oneself_and_wrong_words_are_refused) {
  Trade trade(shared_exchange());
  const std::string gln = "GS1:" + trade.customer_gln;
  EXPECT_EQ(trade.operators.tradepost("relationship set " + gln + " " + gln).exit_code, 1);
  EXPECT_EQ(trade.operators.tradepost("relationship set " + gln).exit_code, 2);
  EXPECT_EQ(trade.operators.tradepost("relationship set a b --status maybe").exit_code, 2);
}

TEST(Operator, gets_a_token_of_its_own_and_loses_it) {
  Trade trade(shared_exchange());
  const Ended added = trade.operators.tradepost("operator add 'Maria Weber'");
  EXPECT_EQ(added.exit_code, 0) << added.err;
  EXPECT_TRUE(added.out.starts_with("tp_op_")) << added.out;
  const std::string token = lines_of(added.out).at(0);
  const Ended listed = trade.operators.tradepost("operator list --json --token " + token);
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  std::string id;
  for (const std::string& line : lines_of(listed.out)) {
    if (json_at(line, "name") == "Maria Weber") id = json_at(line, "id");
    EXPECT_EQ(json_at(line, "token"), "absent");
  }
  EXPECT_TRUE(has(added.err, id)) << added.err;
  EXPECT_TRUE(has(trade.operators.tradepost("operator list").out, id + "  Maria Weber"));
  EXPECT_EQ(trade.operators.tradepost("operator remove " + id).exit_code, 0);
  EXPECT_EQ(trade.operators.tradepost("operator list --token " + token).exit_code, 3);
  EXPECT_EQ(trade.operators.tradepost("operator remove " + id).exit_code, 1);
}

TEST(Person, is_invited_with_a_link_that_is_printed_once) {
  Trade trade(shared_exchange());
  const std::string email = "anna@" + trade.customer_gln + ".example";
  const std::string words = fmt::format(
      "person invite 'Anna Huber' {} --role clerk --participant GS1:{} --flow LIVE --language de",
      email, trade.customer_gln);
  const Ended invited = trade.operators.tradepost(words);
  EXPECT_EQ(invited.exit_code, 0) << invited.err;
  EXPECT_EQ(lines_of(invited.out).size(), 1u) << invited.out;
  EXPECT_TRUE(has(invited.out, "/console/join#")) << invited.out;
  const Ended again = trade.operators.tradepost(words + " --json");
  EXPECT_NE(json_at(again.out, "link") + "\n", invited.out);
  EXPECT_TRUE(has(invited.err, json_at(again.out, "person"))) << invited.err;
}

TEST(Person, has_a_role_of_the_place_and_an_address) {
  Trade trade(shared_exchange());
  const Ended wrong_role = trade.operators.tradepost("person invite X x@x.example --role clerk");
  EXPECT_EQ(wrong_role.exit_code, 1);
  EXPECT_TRUE(has(wrong_role.err, "  role: ")) << wrong_role.err;
  EXPECT_EQ(trade.operators.tradepost("person invite X x --role auditor").exit_code, 1);
  EXPECT_EQ(trade.operators.tradepost("person invite X x@x.example").exit_code, 2);
}

TEST(Person, is_disabled_enabled_and_erased) {
  Trade trade(shared_exchange());
  const std::string email = "otto@" + trade.customer_gln + ".example";
  const Ended invited = trade.operators.tradepost(
      fmt::format("person invite 'Otto Maier' {} --role auditor --json", email));
  const std::string id = json_at(invited.out, "person");
  EXPECT_EQ(trade.operators.tradepost("person disable " + id).out, id + " is disabled\n");
  EXPECT_EQ(json_at(trade.operators.tradepost("person disable --json " + id).out, "state"),
            "disabled");
  EXPECT_EQ(trade.operators.tradepost("person enable " + id).out, id + " is enabled\n");
  EXPECT_EQ(trade.operators.tradepost("person erase " + id).out, id + " is erased\n");
  EXPECT_EQ(trade.operators.tradepost("person enable " + id).exit_code, 1);
  const Ended other = trade.operators.tradepost(
      fmt::format("person invite 'Otto Maier' {} --role auditor --json", email));
  EXPECT_NE(json_at(other.out, "person"), id);
}

TEST(Operator, last_one_stays) {
  ServedExchange exchange;
  Trade trade(exchange);
  const Ended listed = trade.operators.tradepost("operator list --json");
  ASSERT_EQ(lines_of(listed.out).size(), 1u) << listed.out;
  const Ended removed = trade.operators.tradepost("operator remove " + json_at(listed.out, "id"));
  EXPECT_EQ(removed.exit_code, 1);
  EXPECT_TRUE(has(removed.err, "last operator")) << removed.err;
  EXPECT_EQ(trade.operators.tradepost("operator add ' '").exit_code, 1);
  EXPECT_EQ(trade.operators.tradepost("operator add").exit_code, 2);
}

TEST(Queues, pending_documents_are_counted_by_participant) {
  Trade trade(shared_exchange());
  trade.sends("A-1");
  trade.sends("A-2");
  const std::string words = "queues --participant GS1:" + trade.supplier_gln;
  const Ended shown = trade.operators.tradepost(words + " --json");
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_EQ(json_at(shown.out, "participant.name"), trade.supplier_name);
  EXPECT_EQ(json_at(shown.out, "pending"), "2");
  EXPECT_EQ(trade.supplier.tradepost("pull --out inbox --report").exit_code, 0);
  const auto lines = lines_of(trade.operators.tradepost(words).out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].find("PENDING"), lines[1].find(" 0  ") + 1);
  EXPECT_TRUE(has(trade.operators.tradepost("queues").out, trade.supplier_name));
}

TEST(Administration, is_for_operators_alone) {
  Trade trade(shared_exchange());
  for (const char* words :
       {"participant list", "token list", "relationship list", "operator list", "queues"}) {
    const Ended refused = trade.customer.tradepost(words);
    EXPECT_NE(refused.exit_code, 0) << words;
    EXPECT_EQ(refused.out, "") << words;
  }
}

}  // namespace
}  // namespace tradepost::commands_tests
