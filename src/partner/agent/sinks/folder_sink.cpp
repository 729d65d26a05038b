#include "agent/sinks/folder_sink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/crypto/sha256.hpp"

namespace tradepost::agent {
namespace {

// Returns true if the part can be used in a file name. Usually the parts are a UUID and capital
// letters. Other parts could lead out of the folder, be an option (-rf) of a command that takes the
// file, hide the file, or be too long.
bool is_plain(std::string_view part, std::string_view reserved) {
  constexpr std::size_t bytes_max = 64;
  const auto is_letter_or_digit = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  };
  return !part.empty() && part.size() <= bytes_max && is_letter_or_digit(part.front()) &&
         !part.starts_with(reserved) && std::ranges::all_of(part, [&](char c) {
           return is_letter_or_digit(c) || c == '-' || c == '_';
         });
}

// Replaces a part that is not plain by its digest, after a prefix that plain parts never have. So
// different parts have different names.
std::string part_of_name(std::string_view part, const std::string& prefix) {
  return is_plain(part, prefix) ? std::string(part) : prefix + base::sha256(part).hex();
}

// Parts contain no dot, so a name belongs to one pair of id and type.
std::string name_of(const std::string& id, const std::string& type, std::string_view ending) {
  return fmt::format("{}.{}{}", part_of_name(id, "id-"), part_of_name(type, "type-"), ending);
}

// The ending of an unfinished file: the reference of the interchange, and the number of the
// document in the second line.
constexpr std::string_view awaited_ending = ".awaited";
constexpr std::size_t awaited_bytes_max = 100'000;

// A token that was revoked is a problem of the bridge, like an exchange that is away.
Outcome without_form(const FileForm& form, const client::Error& error) {
  constexpr int unauthorized = 401;
  if (error.kind == client::ErrorKind::cancelled) return {.verdict = Verdict::unknown};
  const bool is_about_document = !error.is_worth_a_retry() && error.status != unauthorized;
  std::string reason = fmt::format("The form {} did not come. {}", form.name, error.message);
  return is_about_document ? later(std::move(reason)) : away(std::move(reason));
}

}  // namespace

FolderSink::FolderSink(base::OpenFolder folder, base::OpenFolder unfinished,
                       base::OpenFolder superseded, std::optional<ConvertedFiles> converted,
                       std::optional<DocumentForms> forms)
    : folder_(std::move(folder)),
      unfinished_(std::move(unfinished)),
      superseded_(std::move(superseded)),
      converted_(std::move(converted)),
      forms_(std::move(forms)) {}

base::Result<FolderSink> FolderSink::open(const std::string& folder,
                                          std::optional<ConvertedFiles> converted,
                                          std::optional<DocumentForms> forms) {
  TRY_ASSIGN(auto whole, base::OpenFolder::make(folder));
  TRY_ASSIGN(auto unfinished, whole.make_below(".unfinished"));
  TRY_ASSIGN(auto superseded, whole.make_below("superseded"));
  return FolderSink(std::move(whole), std::move(unfinished), std::move(superseded),
                    std::move(converted), std::move(forms));
}

base::Done FolderSink::expect_in_place() const {
  for (const base::OpenFolder* const folder : {&unfinished_, &superseded_, &folder_}) {
    TRY(folder->expect_in_place());
  }
  return {};
}

// Documents with forms take a request each, so each is settled before the next one.
std::size_t FolderSink::batch_max() const {
  return forms_ ? 1 : 100;
}

base::Done FolderSink::prepare(std::span<const Delivery> batch) {
  TRY(expect_in_place());
  prepared_.clear();
  for (const Delivery& one : batch) {
    const auto& document = *one.document;
    if (converted_) {
      TRY(prepare_converted(document));
    } else {
      TRY(unfinished_.write_whole(name_of(document.id, document.type, ending()), document.json));
    }
  }
  return unfinished_.sync();
}

// A refused document has an empty unfinished file, so that recall() does not find it handed over.
base::Done FolderSink::prepare_converted(const client::Transaction& document) {
  ConvertedDocument file = converted(*converted_, document);
  if (!file.refusal.empty()) file.text.clear();
  TRY(unfinished_.write_whole(name_of(document.id, document.type, ending()),
                              std::exchange(file.text, {})));
  if (awaits() && file.refusal.empty()) {
    TRY(unfinished_.write_whole(name_of(document.id, document.type, awaited_ending),
                                fmt::format("{}\n{}", file.sent.interchange, file.sent.number)));
  }
  prepared_.emplace(document.id, std::move(file));
  return {};
}

std::vector<Outcome> FolderSink::hand_over(std::span<const Delivery> batch) {
  std::vector<Outcome> outcomes;
  outcomes.reserve(batch.size());
  for (const Delivery& one : batch) outcomes.push_back(hand_over(*one.document));
  if (const auto synced = folder_.sync(); !synced) {
    for (Outcome& outcome : outcomes) {
      const bool is_handed_over =
          outcome.verdict == Verdict::processed || outcome.verdict == Verdict::awaited;
      if (!is_handed_over) continue;
      outcome = {.verdict = Verdict::unknown, .report = {.reason = synced.error().text().str()}};
    }
  }
  return outcomes;
}

Outcome FolderSink::hand_over(const client::Transaction& document) {
  const auto prepared = prepared_.find(document.id);
  if (prepared != prepared_.end() && !prepared->second.refusal.empty()) {
    return {.verdict = Verdict::refused,
            .report = {.success = false, .reason = prepared->second.refusal}};
  }
  if (forms_) {
    if (auto failed = add_forms(document)) return *std::move(failed);
  }
  if (!document.replaces_id.empty()) supersede(document.replaces_id, document.type);
  const std::string name = name_of(document.id, document.type, ending());
  const auto moved = unfinished_.move(name, folder_, name);
  return moved ? handed_over(document) : later(moved.error().text().str());
}

Outcome FolderSink::handed_over(const client::Transaction& document) {
  if (!awaits()) return {};
  return {.verdict = Verdict::awaited, .message = prepared_.at(document.id).sent};
}

std::optional<Outcome> FolderSink::add_forms(const client::Transaction& document) {
  std::vector<std::string> names;
  for (const FileForm& form : forms_->forms()) {
    const auto bytes = forms_->get(document, form);
    if (!bytes) return without_form(form, bytes.error());
    if (!*bytes) continue;
    names.push_back(name_of(document.id, document.type, form.ending));
    const auto written = unfinished_.write_whole(names.back(), **bytes);
    if (!written) return away(written.error().text().str());
  }
  if (names.empty()) return std::nullopt;
  const auto shown = show(names);
  return shown ? std::nullopt : std::optional(away(shown.error().text().str()));
}

base::Done FolderSink::show(const std::vector<std::string>& names) const {
  TRY(unfinished_.sync());
  for (const std::string& name : names) TRY(unfinished_.move(name, folder_, name));
  return folder_.sync();
}

// Moves the files of an older version that still exist. Usually a program has taken them.
void FolderSink::supersede(const std::string& id, const std::string& type) const {
  for (const std::string& name : names_of(id, type)) {
    static_cast<void>(folder_.move(name, superseded_, name));
  }
}

std::vector<std::string> FolderSink::names_of(const std::string& id,
                                              const std::string& type) const {
  std::vector<std::string> names;
  for (const std::string_view one : file_endings) names.push_back(name_of(id, type, one));
  if (awaits()) names.push_back(name_of(id, type, awaited_ending));
  if (!forms_) return names;
  for (const FileForm& form : forms_->forms()) names.push_back(name_of(id, type, form.ending));
  return names;
}

base::Result<std::optional<Outcome>> FolderSink::recall(const std::string& id,
                                                        const std::string& type) {
  TRY(expect_in_place());
  // The format may have been another one before the restart.
  for (const std::string_view one : file_endings) {
    TRY_ASSIGN(const auto unfinished, unfinished_.look_at(name_of(id, type, one)));
    if (unfinished) return std::optional<Outcome>();
  }
  TRY(folder_.sync());
  if (!awaits()) return std::optional(Outcome{});
  // The file is missing if the setting is newer than the hand-over.
  TRY_ASSIGN(const auto awaited, unfinished_.look_at(name_of(id, type, awaited_ending)));
  if (!awaited) return std::optional(Outcome{});
  TRY_ASSIGN(const std::string references,
             unfinished_.read_whole(name_of(id, type, awaited_ending), awaited_bytes_max));
  const std::size_t end = std::min(references.find('\n'), references.size());
  return std::optional(
      Outcome{.verdict = Verdict::awaited,
              .message = {.interchange = references.substr(0, end),
                          .number = references.substr(std::min(end + 1, references.size())),
                          .awaited = *converted_->awaited}});
}

// Removes the unfinished files of a failed hand-over. After a success there is none.
void FolderSink::forget(const std::string& id, const std::string& type) {
  for (const std::string& name : names_of(id, type)) static_cast<void>(unfinished_.remove(name));
}

// Keeps an unfinished file that the ledger does not know: it can belong to another agent with the
// same folder, which needs it for recall(). A file whose name has a digest is kept, too, as its id
// is unknown.
void FolderSink::clear_away(const IsSettled& is_settled) {
  const auto names = unfinished_.names();
  if (!names) return;
  for (const std::string& name : *names) {
    const std::string begin = name.substr(name.starts_with('.') ? 1 : 0);
    if (is_settled(begin.substr(0, begin.find('.')))) static_cast<void>(unfinished_.remove(name));
  }
}

}  // namespace tradepost::agent
