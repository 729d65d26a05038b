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
  later,  // there is more, but the writer needs the disk just now
  done,
};

// The space for the writer: the active segment, and the one after it, both filled with zeros before
// they are written.
//
// A sync of space that was written before has no extents to convert and no size to store. Zeros and
// frames go into different files if possible: while a file grows, its sync waits for the file
// system's own journal.
//
// A writer that is never idle overtakes the filling, and appends: on a disk at its limit each zero
// would cost a frame (docs/internals/benchmarks.md).
//
// Invariant: zeros are written only at or after filled_, under the mutex; the writer writes below
// filled_, or moves it first, under the mutex. So no zero ever lands on a frame.
class PreparedSpace {
 public:
  struct Segment {
    SegmentHeader header;
    std::shared_ptr<File> file;
    std::uint64_t filled_bytes = page_bytes;  // nothing but zeros from the writer's place to here
  };

  // `folder` and `files` must outlive this. `next` has no file where it doesn't exist yet.
  PreparedSpace(Folder& folder, SegmentFiles& files, const Options& options, Segment active,
                Segment next);

  // The writer's thread.
  File& active() { return *active_.file; }
  std::uint32_t number() const { return active_.header.number; }
  std::uint64_t capacity_bytes() const { return active_.header.capacity_bytes; }
  // The writer calls this before it writes up to `end`.
  void claim(std::uint64_t end);
  // Undoes the writes from `begin` to the last claim, because they found no space. After an error
  // here the writer's place is unknown.
  Done undo_claim(std::uint64_t begin);
  // There is a next segment, on the disk by name and header. Made at once where nobody had the time
  // before. disk_full changes nothing.
  Done ensure_next();
  // The next segment becomes the active one; after ensure_next.
  void advance();

  // Around each write and sync, so that no zeros are begun meanwhile.
  void begin_write() { writing_.store(true, std::memory_order_relaxed); }
  void end_write() { writing_.store(false, std::memory_order_relaxed); }
  // Wakes the thread in await_work if there is something to prepare.
  void call_for_work();

  // Any other thread: one step of the preparation, next segment first; without space there is
  // nothing to do. After an error the writer answers nothing more either.
  Result<Work> prepare();
  void await_work(std::chrono::milliseconds at_most);
  // Ends await_work, whether there is anything to do or not.
  void wake();
  // Until the writer rests. The writer sends no signal: at_most is the time between two checks.
  void await_writer(std::chrono::microseconds at_most);
  // Any thread, about: the zeros that are there to be written over.
  std::uint64_t ahead_bytes() const;
  // Nothing here may be trusted any more.
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
  std::atomic<std::uint64_t> next_filled_;  // 0 where there is no next segment

  std::atomic<bool> writing_ = false;
  std::atomic<bool> failed_ = false;
  std::condition_variable called_;
  std::mutex call_mutex_;
  bool call_ = false;  // guarded by call_mutex_

  std::mutex mutex_;
  Segment active_;  // changed under mutex_ by the writer's thread, which may read it without
  Segment next_;    // guarded by mutex_
};

}  // namespace tradepost::journal
