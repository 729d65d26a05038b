#include "app/migrate/copied_network.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "journal/disk/posix_folder.hpp"
#include "store/embedded/commit/opening.hpp"
#include "store/embedded/offline/backup.hpp"

namespace tradepost::app {

namespace embedded = store::embedded;

namespace {

std::string copy_of(std::string folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder + ".migrating";
}

constexpr auto newer = ".newer";

// Ignores errors: the remains only use space.
void remove_all(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove_all(path, ignored);
  std::filesystem::remove_all(path + ".unfinished", ignored);
}

}  // namespace

CopiedNetwork::CopiedNetwork(const std::string& folder) : source_(folder), path_(copy_of(folder)) {}

CopiedNetwork::~CopiedNetwork() {
  store_.reset();
  remove_all(path_);
  remove_all(path_ + newer);
}

base::Result<std::unique_ptr<CopiedNetwork>> CopiedNetwork::of(
    const std::string& folder, const base::Clock& clock, const embedded::OnProgress& on_progress) {
  std::unique_ptr<CopiedNetwork> copied(new CopiedNetwork(folder));
  TRY(copied->lock());
  remove_all(copied->path_);
  TRY_ASSIGN(const auto report, embedded::back_up({folder}, copied->path_, clock, on_progress));
  copied->last_sequence_ = report.note.sequence;
  TRY(copied->open(clock, on_progress));
  copied->identity_ =
      fmt::format("{:02x} {}", fmt::join(report.note.journal.bytes, ""), copied->store_->epoch());
  return copied;
}

base::Done CopiedNetwork::lock() {
  auto lock = embedded::lock_journal({source_});
  if (lock) {
    lock_ = *std::move(lock);
  } else if (lock.error().code() != base::ErrorCode::in_use) {
    return base::refuse(std::move(lock).error());
  }
  return {};
}

// The index of the first copy continues with the journal of the second one.
base::Done CopiedNetwork::catch_up(const base::Clock& clock,
                                   const embedded::OnProgress& on_progress) {
  if (!is_locked()) TRY(lock());
  store_.reset();
  folder_.reset();
  const std::string next = path_ + newer;
  remove_all(next);
  TRY_ASSIGN(const auto report, embedded::back_up({source_}, next, clock, on_progress));
  last_sequence_ = report.note.sequence;
  TRY(embedded::rename_path(embedded::DataFolder{path_}.index(),
                            embedded::DataFolder{next}.index()));
  remove_all(path_);
  TRY(embedded::rename_path(next, path_));
  return open(clock, on_progress);
}

base::Done CopiedNetwork::open(const base::Clock& clock, const embedded::OnProgress& on_progress) {
  const embedded::DataFolder data{path_};
  TRY_ASSIGN(folder_, journal::open_posix_folder(data.journal(), journal::Missing::refuse));
  const embedded::Watch watch{.on_progress = [&](const embedded::Progress& progress) {
    if (on_progress)
      on_progress({.what = "reading record", .done = progress.done, .of = progress.of});
  }};
  TRY_ASSIGN(store_, embedded::EmbeddedStore::open({.folder = *folder_,
                                                    .index_folder = data.index(),
                                                    .clock = clock,
                                                    .random = random_,
                                                    .on_failure = [](const base::Error&) {},
                                                    .watch = watch},
                                                   embedded::EmbeddedOptions::only_read()));
  return {};
}

}  // namespace tradepost::app
