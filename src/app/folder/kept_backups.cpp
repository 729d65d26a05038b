#include "app/folder/kept_backups.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/metrics.hpp"
#include "journal/disk/refusal.hpp"

namespace tradepost::app {
namespace {

namespace fs = std::filesystem;
namespace embedded = store::embedded;

// A backup that began earlier is not in progress.
constexpr std::chrono::days longest_backup{1};

bool is_backup_name(std::string_view name) {
  constexpr std::string_view form = "dddd-dd-ddTddddddZ";
  return std::ranges::equal(name, form, [](char letter, char of_form) {
    return of_form == 'd' ? letter >= '0' && letter <= '9' : letter == of_form;
  });
}

base::Result<std::vector<fs::path>> entries_of(const std::string& folder) {
  std::vector<fs::path> entries;
  std::error_code error;
  for (fs::directory_iterator at(folder, error); !error && at != fs::directory_iterator();
       at.increment(error)) {
    entries.push_back(at->path());
  }
  if (error) return base::refuse(journal::refused_by_system("list", folder, error.value()));
  return entries;
}

base::Result<void> remove_folder(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error)
    return base::refuse(journal::refused_by_system("remove", path.string(), error.value()));
  return {};
}

// A crash in between leaves an incomplete backup.
base::Result<void> remove_backup(const fs::path& path) {
  const fs::path removed = path.string() + std::string(embedded::unfinished_suffix);
  std::error_code error;
  fs::rename(path, removed, error);
  if (error)
    return base::refuse(journal::refused_by_system("rename", path.string(), error.value()));
  return remove_folder(removed);
}

}  // namespace

base::Result<std::vector<KeptBackup>> backups_in(const std::string& folder) {
  TRY_ASSIGN(const auto entries, entries_of(folder));
  std::vector<KeptBackup> backups;
  for (const fs::path& path : entries) {
    auto note = embedded::read_backup_note(path);
    if (note) backups.push_back({.path = path, .note = *std::move(note)});
  }
  std::ranges::sort(backups, std::greater(), [](const KeptBackup& backup) {
    return std::pair(backup.note.taken, backup.path);
  });
  return backups;
}

void append_backup_line(std::string& text, const std::string& folder) {
  const auto backups = backups_in(folder);
  const bool is_there = backups && !backups->empty();
  base::append_time(text, "tradepost_backup_timestamp_seconds",
                    "When the newest complete backup in the folder of the setting began; 0 if "
                    "there is none.",
                    is_there ? backups->front().note.taken : base::Instant());
}

std::string backup_name(base::Instant now) {
  constexpr std::size_t to_seconds = std::string_view("2026-03-02T02:15:00").size();
  std::string name = base::to_string(now).substr(0, to_seconds);
  std::erase(name, ':');
  return name + "Z";
}

base::Result<std::size_t> remove_old_backups(const std::string& folder,
                                             const journal::Identity& network, std::size_t keep,
                                             base::Instant now) {
  TRY_ASSIGN(const auto backups, backups_in(folder));
  std::size_t seen = 0;
  std::size_t removed = 0;
  for (const KeptBackup& backup : backups) {
    const fs::path path = backup.path;
    if (backup.note.journal != network || !is_backup_name(path.filename().string())) continue;
    if (++seen <= keep) continue;
    TRY(remove_backup(path));
    ++removed;
  }
  TRY_ASSIGN(const auto entries, entries_of(folder));
  const std::string too_old = backup_name(now - longest_backup);
  for (const fs::path& path : entries) {
    const bool is_unfinished = path.extension() == embedded::unfinished_suffix;
    const std::string name = path.stem().string();
    if (is_unfinished && is_backup_name(name) && name < too_old) TRY(remove_folder(path));
  }
  return removed;
}

}  // namespace tradepost::app
