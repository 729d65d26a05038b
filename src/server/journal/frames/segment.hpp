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

// The text of the error at the place of a missing segment.
inline constexpr std::string_view segment_is_missing = "the segment is missing";

// Returns the numbers of the folder's segments, sorted. Fails with damaged if one in the middle is
// missing.
Result<std::vector<std::uint32_t>> list_segments(Folder& folder);

// Creates a segment atomically: temporary name, header, sync, rename, sync of the folder.
Result<std::shared_ptr<File>> make_segment(Folder& folder, const SegmentHeader& header);

// Fails with damaged if the header is not this segment's, and with too_new.
Result<SegmentHeader> read_segment_header(File& file, std::uint32_t number);

// The open files of a journal. Thread-safe. The writer's files are the newest ones and stay open.
class SegmentFiles {
 public:
  // `folder` must outlive this.
  SegmentFiles(Folder& folder, Identity identity,
               std::size_t open_max = base::limits::segments_open_max)
      : folder_(folder), identity_(identity), open_max_(open_max) {}

  // Fails with not_found if the segment does not exist, and with damaged if its header is wrong.
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
