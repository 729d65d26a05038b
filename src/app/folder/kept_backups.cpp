#include "app/folder/kept_backups.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>
#include <utility>

#include "journal/disk/posix_folder.hpp"
#include "journal/disk/refusal.hpp"
#include "journal/frames/segment.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::app {
namespace {

namespace fs = std::filesystem;
namespace embedded = store::embedded;

// A backup that began earlier is not in progress.
constexpr std::chrono::hours longest_backup{20};

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

base::Done remove_folder(const fs::path& path) {
  std::error_code error;
  fs::remove_all(path, error);
  if (error)
    return base::refuse(journal::refused_by_system("remove", path.string(), error.value()));
  return {};
}

// A crash in between leaves an incomplete backup.
base::Done remove_backup(const fs::path& path) {
  const fs::path removed = path.string() + std::string(embedded::unfinished_suffix);
  std::error_code error;
  fs::rename(path, removed, error);
  if (error)
    return base::refuse(journal::refused_by_system("rename", path.string(), error.value()));
  return remove_folder(removed);
}

}  // namespace

base::Result<journal::Identity> identity_of(const std::string& data) {
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(embedded::DataFolder{data}.journal(),
                                                           journal::Missing::refuse));
  TRY_ASSIGN(const auto numbers, journal::list_segments(*folder));
  if (numbers.empty()) return base::refuse(journal::no_journal());
  TRY_ASSIGN(const auto file,
             folder->open(journal::segment_name(numbers.front()), journal::OpenAs::read_only));
  TRY_ASSIGN(const auto header, journal::read_segment_header(*file, numbers.front()));
  return header.identity;
}

base::Result<std::vector<KeptBackup>> backups_in(const std::string& folder,
                                                 const std::optional<journal::Identity>& network) {
  TRY_ASSIGN(const auto entries, entries_of(folder));
  std::vector<KeptBackup> backups;
  for (const fs::path& path : entries) {
    auto note = embedded::read_backup_note(path);
    if (!note || (network && note->journal != *network)) continue;
    backups.push_back({.path = path, .note = *std::move(note)});
  }
  std::ranges::sort(backups, std::greater(), [](const KeptBackup& backup) {
    return std::pair(backup.note.taken, backup.path);
  });
  return backups;
}

std::string backup_name(base::Instant now) {
  constexpr std::size_t to_seconds = std::string_view("2026-03-02T02:15:00").size();
  std::string name = base::to_string(now).substr(0, to_seconds);
  std::erase(name, ':');
  return name + "Z";
}

base::Done remove_unfinished_backups(const std::string& folder, base::Instant now) {
  TRY_ASSIGN(const auto entries, entries_of(folder));
  const std::string too_old = backup_name(now - longest_backup);
  for (const fs::path& path : entries) {
    const bool is_unfinished = path.extension() == embedded::unfinished_suffix;
    const std::string name = path.stem().string();
    if (is_unfinished && is_backup_name(name) && name < too_old) TRY(remove_folder(path));
  }
  return {};
}

base::Result<std::size_t> remove_old_backups(const std::string& folder, const KeptBackup& taken,
                                             std::size_t keep) {
  TRY_ASSIGN(const auto backups, backups_in(folder, taken.note.journal));
  std::size_t kept = 1;
  std::size_t removed = 0;
  for (const KeptBackup& backup : backups) {
    const fs::path path = backup.path;
    if (path == fs::path(taken.path) || !is_backup_name(path.filename().string())) continue;
    if (++kept <= keep) continue;
    TRY(remove_backup(path));
    ++removed;
  }
  return removed;
}

}  // namespace tradepost::app
