// Measures a start with a full last segment (256 MB), which is the most that a start reads: without
// its files in the page cache, and with them. The argument is the folder to write in (default: the
// current one).
#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/ground/check.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/journal.hpp"

namespace {

namespace journal = tradepost::journal;
using Clock = std::chrono::steady_clock;

constexpr int turns = 5;
constexpr std::size_t records_per_frame = 64;

journal::Options one_large_segment() {
  journal::Options options;
  options.first_segment_bytes = options.segment_bytes;
  return options;
}

std::unique_ptr<journal::Journal> open(journal::Folder& folder) {
  auto opened = journal::Journal::open(folder, one_large_segment(), {});
  CHECK(opened.has_value());
  return std::move(*opened);
}

// Fills the first segment.
std::uint64_t fill(journal::Folder& folder) {
  const auto writing = open(folder);
  const std::string head(160, 'h');
  const std::string body(3000, 'b');
  const journal::KeptBody kept{.bytes = body,
                               .proof = journal::prove({}, tradepost::base::sha256(body))};
  const std::vector<journal::NewRecord> records(
      records_per_frame, {.kind = 1, .version = 1, .head = head, .body = kept});
  const auto frame_bytes = journal::frame_bytes(records);
  auto& writer = writing->writer();
  while (writer.end().place.offset + frame_bytes + journal::page_bytes <=
         one_large_segment().first_segment_bytes) {
    CHECK(writer.append(records, Clock::now()).has_value());
  }
  CHECK(writer.end().place.segment == 1);
  return writer.end().place.offset;
}

void drop_from_cache(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const int file = ::open(entry.path().c_str(), O_RDONLY);
    CHECK(file >= 0);
    CHECK(::fdatasync(file) == 0);
    CHECK(::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0);
    ::close(file);
  }
}

double start_ms(journal::Folder& folder) {
  const auto begin = Clock::now();
  open(folder);
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** arguments) {
  const std::filesystem::path path =
      std::filesystem::path(count > 1 ? arguments[1] : ".") / "journal_start.bench";
  std::filesystem::remove_all(path);
  auto folder = journal::open_posix_folder(path.string(), journal::Missing::make);
  CHECK(folder.has_value());
  const auto bytes = fill(**folder);
  std::vector<double> cold;
  std::vector<double> warm;
  for (int i = 0; i < turns; ++i) {
    drop_from_cache(path);
    cold.push_back(start_ms(**folder));
    warm.push_back(start_ms(**folder));
  }
  fmt::print("start with {} MB of tail: cold {:.0f} ms, from the page cache {:.0f} ms\n",
             bytes >> 20, median(cold), median(warm));
  std::filesystem::remove_all(path);
  return 0;
}
