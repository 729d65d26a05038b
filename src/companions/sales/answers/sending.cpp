#include "sales/answers/sending.hpp"

#include <fmt/format.h>

#include "base/crypto/sha256.hpp"

namespace tradepost::sales {
namespace {

constexpr std::size_t sent_at_once = 100;

struct Waiting {
  std::string number = {};
  std::string type = {};
  std::string content = {};
};

base::Result<std::vector<Waiting>> waiting(Books& books) {
  // The change writes nothing, but begin() replaces a lost connection.
  TRY_ASSIGN(const Change change, books.begin());
  TRY_ASSIGN(Statement rows,
             books.prepare("SELECT number, type, content FROM document WHERE state = 'waiting' "
                           "ORDER BY made_at, type DESC, length(number), number"));
  std::vector<Waiting> all;
  while (all.size() < sent_at_once) {
    TRY_ASSIGN(const bool is_there, rows.next());
    if (!is_there) break;
    all.push_back({rows.text_at(0), rows.text_at(1), rows.text_at(2)});
  }
  return all;
}

// Returns true if the unchanged document may be accepted later.
bool is_for_later(const client::Error& error) {
  const bool is_about_document =
      error.kind == client::ErrorKind::refused && error.status >= 400 && error.status < 500;
  return error.status == 401 || error.is_worth_a_retry() || !is_about_document;
}

std::string shown(const client::Error& error) {
  std::string text = error.message;
  for (const client::Fault& fault : error.faults) {
    text += fmt::format(" {}: {}", fault.path, fault.message);
  }
  return text;
}

base::Done keep(Books& books, const SentDocument& sent) {
  TRY_ASSIGN(Change change, books.begin());
  TRY_ASSIGN(Statement update,
             books.prepare("UPDATE document SET state = ?, transaction_id = ?, message = ? WHERE "
                           "type = ? AND number = ?"));
  update.text(sent.message.empty() ? "sent" : "refused").text(sent.transaction_id);
  TRY(update.text(sent.message).text(sent.type).text(sent.number).run());
  return change.commit();
}

}  // namespace

base::Result<std::vector<SentDocument>> send_waiting(Books& books, client::Exchange& exchange) {
  TRY_ASSIGN(const auto all, waiting(books));
  std::vector<SentDocument> sent;
  for (const Waiting& one : all) {
    SentDocument outcome{.number = one.number, .type = one.type};
    const auto answer =
        exchange.send(one.content, {.idempotency_key = base::sha256(one.content).hex()});
    if (answer) {
      outcome.transaction_id = answer->id;
    } else if (is_for_later(answer.error())) {
      return base::refuse({base::ErrorCode::unavailable, base::CallerText(answer.error().message)});
    } else {
      outcome.message = shown(answer.error());
    }
    TRY(keep(books, outcome));
    sent.push_back(std::move(outcome));
  }
  return sent;
}

}  // namespace tradepost::sales
