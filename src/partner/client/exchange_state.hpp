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

// A good answer and its parsed body. The view is valid until the next answer is read.
struct Read {
  Answer answer;
  document::View json;
};

struct ReportEntry {
  const Report* report;
  Reported* reported;  // null after the item was removed
};

struct Exchange::State {
  explicit State(Session opened)
      : session(std::move(opened)), id_name(session.settings().field_word + "TransactionId") {}

  // Returns any answer, also a refusal.
  Result<Answer> ask(const Request& request);
  // Returns a good answer; any other answer becomes an Error.
  Result<Read> want(const Request& request);
  Result<Answer> send(Request request, const SendOptions& options);
  Result<Sent> send_document(Request request, const SendOptions& options);
  // Returns the outcome that an answer has for a document.
  Result<Sent> sent_of(const Answer& answer);
  // Returns the Error of an answer that is a refusal.
  Error error_of(const Answer& answer);

  // Returns a page, with each item made by `make(view, text)`.
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
