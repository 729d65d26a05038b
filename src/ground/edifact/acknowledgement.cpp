#include "edifact/acknowledgement.hpp"

#include <algorithm>
#include <initializer_list>
#include <ranges>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "edifact/envelope.hpp"
#include "edifact/values.hpp"

namespace tradepost::edifact {
namespace {

// The actions of CONTRL.
constexpr std::string_view refused = "4";
constexpr std::string_view acknowledged = "7";
constexpr std::string_view unspecified_error = "18";
constexpr std::string_view not_accepted = "27";  // of BGM in APERAK
constexpr const char* contrl_type = "CONTRL:D:3:UN:EAN002";
constexpr std::size_t segments_named_max = 99;

using Element = std::initializer_list<std::string_view>;

// Segments whose components are escaped. Separators that no component follows are left out.
class Segments {
 public:
  void add(std::string_view tag, std::initializer_list<Element> elements) {
    text_ += tag;
    std::string separators;
    for (const Element& element : elements) {
      separators += '+';
      for (const std::string_view& component : element) {
        if (&component != element.begin()) separators += ':';
        if (component.empty()) continue;
        text_ += separators;
        separators.clear();
        append_escaped(text_, component);
      }
      std::erase(separators, ':');
    }
    text_ += '\'';
    ++count_;
  }
  void add_text(std::string_view tag, std::string_view qualifier, std::string_view text) {
    constexpr std::size_t length = 512;
    constexpr std::size_t components_max = 5;
    text_ += fmt::format("{}+{}++", tag, qualifier);
    auto components = components_of(text, length, false);
    if (components.size() > components_max) components.resize(components_max);
    char separator = '+';
    for (const std::string& component : components) {
      text_ += separator;
      append_escaped(text_, component);
      separator = ':';
    }
    text_ += '\'';
    ++count_;
  }
  const std::string& text() const { return text_; }
  std::size_t count() const { return count_; }

 private:
  std::string text_;
  std::size_t count_ = 0;
};

// The digits of a time: 202611300915.
std::string digits_of(base::Instant now) {
  std::string digits = base::to_string(now);
  std::erase_if(digits, [](char c) { return c < '0' || c > '9'; });
  digits.resize(12, '0');
  return digits;
}

// The answer goes from the recipient of the interchange to its sender.
std::string answer(const Envelope& envelope, std::string message, const Segments& segments,
                   base::Instant now) {
  EnvelopeHead head{.sender = envelope.recipient,
                    .recipient = envelope.sender,
                    .time = digits_of(now),
                    .message = std::move(message)};
  head.reference =
      reference_of(head.time + envelope.sender.number + envelope.reference + segments.text());
  return enveloped(head, segments.text(), segments.count());
}

// Adds the interchange that the answer is about.
void add_interchange(Segments& segments, const Envelope& envelope, std::string_view action,
                     std::string_view error = {}) {
  const EnvelopeParty& from = envelope.sender;
  const EnvelopeParty& to = envelope.recipient;
  segments.add("UCI", {{envelope.reference},
                       {from.number, from.qualifier},
                       {to.number, to.qualifier},
                       {action},
                       {error}});
}

// Adds the result of a message, with its faulty segments.
void add_result(Segments& segments, const Receipt& one) {
  constexpr std::string_view wrong_value = "12";
  const std::string_view directory = one.directory;
  const std::size_t dot = std::min(directory.find('.'), directory.size());
  const std::string_view release = directory.substr(std::min(dot + 1, directory.size()));
  const bool is_read = one.faults.empty();
  segments.add("UCM", {{one.reference},
                       {one.type, directory.substr(0, dot), release, "UN", one.association},
                       {is_read ? acknowledged : refused},
                       {is_read ? std::string_view() : unspecified_error}});
  std::set<std::size_t> faulty;
  for (const Fault& fault : one.faults) faulty.insert(fault.segment);
  faulty.erase(1);  // UNH means the whole message
  for (const std::size_t segment : faulty | std::views::take(segments_named_max)) {
    segments.add("UCS", {{fmt::format("{}", segment)}, {wrong_value}});
  }
}

using Verdict = Acknowledgement::Verdict;

// The element of the action in UCI, UCF and UCM; the error follows it.
std::size_t action_in(std::string_view tag) {
  if (tag == "UCI" || tag == "UCF") return 4;
  return tag == "UCM" ? 3 : 0;
}

Acknowledgement contrl(const Message& message) {
  Acknowledgement found;
  std::string error;
  std::string segments;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const std::string_view tag = message.tag(i);
    if (tag == "UCI") found.interchange = message.component(i, 1, 1);
    if (tag == "UCS") {
      segments += fmt::format("{}{}", segments.empty() ? " at the segment " : ", ",
                              message.component(i, 1, 1));
    }
    const std::size_t action = action_in(tag);
    if (action == 0) continue;
    if (message.component(i, action, 1) == refused) found.verdict = Verdict::refusal;
    const bool is_good = message.component(i, action, 1) == acknowledged;
    if (is_good && found.verdict == Verdict::none) found.verdict = Verdict::good;
    const std::string_view stated = message.component(i, action + 1, 1);
    if (!stated.empty()) error = fmt::format(" with the error {}", stated);
  }
  if (found.verdict == Verdict::refusal) {
    found.reason = fmt::format("The partner's CONTRL refuses the message{}{}.", error, segments);
  }
  return found;
}

bool refuses(const Message& message, std::size_t bgm) {
  constexpr std::string_view error_message = "313";
  constexpr std::string_view rejected = "RE";
  return message.component(bgm, 1, 1) == error_message ||
         message.component(bgm, 3, 1) == not_accepted || message.component(bgm, 4, 1) == rejected;
}

Acknowledgement aperak(const Message& message) {
  Acknowledgement found{.verdict = Verdict::good};
  std::string texts;
  std::string codes;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const std::string_view tag = message.tag(i);
    const std::string_view qualifier = message.component(i, 1, 1);
    const bool is_of_document = codes.empty();  // the references of an error follow it
    if (tag == "BGM" && refuses(message, i)) {
      found.verdict = Verdict::refusal;
    } else if (tag == "DOC") {
      found.number = message.component(i, 2, 1);
    } else if (tag == "RFF" && qualifier == "ACW" && is_of_document) {
      found.interchange = message.component(i, 1, 2);
    } else if (tag == "RFF" && found.number.empty() && is_of_document) {
      found.number = message.component(i, 1, 2);
    } else if (tag == "ERC") {
      found.verdict = Verdict::refusal;
      codes += fmt::format("{}{}", codes.empty() ? "" : ", ", qualifier.empty() ? "?" : qualifier);
    } else if (tag == "FTX") {
      for (std::size_t part = 1; part <= message.component_count(i, 4); ++part) {
        texts += fmt::format("{}{}", texts.empty() ? "" : " ", message.component(i, 4, part));
      }
    }
  }
  if (found.verdict == Verdict::good) return found;
  found.reason = !texts.empty() ? std::move(texts)
                                : fmt::format("The partner's APERAK refuses the document{}{}.",
                                              codes.empty() ? "" : " with the error ", codes);
  return found;
}

}  // namespace

Receipt receipt_of(const Message& message) {
  Receipt receipt{.type = message.type,
                  .directory = message.directory,
                  .association = message.association,
                  .reference = message.reference};
  if (message.size() == 0 || message.tag(0) != "BGM") return receipt;
  receipt.code = message.component(0, 1, 1);
  receipt.number = message.component(0, 2, 1);
  return receipt;
}

std::string contrl_of(const Envelope& envelope, std::span<const Receipt> receipts,
                      base::Instant now) {
  Segments segments;
  add_interchange(segments, envelope, acknowledged);
  for (const Receipt& one : receipts) add_result(segments, one);
  return answer(envelope, contrl_type, segments, now);
}

std::string rejection_of(const Envelope& envelope, base::Instant now) {
  Segments segments;
  add_interchange(segments, envelope, refused, unspecified_error);
  return answer(envelope, contrl_type, segments, now);
}

std::string aperak_of(const Envelope& envelope, const Receipt& receipt,
                      std::span<const std::string> reasons, base::Instant now) {
  Segments segments;
  const std::string time = digits_of(now);
  const std::string reference = reference_of(envelope.reference + receipt.reference + time);
  segments.add("BGM", {{"313"}, {reference}, {not_accepted}});
  segments.add("DTM", {{"137", time, "203"}});
  if (!receipt.number.empty()) segments.add("DOC", {{receipt.code}, {receipt.number}});
  segments.add("RFF", {{"ACW", envelope.reference}});
  for (const std::string& reason : reasons) {
    segments.add("ERC", {{"FAULT", "", "ZZZ"}});
    segments.add_text("FTX", "AAO", reason);
  }
  return answer(envelope, "APERAK:D:01B:UN", segments, now);
}

std::optional<Acknowledgement> acknowledgement_of(const Message& message) {
  const bool is_contrl = message.type == "CONTRL";
  if (!is_contrl && message.type != "APERAK") return std::nullopt;
  Acknowledgement found = is_contrl ? contrl(message) : aperak(message);
  found.reason.resize(base::beginning_of(found.reason, base::limits::reason_length_max).size());
  return found;
}

}  // namespace tradepost::edifact
