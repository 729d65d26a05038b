#include "api/forms/sending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "api/forms/document_reader.hpp"
#include "api/request/idempotency.hpp"
#include "api/request/kept_body.hpp"
#include "api/request/signed_link.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/trade/send.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Finding;
using http::Response;

// Further messages name their first fault only: the answer is in memory.
constexpr std::size_t faults_of_an_interchange_max = 10'000;

// `losses` are the values of another form that the document does not carry.
void write_warnings(base::JsonWriter& body, std::span<const Finding> warnings,
                    const std::vector<Finding>& losses) {
  std::vector<Finding> all(warnings.begin(), warnings.end());
  all.insert(all.end(), losses.begin(), losses.end());
  if (all.empty()) return;
  body.key("warnings");
  write_findings(body, all);
}

Response created(const LoopContext& context, const exchange::Accepted& accepted,
                 const std::vector<Finding>& losses) {
  base::JsonWriter body;
  body.begin_object().key(context.names.transaction_id).string(accepted.id.to_string());
  write_warnings(body, accepted.warnings, losses);
  return json(201, std::move(body.end_object()).finish());
}

Response kept_back(const LoopContext& context, const exchange::HeldBack& held,
                   const std::vector<Finding>& losses) {
  base::JsonWriter body;
  body.begin_object().key("message").string(
      "The document is held until the recipient accepts you as a partner.");
  body.key(context.names.transaction_id).string(held.id.to_string());
  write_warnings(body, held.warnings, losses);
  body.end_object();
  return json(202, std::move(body).finish());
}

Response refused(LoopContext& context, const Call& call, const exchange::Refused& refused,
                 std::size_t faults_max) {
  answers::Faults faults{
      .message = refused.fault_count == 1
                     ? std::string("The document has one fault.")
                     : fmt::format("The document has {} faults.", refused.fault_count),
      .named = std::span(refused.faults).first(std::min(refused.faults.size(), faults_max)),
      .count = refused.fault_count,
      .error_url = {}};
  if (refused.case_id) faults.error_url = error_url(context, call, *refused.case_id);
  return answers::faults(faults);
}

// A document in a form with faults of its segments or elements. No document was made of it, so it
// opens no case.
Response not_a_document(const std::vector<Finding>& faults, std::size_t faults_max) {
  return answers::faults({.message = "The text can't become a document.",
                          .named = std::span(faults).first(std::min(faults.size(), faults_max)),
                          .count = faults.size()});
}

// The differences between the answers to a document alone and to one of many.
struct Answering {
  std::vector<Finding> losses = {};
  std::size_t faults_max = base::limits::faults_named_max;
};

struct SendAnswers {
  LoopContext& context;
  const Call& call;
  const Answering& answering;

  Response operator()(const exchange::Accepted& it) const {
    return marked(created(context, it, answering.losses), it.given);
  }
  Response operator()(const exchange::HeldBack& it) const {
    return marked(kept_back(context, it, answering.losses), it.given);
  }
  Response operator()(const document::Unreadable& it) const { return answers::unreadable(it); }
  Response operator()(const exchange::Refused& it) const {
    return refused(context, call, it, answering.faults_max);
  }
  Response operator()(const exchange::Blocked&) const { return answers::blocked(); }
  Response operator()(const exchange::Duplicate& it) const {
    return answers::duplicate(context.names.transaction_id, it.id);
  }
  Response operator()(const exchange::KeyMismatch&) const { return answers::key_used_otherwise(); }
  Response operator()(const exchange::KeyRunning&) const { return answers::key_in_use(); }
  Response operator()(const exchange::KeysFull&) const { return answers::keys_full(); }
  Response operator()(const exchange::DirectoryStale&) const { return answers::busy(); }
  Response operator()(const exchange::BehindHeld&) const { return answers::busy(); }
};

// The key of a text in another form belongs to the text: another version of the exchange may make
// another document of it.
struct Key {
  std::optional<exchange::Digest> digest = {};
  std::optional<exchange::Digest> payload = {};
};

// A body that was made of a text in another form has its original.
struct Sending {
  exchange::Bytes body;
  std::optional<exchange::Original> original = {};
  Key key = {};
};

// The most bytes of a document in another form, and of its document as JSON. A frame of the journal
// has both.
static_assert(2 * base::limits::body_bytes_default + 64 * base::limits::units_numbered_max <
              base::limits::frame_bytes_max);
std::size_t form_bytes_max(const LoopContext& context) {
  return std::min(context.services.settings.body_bytes_max, base::limits::body_bytes_default);
}

bool is_too_large(const LoopContext& context, const Sending& sending) {
  return std::max(sending.body.view.size(), sending.original->text.view.size()) >
         form_bytes_max(context);
}

Task<Response> sent(LoopContext& context, const Call& call, Sending sending, Answering answering) {
  if (sending.original && is_too_large(context, sending)) {
    co_return answers::unreadable({.reason = document::Malformed::too_large, .offset = 0});
  }
  // An earlier version of the exchange can't read originals.
  if (context.services.people.store_format() < exchange::people_format) sending.original.reset();
  exchange::SendRequest request{.caller = call.caller,
                                .body = std::move(sending.body),
                                .key = sending.key.digest,
                                .payload = sending.key.payload,
                                .original = std::move(sending.original),
                                .trace = call.trace};
  const auto answer = co_await ask_with_key(
      context, exchange::KeyPath::send, std::move(request),
      [](auto& desk, auto asked, auto by) { return exchange::send(desk, std::move(asked), by); });
  if (!answer) co_return answers::failure(answer.error());
  co_return std::visit(SendAnswers{.context = context, .call = call, .answering = answering},
                       *answer);
}

// Answers a text that can't become a document. An earlier version of the exchange may have sent it.
Task<Response> not_sent(LoopContext& context, const Call& call, Key key,
                        const std::vector<Finding>& faults, std::size_t faults_max) {
  exchange::SendRequest request{
      .caller = call.caller, .body = {}, .key = key.digest, .payload = key.payload};
  const auto known =
      co_await exchange::answer_of_key(context.desk, std::move(request), context.deadline());
  if (!known) co_return answers::failure(known.error());
  if (!*known) co_return not_a_document(faults, faults_max);
  const Answering answering{.faults_max = faults_max};
  co_return std::visit(SendAnswers{.context = context, .call = call, .answering = answering},
                       **known);
}

// Sends the document of an e-invoice, or of UBL.
Task<Response> sent_xml(LoopContext& context, const Call& call,
                        std::optional<exchange::Digest> key) {
  const exchange::Bytes text = kept_body(call);
  DocumentReader reader(context.services.forms, text);
  auto read = co_await reader.read_xml(context.deadline());
  if (!read) co_return answers::failure(read.error());
  if (!read->unreadable.empty()) co_return answers::unreadable_form(read->unreadable);
  Answering answering{.losses = std::move(read->losses)};
  const Key of_text{.digest = key, .payload = read->digest};
  if (!read->faults.empty()) {
    Response response =
        co_await not_sent(context, call, of_text, read->faults, answering.faults_max);
    co_return response;
  }
  Sending sending{.body = exchange::bytes_of(std::move(read->body)),
                  .original = exchange::Original{.form = exchange::OriginalForm::xml, .text = text},
                  .key = of_text};
  Response response = co_await sent(context, call, std::move(sending), std::move(answering));
  co_return response;
}

// Each message of an interchange has a key, made from the key of the request.
std::optional<exchange::Digest> key_of_message(const std::optional<exchange::Digest>& key,
                                               std::size_t number) {
  if (!key) return std::nullopt;
  return base::sha256(fmt::format("{}-{}", key->hex(), number));
}

void write_message(base::JsonWriter& json, const MessageRead& message, const Response& answer) {
  json.begin_object().key("reference").string(message.reference);
  json.key("type").string(message.type).key("number");
  if (message.number.empty()) {
    json.null();
  } else {
    json.string(message.number);
  }
  json.key("status").integer(answer.status).key("answer").raw(answer.body.joined());
  json.end_object();
}

// The client may get another answer to the same document later. Such an answer ends the request:
// the client repeats it, and the messages that were sent before are duplicates or have their keys.
bool is_for_later(const Response& answer) {
  return answer.status >= 500 || answer.status == 409 || answer.status == 429;
}

// Sends the messages of an interchange one by one.
Task<Response> sent_interchange(LoopContext& context, const Call& call,
                                std::optional<exchange::Digest> key) {
  DocumentReader reader(context.services.forms, kept_body(call));
  const auto unreadable = co_await reader.unreadable_part(context.deadline());
  if (!unreadable) co_return answers::failure(unreadable.error());
  if (!unreadable->empty()) co_return answers::unreadable_form(*unreadable);
  base::JsonWriter json;
  json.begin_object().key("data").begin_object().key("messages").begin_array();
  std::size_t faults_left = faults_of_an_interchange_max;
  for (std::size_t number = 1;; ++number) {
    if (context.services.is_stopping) co_return answers::busy();
    auto message = co_await reader.next_message(context.deadline());
    if (!message) co_return answers::failure(message.error());
    if (!*message) break;
    MessageRead& read = **message;
    Answering answering{.losses = std::move(read.losses),
                        .faults_max = std::max<std::size_t>(
                            1, std::min(faults_left, base::limits::faults_named_max))};
    faults_left -= std::min(faults_left, std::max(answering.losses.size(), read.faults.size()));
    const Key of_message{.digest = key_of_message(key, number), .payload = read.digest};
    if (!read.faults.empty()) {
      Response answer =
          co_await not_sent(context, call, of_message, read.faults, answering.faults_max);
      if (is_for_later(answer)) co_return answer;
      write_message(json, read, answer);
      continue;
    }
    Sending sending{.body = exchange::bytes_of(std::move(read.body)),
                    .original = exchange::Original{.form = exchange::OriginalForm::edifact,
                                                   .text = std::move(read.original)},
                    .key = of_message};
    Response answer = co_await sent(context, call, std::move(sending), std::move(answering));
    if (is_for_later(answer)) co_return answer;
    write_message(json, read, answer);
  }
  json.end_array().end_object().end_object();
  co_return api::json(207, std::move(json).finish());
}

}  // namespace

Task<Response> send_document(LoopContext& context, Call call) {
  const IdempotencyKey key = idempotency_key(call.request);
  if (key.form == KeyForm::bad) co_return answers::bad_idempotency_key();
  const BodyKind kind = body_kind(call.request);
  if (kind == BodyKind::edifact) {
    Response response = co_await sent_interchange(context, call, key.digest);
    co_return response;
  }
  if (kind == BodyKind::xml) {
    Response response = co_await sent_xml(context, call, key.digest);
    co_return response;
  }
  Sending sending{.body = kept_body(call), .key = {.digest = key.digest}};
  Answering answering;
  Response response = co_await sent(context, call, std::move(sending), std::move(answering));
  co_return response;
}

}  // namespace tradepost::api
