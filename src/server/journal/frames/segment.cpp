#include "journal/frames/segment.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/text/whole_number.hpp"
#include "journal/disk/refusal.hpp"

namespace tradepost::journal {
namespace {

constexpr std::string_view segment_suffix = ".segment";
constexpr std::string_view temporary_suffix = ".new";
constexpr std::size_t number_digits = 8;

}  // namespace

std::string segment_name(std::uint32_t number) {
  return fmt::format("{:08x}{}", number, segment_suffix);
}

std::optional<std::uint32_t> segment_number(std::string_view name) {
  if (!name.ends_with(segment_suffix)) return std::nullopt;
  name.remove_suffix(segment_suffix.size());
  const auto number = base::whole_number<std::uint32_t>(name, 16);
  return name.size() == number_digits && number != 0 ? number : std::nullopt;
}

bool is_temporary(std::string_view name) {
  return name.ends_with(temporary_suffix);
}

Result<std::vector<std::uint32_t>> list_segments(Folder& folder) {
  TRY_ASSIGN(const auto names, folder.names());
  std::vector<std::uint32_t> numbers;
  for (const auto& name : names) {
    if (const auto number = segment_number(name)) numbers.push_back(*number);
  }
  std::ranges::sort(numbers);
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i] != numbers[i - 1] + 1) {
      return base::refuse(damaged({numbers[i - 1] + 1, 0}, segment_is_missing));
    }
  }
  return numbers;
}

Result<std::shared_ptr<File>> make_segment(Folder& folder, const SegmentHeader& header) {
  const auto name = segment_name(header.number);
  const auto temporary = name + std::string(temporary_suffix);
  TRY(folder.remove(temporary));
  TRY_ASSIGN(std::shared_ptr<File> file, folder.open(temporary, OpenAs::made_new));
  TRY(file->write_at(0, encode_segment_header(header)));
  TRY(file->sync());
  TRY(folder.rename(temporary, name));
  TRY(folder.sync());
  return file;
}

Result<SegmentHeader> read_segment_header(File& file, std::uint32_t number) {
  std::string page(page_bytes, '\0');
  TRY_ASSIGN(const auto count, file.read_at(0, page));
  const auto seen = see_segment_header(std::string_view(page).substr(0, count));
  const Place place{number, 0};
  if (seen.sight == Sight::too_new) {
    return base::refuse(too_new(place, "the segment has an unknown version"));
  }
  if (seen.sight != Sight::whole) {
    return base::refuse(damaged(place, "the segment's header is incomplete"));
  }
  if (seen.header.number != number) {
    return base::refuse(damaged(place, "the header belongs to another segment"));
  }
  return seen.header;
}

Result<std::shared_ptr<File>> SegmentFiles::file(std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  if (const auto found = open_.find(number); found != open_.end()) return found->second;
  TRY_ASSIGN(std::shared_ptr<File> file, folder_.open(segment_name(number), OpenAs::read_only));
  TRY_ASSIGN(const auto header, read_segment_header(*file, number));
  if (header.identity != identity_) {
    return base::refuse(damaged({number, 0}, "the segment belongs to another journal"));
  }
  if (open_.size() >= open_max_) open_.erase(open_.begin());
  open_.emplace(number, file);
  return file;
}

void SegmentFiles::keep(std::uint32_t number, std::shared_ptr<File> file) {
  const std::lock_guard lock(mutex_);
  open_.insert_or_assign(number, std::move(file));
}

}  // namespace tradepost::journal
