#include "agent/outbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "agent/sending_answer.hpp"
#include "base/crypto/sha256.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "document/json_reader.hpp"
#include "edifact/incoming.hpp"
#include "xml/reader.hpp"

namespace tradepost::agent {
namespace {

namespace limits = base::limits;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds poll_interval{500};
// The writer of a file without valid JSON may have paused in the middle.
constexpr int unfinished_takes_longer = 15;
// An outbox without files pings the exchange so often.
constexpr std::chrono::seconds contact_every{60};
// A file name has up to 255 bytes. The answer's name is longer, and longest while it is written.
constexpr std::size_t stem_bytes_max = 200;
// The exchange keeps a key for 24 hours. Later, it recognises the document itself as a duplicate.
constexpr std::chrono::hours key_lives{20};
constexpr std::size_t set_aside_max = 1'000;

constexpr const char* sent_folder = "sent";
constexpr const char* failed_folder = "failed";
constexpr const char* acknowledgements_folder = "acknowledgements";
constexpr const char* answer_ending = ".answer.json";
// The answers to the messages of a file. Until the file is moved, they are in .sending/ with the
// first part of the name only, which begins with the key of the file.
struct AcknowledgementEnding {
  std::string_view unfinished;
  std::string_view whole;
};
constexpr AcknowledgementEnding contrl_ending{.unfinished = ".contrl", .whole = ".contrl.edi"};
constexpr AcknowledgementEnding aperak_ending{.unfinished = ".aperak", .whole = ".aperak.edi"};
constexpr std::array acknowledgement_endings{contrl_ending, aperak_ending};

// The status of an exchange of an earlier version, which takes no body in this format.
constexpr int unsupported_format = 415;

// Returns true if the unchanged file may be accepted later.
bool is_for_later(const client::Error& error) {
  const bool is_about_token = error.status == 401;
  const bool is_about_document =
      error.kind == client::ErrorKind::refused && error.status >= 400 && error.status < 500;
  const bool is_too_early = error.status == unsupported_format;
  return is_about_token || is_too_early || error.is_worth_a_retry() || !is_about_document;
}

// Returns true if the exchange may take the document without its original: the original is too
// large for it or for a held document, or the exchange has an earlier version.
bool is_about_original(const client::Error& error) {
  constexpr int too_large = 413;
  return error.status == too_large || error.status == unsupported_format ||
         std::ranges::any_of(error.faults, [](const client::Fault& fault) {
           return fault.code.ends_with(".held_full");
         });
}

}  // namespace

base::Result<Outbox::Folders> Outbox::Folders::open(const std::string& path,
                                                    bool has_acknowledgements) {
  TRY_ASSIGN(auto outbox, base::OpenFolder::make(path));
  TRY_ASSIGN(auto sending, outbox.make_below(".sending"));
  TRY_ASSIGN(auto sent, outbox.make_below(sent_folder));
  TRY_ASSIGN(auto failed, outbox.make_below(failed_folder));
  std::optional<base::OpenFolder> acknowledgements;
  if (has_acknowledgements) {
    TRY_ASSIGN(auto made, outbox.make_below(acknowledgements_folder));
    acknowledgements.emplace(std::move(made));
  }
  return Folders{.outbox = std::move(outbox),
                 .sending = std::move(sending),
                 .sent = std::move(sent),
                 .failed = std::move(failed),
                 .acknowledgements = std::move(acknowledgements)};
}

base::Done Outbox::Folders::expect_in_place() const {
  for (const base::OpenFolder* const folder : {&outbox, &sending, &sent, &failed}) {
    TRY(folder->expect_in_place());
  }
  return acknowledgements ? acknowledgements->expect_in_place() : base::Done();
}

Outbox::Outbox(Condition condition, client::Exchange exchange, Folders folders,
               const Sending& settings, const base::Clock& clock)
    : condition_(std::move(condition)),
      exchange_(std::move(exchange)),
      folders_(std::move(folders)),
      format_(settings.format),
      mappings_(settings.mappings),
      has_variant_(settings.has_variant),
      settled_after_(settings.settled_after),
      clock_(&clock) {}

base::Result<Outbox> Outbox::open(Condition condition, client::Exchange exchange,
                                  const Sending& settings, const base::Clock& clock) {
  TRY_ASSIGN(auto folders, Folders::open(settings.folder, settings.format == FileFormat::edifact));
  Outbox outbox(std::move(condition), std::move(exchange), std::move(folders), settings, clock);
  // A file of the other format is also under way, until its format is set again.
  TRY_ASSIGN(const auto taken, outbox.folders_.sending.names());
  // These files were moved before a crash, and the ledger did not record the move.
  TRY(outbox.condition_.ledger().end_sending_but(outbox.bridge(), taken));
  return outbox;
}

base::Result<std::vector<std::string>> Outbox::documents_in(const base::OpenFolder& folder) const {
  TRY_ASSIGN(auto names, folder.names());
  std::erase_if(names, [this](const std::string& name) {
    return name.starts_with('.') || !name.ends_with(ending());
  });
  return names;
}

std::string Outbox::stem_of(const std::string& name) const {
  return name.substr(0, name.size() - ending().size());
}

void Outbox::run() {
  while (!condition_.is_over()) {
    const auto looked = look();
    if (condition_.is_over()) return;
    if (!looked) {
      condition_.has(looked.error().text().str());
      condition_.rest(condition_.pause());
    } else {
      condition_.is_well();
      if (!*looked)
        condition_.rest(std::min(poll_interval, std::max(settled_after_, poll_interval / 5)));
    }
  }
}

base::Result<bool> Outbox::look() {
  TRY(folders_.expect_in_place());
  TRY_ASSIGN(const auto waiting, documents_in(folders_.outbox));
  TRY(take_settled(waiting));
  TRY_ASSIGN(const auto taken, documents_in(folders_.sending));
  TRY_ASSIGN(const auto files, set_odd_aside(taken));
  for (const std::string& name : files) {
    TRY(send(name));
    if (condition_.is_over()) break;
  }
  if (steady_clock::now() >= next_contact_) {
    const auto answered = exchange_.ping();
    if (!answered) {
      return base::refuse(
          {base::ErrorCode::unavailable, base::CallerText(answered.error().message)});
    }
    has_contact();
  }
  return !files.empty();
}

void Outbox::has_contact() {
  next_contact_ = steady_clock::now() + contact_every;
  condition_.has_contact();
}

base::Done Outbox::take_settled(const std::vector<std::string>& names) {
  std::erase_if(seen_,
                [&](const auto& one) { return !std::ranges::binary_search(names, one.first); });
  bool is_any_taken = false;
  for (const std::string& name : names) {
    if (!is_settled(name)) continue;
    const auto under_way = folders_.sending.look_at(name);
    if (!under_way || *under_way) continue;
    // The ledger may have an entry for an earlier file of that name, which is not in .sending/ any
    // more.
    TRY(condition_.ledger().end_sending(bridge(), name));
    TRY(folders_.outbox.move(name, folders_.sending, name));
    seen_.erase(name);
    is_any_taken = true;
  }
  if (is_any_taken) TRY(folders_.sending.sync());
  return {};
}

// Compares looks at the file by the steady clock. The clock of the machine can jump.
bool Outbox::is_settled(const std::string& name) {
  const auto looked = folders_.outbox.look_at(name);
  if (!looked || !*looked || !(*looked)->is_regular) return false;
  const base::FileLook& look = **looked;
  const auto now = steady_clock::now();
  const auto [seen, is_new] = seen_.try_emplace(name, Seen{.look = look, .since = now});
  if (!is_new && seen->second.look != look) seen->second = {.look = look, .since = now};
  const auto unchanged_for = now - seen->second.since;
  if (unchanged_for < settled_after_) return false;
  return unchanged_for >= settled_after_ * unfinished_takes_longer || is_whole(name);
}

bool Outbox::is_whole(const std::string& name) const {
  const auto bytes = folders_.outbox.read_whole(name, limits::body_bytes_max);
  if (!bytes) return bytes.error().code() == base::ErrorCode::too_large;
  switch (format_) {
    case FileFormat::json:
      return document::JsonReader(limits::body_bytes_max).read(*bytes).has_value();
    case FileFormat::edifact:
      return edifact::count_messages(*bytes, messages_of_a_file_max).has_value();
    case FileFormat::ubl:
      return xml::read(*bytes).has_value();
  }
  std::unreachable();
}

// Skips entries that are not readable files. The agent moves files only to .sending/, but the owner
// of the outbox can add a link, a folder, a FIFO, or a file that the agent must not read.
base::Result<std::vector<std::string>> Outbox::set_odd_aside(
    const std::vector<std::string>& taken) {
  std::vector<std::string> files;
  SetAsideFiles odd;
  for (const std::string& name : taken) {
    const auto readable = folders_.sending.expect_readable(name);
    if (readable) {
      files.push_back(name);
    } else if (readable.error().code() != base::ErrorCode::not_found &&
               odd.size() < set_aside_max) {
      odd.emplace(name, readable.error().text().str());
    }
  }
  if (set_aside_ == odd) return files;
  for (const auto& [name, reason] : odd) {
    if (set_aside_ && set_aside_->contains(name)) continue;
    condition_.log().warning("file_set_aside",
                             {{"bridge", bridge()}, {"file", name}, {"reason", reason}});
  }
  TRY(condition_.ledger().keep_set_aside_files(bridge(), odd));
  condition_.slots().set(condition_.meters().set_aside_files,
                         static_cast<std::int64_t>(odd.size()));
  set_aside_ = std::move(odd);
  return files;
}

base::Done Outbox::send(const std::string& name) {
  auto bytes = folders_.sending.read_whole(name, limits::body_bytes_max);
  const bool is_too_large = !bytes && bytes.error().code() == base::ErrorCode::too_large;
  if (!bytes && !is_too_large) return base::refuse(bytes.error());
  const std::string digest = is_too_large ? "too large" : base::sha256(*bytes).hex();
  const std::string new_key = base::UuidGenerator(*clock_, random_).next().to_string();
  TRY_ASSIGN(Outgoing outgoing, condition_.ledger().begin_sending(bridge(), name, digest, new_key));
  if (outgoing.answer.empty()) {
    Answered answered;
    if (is_too_large) {
      answered.json = answer_text(client::Error{
          .code = "too_large",
          .message = fmt::format(
              "The file has more than {} bytes, the largest body that an exchange accepts.",
              limits::body_bytes_max)});
    } else if (format_ == FileFormat::edifact) {
      TRY_ASSIGN(answered, send_messages(*bytes, outgoing));
    } else {
      TRY_ASSIGN(answered, send_document(*bytes, outgoing));
    }
    const bool is_sent = answered.how == Ledger::Sending::sent;
    outgoing.answer = std::move(answered.json);
    TRY_ASSIGN(outgoing.target, free_target(answered.how, name));
    TRY(condition_.ledger().keep_answer(bridge(), outgoing, answered.how));
    condition_.slots().add(is_sent ? condition_.meters().sent : condition_.meters().failed);
    condition_.log().write(is_sent ? base::LogLevel::info : base::LogLevel::warning,
                           is_sent ? "file_sent" : "file_refused",
                           {{"bridge", bridge()}, {"file", name}, {"target", outgoing.target}});
  }
  return put_away(outgoing);
}

base::Result<Outbox::Answered> Outbox::send_document(const std::string& bytes,
                                                     const Outgoing& outgoing) {
  const Send send = [&](const client::SendOptions& options) {
    return format_ == FileFormat::ubl ? exchange_.send_xml(bytes, options)
                                      : exchange_.send(bytes, options);
  };
  TRY_ASSIGN(const Reply reply, ask(send, outgoing.key, outgoing.began));
  if (!reply) return Answered{.json = answer_text(reply.error())};
  return Answered{.how = Ledger::Sending::sent, .json = answer_text(*reply)};
}

// The exchange keeps the message as the original of the document, but it knows no variant.
Reply Outbox::send_message(const InterchangeSending::Message& message,
                           const client::SendOptions& options) {
  if (has_variant_) return exchange_.send(message.body, options);
  Reply reply = send_original(message, options);
  if (reply || !is_about_original(reply.error())) return reply;
  return exchange_.send(message.body, options);
}

Reply Outbox::send_original(const InterchangeSending::Message& message,
                            const client::SendOptions& options) {
  auto outcomes = exchange_.send_interchange(message.original, options);
  if (!outcomes) return std::unexpected(std::move(outcomes.error()));
  if (outcomes->size() != 1) {
    return std::unexpected(client::Error{.kind = client::ErrorKind::not_an_exchange,
                                         .message = "The answer has no outcome of the message."});
  }
  return std::move(outcomes->front().sent);
}

base::Result<Outbox::Answered> Outbox::send_messages(const std::string& bytes,
                                                     const Outgoing& outgoing) {
  const InterchangeSending sending(
      *mappings_, clock_->now(),
      {.send =
           [&](const InterchangeSending::Message& message, std::size_t number) {
             // Another variant makes another document, which needs another key. Without a variant,
             // the text decides: another version of the agent can make another document of it.
             const std::string& sent = has_variant_ ? message.body : message.original;
             const std::string key = fmt::format("{}-{}-{}", outgoing.key, number,
                                                 base::sha256(sent).hex().substr(0, 16));
             return ask(
                 [&](const client::SendOptions& options) { return send_message(message, options); },
                 key, outgoing.began);
           },
       .acknowledge =
           [&](const edifact::Receipt& receipt, const edifact::Acknowledgement& answer,
               std::size_t number) {
             return acknowledge(receipt, answer, {.file_key = outgoing.key, .place = number});
           }});
  TRY_ASSIGN(const InterchangeAnswers answers, sending.send(bytes));
  TRY(keep_acknowledgement(outgoing.key, contrl_ending.unfinished, answers.contrl));
  TRY(keep_acknowledgement(outgoing.key, aperak_ending.unfinished, answers.aperak));
  TRY(folders_.sending.sync());
  return Answered{.how = answers.is_sent ? Ledger::Sending::sent : Ledger::Sending::failed,
                  .json = answers.json};
}

base::Done Outbox::keep_acknowledgement(const std::string& key, std::string_view ending,
                                        const std::string& text) const {
  const std::string name = fmt::format("{}{}", key, ending);
  return text.empty() ? folders_.sending.remove(name) : folders_.sending.write_whole(name, text);
}

// The receiver of the bridge reports what a partner has answered.
base::Result<std::string> Outbox::acknowledge(const edifact::Receipt& receipt,
                                              const edifact::Acknowledgement& found,
                                              Ledger::Answer answer) {
  using Acknowledged = edifact::Acknowledgement::Verdict;
  answer.kind = receipt.type == "CONTRL" ? Awaited::contrl : Awaited::aperak;
  answer.interchange = found.interchange;
  answer.number = found.number;
  answer.report = {.success = found.verdict != Acknowledged::refusal, .reason = found.reason};
  std::string id;
  if (found.verdict != Acknowledged::none) {
    TRY_ASSIGN(id, condition_.ledger().answer(bridge(), answer));
  }
  if (id.empty()) {
    condition_.log().warning("answer_decides_nothing", {{"bridge", bridge()},
                                                        {"message", receipt.type},
                                                        {"interchange", found.interchange},
                                                        {"number", found.number}});
  } else {
    condition_.log().info("message_answered",
                          {{"bridge", bridge()},
                           {"message", receipt.type},
                           {"id", id},
                           {"outcome", answer.report.success ? "good" : "refused"}});
  }
  return id;
}

// Returns the answer of the exchange, unless the same document may be accepted later.
base::Result<Reply> Outbox::ask(const Send& send, const std::string& key, base::Instant began) {
  const bool key_is_known = clock_->now() - began < key_lives;
  auto sent = send({.idempotency_key = key_is_known ? key : std::string()});
  if (sent || sent.error().status != 0) has_contact();
  if (sent) return Reply(*std::move(sent));
  if (is_for_later(sent.error()) || (sent.error().status == 403 && !may_send())) {
    return base::refuse({base::ErrorCode::unavailable, base::CallerText(sent.error().message)});
  }
  return Reply(std::unexpected(std::move(sent.error())));
}

// Distinguishes a missing scope from a recipient that blocks the sender, which is also a 403 but
// concerns the document. An invalid JSON body has no effect on the exchange.
bool Outbox::may_send() {
  const auto answer =
      exchange_.ask({.method = "POST", .path = "/v2/transactions", .json = std::string("{")});
  return answer && answer->status != 403;
}

const base::OpenFolder& Outbox::folder_of(Ledger::Sending how) const {
  return how == Ledger::Sending::sent ? folders_.sent : folders_.failed;
}

// Returns a name that neither a file nor an answer has.
base::Result<std::string> Outbox::free_target(Ledger::Sending how, const std::string& name) const {
  const std::string stem(base::beginning_of(stem_of(name), stem_bytes_max));
  const char* const folder = how == Ledger::Sending::sent ? sent_folder : failed_folder;
  std::string free = stem;
  for (unsigned number = 2;; ++number) {
    TRY_ASSIGN(const auto file, folder_of(how).look_at(free + std::string(ending())));
    TRY_ASSIGN(const auto answer, folder_of(how).look_at(free + answer_ending));
    TRY_ASSIGN(const bool is_acknowledged, has_acknowledgement(free));
    if (!file && !answer && !is_acknowledged) {
      return fmt::format("{}/{}{}", folder, free, ending());
    }
    free = fmt::format("{}-{}", stem, number);
  }
}

base::Result<bool> Outbox::has_acknowledgement(const std::string& stem) const {
  if (!folders_.acknowledgements) return false;
  for (const AcknowledgementEnding& ending : acknowledgement_endings) {
    TRY_ASSIGN(const auto file,
               folders_.acknowledgements->look_at(fmt::format("{}{}", stem, ending.whole)));
    if (file) return true;
  }
  return false;
}

// Shows the answers to messages. After a crash, some of them were shown already.
base::Done Outbox::show_acknowledgements(const Outgoing& outgoing, const std::string& stem) const {
  if (!folders_.acknowledgements) return {};
  for (const AcknowledgementEnding& ending : acknowledgement_endings) {
    const std::string name = fmt::format("{}{}", outgoing.key, ending.unfinished);
    TRY_ASSIGN(const auto file, folders_.sending.look_at(name));
    if (!file) continue;
    TRY(folders_.sending.move(name, *folders_.acknowledgements,
                              fmt::format("{}{}", stem, ending.whole)));
  }
  return folders_.acknowledgements->sync();
}

// Writes the answer first, so that it exists when a reader sees the file.
base::Done Outbox::put_away(const Outgoing& outgoing) {
  const auto slash = outgoing.target.find('/');
  const bool is_sent = outgoing.target.substr(0, slash) == sent_folder;
  const auto& folder = folder_of(is_sent ? Ledger::Sending::sent : Ledger::Sending::failed);
  const std::string name = outgoing.target.substr(slash + 1);
  TRY(folder.write_whole(stem_of(name) + answer_ending, outgoing.answer + "\n"));
  TRY(show_acknowledgements(outgoing, stem_of(name)));
  TRY(folders_.sending.move(outgoing.file, folder, name));
  TRY(folder.sync());
  TRY(folders_.sending.sync());
  return condition_.ledger().end_sending(bridge(), outgoing.file);
}

}  // namespace tradepost::agent
