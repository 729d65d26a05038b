#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/ground/result.hpp"
#include "journal/disk/file.hpp"
#include "journal/disk/options.hpp"
#include "journal/disk/space.hpp"
#include "journal/frames/reader.hpp"
#include "journal/recovery/recovery.hpp"
#include "journal/writing/prepared_space.hpp"
#include "journal/writing/writer.hpp"

namespace tradepost::journal {

// The result of recovery at the start.
struct Opened {
  Identity identity;
  Ended ended = Ended::never_used;
  std::optional<Cut> cut;
  Position end;
};

// The only durable data of the embedded store: records in frames, in segments, in one folder. The
// journal handles bytes and does not know the trade. docs/internals/journal.md has the guarantees
// and the format.
class Journal {
 public:
  // `folder` must outlive the journal. Fails with in_use, damaged, too_new or an error of the
  // system; in this case the journal has changed nothing but torn bytes.
  static Result<std::unique_ptr<Journal>> open(Folder& folder, const Options& options,
                                               const Start& start);

  const Opened& opened() const { return opened_; }

  // Only one thread may use the writer.
  Writer& writer() { return writer_; }
  // Thread-safe during the life of the journal. Records that it returned outlive the journal.
  const Reader& reader() const { return reader_; }

  // Watches the space and does one step of the preparation. One thread calls it, and it may run at
  // the same time as the writer (preparer.hpp).
  Result<Work> prepare();
  void await_work(std::chrono::milliseconds at_most) { prepared_.await_work(at_most); }
  void wake() { prepared_.wake(); }
  void await_writer(std::chrono::microseconds at_most) { prepared_.await_writer(at_most); }
  // Returns the kinds of records that may be written. Queries the file system unless the last known
  // answer is `ample`. Thread-safe.
  Room room();
  std::uint64_t free_bytes() const { return space_.free_bytes(); }
  // Returns the bytes up to the last synced record. Thread-safe.
  std::uint64_t bytes() const;

 private:
  Done watch_space();
  Room noted_room() const;
  Journal(Folder& folder, const Options& options, std::unique_ptr<FolderLock> lock,
          Recovered recovered);

  const Options options_;
  const std::unique_ptr<FolderLock> lock_;
  const Opened opened_;
  SegmentFiles files_;
  Tail tail_;
  Published published_;
  SpaceGauge space_;
  PreparedSpace prepared_;
  Writer writer_;
  Reader reader_;
};

}  // namespace tradepost::journal
