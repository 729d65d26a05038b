#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "agent/ledger/ledger.hpp"
#include "base/files/whole_file.hpp"

namespace tradepost::agent {
namespace {

std::string lock_path(const std::string& folder) {
  return folder + "/agent.lock";
}

// Returns a lock of the process, not of the open file: a forked child that outlives a killed agent
// does not hold it.
struct flock whole_file() {
  struct flock whole{};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  return whole;
}

}  // namespace

base::Result<LedgerLock> LedgerLock::take(const std::string& folder) {
  TRY(base::make_folder(folder));
  const std::string path = lock_path(folder);
  base::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0) {
    return base::refuse({base::ErrorCode::unavailable,
                         base::CallerText(fmt::format("{} can't be opened: {}.", path,
                                                      std::generic_category().message(errno)))});
  }
  struct flock whole = whole_file();
  if (::fcntl(file.get(), F_SETLK, &whole) != 0) {
    return base::refuse(
        {base::ErrorCode::in_use,
         base::CallerText(fmt::format("Another agent works with {}. Two agents with one ledger "
                                      "would hand over documents twice.",
                                      folder))});
  }
  return LedgerLock(std::move(file));
}

bool LedgerLock::is_taken(const std::string& folder) {
  const base::Descriptor file(::open(lock_path(folder).c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return false;
  struct flock whole = whole_file();
  const bool is_known = ::fcntl(file.get(), F_GETLK, &whole) == 0;
  return is_known && whole.l_type != F_UNLCK;
}

}  // namespace tradepost::agent
