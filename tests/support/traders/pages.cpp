#include "traders/pages.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <iterator>
#include <utility>

#include "served/json.hpp"
#include "traders/json_text.hpp"

namespace tradepost::traders {
namespace {

using http_tests::Answer;

std::string capital(std::string_view word) {
  std::string text(word);
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string name_in(std::string_view party) {
  return text_of(member(members_of(party), "name"));
}

Report report_of(std::string_view json) {
  const Members members = members_of(json);
  return {.is_success = member(members, "success") == "true",
          .reason = text_of(member(members, "reason")),
          .type = text_of(member(members, "type")),
          .by = name_in(member(members, "by"))};
}

void read_history(const Members& members, Row& row) {
  row.status = text_of(member(members, "status"));
  row.direction = text_of(member(members, "direction"));
  row.recipient = name_in(member(members, "recipient"));
  row.is_held = member(members, "held") == "true";
  row.warnings = elements_of(member(members, "warnings")).size();
  const auto report = members.find("report");
  if (report != members.end()) row.report = report_of(report->second);
}

// Returns the path of a URL of the exchange.
std::string path_in(std::string_view url) {
  constexpr std::string_view scheme = "http://";
  EXPECT_TRUE(url.starts_with(scheme)) << url;
  const auto slash = url.find('/', scheme.size());
  if (slash == std::string_view::npos) return "/";
  return std::string(url.substr(slash));
}

}  // namespace

Row row_of(std::string_view json, std::string_view word) {
  const Members members = members_of(json);
  const std::string transaction_id = capital(word) + "TransactionId";
  Row row{.id = text_of(member(members, fmt::format("{}TransactionId", word))),
          .type = text_of(member(members, "type")),
          .replaces = text_of(member(members, "replaces" + transaction_id)),
          .replaced_by = text_of(member(members, "replacedBy" + transaction_id)),
          .is_latest = member(members, "isLatestVersion") == "true",
          .sender = name_in(member(members, "sender")),
          .agent = {},
          .created = text_of(member(members, "createdAt")),
          .content = served::without_labels(member(members, "content")),
          .status = {},
          .direction = {},
          .recipient = {},
          .report = {}};
  EXPECT_EQ(row.is_latest, row.replaced_by.empty()) << json;
  const auto agent = members.find("agent");
  if (agent != members.end()) row.agent = name_in(agent->second);
  if (members.contains("status")) read_history(members, row);
  return row;
}

std::string id_in(const std::string& body, std::string_view word) {
  return text_of(member(members_of(body), fmt::format("{}TransactionId", word)));
}

Page page_of(const Answer& answer, std::string_view word) {
  EXPECT_EQ(answer.status, 200) << answer.body;
  if (answer.status != 200) return {};
  const Members members = members_of(answer.body);
  Page page{.rows = {},
            .has_more = member(members, "hasMore") == "true",
            .per_page = std::stoul(member(members, "perPage")),
            .next_cursor = text_of(member(members, "nextCursor")),
            .next_url = text_of(member(members, "nextPageUrl"))};
  for (const std::string& item : elements_of(member(members, "items"))) {
    page.rows.push_back(row_of(item, word));
  }
  EXPECT_EQ(member(members, "count"), std::to_string(page.rows.size()));
  EXPECT_LE(page.rows.size(), page.per_page);
  EXPECT_EQ(page.next_cursor.empty(), !page.has_more);
  EXPECT_EQ(page.next_url.empty(), !page.has_more);
  EXPECT_TRUE(!page.has_more || !page.rows.empty()) << "an empty page with a next page";
  return page;
}

std::vector<Row> whole_list(const Get& get, std::string_view path, std::string_view word) {
  Page page = page_of(get(path), word);
  std::vector<Row> rows = std::move(page.rows);
  while (page.has_more && !testing::Test::HasFatalFailure()) {
    page = page_of(get(path_in(page.next_url)), word);
    rows.insert(rows.end(), std::move_iterator(page.rows.begin()),
                std::move_iterator(page.rows.end()));
  }
  return rows;
}

}  // namespace tradepost::traders
