#include "agent/outbox.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/crypto/sha256.hpp"
#include "base/files/whole_file.hpp"
#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"
#include "document/json_reader.hpp"

namespace tradepost::agent {
namespace {

namespace fs = std::filesystem;
namespace limits = base::limits;
using std::chrono::steady_clock;

constexpr std::chrono::milliseconds look_every{500};
// A file that is no whole JSON may still be written, with a pause in between.
constexpr int unfinished_takes_longer = 15;
// An outbox without files asks whether the exchange would take one.
constexpr std::chrono::seconds contact_every{60};
// A file's name has up to 255 bytes, and that of its answer comes to more while it is written.
constexpr std::size_t stem_bytes_max = 200;
// The exchange knows a key for a day. After that the document itself says that it was sent before.
constexpr std::chrono::hours key_lives{20};

constexpr const char* sent_folder = "sent";
constexpr const char* failed_folder = "failed";
constexpr const char* answer_ending = ".answer.json";

// Of a name that ends with .json.
std::string stem_of(const std::string& name) {
  return name.substr(0, name.size() - std::string_view(".json").size());
}

bool is_document(std::string_view name) {
  return !name.starts_with('.') && name.ends_with(".json");
}

base::Result<std::vector<std::string>> names_in(const std::string& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    std::string name = at->path().filename().string();
    if (is_document(name)) names.push_back(std::move(name));
  }
  if (error) {
    return base::refuse({base::ErrorCode::unavailable,
                         base::CallerText(folder + " can't be read: " + error.message() + ".")});
  }
  std::ranges::sort(names);
  return names;
}

// Whether the same file may be sent with success later, without anybody changing it.
bool is_for_later(const client::Error& error) {
  const bool is_about_token = error.status == 401;
  const bool is_about_document =
      error.kind == client::ErrorKind::refused && error.status >= 400 && error.status < 500;
  return is_about_token || error.is_worth_a_retry() || !is_about_document;
}

void write(base::JsonWriter& json, const char* name, const std::vector<client::Fault>& faults) {
  if (faults.empty()) return;
  json.key(std::string_view(name)).begin_array();
  for (const client::Fault& fault : faults) {
    json.begin_object().key("code").string(fault.code).key("path").string(fault.path);
    json.key("message").string(fault.message).end_object();
  }
  json.end_array();
}

std::string json_of(const client::Sent& sent) {
  base::JsonWriter json(base::JsonWriter::Layout::indented);
  json.begin_object().key("outcome").string(sent.is_duplicate ? "duplicate"
                                            : sent.is_held    ? "held"
                                                              : "sent");
  json.key("id").string(sent.id);
  if (!sent.message.empty()) json.key("message").string(sent.message);
  write(json, "warnings", sent.warnings);
  return std::move(json.end_object()).finish();
}

std::string json_of(const client::Error& error) {
  base::JsonWriter json(base::JsonWriter::Layout::indented);
  json.begin_object().key("outcome").string("refused");
  if (error.status != 0) json.key("status").integer(error.status);
  if (!error.code.empty()) json.key("code").string(error.code);
  json.key("message").string(error.message);
  write(json, "faults", error.faults);
  if (!error.error_url.empty()) json.key("errorUrl").string(error.error_url);
  return std::move(json.end_object()).finish();
}

}  // namespace

Outbox::Outbox(Condition condition, client::Exchange exchange, const Sending& settings,
               const base::Clock& clock)
    : condition_(std::move(condition)),
      exchange_(std::move(exchange)),
      folder_(settings.folder),
      sending_(settings.folder + "/.sending"),
      settled_after_(settings.settled_after),
      clock_(&clock) {}

base::Result<Outbox> Outbox::open(Condition condition, client::Exchange exchange,
                                  const Sending& settings, const base::Clock& clock) {
  for (const char* const below : {".sending", sent_folder, failed_folder}) {
    TRY(base::make_folder(settings.folder + "/" + below));
  }
  Outbox outbox(std::move(condition), std::move(exchange), settings, clock);
  TRY_ASSIGN(const auto taken, names_in(outbox.sending_));
  // Put away before the crash, and not recorded.
  TRY(outbox.condition_.ledger().end_sending_but(outbox.bridge(), taken));
  return outbox;
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
      if (!*looked) condition_.rest(std::min(look_every, std::max(settled_after_, look_every / 5)));
    }
  }
}

base::Result<bool> Outbox::look() {
  TRY_ASSIGN(const auto waiting, names_in(folder_));
  TRY(take_settled(waiting));
  TRY_ASSIGN(const auto taken, names_in(sending_));
  for (const std::string& name : taken) {
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
  return !taken.empty();
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
    const std::string taken = sending_ + "/" + name;
    std::error_code error;
    // One of that name is under way.
    if (fs::exists(taken, error) || error) continue;
    // Whatever was kept of another file of that name, nothing of it is under way.
    TRY(condition_.ledger().end_sending(bridge(), name));
    TRY(base::move_file(folder_ + "/" + name, taken));
    seen_.erase(name);
    is_any_taken = true;
  }
  if (is_any_taken) TRY(base::sync_folder(sending_));
  return {};
}

// By looks at it, and the steady clock: the machine's may jump.
bool Outbox::is_settled(const std::string& name) {
  const std::string path = folder_ + "/" + name;
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  constexpr std::int64_t second_ns = 1'000'000'000;
  const Look look{.bytes = static_cast<std::uint64_t>(status.st_size),
                  .changed_ns = status.st_mtim.tv_sec * second_ns + status.st_mtim.tv_nsec,
                  .inode = status.st_ino};
  const auto now = steady_clock::now();
  const auto [seen, is_new] = seen_.try_emplace(name, Seen{.look = look, .since = now});
  if (!is_new && seen->second.look != look) seen->second = {.look = look, .since = now};
  const auto unchanged_for = now - seen->second.since;
  if (unchanged_for < settled_after_) return false;
  return unchanged_for >= settled_after_ * unfinished_takes_longer || is_whole(path);
}

bool Outbox::is_whole(const std::string& path) {
  const auto bytes = base::read_whole(path, limits::body_bytes_max);
  if (!bytes) return bytes.error().code() == base::ErrorCode::too_large;
  document::JsonReader reader(limits::body_bytes_max);
  return reader.read(*bytes).has_value();
}

base::Done Outbox::send(const std::string& name) {
  auto bytes = base::read_whole(sending_ + "/" + name, limits::body_bytes_max);
  const bool is_too_large = !bytes && bytes.error().code() == base::ErrorCode::too_large;
  if (!bytes && !is_too_large) return base::refuse(bytes.error());
  const std::string digest = is_too_large ? "too large" : base::sha256(*bytes).hex();
  const std::string new_key = base::UuidGenerator(*clock_, random_).next().to_string();
  TRY_ASSIGN(Outgoing outgoing, condition_.ledger().begin_sending(bridge(), name, digest, new_key));
  if (outgoing.answer.empty()) {
    Answered answered;
    if (is_too_large) {
      answered = {.how = Ledger::Sending::failed,
                  .json = json_of(client::Error{
                      .code = "too_large",
                      .message = fmt::format("The file has more than {} bytes, and no exchange "
                                             "takes it.",
                                             limits::body_bytes_max)})};
    } else {
      TRY_ASSIGN(answered, ask(*bytes, outgoing));
    }
    const bool is_sent = answered.how == Ledger::Sending::sent;
    outgoing.answer = std::move(answered.json);
    outgoing.target = free_target(is_sent ? sent_folder : failed_folder, name);
    TRY(condition_.ledger().keep_answer(bridge(), outgoing, answered.how));
    condition_.slots().add(is_sent ? condition_.meters().sent : condition_.meters().failed);
    condition_.log().write(is_sent ? base::LogLevel::info : base::LogLevel::warning,
                           is_sent ? "file_sent" : "file_refused",
                           {{"bridge", bridge()}, {"file", name}, {"target", outgoing.target}});
  }
  return put_away(outgoing);
}

base::Result<Outbox::Answered> Outbox::ask(const std::string& bytes, const Outgoing& outgoing) {
  const bool key_is_known = clock_->now() - outgoing.began < key_lives;
  const auto sent =
      exchange_.send(bytes, {.idempotency_key = key_is_known ? outgoing.key : std::string()});
  if (sent || sent.error().status != 0) has_contact();
  if (sent) return Answered{.how = Ledger::Sending::sent, .json = json_of(*sent)};
  if (is_for_later(sent.error()) || (sent.error().status == 403 && !may_send())) {
    return base::refuse({base::ErrorCode::unavailable, base::CallerText(sent.error().message)});
  }
  return Answered{.how = Ledger::Sending::failed, .json = json_of(sent.error())};
}

// The same status says that the recipient blocks the sender, which is about the document. A body
// that is no JSON leaves no trace.
bool Outbox::may_send() {
  const auto answer =
      exchange_.ask({.method = "POST", .path = "/v2/transactions", .json = std::string("{")});
  return answer && answer->status != 403;
}

// A name that nothing has, neither a file nor an answer.
std::string Outbox::free_target(const std::string& folder, const std::string& name) const {
  const std::string stem(base::beginning_of(stem_of(name), stem_bytes_max));
  const auto is_there = [&](const std::string& below) {
    std::error_code error;
    return fs::exists(folder_ + "/" + folder + "/" + below, error);
  };
  std::string free = stem;
  for (unsigned number = 2; is_there(free + ".json") || is_there(free + answer_ending); ++number) {
    free = fmt::format("{}-{}", stem, number);
  }
  return fmt::format("{}/{}.json", folder, free);
}

// The answer first, so that whoever sees the file finds it.
base::Done Outbox::put_away(const Outgoing& outgoing) {
  const std::string from = sending_ + "/" + outgoing.file;
  const auto slash = outgoing.target.find('/');
  const std::string folder = folder_ + "/" + outgoing.target.substr(0, slash);
  const std::string name = outgoing.target.substr(slash + 1);
  TRY(base::write_whole(folder, stem_of(name) + answer_ending, outgoing.answer + "\n"));
  TRY(base::move_file(from, folder + "/" + name));
  TRY(base::sync_folder(folder));
  TRY(base::sync_folder(sending_));
  return condition_.ledger().end_sending(bridge(), outgoing.file);
}

}  // namespace tradepost::agent
