#include "notices/waiting_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>

#include "base/text/text.hpp"
#include "document/model/schema.hpp"

namespace tradepost::notices {
namespace {

using exchange::Flow;
using exchange::Language;
using exchange::Subject;
using exchange::Waiting;

constexpr std::size_t listed_max = 20;
constexpr std::size_t reason_bytes_max = 200;

std::string_view kind_in_german(document::Kind kind) {
  using document::Kind;
  switch (kind) {
    case Kind::order:
      return "Bestellung";
    case Kind::order_response:
      return "Bestellantwort";
    case Kind::dispatch_instruction:
      return "Versandauftrag";
    case Kind::dispatch_instruction_response:
      return "Antwort auf Versandauftrag";
    case Kind::shipping_notice:
      return "Lieferavis";
    case Kind::receival_notice:
      return "Wareneingangsmeldung";
    case Kind::invoice:
      return "Rechnung";
    case Kind::credit_note:
      return "Gutschrift";
    case Kind::remittance_advice:
      return "Zahlungsavis";
    case Kind::product_catalog:
      return "Produktkatalog";
    case Kind::inventory_report:
      return "Bestandsbericht";
    case Kind::sales_report:
      return "Verkaufsbericht";
  }
  return "";
}

// Returns ORDER_RESPONSE as Order response.
std::string kind_in_english(document::Kind kind) {
  std::string name = base::ascii_lowered(std::string(document::row_of(kind).word));
  std::ranges::replace(name, '_', ' ');
  if (!name.empty() && name.front() >= 'a') name.front() -= 'a' - 'A';
  return name;
}

// Writes the sentences of one message.
class Sentences {
 public:
  Sentences(Language language, const WaitingWork& waiting)
      : is_german_(language == Language::german), waiting_(waiting) {
    const Waiting& first = waiting.work.front();
    for (const Waiting& one : waiting.work)
      names_participants_ = names_participants_ || one.participant != first.participant;
  }

  // Returns the sentence, and the place for which the work waits if there are several.
  std::string line_of(const Waiting& one) const {
    std::string line = sentence_of(one);
    if (one.flow == Flow::test) line += " (TEST)";
    if (names_participants_ && one.participant)
      line = fmt::format("{}: {}", name_of(*one.participant), line);
    return line;
  }

 private:
  std::string_view either(std::string_view english, std::string_view german) const {
    return is_german_ ? german : english;
  }

  std::string name_of(exchange::ParticipantId id) const {
    const auto* const participant = waiting_.directory.participant(id);
    return participant == nullptr ? std::string() : participant->name;
  }

  // Returns `Invoice RE-4711`.
  std::string document_of(const exchange::Case& concerned) const {
    std::string text(either("A document", "Ein Beleg"));
    if (concerned.kind)
      text = is_german_ ? std::string(kind_in_german(*concerned.kind))
                        : kind_in_english(*concerned.kind);
    if (!concerned.transaction_identifier.empty()) text += " " + concerned.transaction_identifier;
    return text;
  }

  std::string case_sentence(const Waiting& one, std::string_view without_partner,
                            std::string_view with_partner) const {
    const std::string document = document_of(*one.concerned);
    const std::string partner = one.partner ? name_of(*one.partner) : "";
    std::string sentence = partner.empty()
                               ? fmt::format(fmt::runtime(without_partner), document)
                               : fmt::format(fmt::runtime(with_partner), document, partner);
    if (!one.concerned->reason.empty()) {
      sentence += ' ';
      sentence += base::beginning_of(one.concerned->reason, reason_bytes_max);
    }
    return sentence;
  }

  std::int64_t hours_since(const std::optional<exchange::Instant>& since) const {
    if (!since) return 0;
    return std::max<std::int64_t>(
        0, std::chrono::floor<std::chrono::hours>(waiting_.now - *since).count());
  }

  std::string sentence_of(const Waiting& one) const {
    switch (one.about) {
      case Subject::case_waits:
        return case_sentence(
            one, either("{}: a case waits for you.", "{}: Ein Fall wartet auf Sie."),
            either("{}: a case with {} waits for you.", "{}: Ein Fall mit {} wartet auf Sie."));
      case Subject::document_failed:
        return case_sentence(one, either("{} failed.", "{} ist fehlgeschlagen."),
                             either("{} to {} failed.", "{} an {} ist fehlgeschlagen."));
      case Subject::partner_waits:
        return fmt::format(
            fmt::runtime(either("{} waits for your acceptance.", "{} wartet auf Ihre Zustimmung.")),
            one.partner ? name_of(*one.partner) : "");
      case Subject::documents_unread:
        return fmt::format(
            fmt::runtime(either("{} documents were not collected, the oldest for {} hours.",
                                "{} Belege wurden nicht abgeholt, der älteste seit {} Stunden.")),
            one.count, hours_since(one.since));
      case Subject::webhook_given_up:
        return fmt::format(
            fmt::runtime(either("A webhook was given up after {} hours of failures.",
                                "Ein Webhook wurde nach {} Stunden mit Fehlern aufgegeben.")),
            hours_since(one.since));
      case Subject::numbers_run_out:
        return fmt::format(
            fmt::runtime(either("The numbers for labels run out. {} are left.",
                                "Die Nummern für Etiketten gehen zur Neige. {} sind übrig.")),
            one.count);
      default:
        return fmt::format("{}: {}", one.name, state_of_node(one.about));
    }
  }

  std::string_view state_of_node(Subject about) const {
    switch (about) {
      case Subject::little_space:
        return either("the disk has little space left.", "Auf der Festplatte ist wenig Platz.");
      case Subject::certificate_ends:
        return either("the certificate ends within 14 days.",
                      "Das Zertifikat endet in weniger als 14 Tagen.");
      case Subject::backup_old:
        return either("the newest backup is more than 30 hours old.",
                      "Die neueste Sicherung ist älter als 30 Stunden.");
      default:
        return either("the index is damaged, or was damaged at the last start.",
                      "Der Index ist beschädigt, oder er war es beim letzten Start.");
    }
  }

  bool is_german_;
  const WaitingWork& waiting_;
  bool names_participants_ = false;
};

std::string page_of(const Waiting& one, std::string_view console) {
  const std::string page =
      one.concerned ? fmt::format("/cases/{}", one.concerned->id.to_string()) : std::string();
  if (!one.participant) return fmt::format("{}{}", console, page);
  return fmt::format("{}{}?participant={}&flow={}", console, page, one.participant->to_string(),
                     exchange::name_of(one.flow));
}

}  // namespace

Content waiting_work(Language language, const WaitingWork& waiting) {
  const Sentences sentences(language, waiting);
  const bool is_german = language == Language::german;
  const std::size_t count = waiting.work.size();
  Content content;
  content.subject = count == 1 ? sentences.line_of(waiting.work.front())
                               : fmt::format(fmt::runtime(is_german ? "{} Aufgaben warten auf {}"
                                                                    : "{} tasks wait on {}"),
                                             count, waiting.exchange);
  content.before.emplace_back(is_german ? "Diese Aufgaben warten:" : "These tasks wait:");
  for (const Waiting& one : waiting.work) {
    if (content.list.size() == listed_max) break;
    content.list.push_back({.label = sentences.line_of(one), .url = page_of(one, waiting.console)});
  }
  if (const std::size_t more = count - content.list.size(); more > 0) {
    content.after.push_back(fmt::format(fmt::runtime(is_german ? "{} weitere stehen in der Konsole."
                                                               : "The console lists {} more."),
                                        more));
  }
  content.after.push_back(fmt::format(
      fmt::runtime(is_german ? "Welche Nachrichten Sie erhalten, ändern Sie unter {}/account."
                             : "To change which messages you receive, see {}/account."),
      waiting.console));
  content.unsubscribe_url = waiting.unsubscribe_url;
  return content;
}

}  // namespace tradepost::notices
