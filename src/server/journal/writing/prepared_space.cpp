#include "journal/writing/prepared_space.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/ground/check.hpp"

namespace tradepost::journal {
namespace {

// Another process took the space after the check: preparation stops.
bool is_full(const Done& done) {
  return !done && done.error().code() == base::ErrorCode::disk_full;
}

}  // namespace

PreparedSpace::PreparedSpace(Folder& folder, SegmentFiles& files, const Options& options,
                             Segment active, Segment next)
    : folder_(folder),
      files_(files),
      options_(options),
      fills_(options.fill_ahead_bytes > 0 && folder.rewriting() == Rewriting::in_place),
      zeros_(fills_ ? options.fill_step_bytes : 0, '\0'),
      filled_before_claim_(page_bytes),
      written_(page_bytes),
      filled_(active.filled_bytes),
      next_filled_(next.file ? next.filled_bytes : 0),
      active_(std::move(active)),
      next_(std::move(next)) {
  files_.keep(active_.header.number, active_.file);
  if (next_.file) files_.keep(next_.header.number, next_.file);
}

void PreparedSpace::claim(std::uint64_t end) {
  written_.store(end, std::memory_order_relaxed);
  filled_before_claim_ = filled_.load(std::memory_order_relaxed);
  if (end <= filled_before_claim_) return;
  const std::lock_guard lock(mutex_);  // waits for a running write of zeros
  filled_before_claim_ = filled_.load(std::memory_order_relaxed);
  if (end > filled_before_claim_) filled_.store(end);
}

// Overwrites the filled part, which has its space, with zeros. After a crash, torn bytes after the
// last frame would be cut; after a closing frame they would look like damage.
Done PreparedSpace::undo_claim(std::uint64_t begin) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t end = std::max(begin, filled_before_claim_);
  TRY(active_.file->write_at(begin, std::string(end - begin, '\0')));
  TRY(active_.file->truncate(end));
  written_.store(begin, std::memory_order_relaxed);
  filled_.store(end);
  return {};
}

Done PreparedSpace::ensure_next() {
  const std::lock_guard lock(mutex_);
  return make_next();
}

void PreparedSpace::advance() {
  const std::lock_guard lock(mutex_);
  CHECK(next_.file != nullptr);
  active_ = std::exchange(next_, Segment{});
  written_.store(page_bytes);
  filled_.store(active_.filled_bytes);
  next_filled_.store(0);
}

Done PreparedSpace::make_next() {
  if (next_.file) return {};
  const SegmentHeader header{.identity = active_.header.identity,
                             .number = active_.header.number + 1,
                             .capacity_bytes = options_.segment_bytes};
  TRY_ASSIGN(auto file, make_segment(folder_, header));
  files_.keep(header.number, file);
  next_ = {.header = header, .file = std::move(file), .filled_bytes = page_bytes};
  next_filled_.store(page_bytes);
  return {};
}

Result<Work> PreparedSpace::fill(Segment& segment, std::uint64_t until) {
  until = std::min(until, segment.header.capacity_bytes);
  if (segment.filled_bytes >= until) return Work::done;
  const auto step = std::min<std::uint64_t>(zeros_.size(), until - segment.filled_bytes);
  const Done written =
      segment.file->write_at(segment.filled_bytes, std::string_view(zeros_).substr(0, step));
  // An incomplete write of zeros is harmless.
  if (is_full(written)) return Work::done;
  TRY(written);
  TRY(segment.file->sync());
  segment.filled_bytes += step;
  return Work::more;
}

Result<Work> PreparedSpace::prepare() {
  const std::lock_guard lock(mutex_);
  auto work = prepare_step();
  if (!work) fail();
  return work;
}

Result<Work> PreparedSpace::prepare_step() {
  if (!next_.file) {
    const Done made = make_next();
    if (is_full(made)) return Work::done;
    TRY(made);
    return Work::more;
  }
  if (!fills_) return Work::done;
  if (writing_.load(std::memory_order_relaxed)) return Work::later;
  active_.filled_bytes = filled_.load();
  TRY_ASSIGN(auto work, fill(active_, capacity_bytes()));
  filled_.store(active_.filled_bytes);
  if (work == Work::more) return work;
  TRY_ASSIGN(work, fill(next_, next_due() + options_.fill_ahead_bytes));
  next_filled_.store(next_.filled_bytes);
  return work;
}

// The next segment is filled to the same fraction as the active one is written, so that it is
// complete when it is needed, without a burst of writes.
std::uint64_t PreparedSpace::next_due() const {
  return options_.segment_bytes * written_.load(std::memory_order_relaxed) / capacity_bytes();
}

void PreparedSpace::call_for_work() {
  if (wants_work()) wake();
}

void PreparedSpace::wake() {
  {
    const std::lock_guard lock(call_mutex_);
    if (call_) return;
    call_ = true;
  }
  called_.notify_one();
}

void PreparedSpace::await_work(std::chrono::milliseconds at_most) {
  std::unique_lock lock(call_mutex_);
  called_.wait_for(lock, at_most, [&] { return call_; });
  call_ = false;
}

void PreparedSpace::await_writer(std::chrono::microseconds at_most) {
  std::unique_lock lock(call_mutex_);
  called_.wait_for(lock, at_most, [&] { return !writing_.load(std::memory_order_relaxed); });
}

// Only the writer's thread calls this. It wakes the preparer when half of the space ahead is used.
bool PreparedSpace::wants_work() const {
  const auto next_filled = next_filled_.load(std::memory_order_relaxed);
  if (next_filled == 0) return true;
  if (!fills_) return false;
  const auto due = std::min(next_due() + options_.fill_ahead_bytes / 2, options_.segment_bytes);
  return filled_.load(std::memory_order_relaxed) < capacity_bytes() || next_filled < due;
}

std::uint64_t PreparedSpace::ahead_bytes() const {
  const auto filled = filled_.load(std::memory_order_relaxed);
  const auto written = written_.load(std::memory_order_relaxed);
  return (filled > written ? filled - written : 0) + next_filled_.load(std::memory_order_relaxed);
}

}  // namespace tradepost::journal
