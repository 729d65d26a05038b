#include "agent/sinks/folder_sink.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

#include "base/files/whole_file.hpp"

namespace tradepost::agent {
namespace {

// An exchange names both in letters, digits, - and _. What is anything else could lead out of the
// folder.
std::string name_of(const std::string& id, const std::string& type) {
  std::string name = id + "." + type + ".json";
  for (char& c : name) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                          (c >= 'a' && c <= 'z') || c == '-' || c == '_' || c == '.';
    if (!is_plain) c = '_';
  }
  return name;
}

}  // namespace

FolderSink::FolderSink(std::string folder)
    : folder_(std::move(folder)),
      unfinished_(folder_ + "/.unfinished"),
      superseded_(folder_ + "/superseded") {}

base::Result<FolderSink> FolderSink::open(std::string folder) {
  FolderSink sink(std::move(folder));
  TRY(base::make_folder(sink.unfinished_));
  TRY(base::make_folder(sink.superseded_));
  return sink;
}

std::size_t FolderSink::batch_max() const {
  return 100;
}

base::Done FolderSink::prepare(std::span<const Delivery> batch) {
  for (const Delivery& one : batch) {
    const auto& document = *one.document;
    TRY(base::write_whole(unfinished_, name_of(document.id, document.type), document.json));
  }
  return base::sync_folder(unfinished_);
}

std::vector<Outcome> FolderSink::hand_over(std::span<const Delivery> batch) {
  std::vector<Outcome> outcomes;
  outcomes.reserve(batch.size());
  for (const Delivery& one : batch) outcomes.push_back(hand_over(*one.document));
  if (const auto synced = base::sync_folder(folder_); !synced) {
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
    // The older version, if nobody has taken it yet. That it is gone is the usual case.
    const std::string older = name_of(document.replaces_id, document.type);
    std::error_code is_gone;
    std::filesystem::rename(folder_ + "/" + older, superseded_ + "/" + older, is_gone);
  }
  const auto moved = base::move_file(unfinished_ + "/" + name, folder_ + "/" + name);
  return moved ? Outcome{} : later(moved.error().text().str());
}

base::Result<std::optional<Outcome>> FolderSink::recall(const std::string& id,
                                                        const std::string& type) {
  const std::string unfinished = unfinished_ + "/" + name_of(id, type);
  std::error_code error;
  const bool is_there = std::filesystem::exists(unfinished, error);
  if (error) {
    return base::refuse({base::ErrorCode::unavailable,
                         base::CallerText(unfinished + " can't be looked at: " + error.message())});
  }
  if (is_there) return std::optional<Outcome>();
  TRY(base::sync_folder(folder_));
  return std::optional(Outcome{});
}

// Only where a hand-over failed is there anything.
void FolderSink::forget(const std::string& id, const std::string& type) {
  std::error_code ignored;
  std::filesystem::remove(unfinished_ + "/" + name_of(id, type), ignored);
}

// An unfinished file that the ledger does not know may be another agent's, which has the same
// folder and needs it for recall().
void FolderSink::clear_away(const IsSettled& is_settled) {
  std::error_code error;
  std::vector<std::filesystem::path> settled;
  for (std::filesystem::directory_iterator at(unfinished_, error);
       !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    const std::string name = at->path().filename().string();
    const std::string begin = name.substr(name.starts_with('.') ? 1 : 0);
    if (is_settled(begin.substr(0, begin.find('.')))) settled.push_back(at->path());
  }
  for (const auto& path : settled) std::filesystem::remove(path, error);
}

}  // namespace tradepost::agent
