#include "store/embedded/offline/leaving.hpp"

#include <poll.h>

#include <array>
#include <span>
#include <string>
#include <utility>

#include "journal/disk/posix_folder.hpp"
#include "store/embedded/folder/small_file.hpp"

namespace tradepost::store::embedded {
namespace {

using std::chrono::steady_clock;

constexpr int poll_interval_ms = 50;

std::string new_attempt(base::Random& random) {
  std::array<std::uint8_t, 16> bytes{};
  random.fill(std::as_writable_bytes(std::span(bytes)));
  return hex_of(bytes);
}

base::Error no_answer() {
  return {base::ErrorCode::unavailable,
          base::CallerText("The process that serves the folder did not answer in time. Stop it, "
                           "and run this command again.")};
}

}  // namespace

Result<std::unique_ptr<Leaving>> Leaving::of(const DataFolder& data) {
  TRY_ASSIGN(auto folder, journal::open_posix_folder(data.path, journal::Missing::refuse));
  auto lock = folder->lock();
  if (!lock && lock.error().code() == base::ErrorCode::in_use) {
    return base::refuse({base::ErrorCode::in_use,
                         base::CallerText("Another process is moving the network."),
                         lock.error().detail()});
  }
  if (!lock) return base::refuse(std::move(lock).error());
  return std::unique_ptr<Leaving>(new Leaving(data, std::move(folder), *std::move(lock)));
}

Result<bool> Leaving::is_served() {
  const auto locked = lock_journal(data_);
  if (locked) return false;
  if (locked.error().code() == base::ErrorCode::in_use) return true;
  return base::refuse(locked.error());
}

Result<std::optional<std::uint64_t>> Leaving::close(base::Random& random,
                                                    std::chrono::milliseconds patience) {
  const LeavingFile closing_file{.state = LeavingFile::State::closing,
                                 .attempt = new_attempt(random)};
  TRY(write_leaving(*folder_, closing_file));
  const auto until = steady_clock::now() + patience;
  while (true) {
    TRY_ASSIGN(const auto sequence, read_closed(*folder_, closing_file.attempt));
    if (sequence) return sequence;
    TRY_ASSIGN(const bool is_served, this->is_served());
    if (!is_served) return std::optional<std::uint64_t>();
    if (steady_clock::now() > until) return base::refuse(no_answer());
    ::poll(nullptr, 0, poll_interval_ms);
  }
}

Done Leaving::leave(base::Random& random) {
  return write_leaving(*folder_,
                       {.state = LeavingFile::State::left, .attempt = new_attempt(random)});
}

Done Leaving::wait_for_the_end(std::chrono::milliseconds patience) {
  const auto until = steady_clock::now() + patience;
  while (true) {
    TRY_ASSIGN(const bool is_served, this->is_served());
    if (!is_served) return {};
    if (steady_clock::now() > until) return base::refuse(no_answer());
    ::poll(nullptr, 0, poll_interval_ms);
  }
}

Done Leaving::give_up() {
  TRY_ASSIGN(const auto leaving, read_leaving(*folder_));
  if (leaving && leaving->state == LeavingFile::State::left) return base::refuse(has_left());
  return remove_leaving(*folder_);
}

}  // namespace tradepost::store::embedded
