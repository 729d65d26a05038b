#pragma once

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

// What the start found.
struct Opened {
  Identity identity;
  Ended ended = Ended::never_used;
  std::optional<Cut> cut;
  Position end;
};

// The only truth of the embedded store: records in frames, in segments, in one folder. Bytes only,
// nothing of trade. docs/internals/journal.md describes the promises and the format.
class Journal {
 public:
  // `folder` must outlive the journal. An error: in_use, damaged, too_new, or what the system
  // refused. Then nothing was served, and nothing but torn bytes was changed.
  static Result<std::unique_ptr<Journal>> open(Folder& folder, const Options& options,
                                               const Start& start);

  const Opened& opened() const { return opened_; }

  // One thread.
  Writer& writer() { return writer_; }
  // Any thread, as long as the journal lives; what it gave lives longer.
  const Reader& reader() const { return reader_; }

  // One thread, beside the writer's: see preparer.hpp. Watches the space, and does one step of what
  // is to be done ahead.
  Result<Work> prepare();
  void await_work(std::chrono::milliseconds at_most) { prepared_.await_work(at_most); }
  void wake() { prepared_.wake(); }
  void await_writer(std::chrono::microseconds at_most) { prepared_.await_writer(at_most); }
  // Any thread: what may be written. Where it is not everything, the file system is asked again.
  Room room();
  std::uint64_t free_bytes() const { return space_.free_bytes(); }

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
