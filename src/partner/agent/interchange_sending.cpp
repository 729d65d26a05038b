#include "agent/interchange_sending.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "agent/sending_answer.hpp"

namespace tradepost::agent {
namespace {

std::vector<std::string> reasons_of(const client::Error& error) {
  std::vector<std::string> reasons;
  for (const client::Fault& fault : error.faults) {
    reasons.push_back(fmt::format("{}: {}", fault.path, fault.message));
  }
  if (reasons.empty()) reasons.push_back(error.message);
  return reasons;
}

client::Error error_of(const edifact::Receipt& receipt) {
  client::Error error{.code = "faulty_message", .message = "The message can't become a document."};
  for (const edifact::Fault& fault : receipt.faults) {
    error.faults.push_back(
        {.code = "edifact.faulty", .path = fault.place, .message = fault.message});
  }
  return error;
}

}  // namespace

// Collects the answers to the messages of a file.
class InterchangeSending::Answers {
 public:
  explicit Answers(base::Instant now) : now_(now) {
    json_.begin_object().key("messages").begin_array();
  }

  void add(const edifact::Envelope& envelope, const edifact::Receipt& receipt, const Reply& reply) {
    if (envelope.place != envelope_.place) end_interchange();
    envelope_ = envelope;
    const bool has_contrl = receipt.type != "CONTRL";  // also a faulty one has none
    if (has_contrl) receipts_.push_back(receipt);
    begin_message(receipt);
    if (reply) {
      write_answer(json_, *reply);
    } else {
      is_sent_ = false;
      write_answer(json_, reply.error());
      const bool was_read = receipt.faults.empty();
      if (was_read) {
        answers_.aperak += edifact::aperak_of(envelope_, receipt, reasons_of(reply.error()), now_);
      }
    }
    json_.end_object();
  }
  // An answer has no answer.
  void add_acknowledgement(const edifact::Receipt& receipt, const std::string& id) {
    begin_message(receipt);
    json_.key("outcome").string(id.empty() ? "noted" : "reported");
    if (!id.empty()) json_.key("id").string(id);
    json_.end_object();
  }
  InterchangeAnswers finish() && {
    end_interchange();
    answers_.is_sent = is_sent_;
    json_.end_array().key("outcome").string(is_sent_ ? "sent" : "refused");
    answers_.json = std::move(json_.end_object()).finish();
    return std::move(answers_);
  }

 private:
  void begin_message(const edifact::Receipt& receipt) {
    json_.begin_object().key("reference").string(receipt.reference);
    json_.key("type").string(receipt.type);
    if (!receipt.number.empty()) json_.key("number").string(receipt.number);
  }
  void end_interchange() {
    if (!receipts_.empty()) answers_.contrl += edifact::contrl_of(envelope_, receipts_, now_);
    receipts_.clear();
  }

  base::Instant now_;
  base::JsonWriter json_{base::JsonWriter::Layout::indented};
  bool is_sent_ = true;
  edifact::Envelope envelope_;
  std::vector<edifact::Receipt> receipts_;  // of the interchange
  InterchangeAnswers answers_;
};

InterchangeSending::InterchangeSending(const edifact::Mappings& mappings, base::Instant now,
                                       Actions actions)
    : mappings_(&mappings), now_(now), actions_(std::move(actions)) {}

base::Result<InterchangeAnswers> InterchangeSending::send(std::string_view file) const {
  const auto count = edifact::count_messages(file, messages_of_a_file_max);
  if (!count) {
    const std::string sentence =
        fmt::format("Segment {}: {}", count.error().segment, count.error().reason);
    const auto& interchange = count.error().interchange;
    return InterchangeAnswers{
        .json = answer_text(client::Error{.code = "unreadable", .message = sentence}),
        .contrl = interchange ? edifact::rejection_of(*interchange, now_) : std::string()};
  }
  const bool is_alone = *count == edifact::Count{.messages = 1, .interchanges = 1};
  edifact::IncomingReader reader(file, *mappings_);
  Answers answers(now_);
  for (std::size_t number = 1;; ++number) {
    auto next = reader.next();
    if (!next || !*next) return std::move(answers).finish();
    edifact::Incoming& message = **next;
    if (message.acknowledgement) {
      TRY_ASSIGN(const std::string id,
                 actions_.acknowledge(message.receipt, *message.acknowledgement, number));
      answers.add_acknowledgement(message.receipt, id);
    } else if (message.body.empty()) {
      answers.add(reader.envelope(), message.receipt, std::unexpected(error_of(message.receipt)));
    } else {
      TRY_ASSIGN(const Reply reply,
                 actions_.send({.body = std::move(message.body),
                                .original = is_alone ? std::string(file) : reader.original()},
                               number));
      answers.add(reader.envelope(), message.receipt, reply);
    }
  }
}

}  // namespace tradepost::agent
