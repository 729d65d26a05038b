#include "store/embedded/folder/data_folder.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>
#include <vector>

#include "journal/disk/posix_folder.hpp"
#include "journal/disk/refusal.hpp"
#include "store/embedded/folder/format_file.hpp"
#include "store/embedded/format/fields.hpp"
#include "store/embedded/format/key.hpp"
#include "store/embedded/format/value_codec.hpp"

namespace tradepost::store::embedded {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view scratch_prefix = "check-";
constexpr std::size_t copied_at_once = 1u << 20;

std::unexpected<base::Error> refusal(std::string_view operation, const std::string& path,
                                     const std::error_code& error) {
  return base::refuse(journal::refused_by_system(operation, path, error.value()));
}

Done remove_scratch_of_the_dead(const DataFolder& data) {
  std::error_code error;
  std::vector<fs::path> left;
  for (const auto& entry : fs::directory_iterator(data.path, error)) {
    const auto name = entry.path().filename().string();
    const bool is_number =
        name.find_first_not_of("0123456789", scratch_prefix.size()) == std::string::npos;
    if (name.starts_with(scratch_prefix) && is_number) left.push_back(entry.path());
  }
  if (error) return refusal("list", data.path, error);
  for (const auto& path : left) fs::remove_all(path, error);
  return {};
}

// The format is the first field in every format.
std::uint32_t format_of(std::string_view applied) {
  std::uint32_t format = 0;
  FieldReader reader(applied.substr(0, sizeof format));
  reader(format);
  return format;
}

base::Error index_too_new(std::uint32_t format) {
  return {base::ErrorCode::too_new,
          base::CallerText("The index was written by a newer version of tradepost."),
          base::LogText("index: format " + std::to_string(format) + ", supported up to " +
                        std::to_string(Applied::format_now))};
}

}  // namespace

Result<LockedJournal> lock_journal(const DataFolder& data) {
  LockedJournal locked;
  TRY_ASSIGN(locked.folder, journal::open_posix_folder(data.journal(), journal::Missing::refuse));
  TRY_ASSIGN(const auto names, locked.folder->names());
  if (names.empty()) return base::refuse(journal::no_journal());
  TRY_ASSIGN(locked.lock, locked.folder->lock());
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(data.path, journal::Missing::refuse));
  TRY(read_format(*folder, exchange::newest_format));
  return locked;
}

Result<ScratchFolder> ScratchFolder::in(const DataFolder& data) {
  TRY(remove_scratch_of_the_dead(data));
  const auto path = data.path + "/" + std::string(scratch_prefix) + std::to_string(::getpid());
  TRY(make_folder(path));
  return ScratchFolder(path);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

Done ScratchFolder::replace_index(const DataFolder& data) const {
  if (is_there(data.index())) TRY(rename_path(data.index(), path_ + "/former"));
  TRY(rename_path(index(), data.index()));
  return sync_folder(data.path);
}

Result<SeenIndex> see_index(const DataFolder& data, const journal::Identity& journal) {
  using State = SeenIndex::State;
  SeenIndex seen;
  if (!is_there(data.index() + "/CURRENT")) return seen;
  auto index = Index::open_to_read(data.index(), options_of_work());
  ReadContext context;
  auto bytes = index ? (*index)->get(key<layouts::applied>(), context)
                     : Result<std::optional<std::string>>(base::refuse(index.error()));
  if (!bytes) {
    if (bytes.error().code() != base::ErrorCode::damaged) return base::refuse(bytes.error());
    seen.state = State::unreadable;
    seen.why = bytes.error().detail().str();
    return seen;
  }
  if (*bytes && format_of(**bytes) > Applied::format_now) {
    return base::refuse(index_too_new(format_of(**bytes)));
  }
  seen.state = State::foreign;
  if (!*bytes) return seen;
  const auto applied = decoded<Applied>(**bytes, "applied");
  if (!applied || applied->format != Applied::format_now || applied->journal != journal) {
    return seen;
  }
  seen.state = State::readable;
  seen.index = *std::move(index);
  seen.applied = *applied;
  return seen;
}

IndexOptions options_of_work() {
  IndexOptions options;
  options.cache_bytes = 32u << 20;
  return options;
}

Done sync_folder(const std::string& path) {
  TRY_ASSIGN(const auto folder, journal::open_posix_folder(path, journal::Missing::refuse));
  return folder->sync();
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() != fs::file_type::not_found;
}

bool is_empty_folder(const std::string& path) {
  std::error_code error;
  return fs::is_directory(path, error) && fs::is_empty(path, error) && !error;
}

Done make_folder(const std::string& path) {
  TRY(journal::open_posix_folder(path, journal::Missing::make));
  return {};
}

Done rename_path(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error) return refusal("rename", from, error);
  return {};
}

Done copy_front(const std::string& from, const std::string& to, std::uint64_t bytes) {
  const fs::path source(from);
  const fs::path target(to);
  using journal::Missing;
  TRY_ASSIGN(const auto read_in,
             journal::open_posix_folder(source.parent_path().string(), Missing::refuse));
  TRY_ASSIGN(const auto written_in,
             journal::open_posix_folder(target.parent_path().string(), Missing::refuse));
  TRY_ASSIGN(const auto file,
             read_in->open(source.filename().string(), journal::OpenAs::read_only));
  TRY(written_in->remove(target.filename().string()));
  TRY_ASSIGN(const auto copy,
             written_in->open(target.filename().string(), journal::OpenAs::made_new));
  std::string buffer(copied_at_once, '\0');
  for (std::uint64_t at = 0; at < bytes;) {
    const auto wanted = std::min<std::uint64_t>(buffer.size(), bytes - at);
    TRY_ASSIGN(const auto count, file->read_at(at, {buffer.data(), wanted}));
    if (count == 0) break;
    TRY(copy->write_at(at, std::string_view(buffer).substr(0, count)));
    at += count;
  }
  return copy->sync();
}

Done link_or_copy(const std::string& from, const std::string& to) {
  std::error_code error;
  fs::remove(to, error);
  fs::create_hard_link(from, to, error);
  if (!error) return {};
  return copy_front(from, to, std::numeric_limits<std::uint64_t>::max());
}

std::string name_of_moment(base::Instant instant) {
  std::string name = base::to_string(instant);
  name.resize(std::min(name.find('.'), name.size()));
  std::erase(name, '-');
  std::erase(name, ':');
  return name + "Z";
}

}  // namespace tradepost::store::embedded
