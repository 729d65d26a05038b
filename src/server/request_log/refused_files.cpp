#include "request_log/refused_files.hpp"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/tasks/thread_name.hpp"
#include "base/text/whole_number.hpp"
#include "request_log/record.hpp"

namespace tradepost::request_log {
namespace {

using base::Instant;

constexpr std::chrono::minutes look_every{10};
// Longer than a look at the files and the slowest request together.
constexpr std::chrono::hours removed_early{1};
constexpr std::uint64_t files_max = 8;  // of their full size
constexpr std::size_t added_bytes_max = 2u << 20;
constexpr std::string_view suffix = ".requests";

// A name has the instant at which the file was begun, in milliseconds: 1772442843271.requests
std::string name_of(Instant begun) {
  return std::to_string(base::epoch_ms(begun)) + std::string(suffix);
}

std::optional<Instant> begun_in(std::string_view name) {
  if (!name.ends_with(suffix)) return std::nullopt;
  name.remove_suffix(suffix.size());
  const auto ms = base::whole_number<std::int64_t>(name);
  return ms ? std::optional(base::instant_of(*ms)) : std::nullopt;
}

}  // namespace

base::Result<std::unique_ptr<RefusedFiles>> RefusedFiles::open(const std::string& folder,
                                                               RequestLog& requests,
                                                               const base::Clock& clock,
                                                               const base::Log& log) {
  TRY_ASSIGN(base::OpenFolder opened, base::OpenFolder::make(folder));
  std::unique_ptr<RefusedFiles> files(new RefusedFiles(std::move(opened), requests, clock, log));
  TRY(files->read_all());
  RefusedFiles* const one = files.get();
  files->thread_ = std::jthread([one](const std::stop_token& stop) { one->run(stop); });
  requests.keep_refused_by(
      [one](const Owner& owner, const LoggedRequest& request) { one->add(owner, request); });
  return files;
}

base::Done RefusedFiles::remove_all(const std::string& folder) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) return {};
  TRY_ASSIGN(const base::OpenFolder opened, base::OpenFolder::make(folder));
  TRY_ASSIGN(const auto names, opened.names());
  for (const std::string& name : names) {
    if (begun_in(name)) TRY(opened.remove(name));
  }
  return {};
}

RefusedFiles::RefusedFiles(base::OpenFolder folder, RequestLog& requests, const base::Clock& clock,
                           const base::Log& log)
    : folder_(std::move(folder)), requests_(requests), clock_(clock), log_(log) {}

RefusedFiles::~RefusedFiles() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void RefusedFiles::add(const Owner& owner, const LoggedRequest& request) {
  const std::string bytes = bytes_of(owner, request);
  {
    const std::lock_guard lock(mutex_);
    if (added_.size() + bytes.size() > added_bytes_max) return;
    added_ += bytes;
  }
  comes_.notify_one();
}

// Names sort by time, because all have the same number of digits until the year 2286.
base::Done RefusedFiles::read_all() {
  TRY(remove_old(clock_.now()));
  TRY_ASSIGN(const auto names, folder_.names());
  for (const std::string& name : names) {
    if (!begun_in(name)) continue;
    const auto bytes = folder_.read_whole(name, requests_.bytes_max());
    if (!bytes) {
      log_failure(bytes.error());
      continue;
    }
    std::string_view rest = *bytes;
    while (auto record = take_record(rest))
      requests_.add(record->owner, std::move(record->request));
  }
  return {};
}

void RefusedFiles::run(const std::stop_token& stop) {
  base::name_thread("request log");
  bool is_last = false;
  while (!is_last) {
    is_last = stop.stop_requested();
    const std::string added = take_added(stop);
    const Instant now = clock_.now();
    close_old(now);
    base::Done done;
    if (!added.empty()) done = append(added, now);
    requests_.remove_old();
    base::Done removed = remove_old(now);
    if (done) done = std::move(removed);
    if (!done && !is_failing_) log_failure(done.error());
    is_failing_ = !done;
  }
}

void RefusedFiles::log_failure(const base::Error& error) const {
  log_.error("request_log_failed",
             {{"reason", error.text().str()}, {"detail", error.detail().str()}});
}

// Returns at least every `look_every`, because old files must be removed.
std::string RefusedFiles::take_added(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  comes_.wait_for(lock, stop, look_every, [this] { return !added_.empty(); });
  return std::exchange(added_, {});
}

// An open file is never removed, so it is closed without a new request too.
void RefusedFiles::close_old(Instant now) {
  const std::chrono::hours a_file(requests_.kept_for().count());  // a 24th of the days
  if (open_ && (now - open_->begun >= a_file || now < open_->begun)) open_.reset();
}

base::Done RefusedFiles::append(std::string_view bytes, Instant now) {
  const auto is_full = [&](const OpenFile& one) {
    return one.file.bytes() + bytes.size() > requests_.bytes_max() / files_max;
  };
  if (!open_ || is_full(*open_)) TRY(begin_file(now));
  base::Done done = open_->file.append(bytes);
  if (!open_->file.is_whole()) open_.reset();
  return done;
}

// The file is not empty if two begin at one instant.
base::Done RefusedFiles::begin_file(Instant now) {
  open_.reset();
  TRY_ASSIGN(base::AppendedFile file,
             base::AppendedFile::open(folder_.path() + "/" + name_of(now)));
  open_.emplace(OpenFile{.file = std::move(file), .begun = now});
  return {};
}

// Removes files whose first request is nearly too old, and the oldest ones if all have too many
// bytes.
base::Done RefusedFiles::remove_old(Instant now) {
  TRY_ASSIGN(const auto names, folder_.names());
  base::Done done;
  std::uint64_t bytes = 0;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    const auto begun = begun_in(*name);
    if (!begun) continue;
    TRY_ASSIGN(const auto look, folder_.look_at(*name));
    if (!look) continue;
    bytes += look->bytes;
    const bool is_open = open_ && open_->begun == *begun;
    const bool is_old = *begun + requests_.kept_for() < now + removed_early;
    const bool is_too_much = bytes > requests_.bytes_max();
    if (is_open || !(is_old || is_too_much)) continue;
    if (base::Done removed = folder_.remove(*name); !removed) done = std::move(removed);
  }
  return done;
}

}  // namespace tradepost::request_log
