#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "client/session.hpp"
#include "document/json_reader.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::client {

// A good answer, read. The view lives until the next one.
struct Read {
  Answer answer;
  document::View json;
};

struct Exchange::State {
  State(Session opened, Settings with)
      : session(std::move(opened)),
        settings(std::move(with)),
        id_name(settings.field_word + "TransactionId") {}

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
  using ReportEntry = std::pair<const Report*, Reported*>;
  Result<void> report(std::vector<ReportEntry> entries);
  Result<Case> one_case(const Request& request);

  static void set_place(const document::View& json, bool& has_more, std::string& cursor);
  Error no_exchange(int status) const;

  Session session;
  const Settings settings;
  const std::string id_name;
  document::JsonReader reader{base::limits::client_answer_bytes_max};
};

// A path with its query, name by name. Empty values are left out.
class PathText {
 public:
  explicit PathText(std::string_view path) : text_(path) {}
  PathText& segment(std::string_view text);
  PathText& add(std::string_view name, std::string_view value);
  std::string str() const { return text_; }

 private:
  std::string text_;
  bool has_query_ = false;
};

Error bad_argument(std::string message);

}  // namespace tradepost::client
