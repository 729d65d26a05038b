#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/resource_limits.hpp"
#include "journal/disk/file.hpp"
#include "journal/disk/place.hpp"
#include "journal/frames/format.hpp"

namespace tradepost::journal {

std::string segment_name(std::uint32_t number);  // 00000001.segment
std::optional<std::uint32_t> segment_number(std::string_view name);
bool is_temporary(std::string_view name);

// What is wrong at the place of a segment that is not there, and should be.
inline constexpr std::string_view segment_is_missing = "the segment is missing";

// The segments that the folder has, sorted. An error where one in the middle is missing.
Result<std::vector<std::uint32_t>> list_segments(Folder& folder);

// A segment exists from one moment to the next: temporary name, header, sync, rename, sync of the
// folder.
Result<std::shared_ptr<File>> make_segment(Folder& folder, const SegmentHeader& header);

// damaged, where it isn't this segment's header; too_new.
Result<SegmentHeader> read_segment_header(File& file, std::uint32_t number);

// The open files of a journal, for any thread. The newest ones are the writer's own and stay open.
class SegmentFiles {
 public:
  // `folder` must outlive this.
  SegmentFiles(Folder& folder, Identity identity,
               std::size_t open_max = base::limits::segments_open_max)
      : folder_(folder), identity_(identity), open_max_(open_max) {}

  // not_found where there is no such segment; damaged where its header isn't right.
  Result<std::shared_ptr<File>> file(std::uint32_t number);
  void keep(std::uint32_t number, std::shared_ptr<File> file);

 private:
  Folder& folder_;
  const Identity identity_;
  const std::size_t open_max_;
  std::mutex mutex_;
  std::map<std::uint32_t, std::shared_ptr<File>> open_;  // guarded by mutex_
};

}  // namespace tradepost::journal
