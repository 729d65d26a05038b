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

// How far the journal was on the disk at some time: the file `journal-end` of the data folder,
// outside the journal and the index. If both are cut or removed together, the file shows that there
// was more. It may be out of date: no commit waits for it.
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

// Nothing if there is no file, or if its bytes are damaged: then it proves nothing.
Result<std::optional<JournalEnd>> read_journal_end(journal::Folder& data);
// Replaces the file. A crash leaves the old one or the new one.
Done write_journal_end(journal::Folder& data, const JournalEnd& end);
// The same, of all that the index has: it never has what the journal has not on the disk. Nothing
// is written where that is `written` already. Returns what the file says now.
Result<JournalEnd> write_journal_end(journal::Folder& data, const Index& index,
                                     const JournalEnd& written);

// What the file proves of the journal that lies there. damaged: that is another one, or gone.
Result<std::optional<journal::Proven>> proven_by_file(journal::Folder& data,
                                                      journal::Folder& journal);

// When a running store writes the file: when the journal rests, so that nobody's commit meets it,
// and else as often as the index is flushed. What it can't write it writes later.
struct NotingOptions {
  std::chrono::milliseconds rests_for{1'000};
  std::chrono::milliseconds every{30'000};
  std::uint64_t journal_bytes = 64u << 20;
};

// One thread.
class JournalEndNotes {
 public:
  // All must outlive this. Without a folder nothing is written.
  JournalEndNotes(journal::Folder* data, const journal::Journal& journal, const Index& index,
                  const NotingOptions& options);

  // Now and then.
  void look(base::SteadyTime now);

 private:
  bool is_due(base::SteadyTime now) const;

  journal::Folder* const data_;
  const journal::Journal& journal_;
  const Index& index_;
  const NotingOptions options_;

  journal::Place seen_;  // the journal's end
  base::SteadyTime seen_at_;
  JournalEnd written_;
  base::SteadyTime tried_at_;
};

}  // namespace tradepost::store::embedded
