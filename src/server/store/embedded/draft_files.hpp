#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "exchange/port/drafts.hpp"
#include "journal/disk/file.hpp"
#include "store/embedded/read_runner.hpp"

namespace tradepost::store::embedded {

// The drafts of documents, each in its file of the folder `drafts`. A file is replaced atomically
// and synced. Memory has the heads only. The threads are its own, so that neither the committer nor
// a read waits for a draft. A backup does not have the folder (docs/operate/backup.md).
class DraftFiles final : public exchange::Drafts {
 public:
  // Both must outlive it; any thread may call `has_room`, and changes are refused while it returns
  // false. A file that is not a whole draft is left unchanged, and is not shown.
  static Result<std::unique_ptr<DraftFiles>> open(journal::Folder& folder,
                                                  std::function<bool()> has_room);

  Answering<std::vector<exchange::DraftHead>> of(exchange::DraftPlace place,
                                                 Deadline deadline) override;
  Answering<std::optional<exchange::Draft>> find(exchange::DraftPlace place, exchange::DraftId id,
                                                 Deadline deadline) override;
  Answering<bool> add(exchange::Draft draft, Deadline deadline) override;
  Answering<bool> replace(exchange::Draft draft, Deadline deadline) override;
  Answering<bool> remove(exchange::DraftPlace place, exchange::DraftId id,
                         Deadline deadline) override;
  Answering<std::monostate> remove_of(exchange::ParticipantId participant,
                                      Deadline deadline) override;
  Answering<std::vector<exchange::ParticipantId>> owners(Deadline deadline) override;
  Answering<bool> remove_unchanged_since(exchange::Instant instant, Deadline deadline) override;

 private:
  using Heads = std::map<exchange::DraftId, exchange::DraftHead>;

  DraftFiles(journal::Folder& folder, std::function<bool()> has_room,
             std::map<exchange::DraftPlace, Heads> heads)
      : folder_(folder), has_room_(std::move(has_room)), heads_(std::move(heads)) {}

  std::mutex& writing_of(const exchange::DraftPlace& place);
  std::optional<exchange::DraftHead> head(const exchange::DraftPlace& place,
                                          exchange::DraftId id) const;
  std::size_t count_of(const exchange::DraftPlace& place) const;
  Result<std::optional<exchange::Draft>> read(const exchange::DraftPlace& place,
                                              exchange::DraftId id) const;
  Result<bool> added(const exchange::Draft& draft);
  Result<bool> replaced(const exchange::Draft& draft);
  Result<bool> removed(const exchange::DraftPlace& place, exchange::DraftId id,
                       std::optional<exchange::Instant> unchanged_since = {});
  Result<bool> removed_before(exchange::Instant instant);
  Done write(const exchange::Draft& draft);

  journal::Folder& folder_;
  const std::function<bool()> has_room_;
  // The thread that changes a file of a place has its lock. Places share locks.
  std::array<std::mutex, 16> writing_;
  mutable std::mutex mutex_;
  std::map<exchange::DraftPlace, Heads> heads_;  // guarded by mutex_
  ReadPool pool_{{.name = "drafts", .threads = 2}, [] { return base::NoTool(); }};  // last
};

// Returns every whole draft of the folder, for a move to a database.
Result<std::vector<exchange::DraftHead>> list_drafts(journal::Folder& folder);

}  // namespace tradepost::store::embedded
