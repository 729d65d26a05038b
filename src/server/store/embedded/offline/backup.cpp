#include "store/embedded/offline/backup.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "journal/disk/posix_folder.hpp"
#include "journal/disk/refusal.hpp"
#include "journal/frames/scan.hpp"
#include "journal/frames/segment.hpp"
#include "journal/recovery/verify.hpp"
#include "store/embedded/folder/erasures.hpp"
#include "store/embedded/folder/format_file.hpp"
#include "store/embedded/folder/small_file.hpp"

namespace tradepost::store::embedded {
namespace {

namespace fs = std::filesystem;

using base::CallerText;
using base::ErrorCode;
using base::LogText;

constexpr auto note_name = "backup";
constexpr std::string_view note_title = "tradepost backup ";
constexpr std::string_view restoring = "/restoring";

base::Error is_in_the_way(const std::string& path) {
  return {ErrorCode::conflict, CallerText("The target already exists."),
          LogText(path + " already exists")};
}

base::Error left_of_another(const std::string& path) {
  return {ErrorCode::conflict,
          CallerText("A backup to this target was interrupted, or is in progress."),
          LogText(path + " is the incomplete backup; remove it if no backup is in progress")};
}

base::Error no_backup(std::string_view why) {
  return {ErrorCode::damaged, CallerText("This is not a complete backup."),
          LogText(std::string(why))};
}

// A folder that the destructor removes, unless keep() was called.
class MadeFolder {
 public:
  explicit MadeFolder(std::string path) : path_(std::move(path)) {}
  MadeFolder(const MadeFolder&) = delete;
  MadeFolder& operator=(const MadeFolder&) = delete;
  ~MadeFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }
  void keep() { path_.clear(); }

 private:
  std::string path_;
};

std::string without_slashes(std::string path) {
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  return path;
}

std::string folder_above(const std::string& path) {
  const auto above = fs::path(path).parent_path().string();
  return above.empty() ? "." : above;
}

std::string text_of(const BackupNote& note) {
  return fmt::format("{}{}\njournal {}\nsequence {}\nchain {}\ntaken-ms {}\n", note_title,
                     note.format, hex_of(note.journal.bytes), note.sequence, note.chain.hex(),
                     base::epoch_ms(note.taken));
}

Done write_note(const std::string& backup, const BackupNote& note) {
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(backup, journal::Missing::refuse));
  TRY(write_small_file(*folder, note_name, text_of(note)));
  return folder->sync();
}

// The end of a segment's whole frames, and the state in its last one.
struct Written {
  std::uint32_t end = 0;  // 0: not opened yet
  journal::Sequence sequence = 0;
  base::Digest chain;
};

// Excludes the frame that closes the segment, because a start would expect another segment after
// it.
Result<Written> see_written(journal::File& file, std::uint32_t number,
                            const journal::Identity& identity) {
  journal::FrameCodec codec(identity);
  TRY_ASSIGN(auto scanner, journal::Scanner::over(file, number, codec));
  Written written;
  for (auto offset = static_cast<std::uint32_t>(journal::page_bytes);;) {
    TRY_ASSIGN(const auto seen, scanner.look(offset));
    if (seen.sight == journal::Sight::too_new) {
      return base::refuse(journal::too_new({number, offset}, "the frame has an unknown version"));
    }
    if (seen.sight != journal::Sight::whole || seen.header.kind == journal::FrameKind::close) {
      return written;
    }
    offset += static_cast<std::uint32_t>(seen.header.frame_bytes());
    written = {
        .end = offset, .sequence = seen.header.next_sequence() - 1, .chain = seen.header.chain};
  }
}

// The last segment with a frame, which the journal is writing.
struct Active {
  journal::Identity identity;
  std::uint32_t number = 0;
  Written written;
};

Result<Active> find_active(journal::Folder& folder, std::span<const std::uint32_t> numbers) {
  for (auto number = numbers.rbegin(); number != numbers.rend(); ++number) {
    TRY_ASSIGN(const auto file,
               folder.open(journal::segment_name(*number), journal::OpenAs::read_only));
    TRY_ASSIGN(const auto header, journal::read_segment_header(*file, *number));
    TRY_ASSIGN(const auto written, see_written(*file, *number, header.identity));
    if (written.end == 0) continue;
    return Active{.identity = header.identity, .number = *number, .written = written};
  }
  return base::refuse(journal::no_journal());
}

Done copy_journal(const std::string& from, const std::string& to,
                  std::span<const std::uint32_t> numbers, const Active& active,
                  const OnProgress& on_progress) {
  TRY(make_folder(to));
  for (const auto number : numbers) {
    if (number > active.number) break;
    if (on_progress) on_progress({.what = "copying segment", .done = number, .of = active.number});
    const auto name = "/" + journal::segment_name(number);
    if (number < active.number) {
      TRY(link_or_copy(from + name, to + name));
    } else {
      TRY(copy_front(from + name, to + name, active.written.end));
    }
  }
  return sync_folder(to);
}

Result<exchange::StoreFormat> format_of(const DataFolder& data) {
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(data.path, journal::Missing::refuse));
  return read_format(*folder, exchange::newest_format);
}

Done copy_format(const DataFolder& from, const DataFolder& to) {
  TRY_ASSIGN(const auto format, format_of(from));
  TRY_ASSIGN(const auto target, journal::open_posix_folder(to.path, journal::Missing::refuse));
  return write_format(*target, format);
}

// Verifies that a start can read the copy, and that it has the right end.
Done verify_copy(const std::string& journal, const BackupNote& note,
                 const OnProgress& on_progress) {
  if (on_progress) on_progress({.what = "reading the copy", .done = 0, .of = 0});
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(journal, journal::Missing::refuse));
  journal::Spectator spectator;
  TRY_ASSIGN(const auto verdict, journal::verify(*folder, {}, spectator));
  if (!verdict.defects.empty()) {
    const auto& defect = verdict.defects.front();
    return base::refuse(journal::damaged(defect.place, defect.what));
  }
  const bool is_all = verdict.identity == note.journal && !verdict.torn &&
                      verdict.end.next == note.sequence + 1 && verdict.end.chain == note.chain;
  if (!is_all) {
    return base::refuse(
        journal::damaged(verdict.end.place, "the copy does not end where the note says"));
  }
  return {};
}

}  // namespace

Result<BackupNote> read_backup_note(const std::string& backup) {
  if (without_slashes(backup).ends_with(unfinished_suffix)) {
    return base::refuse(no_backup("it was interrupted, or is in progress"));
  }
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(backup, journal::Missing::refuse));
  TRY_ASSIGN(const auto text, read_small_file(*folder, note_name));
  if (!text) {
    return base::refuse(no_backup("the file `backup` is missing"));
  }
  const auto lines = KeyedLines::parse(*text, note_title);
  if (!lines) return base::refuse(no_backup("the file `backup` has an unknown format"));
  BackupNote note;
  note.format = lines->format();
  if (note.format > BackupNote::format_now) {
    return base::refuse(base::Error(
        ErrorCode::too_new, CallerText("The backup was taken by a newer version of tradepost."),
        LogText(fmt::format("backup: format {}", note.format))));
  }
  std::int64_t taken_ms = 0;
  const bool is_whole =
      lines->read_hex("journal", note.journal.bytes) && lines->read("sequence", note.sequence) &&
      lines->read_hex("chain", note.chain.bytes) && lines->read("taken-ms", taken_ms);
  if (!is_whole) return base::refuse(no_backup("the file `backup` is incomplete"));
  note.taken = base::instant_of(taken_ms);
  return note;
}

Result<BackupReport> back_up(const DataFolder& data, const std::string& target,
                             const base::Clock& clock, const OnProgress& on_progress) {
  const auto end = without_slashes(target);
  if (is_there(end)) return base::refuse(is_in_the_way(end));
  const auto temporary = end + std::string(unfinished_suffix);
  if (is_there(temporary)) return base::refuse(left_of_another(temporary));
  TRY_ASSIGN(const auto folder,
             journal::open_posix_folder(data.journal(), journal::Missing::refuse));
  TRY(format_of(data));  // refuses a newer one before the copying
  BackupReport report;
  report.note.taken = clock.now();
  TRY_ASSIGN(const auto numbers, journal::list_segments(*folder));
  TRY_ASSIGN(const Active active, find_active(*folder, numbers));
  report.note.journal = active.identity;
  report.note.sequence = active.written.sequence;
  report.note.chain = active.written.chain;
  report.segments = active.number - numbers.front() + 1;

  TRY(make_folder(temporary));
  MadeFolder made(temporary);
  const DataFolder copy{temporary};
  TRY(copy_journal(data.journal(), copy.journal(), numbers, active, on_progress));
  TRY(verify_copy(copy.journal(), report.note, on_progress));
  // After the journal, so that the number is not below the format of a record.
  TRY(copy_format(data, copy));
  TRY(write_note(temporary, report.note));
  if (is_there(end)) return base::refuse(is_in_the_way(end));
  TRY(rename_path(temporary, end));
  made.keep();
  TRY(sync_folder(folder_above(end)));
  return report;
}

Result<RestoreReport> restore(const std::string& backup, const DataFolder& data,
                              std::span<const std::string> erased_in, const World& world,
                              const OnProgress& on_progress) {
  RestoreReport report;
  TRY_ASSIGN(report.note, read_backup_note(backup));
  const DataFolder from{without_slashes(backup)};
  const DataFolder to{without_slashes(data.path)};
  if (is_there(to.path) && !is_empty_folder(to.path)) {
    return base::refuse(is_in_the_way(to.path));
  }
  TRY(verify_copy(from.journal(), report.note, on_progress));
  LivesBefore before;
  for (const std::string& each : erased_in) {
    TRY_ASSIGN(const auto erased, erasures_in(each, report.note.journal, report.note.sequence));
    before.erased.insert(before.erased.end(), erased.begin(), erased.end());
  }
  TRY(make_folder(to.path));
  // The work folder is inside the target, which may be a mount point. Until the journal is in its
  // place, the target is not a network.
  const DataFolder work{to.path + std::string(restoring)};
  TRY(make_folder(work.path));
  MadeFolder made(work.path);
  TRY_ASSIGN(const auto folder,
             journal::open_posix_folder(from.journal(), journal::Missing::refuse));
  TRY_ASSIGN(const auto numbers, journal::list_segments(*folder));
  TRY(copy_format(from, work));
  TRY(make_folder(work.journal()));
  for (const auto number : numbers) {
    if (on_progress) on_progress({.what = "copying segment", .done = number, .of = numbers.back()});
    const auto name = "/" + journal::segment_name(number);
    TRY(copy_front(from.journal() + name, work.journal() + name,
                   std::numeric_limits<std::uint64_t>::max()));
  }
  TRY(sync_folder(work.journal()));
  TRY_ASSIGN(report.life, begin_new_life(work, before, world, on_progress));
  TRY(rename_path(work.format(), to.format()));
  TRY(rename_path(work.index(), to.index()));
  TRY(rename_path(work.journal_end(), to.journal_end()));
  TRY(rename_path(work.journal(), to.journal()));
  TRY(sync_folder(to.path));
  return report;
}

}  // namespace tradepost::store::embedded
