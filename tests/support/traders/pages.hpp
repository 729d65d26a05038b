#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/client.hpp"

// The lists of the exchange as a client reads them.
namespace tradepost::traders {

struct Report {
  bool is_success = false;
  std::string reason;
  std::string type;  // empty: null
  std::string by;
};

// A transaction of either list. Only all-transactions has the second half.
struct Row {
  std::string id;
  std::string type;
  std::string replaces;     // empty: null
  std::string replaced_by;  // empty: null
  bool is_latest = false;
  std::string sender;
  std::string agent;  // empty: none
  std::string created;
  std::string content;  // the bytes that were sent, without the exchange's labels

  std::string status;
  std::string direction;
  std::string recipient;
  bool is_held = false;
  std::size_t warnings = 0;
  std::optional<Report> report;
};

struct Page {
  std::vector<Row> rows;
  bool has_more = false;
  std::size_t per_page = 0;
  std::string next_cursor;  // empty: null
  std::string next_url;     // empty: null
};

// `word` is the value of --field-word. A page of a wrong form fails the test.
Page page_of(const http_tests::Answer& answer, std::string_view word = "platform");
Row row_of(std::string_view json, std::string_view word = "platform");
// Returns the platformTransactionId of an answer.
std::string id_in(const std::string& body, std::string_view word = "platform");

// Reads a list from its first page to its last by following nextPageUrl unchanged. `get` requests a
// path.
using Get = std::function<http_tests::Answer(std::string_view path)>;
std::vector<Row> whole_list(const Get& get, std::string_view path,
                            std::string_view word = "platform");

}  // namespace tradepost::traders
