#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "journal/file.hpp"
#include "journal/format.hpp"
#include "journal/options.hpp"
#include "journal/segment.hpp"

namespace tradepost::journal {

enum class Work : std::uint8_t { more, done };

// The space the writer runs in: the active segment, the zeros ahead of it, and the segment after
// it.
//
// Writing into space that was written before, a sync has no extents to convert and no size to keep:
// half the time (docs/benchmarks.md). Invariant: zeros are written only at or behind filled_, under
// the mutex; the writer writes below filled_, or moves it first, under the mutex. So no zero ever
// lands on a frame.
class Ground {
 public:
  struct Segment {
    SegmentHeader header;
    std::shared_ptr<File> file;
    std::uint64_t filled_bytes = page_bytes;  // nothing but zeros from the writer's place to here
  };

  // `folder` and `files` must outlive this. `next` has no file where it doesn't exist yet.
  Ground(Folder& folder, SegmentFiles& files, const Options& options, Segment active, Segment next);

  // The writer's thread.
  File& active() { return *active_.file; }
  std::uint32_t number() const { return active_.header.number; }
  std::uint64_t capacity_bytes() const { return active_.header.capacity_bytes; }
  // The writer will write up to here, and tells it before it does.
  void claim(std::uint64_t end);
  // There is a next segment, on the disk by name and header. Made at once where nobody had the time
  // before.
  Done ensure_next();
  // The next segment becomes the active one; after ensure_next.
  void advance();

  // Wakes who sleeps in await_work, where there is something to prepare.
  void call_for_work();

  // Any other thread: one step of what is to be done ahead, next segment first. After an error the
  // writer answers nothing more either.
  Result<Work> prepare();
  void await_work(std::chrono::milliseconds at_most);
  // Nothing here may be trusted any more.
  void fail() { failed_.store(true); }
  bool failed() const { return failed_.load(std::memory_order_relaxed); }

 private:
  bool wants_work() const;
  Done make_next();
  Result<Work> prepare_step();
  Result<Work> fill(Segment& segment, std::uint64_t until);

  Folder& folder_;
  SegmentFiles& files_;
  const Options options_;
  const bool fills_;
  const std::string zeros_;

  std::atomic<std::uint64_t> written_;      // the end of the writer's claims in the active segment
  std::atomic<std::uint64_t> filled_;       // of the active segment; rises under the mutex only
  std::atomic<std::uint64_t> next_filled_;  // 0 where there is no next segment

  std::atomic<bool> failed_ = false;
  std::condition_variable called_;
  std::mutex call_mutex_;
  bool call_ = false;  // guarded by call_mutex_

  std::mutex mutex_;
  Segment active_;  // changed under mutex_ by the writer's thread, which may read it without
  Segment next_;    // guarded by mutex_
};

}  // namespace tradepost::journal
