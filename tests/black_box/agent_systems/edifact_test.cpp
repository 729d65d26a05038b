// Tests an agent whose files are messages of EDIFACT: orders of a folder, their CONTRL and APERAK,
// and documents that wait for the partner's answer.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "agent/bridged.hpp"
#include "served/json.hpp"

namespace tradepost::agent_tests::edifact_files {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string>;
using served::at;

constexpr std::string_view sends_messages =
    "[bridge.one.send]\nfolder = 'outbox'\nsettle_seconds = 0\nformat = 'edifact'\n";

struct Order {
  std::string number;
  std::string quantity = "2";
  std::string_view buyer = trade::customer_gln;
};

std::string message_of(const Order& order, int reference) {
  return fmt::format(
      "UNH+{0}+ORDERS:D:01B:UN:EAN010'BGM+220+{1}'DTM+137:20261130:102'NAD+BY+{2}::9'"
      "NAD+SU+{3}::9'LIN+1++9521000000036:SRV'QTY+21:{4}:PCE'UNS+S'UNT+9+{0}'",
      reference, order.number, order.buyer, trade::supplier_gln, order.quantity);
}

std::string file_of(const std::vector<Order>& orders) {
  std::string text = fmt::format("UNB+UNOC:3+{}:14+{}:14+261130:0910+IC7'", trade::customer_gln,
                                 trade::supplier_gln);
  int reference = 0;
  for (const Order& order : orders) text += message_of(order, ++reference);
  return text + fmt::format("UNZ+{}+IC7'", reference);
}

class AgentEdifact : public testing::Test {
 protected:
  // Writes a file under another name and renames it, as a careful program does.
  static void puts(const Bridged& bridged, const std::string& name, std::string_view text) {
    fs::create_directories(bridged.desk.path("outbox"));
    bridged.desk.write("outbox/.new", text);
    fs::rename(bridged.desk.path("outbox/.new"), bridged.desk.path("outbox/" + name));
  }
  static void comes(const Bridged& bridged, const std::string& path) {
    until(path, [&] { return fs::exists(bridged.desk.path(path)); });
  }
  static std::string original_of(Bridged& bridged, const std::string& id) {
    return bridged.trade
        .gets(bridged.trade.supplier, "/v2/all-transactions/" + id + "/content?format=original")
        .body;
  }
  static Names numbers_of(Bridged& bridged) {
    return trade::listed(bridged.trade, bridged.trade.supplier.token,
                         "/v2/transactions?per_page=100", "content.header.orderIdentifier");
  }
};

TEST_F(AgentEdifact, orders_of_a_file_are_sent_and_answered_with_a_contrl) {
  Bridged bridged(sends_messages, Bridged::Of::customer);
  puts(bridged, "orders.edi", file_of({{.number = "PO-1"}, {.number = "PO-2"}}));
  bridged.begins();
  comes(bridged, "outbox/sent/orders.edi");
  EXPECT_EQ(numbers_of(bridged), (Names{"PO-1", "PO-2"}));
  EXPECT_EQ(bridged.desk.names_in("outbox/acknowledgements"), Names{"orders.contrl.edi"});
  const std::string contrl = bridged.desk.read("outbox/acknowledgements/orders.contrl.edi");
  const std::string uci =
      fmt::format("UCI+IC7+{}:14+{}:14+7'", trade::customer_gln, trade::supplier_gln);
  EXPECT_TRUE(has(contrl, uci + "UCM+1+ORDERS:D:01B:UN:EAN010+7'UCM+2+ORDERS:D:01B:UN:EAN010+7'"))
      << contrl;
  const std::string answer = bridged.desk.read("outbox/sent/orders.answer.json");
  EXPECT_EQ(at(answer, "outcome"), "sent");
  EXPECT_EQ(at(answer, "messages.1.number"), "PO-2");
  EXPECT_EQ(at(answer, "messages.1.outcome"), "sent");
  EXPECT_TRUE(bridged.desk.names_in("outbox/.sending").empty());
}

TEST_F(AgentEdifact, exchange_keeps_each_message_of_a_file) {
  Bridged bridged(sends_messages, Bridged::Of::customer);
  puts(bridged, "orders.edi", file_of({{.number = "PO-1"}, {.number = "PO-2"}}));
  bridged.begins();
  comes(bridged, "outbox/sent/orders.edi");
  const std::string id = at(bridged.desk.read("outbox/sent/orders.answer.json"), "messages.1.id");
  const std::string original = original_of(bridged, id);
  EXPECT_TRUE(has(original, message_of({.number = "PO-2"}, 2))) << original;
  EXPECT_FALSE(has(original, "PO-1")) << original;
}

TEST_F(AgentEdifact, same_orders_again_are_duplicates) {
  Bridged bridged(sends_messages, Bridged::Of::customer);
  puts(bridged, "1.edi", file_of({{.number = "PO-1"}}));
  puts(bridged, "2.edi", file_of({{.number = "PO-1"}}));
  bridged.begins();
  comes(bridged, "outbox/sent/2.edi");
  EXPECT_EQ(numbers_of(bridged), Names{"PO-1"});
  EXPECT_EQ(at(bridged.desk.read("outbox/sent/2.answer.json"), "messages.0.outcome"), "duplicate");
}

TEST_F(AgentEdifact, faulty_messages_do_not_stop_the_good_ones) {
  Bridged bridged(sends_messages, Bridged::Of::customer);
  puts(bridged, "orders.edi",
       file_of({{.number = "PO-1", .quantity = "two"},
                {.number = "PO-2", .buyer = trade::stranger_gln},
                {.number = "PO-3"}}));
  bridged.begins();
  comes(bridged, "outbox/failed/orders.edi");
  EXPECT_EQ(numbers_of(bridged), Names{"PO-3"});
  const std::string contrl = bridged.desk.read("outbox/acknowledgements/orders.contrl.edi");
  EXPECT_TRUE(
      has(contrl, "UCM+1+ORDERS:D:01B:UN:EAN010+4+18'UCS+7+12'UCM+2+ORDERS:D:01B:UN:EAN010+7'"))
      << contrl;
  const std::string aperak = bridged.desk.read("outbox/acknowledgements/orders.aperak.edi");
  EXPECT_TRUE(
      has(aperak, "'DOC+220+PO-2'RFF+ACW:IC7'ERC+FAULT::ZZZ'FTX+AAO+++content.header.buyer"))
      << aperak;
  EXPECT_FALSE(has(aperak, "PO-1")) << aperak;
  const std::string answer = bridged.desk.read("outbox/failed/orders.answer.json");
  EXPECT_EQ(at(answer, "outcome"), "refused");
  EXPECT_EQ(at(answer, "messages.0.faults.0.path"), "7 QTY+21");
  EXPECT_EQ(at(answer, "messages.1.status"), "422");
  EXPECT_EQ(at(answer, "messages.2.outcome"), "sent");
}

TEST_F(AgentEdifact, file_with_a_faulty_structure_is_refused_and_nothing_is_sent) {
  Bridged bridged(sends_messages, Bridged::Of::customer);
  std::string text = file_of({{.number = "PO-1"}});
  text.replace(text.find("UNZ+1"), 5, "UNZ+3");
  puts(bridged, "orders.edi", text);
  bridged.begins();
  comes(bridged, "outbox/failed/orders.edi");
  EXPECT_TRUE(numbers_of(bridged).empty());
  const std::string answer = bridged.desk.read("outbox/failed/orders.answer.json");
  EXPECT_EQ(at(answer, "code"), "unreadable");
  EXPECT_EQ(at(answer, "message"), "Segment 11: UNZ states 3 messages, and the interchange has 1.");
  EXPECT_EQ(bridged.desk.names_in("outbox/acknowledgements"), Names{"orders.contrl.edi"});
  const std::string contrl = bridged.desk.read("outbox/acknowledgements/orders.contrl.edi");
  EXPECT_TRUE(has(contrl, fmt::format("'UCI+IC7+{}:14+{}:14+4+18'UNT+", trade::customer_gln,
                                      trade::supplier_gln)))
      << contrl;
}

TEST_F(AgentEdifact, faulty_file_without_a_head_or_with_a_contrl_is_not_answered) {
  Bridged bridged(sends_messages, Bridged::Of::customer);
  puts(bridged, "1.edi", "UNB+UNOQ:3+A+B+261130:0910+IC7'" + message_of({.number = "1"}, 1));
  puts(bridged, "2.edi", "UNB+UNOC:3+A+B+261130:0910+IC8'UNH+1+CONTRL:D:3:UN'UCI+X'UNT+3+1'");
  bridged.begins();
  comes(bridged, "outbox/failed/1.edi");
  comes(bridged, "outbox/failed/2.edi");
  EXPECT_TRUE(bridged.desk.names_in("outbox/acknowledgements").empty());
}

TEST_F(AgentEdifact, variant_of_a_partner_is_used_for_files_that_come_in) {
  Bridged bridged(fmt::format("{}variant = 'partner.variant'\n", sends_messages),
                  Bridged::Of::customer);
  bridged.desk.write("partner.variant", "kind ORDER\nin header\n  RFF+ZZZ:{contractReference}\n");
  std::string text = file_of({{.number = "PO-1"}});
  text.replace(text.find("NAD+BY"), 0, "RFF+ZZZ:RV-7'");
  text.replace(text.find("UNT+9"), 5, "UNT+10");
  puts(bridged, "orders.edi", text);
  bridged.begins();
  comes(bridged, "outbox/sent/orders.edi");
  EXPECT_EQ(trade::listed(bridged.trade, bridged.trade.supplier.token,
                          "/v2/transactions?per_page=100", "content.header.contractReference"),
            Names{"RV-7"});
  // The exchange does not know the variant, and can't keep the message.
  const std::string id = at(bridged.desk.read("outbox/sent/orders.answer.json"), "messages.0.id");
  EXPECT_TRUE(original_of(bridged, id).starts_with("{"));
}

// A file with one order and so many empty lines, which its document does not have.
std::string long_file_of(const Order& order, std::size_t empty_lines) {
  return file_of({order}) + std::string(empty_lines, '\n');
}

TEST_F(AgentEdifact, message_with_an_original_that_is_too_large_to_be_held_is_sent_without_it) {
  Bridged bridged(sends_messages);
  bridged.has_token(bridged.trade.stranger.token);
  puts(bridged, "1.edi", long_file_of({.number = "PO-1", .buyer = trade::stranger_gln}, 1u << 20));
  puts(bridged, "2.edi", file_of({{.number = "PO-2", .buyer = trade::stranger_gln}}));
  bridged.begins();
  comes(bridged, "outbox/sent/1.edi");
  comes(bridged, "outbox/sent/2.edi");
  EXPECT_EQ(at(bridged.desk.read("outbox/sent/1.answer.json"), "messages.0.outcome"), "held");
  EXPECT_EQ(at(bridged.desk.read("outbox/sent/2.answer.json"), "messages.0.outcome"), "held");
}

TEST_F(AgentEdifact, message_that_is_too_large_for_the_exchange_is_sent_as_its_document) {
  Bridged bridged(sends_messages, Bridged::Of::customer, {"--max-body-bytes", "4096"});
  puts(bridged, "1.edi", long_file_of({.number = "PO-1"}, 4'096));
  bridged.begins();
  comes(bridged, "outbox/sent/1.edi");
  EXPECT_EQ(numbers_of(bridged), Names{"PO-1"});
  const std::string id = at(bridged.desk.read("outbox/sent/1.answer.json"), "messages.0.id");
  EXPECT_TRUE(original_of(bridged, id).starts_with("{"));
}

TEST_F(AgentEdifact, original_of_the_only_message_is_the_file) {
  Bridged bridged(sends_messages, Bridged::Of::customer);
  const std::string file = long_file_of({.number = "PO-1"}, 3);
  puts(bridged, "1.edi", file);
  bridged.begins();
  comes(bridged, "outbox/sent/1.edi");
  const std::string id = at(bridged.desk.read("outbox/sent/1.answer.json"), "messages.0.id");
  EXPECT_EQ(original_of(bridged, id), file);
}

// Each file has two versions of an order.
TEST_F(AgentEdifact, kill_at_any_moment_sends_each_version_once_and_in_order) {
  constexpr int files = 30;
  Bridged bridged(sends_messages, Bridged::Of::customer);
  Names versions;
  for (int file = 0; file < files; ++file) {
    const std::string number = fmt::format("{:03}", file);
    puts(bridged, number + ".edi",
         file_of({{.number = number, .quantity = "2"}, {.number = number, .quantity = "3"}}));
    versions.insert(versions.end(), {number + " 3", number + " 2"});
  }
  bridged.is_killed_often();
  bridged.begins();
  bridged.says_when("sent", fmt::to_string(files));
  bridged.says_when("outgoing", "0");
  Names found;
  for (const std::string& id :
       trade::listed(bridged.trade, bridged.trade.supplier.token,
                     "/v2/all-transactions?per_page=100", "platformTransactionId")) {
    const std::string row =
        bridged.trade.gets(bridged.trade.supplier, "/v2/all-transactions/" + id).body;
    found.push_back(fmt::format("{} {}", at(row, "data.content.header.orderIdentifier"),
                                at(row, "data.content.items.0.quantity")));
  }
  std::ranges::stable_sort(found, {}, [](const std::string& one) { return one.substr(0, 3); });
  EXPECT_EQ(found, versions);
  EXPECT_EQ(bridged.desk.names_in("outbox/.sending"), Names{});
  EXPECT_EQ(bridged.desk.names_in("outbox/acknowledgements").size(), std::size_t{files});
}

TEST_F(AgentEdifact, file_without_a_message_is_not_sent) {
  Bridged bridged(sends_messages, Bridged::Of::customer);
  puts(bridged, "empty.edi", "");
  puts(bridged, "una.edi", "UNA:+.? '");
  bridged.begins();
  comes(bridged, "outbox/failed/empty.edi");
  comes(bridged, "outbox/failed/una.edi");
  EXPECT_EQ(at(bridged.desk.read("outbox/failed/empty.answer.json"), "message"),
            "Segment 1: The text has no message.");
}

TEST_F(AgentEdifact, test_interchange_is_not_sent_as_real) {
  Bridged bridged(sends_messages, Bridged::Of::customer);
  std::string text = file_of({{.number = "PO-1"}});
  text.replace(text.find("+IC7'"), 5, "+IC7++++++1'");
  puts(bridged, "test.edi", text);
  bridged.begins();
  comes(bridged, "outbox/failed/test.edi");
  EXPECT_TRUE(numbers_of(bridged).empty());
}

// The names of another agent's acknowledgements end so.
TEST_F(AgentEdifact, file_with_any_name_is_answered) {
  Bridged bridged(sends_messages, Bridged::Of::customer);
  const std::string longest = std::string(251, 'x') + ".edi";
  puts(bridged, "x.contrl.edi", file_of({{.number = "PO-1"}}));
  puts(bridged, longest, file_of({{.number = "PO-2"}}));
  bridged.begins();
  comes(bridged, "outbox/sent/x.contrl.edi");
  comes(bridged, "outbox/acknowledgements/x.contrl.contrl.edi");
  comes(bridged, "outbox/sent/" + std::string(200, 'x') + ".edi");
  EXPECT_EQ(numbers_of(bridged), (Names{"PO-1", "PO-2"}));
}

// An agent of the supplier, whose partner answers its messages.
struct AgentAwaits : AgentEdifact {
  static std::string tables(std::string_view awaits) {
    return fmt::format(
        "{}[bridge.one.receive]\nfolder = 'inbox'\nformat = 'edifact'\nawaits = '{}'\n",
        sends_messages, awaits);
  }
  static std::string answer_file(std::string_view message, int segments) {
    return fmt::format("UNB+UNOC:3+P:14+T:14+261130:0910+A1'{}UNT+{}+1'UNZ+1+A1'", message,
                       segments);
  }
  // The reference of the interchange is the fifth element of UNB.
  static std::string reference_in(const std::string& message) {
    std::string rest = message.substr(message.find("UNB+"));
    for (int element = 0; element < 5; ++element) rest.erase(0, rest.find('+') + 1);
    return rest.substr(0, rest.find('\''));
  }
  struct Taken {
    std::string id;
    std::string message;
  };
  static Taken takes_an_order(Bridged& bridged) {
    const std::string id = bridged.trade.sends("PO-1");
    bridged.begins();
    const std::string file = "inbox/" + id + ".ORDER.edi";
    comes(bridged, file);
    return {.id = id, .message = bridged.desk.read(file)};
  }
  static std::string shown_to_the_sender(Bridged& bridged, const std::string& id) {
    return bridged.trade.gets(bridged.trade.customer, "/v2/all-transactions/" + id).body;
  }
  static std::string contrl(const std::string& message, std::string_view action) {
    return answer_file(fmt::format("UNH+1+CONTRL:D:3:UN'UCI+{0}+T:14+P:14+7'"
                                   "UCM+1+ORDERS:D:01B:UN:EAN010+{1}'",
                                   reference_in(message), action),
                       4);
  }
};

TEST_F(AgentAwaits, document_is_a_file_and_its_report_waits_for_the_contrl) {
  Bridged bridged(tables("contrl"));
  const auto [id, message] = takes_an_order(bridged);
  EXPECT_TRUE(has(message, "BGM+220+PO-1")) << message;
  bridged.says_when("unreported", "1");
  never(
      "a report without an answer", [&] { return bridged.trade.status(id) != "PENDING"; },
      std::chrono::milliseconds(300));
  EXPECT_TRUE(bridged.desk.names_in("inbox/.unfinished").empty());
  puts(bridged, "contrl.edi", contrl(message, "7"));
  bridged.has_status(id, "SUCCESS");
  comes(bridged, "outbox/sent/contrl.edi");
  EXPECT_EQ(at(bridged.desk.read("outbox/sent/contrl.answer.json"), "messages.0.id"), id);
  EXPECT_TRUE(bridged.desk.names_in("outbox/acknowledgements").empty());
}

TEST_F(AgentAwaits, refusal_of_a_contrl_becomes_a_failure_with_its_reason) {
  Bridged bridged(tables("contrl"));
  const auto [id, message] = takes_an_order(bridged);
  puts(bridged, "contrl.edi", contrl(message, "4+12"));
  bridged.has_status(id, "FAILED");
  const std::string shown = shown_to_the_sender(bridged, id);
  EXPECT_TRUE(has(shown, "The partner's CONTRL refuses the message with the error 12.")) << shown;
}

TEST_F(AgentAwaits, contrl_does_not_decide_where_an_aperak_does) {
  Bridged bridged(tables("aperak"));
  const auto [id, message] = takes_an_order(bridged);
  puts(bridged, "1-contrl.edi", contrl(message, "7"));
  comes(bridged, "outbox/sent/1-contrl.edi");
  EXPECT_EQ(at(bridged.desk.read("outbox/sent/1-contrl.answer.json"), "messages.0.outcome"),
            "noted");
  EXPECT_EQ(bridged.trade.status(id), "PENDING");
  puts(bridged, "2-aperak.edi",
       answer_file("UNH+1+APERAK:D:01B:UN'BGM+313+1+27'RFF+ON:PO-1'ERC+7'"
                   "FTX+AAO+++Article 4711 is not listed.'",
                   6));
  bridged.has_status(id, "FAILED");
  const std::string shown = shown_to_the_sender(bridged, id);
  EXPECT_TRUE(has(shown, "Article 4711 is not listed.")) << shown;
}

TEST_F(AgentAwaits, confirmation_of_the_arrival_is_not_a_success) {
  Bridged bridged(tables("contrl"));
  const std::string id = bridged.trade.sends("PO-1");
  bridged.begins();
  comes(bridged, "inbox/" + id + ".ORDER.edi");
  const std::string reference = reference_in(bridged.desk.read("inbox/" + id + ".ORDER.edi"));
  puts(bridged, "8.edi",
       answer_file(fmt::format("UNH+1+CONTRL:D:3:UN'UCI+{}+T:14+P:14+8'", reference), 3));
  comes(bridged, "outbox/sent/8.edi");
  EXPECT_EQ(at(bridged.desk.read("outbox/sent/8.answer.json"), "messages.0.outcome"), "noted");
  EXPECT_EQ(bridged.trade.status(id), "PENDING");
}

TEST_F(AgentAwaits, long_reason_of_an_aperak_is_cut_and_reported) {
  Bridged bridged(tables("aperak"));
  const std::string id = bridged.trade.sends("PO-1");
  bridged.begins();
  comes(bridged, "inbox/" + id + ".ORDER.edi");
  std::string errors = "UNH+1+APERAK:D:01B:UN'BGM+313+1+27'RFF+ACW:elsewhere'RFF+ON:PO-1'ERC+7'";
  constexpr int texts = 30'000;
  for (int i = 0; i < texts; ++i) errors += fmt::format("FTX+AAO+++{}'", std::string(400, 'x'));
  puts(bridged, "aperak.edi", answer_file(errors, texts + 6));
  bridged.has_status(id, "FAILED");
}

TEST_F(AgentAwaits, answer_with_the_number_of_two_documents_decides_none) {
  Bridged bridged(tables("aperak"));
  const std::string first = bridged.trade.sends("PO-1");
  bridged.begins();
  comes(bridged, "inbox/" + first + ".ORDER.edi");
  bridged.trade.does(bridged.trade.stranger, "POST", "/v2/transactions",
                     trade::order("PO-1", "", trade::stranger_gln, trade::supplier_gln));
  bridged.trade.by().does("PUT", "/admin/relationships",
                          fmt::format(R"({{"from":"{}","to":"{}","status":"active"}})",
                                      bridged.trade.stranger.id, bridged.trade.supplier.id));
  bridged.says_when("unreported", "2");
  puts(bridged, "1.edi", answer_file("UNH+1+APERAK:D:01B:UN'BGM+312+1+29'RFF+ON:PO-1'", 4));
  comes(bridged, "outbox/sent/1.edi");
  EXPECT_EQ(at(bridged.desk.read("outbox/sent/1.answer.json"), "messages.0.outcome"), "noted");
  EXPECT_EQ(bridged.trade.status(first), "PENDING");
}

TEST_F(AgentAwaits, document_that_a_new_version_replaces_waits_no_more) {
  Bridged bridged(tables("aperak"));
  const std::string older = bridged.trade.sends("PO-1");
  bridged.begins();
  comes(bridged, "inbox/" + older + ".ORDER.edi");
  const std::string newer = bridged.trade.sends("PO-1", R"(,"note":"new")");
  comes(bridged, "inbox/" + newer + ".ORDER.edi");
  bridged.says_when("unreported", "1");
  puts(bridged, "1.edi", answer_file("UNH+1+APERAK:D:01B:UN'BGM+312+1+29'RFF+ON:PO-1'", 4));
  bridged.has_status(newer, "SUCCESS");
}

TEST_F(AgentAwaits, document_is_handed_over_again_on_demand) {
  Bridged bridged(tables("contrl"));
  const std::string id = bridged.trade.sends("PO-1");
  bridged.begins();
  const std::string file = "inbox/" + id + ".ORDER.edi";
  comes(bridged, file);
  bridged.says_when("unreported", "1");
  fs::remove(bridged.desk.path(file));
  EXPECT_EQ(bridged.desk.tradepost("agent retry " + id).exit_code, 0);
  comes(bridged, file);
}

TEST_F(AgentAwaits, answer_is_awaited_after_a_restart) {
  Bridged bridged(tables("contrl"));
  const std::string id = bridged.trade.sends("PO-1");
  bridged.begins();
  comes(bridged, "inbox/" + id + ".ORDER.edi");
  bridged.says_when("unreported", "1");
  bridged.is_killed();
  const std::string message = bridged.desk.read("inbox/" + id + ".ORDER.edi");
  fs::remove(bridged.desk.path("inbox/" + id + ".ORDER.edi"));
  bridged.begins();
  puts(bridged, "contrl.edi", contrl(message, "7"));
  bridged.has_status(id, "SUCCESS");
  EXPECT_FALSE(fs::exists(bridged.desk.path("inbox/" + id + ".ORDER.edi")));
}

TEST_F(AgentAwaits, document_that_can_not_be_a_message_is_reported_as_failed) {
  Bridged bridged(tables("contrl"));
  const std::string id = bridged.trade.sends(std::string(36, '7'));
  bridged.begins();
  bridged.has_status(id, "FAILED");
  const std::string shown = shown_to_the_sender(bridged, id);
  EXPECT_TRUE(has(shown, "The form has place for 35 characters")) << shown;
  EXPECT_EQ(bridged.desk.names_in("inbox"), (Names{".unfinished", "superseded"}));
}

}  // namespace
}  // namespace tradepost::agent_tests::edifact_files
