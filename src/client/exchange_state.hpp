#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/text/url_text.hpp"
#include "client/session.hpp"
#include "document/json_reader.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::client {

// A good answer, read. The view lives until the next one.
struct Read {
  Answer answer;
  document::View json;
};

struct ReportEntry {
  const Report* report;
  Reported* reported;  // null: it was taken out
};

struct Exchange::State {
  explicit State(Session opened)
      : session(std::move(opened)), id_name(session.settings().field_word + "TransactionId") {}

  // Any answer.
  Result<Answer> ask(const Request& request);
  // A good one, or the Error that it is.
  Result<Read> want(const Request& request);
  // `answer` as an Error, which it is.
  Error error_of(const Answer& answer);

  // A page, each item by `make(view, text)`.
  template <typename T, typename Make>
  Result<Page<T>> page(const Request& request, const Make& make) {
    auto read = want(request);
    if (!read) return std::unexpected(std::move(read.error()));
    const document::View items = read->json.member("items");
    if (!items.is_list()) return std::unexpected(no_exchange(read->answer.status));
    Page<T> page;
    items.each([&](std::uint32_t, const document::View& item) {
      page.items.push_back(make(item, read->answer.body));
    });
    set_place(read->json, page.has_more, page.next_cursor);
    return page;
  }
  Result<void> report(std::span<const ReportEntry> all);
  Result<Case> one_case(const Request& request);

  static void set_place(const document::View& json, bool& has_more, std::string& cursor);
  Error no_exchange(int status) const;

  Session session;
  const std::string id_name;
  document::JsonReader reader{base::limits::client_answer_bytes_max};
};

Error bad_argument(std::string message, std::string code = {});

}  // namespace tradepost::client
