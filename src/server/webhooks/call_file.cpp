#include "webhooks/call_file.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/tasks/thread_name.hpp"
#include "webhooks/kept_call.hpp"

namespace tradepost::webhooks {
namespace {

using base::Instant;
using exchange::EndpointId;
using exchange::WebhookCall;

constexpr std::chrono::minutes look_every{10};
constexpr std::chrono::hours replaced_every{24};
constexpr std::size_t added_bytes_max = 2u << 20;
constexpr std::uint64_t growth_min = 1u << 20;
constexpr std::size_t read_bytes_max = 1u << 30;  // more than any setting permits

}  // namespace

base::Result<std::unique_ptr<CallFile>> CallFile::open(const std::string& folder, CallLog& calls,
                                                       const base::Clock& clock,
                                                       const base::Log& log) {
  TRY_ASSIGN(base::OpenFolder opened, base::OpenFolder::make(folder));
  std::unique_ptr<CallFile> file(new CallFile(std::move(opened), calls, clock, log));
  TRY(file->read_all());
  CallFile* const one = file.get();
  file->thread_ = std::jthread([one](const std::stop_token& stop) { one->run(stop); });
  calls.keep_by([one](EndpointId endpoint, const WebhookCall& call) { one->add(endpoint, call); });
  return file;
}

CallFile::CallFile(base::OpenFolder folder, CallLog& calls, const base::Clock& clock,
                   const base::Log& log)
    : folder_(std::move(folder)), calls_(calls), clock_(clock), log_(log) {}

CallFile::~CallFile() {
  calls_.keep_by(nullptr);
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

// A call is in the file twice if it was added during a replacement.
base::Done CallFile::read_all() {
  must_replace_ = true;  // without the calls that are too old, and without half a record
  const auto bytes = folder_.read_whole(std::string(file_name), read_bytes_max);
  if (!bytes) {
    if (bytes.error().code() == base::ErrorCode::not_found) return {};
    return base::refuse(bytes.error());
  }
  std::unordered_set<base::Uuid> known;
  std::string_view rest = *bytes;
  while (auto kept = take_kept_call(rest)) {
    const base::Uuid id = kept->call->id;
    if (known.insert(id).second) calls_.restore(kept->endpoint, std::move(kept->call));
  }
  return {};
}

// A call is lost for the file if the disk is much slower than the calls, until the next
// replacement.
void CallFile::add(EndpointId endpoint, const WebhookCall& call) {
  const std::string bytes = bytes_of(endpoint, call);
  {
    const std::lock_guard lock(mutex_);
    if (added_.size() + bytes.size() > added_bytes_max) {
      must_replace_ = true;
    } else {
      added_ += bytes;
    }
  }
  comes_.notify_one();
}

void CallFile::replace_soon() {
  {
    const std::lock_guard lock(mutex_);
    must_replace_ = true;
  }
  comes_.notify_one();
}

void CallFile::run(const std::stop_token& stop) {
  base::name_thread("webhook calls");
  bool is_last = false;
  while (!is_last) {
    is_last = stop.stop_requested();
    Work work = take_work(stop);
    calls_.remove_old();
    const base::Done done = write(std::move(work));
    if (!done && !is_failing_) log_failure(done.error());
    is_failing_ = !done;
  }
}

// Returns at least every `look_every`, because old calls must be removed.
CallFile::Work CallFile::take_work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  comes_.wait_for(lock, stop, look_every, [this] { return !added_.empty() || must_replace_; });
  return {.added = std::exchange(added_, {}),
          .is_replacement = std::exchange(must_replace_, false)};
}

// The calls that were added are in the log already, so a replacement has them. After a failure the
// file is replaced, at the next call or look.
base::Done CallFile::write(Work work) {
  const Instant now = clock_.now();
  const std::uint64_t bytes = file_ ? file_->bytes() + work.added.size() : 0;
  const bool has_grown = bytes > replaced_bytes_ + std::max(replaced_bytes_, growth_min);
  const bool is_old = now - replaced_at_ >= replaced_every || now < replaced_at_;
  if (!file_ || work.is_replacement || has_grown || is_old) return replace();
  if (work.added.empty()) return {};
  base::Done done = file_->append(work.added);
  if (!done) file_.reset();
  return done;
}

base::Done CallFile::replace() {
  file_.reset();
  std::string bytes;
  for (const auto& [endpoint, call] : calls_.all()) bytes += bytes_of(endpoint, *call);
  TRY(folder_.write_whole(std::string(file_name), bytes, base::Readers::owner));
  TRY_ASSIGN(base::AppendedFile file,
             base::AppendedFile::open(folder_.path() + "/" + std::string(file_name)));
  file_.emplace(std::move(file));
  replaced_bytes_ = bytes.size();
  replaced_at_ = clock_.now();
  return {};
}

void CallFile::log_failure(const base::Error& error) const {
  log_.error("webhook_log_failed",
             {{"reason", error.text().str()}, {"detail", error.detail().str()}});
}

}  // namespace tradepost::webhooks
