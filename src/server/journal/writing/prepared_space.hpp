#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "journal/disk/file.hpp"
#include "journal/disk/options.hpp"
#include "journal/frames/format.hpp"
#include "journal/frames/segment.hpp"

namespace tradepost::journal {

enum class Work : std::uint8_t {
  more,
  later,  // more work, but the writer is using the disk now
  done,
};

// The writer's space: the active segment and the next one, filled with zeros before the writer uses
// them.
//
// A sync of space that was written before has no extents to convert and no size to store. Zeros and
// frames go into different files if possible: while a file grows, its sync waits for the file
// system's own journal.
//
// A writer that is never idle overtakes the filling, and appends: on a disk at its limit each zero
// would cost a frame (docs/internals/benchmarks.md).
//
// Invariant: zeros are written only at or after filled_, under the mutex; the writer writes below
// filled_, or moves it first, under the mutex. So a zero never overwrites a frame.
class PreparedSpace {
 public:
  struct Segment {
    SegmentHeader header;
    std::shared_ptr<File> file;
    std::uint64_t filled_bytes = page_bytes;  // only zeros from the writer's place to here
  };

  // `folder` and `files` must outlive this. `next` has no file if it does not exist yet.
  PreparedSpace(Folder& folder, SegmentFiles& files, const Options& options, Segment active,
                Segment next);

  // Only the writer's thread calls the functions up to call_for_work.
  File& active() { return *active_.file; }
  std::uint32_t number() const { return active_.header.number; }
  std::uint64_t capacity_bytes() const { return active_.header.capacity_bytes; }
  // The writer calls this before it writes up to `end`.
  void claim(std::uint64_t end);
  // Undoes the writes from `begin` to the last claim, after disk_full. If this fails, the writer's
  // position is unknown.
  Done undo_claim(std::uint64_t begin);
  // Guarantees a next segment with name and header on the disk. Creates it if prepare() has not
  // done so yet. disk_full changes nothing.
  Done ensure_next();
  // Makes the next segment the active one. Requires ensure_next.
  void advance();

  // These surround each write and sync, so that prepare() does not start a write of zeros in
  // between.
  void begin_write() { writing_.store(true, std::memory_order_relaxed); }
  void end_write() { writing_.store(false, std::memory_order_relaxed); }
  // Wakes the thread in await_work if there is something to prepare.
  void call_for_work();

  // Does one step of the preparation, next segment first; returns `done` if the disk is full. After
  // an error the writer fails too. Any thread but the writer's calls this.
  Result<Work> prepare();
  void await_work(std::chrono::milliseconds at_most);
  // Ends await_work, even if nothing needs preparation.
  void wake();
  // Returns when the writer is idle. The writer sends no signal: at_most is the time between two
  // checks.
  void await_writer(std::chrono::microseconds at_most);
  // Returns the approximate number of prepared zeros. Thread-safe.
  std::uint64_t ahead_bytes() const;
  // Marks the space as unusable, after an error.
  void fail() { failed_.store(true); }
  bool failed() const { return failed_.load(std::memory_order_relaxed); }

 private:
  bool wants_work() const;
  std::uint64_t next_due() const;
  Done make_next();
  Result<Work> prepare_step();
  Result<Work> fill(Segment& segment, std::uint64_t until);

  Folder& folder_;
  SegmentFiles& files_;
  const Options options_;
  const bool fills_;
  const std::string zeros_;

  std::uint64_t filled_before_claim_;       // the writer's own
  std::atomic<std::uint64_t> written_;      // the end of the writer's claims in the active segment
  std::atomic<std::uint64_t> filled_;       // of the active segment; rises under the mutex only
  std::atomic<std::uint64_t> next_filled_;  // 0 if the next segment does not exist

  std::atomic<bool> writing_ = false;
  std::atomic<bool> failed_ = false;
  std::condition_variable called_;
  std::mutex call_mutex_;
  bool call_ = false;  // guarded by call_mutex_

  std::mutex mutex_;
  Segment active_;  // the writer's thread changes it under mutex_, and may read it without
  Segment next_;    // guarded by mutex_
};

}  // namespace tradepost::journal
