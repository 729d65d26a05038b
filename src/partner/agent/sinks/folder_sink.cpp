#include "agent/sinks/folder_sink.hpp"

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
std::string name_of(const std::string& id, const std::string& type) {
  return part_of_name(id, "id-") + "." + part_of_name(type, "type-") + ".json";
}

}  // namespace

FolderSink::FolderSink(base::OpenFolder folder, base::OpenFolder unfinished,
                       base::OpenFolder superseded)
    : folder_(std::move(folder)),
      unfinished_(std::move(unfinished)),
      superseded_(std::move(superseded)) {}

base::Result<FolderSink> FolderSink::open(const std::string& folder) {
  TRY_ASSIGN(auto whole, base::OpenFolder::make(folder));
  TRY_ASSIGN(auto unfinished, whole.make_below(".unfinished"));
  TRY_ASSIGN(auto superseded, whole.make_below("superseded"));
  return FolderSink(std::move(whole), std::move(unfinished), std::move(superseded));
}

base::Done FolderSink::expect_in_place() const {
  for (const base::OpenFolder* const folder : {&unfinished_, &superseded_, &folder_}) {
    TRY(folder->expect_in_place());
  }
  return {};
}

std::size_t FolderSink::batch_max() const {
  return 100;
}

base::Done FolderSink::prepare(std::span<const Delivery> batch) {
  TRY(expect_in_place());
  for (const Delivery& one : batch) {
    const auto& document = *one.document;
    TRY(unfinished_.write_whole(name_of(document.id, document.type), document.json));
  }
  return unfinished_.sync();
}

std::vector<Outcome> FolderSink::hand_over(std::span<const Delivery> batch) {
  std::vector<Outcome> outcomes;
  outcomes.reserve(batch.size());
  for (const Delivery& one : batch) outcomes.push_back(hand_over(*one.document));
  if (const auto synced = folder_.sync(); !synced) {
    for (Outcome& outcome : outcomes) {
      if (outcome.verdict != Verdict::processed) continue;
      outcome = {.verdict = Verdict::unknown, .report = {.reason = synced.error().text().str()}};
    }
  }
  return outcomes;
}

Outcome FolderSink::hand_over(const client::Transaction& document) {
  const std::string name = name_of(document.id, document.type);
  if (!document.replaces_id.empty()) {
    // Moves the older version if it still exists. Usually a program has taken it.
    const std::string older = name_of(document.replaces_id, document.type);
    static_cast<void>(folder_.move(older, superseded_, older));
  }
  const auto moved = unfinished_.move(name, folder_, name);
  return moved ? Outcome{} : later(moved.error().text().str());
}

base::Result<std::optional<Outcome>> FolderSink::recall(const std::string& id,
                                                        const std::string& type) {
  TRY(expect_in_place());
  TRY_ASSIGN(const auto unfinished, unfinished_.look_at(name_of(id, type)));
  if (unfinished) return std::optional<Outcome>();
  TRY(folder_.sync());
  return std::optional(Outcome{});
}

// Removes the unfinished file of a failed hand-over. After a success there is none.
void FolderSink::forget(const std::string& id, const std::string& type) {
  static_cast<void>(unfinished_.remove(name_of(id, type)));
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
