// Tests the forms that are written next to the documents of a folder.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "agent/bridged.hpp"
#include "http/receiver.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::agent_tests {
namespace {

namespace fs = std::filesystem;

using Names = std::vector<std::string>;

std::string into_folder(std::string_view more) {
  return fmt::format("[bridge.one.receive]\nfolder = 'inbox'\n{}\n", more);
}

// Sends the invoice from the supplier to the customer.
std::string sends_invoice(trade::Trade& trade) {
  std::ifstream file(source_dir() + "/examples/invoice/lifelike.json");
  const std::string invoice{std::istreambuf_iterator<char>(file), {}};
  trade.does(trade.supplier, "POST", "/v2/transactions", invoice);
  return trade.pending(trade.customer).at(0);
}

TEST(AgentForms, invoice_is_also_in_the_forms_whose_rules_it_keeps) {
  Bridged bridged(into_folder("also = ['zugferd', 'xrechnung', 'cii', 'html']\nlanguage = 'de'"),
                  Bridged::Of::customer);
  const std::string id = sends_invoice(bridged.trade);
  bridged.begins();
  bridged.has_status(id, "SUCCESS");
  const std::string stem = id + ".INVOICE.";
  EXPECT_EQ(bridged.desk.names_in("inbox"),
            (Names{".unfinished", stem + "cii.xml", stem + "html", stem + "json",
                   stem + "zugferd.pdf", "superseded"}));
  EXPECT_TRUE(bridged.desk.names_in("inbox/.unfinished").empty());
  EXPECT_TRUE(has(bridged.desk.read("inbox/" + stem + "html"), "Rechnung RE-26-31177"));
  EXPECT_TRUE(has(bridged.desk.read("inbox/" + stem + "zugferd.pdf"), "factur-x.xml"));
  EXPECT_TRUE(has(bridged.desk.read("inbox/" + stem + "cii.xml"), "CrossIndustryInvoice"));
  const std::string log = bridged.log();
  EXPECT_TRUE(has(log, fmt::format("event=form_not_written bridge=one id={} form=xrechnung "
                                   "rules=\"BR-DE-2 content.header.supplier.contacts",
                                   id)))
      << log;
}

TEST(AgentForms, kind_without_e_invoices_has_the_other_forms_and_nothing_is_logged) {
  Bridged bridged(into_folder("also = ['cii', 'pdf']"));
  const std::string id = bridged.trade.sends("1");
  // A file of an attempt that a crash interrupted is replaced.
  fs::create_directories(bridged.desk.path("inbox"));
  bridged.desk.write("inbox/" + id + ".ORDER.pdf", "half of a file");
  bridged.begins();
  bridged.has_status(id, "SUCCESS");
  EXPECT_EQ(bridged.desk.names_in("inbox"),
            (Names{".unfinished", id + ".ORDER.json", id + ".ORDER.pdf", "superseded"}));
  EXPECT_TRUE(bridged.desk.read("inbox/" + id + ".ORDER.pdf").starts_with("%PDF-"));
  EXPECT_FALSE(has(bridged.log(), "form_not_written"));
}

TEST(AgentForms, forms_of_an_older_version_move_with_it) {
  Bridged bridged(into_folder("also = 'html'"));
  const auto [older, newer] = bridged.takes_two_versions();
  EXPECT_EQ(bridged.desk.names_in("inbox"),
            (Names{".unfinished", newer + ".ORDER.html", newer + ".ORDER.json", "superseded"}));
  EXPECT_EQ(bridged.desk.names_in("inbox/superseded"),
            (Names{older + ".ORDER.html", older + ".ORDER.json"}));
}

// Answers in place of the exchange, and lets other requests through.
class Proxy {
 public:
  explicit Proxy(trade::Trade& trade)
      : trade_(trade), receiver_([this](const http_tests::Received& call, std::size_t /*nth*/) {
          return answer(call);
        }) {}

  // Returns the address for the settings of a bridge.
  std::string url() const { return receiver_.url(); }
  void gives_forms() { gives_forms_ = true; }

 private:
  std::string answer(const http_tests::Received& call) {
    const auto end = call.line.find(' ');
    const std::string method = call.line.substr(0, end);
    std::string path = call.line.substr(end + 1, call.line.rfind(' ') - end - 1);
    path.erase(0, std::string_view("/in").size());
    if (has(path, "/content?") && !gives_forms_) return "503 Service Unavailable";
    const auto answer = trade_.asks(trade_.supplier.token, method, path, call.body);
    return fmt::format("{} Proxied\r\nContent-Type: {}\r\n\r\n{}", answer.status,
                       answer.header("content-type"), answer.body);
  }

  trade::Trade& trade_;
  std::atomic<bool> gives_forms_ = false;
  http_tests::Receiver receiver_;
};

TEST(AgentForms, form_that_does_not_come_delays_its_document_and_sets_nothing_aside) {
  Bridged bridged("");
  Proxy proxy(bridged.trade);
  bridged.desk.write("agent.toml",
                     fmt::format("[bridge.one]\nurl = '{}'\ntoken_file = 'token'\n{}", proxy.url(),
                                 into_folder("also = ['html']\nattempts = 2")));
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  EXPECT_TRUE(has(bridged.reason(), "The form html did not come. "));
  EXPECT_EQ(bridged.says("waitingDocuments.0.attempts"), "0");
  EXPECT_EQ(bridged.trade.status(id), "PENDING");
  EXPECT_EQ(bridged.desk.names_in("inbox"), (Names{".unfinished", "superseded"}));
  proxy.gives_forms();
  bridged.has_status(id, "SUCCESS");
  EXPECT_EQ(bridged.desk.names_in("inbox"),
            (Names{".unfinished", id + ".ORDER.html", id + ".ORDER.json", "superseded"}));
}

// The agent ends while it waits for a form, and the next one takes the document.
TEST(AgentForms, agent_that_ends_or_is_killed_before_a_form_came_has_not_reported_its_document) {
  Bridged bridged("");
  Proxy proxy(bridged.trade);
  bridged.desk.write("agent.toml", fmt::format("[bridge.one]\nurl = '{}'\ntoken_file = 'token'\n{}",
                                               proxy.url(), into_folder("also = ['html']")));
  const std::string id = bridged.trade.sends("1");
  for (const bool is_killed : {true, false}) {
    bridged.begins();
    until("the unfinished document",
          [&] { return bridged.desk.names_in("inbox/.unfinished") == Names{id + ".ORDER.json"}; });
    if (is_killed) {
      bridged.is_killed();
    } else {
      EXPECT_EQ(bridged.ends(), 0);
    }
    EXPECT_EQ(bridged.trade.status(id), "PENDING");
    EXPECT_EQ(bridged.desk.names_in("inbox"), (Names{".unfinished", "superseded"}));
  }
  proxy.gives_forms();
  bridged.begins();
  bridged.has_status(id, "SUCCESS");
  EXPECT_EQ(bridged.desk.names_in("inbox"),
            (Names{".unfinished", id + ".ORDER.html", id + ".ORDER.json", "superseded"}));
  EXPECT_TRUE(bridged.desk.names_in("inbox/.unfinished").empty());
}

}  // namespace
}  // namespace tradepost::agent_tests
