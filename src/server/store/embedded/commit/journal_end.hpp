#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "base/tasks/executor.hpp"
#include "journal/disk/file.hpp"
#include "journal/journal.hpp"
#include "store/embedded/format/values.hpp"
#include "store/embedded/index/index.hpp"

namespace tradepost::store::embedded {

// An end of the journal that was on the disk at some time: the file `journal-end` of the data
// folder, outside the journal and the index. If both are cut or removed together, the file proves
// that there was more. It may be out of date, because commits do not wait for it.
struct JournalEnd {
  static constexpr std::uint32_t format_now = 1;

  journal::Identity journal;
  journal::Place place;            // after the frame of the last record
  journal::Sequence sequence = 0;  // of the last record

  static JournalEnd of(const Applied& applied) {
    return {.journal = applied.journal, .place = applied.next, .sequence = applied.sequence};
  }
  bool operator==(const JournalEnd&) const = default;
};

// Returns nullopt if the file is missing or damaged: then it proves nothing.
Result<std::optional<JournalEnd>> read_journal_end(journal::Folder& data);
// Replaces the file. After a crash it is the old one or the new one.
Done write_journal_end(journal::Folder& data, const JournalEnd& end);
// Writes the position of the index, which is never ahead of the synced journal. Does nothing if
// that equals `written`. Returns the content of the file.
Result<JournalEnd> write_journal_end(journal::Folder& data, const Index& index,
                                     const JournalEnd& written);

// Returns the place that the file proves. Fails with damaged if the journal is missing or another
// one.
Result<std::optional<journal::Proven>> proven_by_file(journal::Folder& data,
                                                      journal::Folder& journal);

// The times of a running store's writes of the file: when the journal is idle, so that no commit is
// delayed, and otherwise as often as the index is flushed. A failed write is repeated later.
struct NotingOptions {
  std::chrono::milliseconds rests_for{1'000};
  std::chrono::milliseconds every{30'000};
  std::uint64_t journal_bytes = 64u << 20;
};

// For one thread.
class JournalEndNotes {
 public:
  // All must outlive this. `data` may be nullptr: then nothing is written.
  JournalEndNotes(journal::Folder* data, const journal::Journal& journal, const Index& index,
                  const NotingOptions& options);

  // Writes the file if it is due. The flusher calls this periodically.
  void look(base::SteadyTime now);

 private:
  bool is_due(base::SteadyTime now) const;

  journal::Folder* const data_;
  const journal::Journal& journal_;
  const Index& index_;
  const NotingOptions options_;

  journal::Place seen_;  // the journal's end at the last call
  base::SteadyTime seen_at_;
  JournalEnd written_;
  base::SteadyTime tried_at_;
};

}  // namespace tradepost::store::embedded
