#include "journal/disk/posix_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/files/descriptor.hpp"
#include "journal/disk/refusal.hpp"

namespace tradepost::journal {
namespace {

using base::Descriptor;

constexpr mode_t file_mode = 0600;
constexpr mode_t folder_mode = 0700;
constexpr auto lock_name = "lock";

// The numbers are in linux/magic.h and in zfs, which are not installed everywhere.
constexpr std::array<std::uint64_t, 3> copying_file_systems = {
    0x9123683E,  // btrfs
    0x2FC12FC1,  // zfs
    0xCA451A4E,  // bcachefs
};

std::unexpected<base::Error> refusal(std::string_view operation, std::string_view name) {
  return base::refuse(refused_by_system(operation, name, errno));
}

// Retries a system call that a signal interrupted. fsync and fdatasync must not use it: after they
// fail the state of the file is unknown, for any reason.
template <typename Call>
auto uninterrupted(Call call) {
  auto answer = call();
  while (answer < 0 && errno == EINTR) answer = call();
  return answer;
}

class PosixFile final : public File {
 public:
  PosixFile(std::string name, Descriptor descriptor)
      : name_(std::move(name)), descriptor_(std::move(descriptor)) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> buffer) override {
    std::size_t done = 0;
    while (done < buffer.size()) {
      const auto count = uninterrupted([&] {
        return ::pread(descriptor_.get(), buffer.data() + done, buffer.size() - done,
                       static_cast<off_t>(offset + done));
      });
      if (count < 0) return refusal("read", name_);
      if (count == 0) break;
      done += static_cast<std::size_t>(count);
    }
    return done;
  }

  Result<std::optional<std::size_t>> read_cached(std::uint64_t offset,
                                                 std::span<char> buffer) override {
    std::size_t done = 0;
    while (done < buffer.size()) {
      const iovec part{buffer.data() + done, buffer.size() - done};
      const auto count = uninterrupted([&] {
        return ::preadv2(descriptor_.get(), &part, 1, static_cast<off_t>(offset + done),
                         RWF_NOWAIT);
      });
      if (count < 0 && (errno == EAGAIN || errno == EOPNOTSUPP)) return std::nullopt;
      if (count < 0) return refusal("read", name_);
      if (count == 0) break;
      done += static_cast<std::size_t>(count);
    }
    return done;
  }

  void will_need(std::uint64_t offset, std::uint64_t bytes) override {
    ::posix_fadvise(descriptor_.get(), static_cast<off_t>(offset), static_cast<off_t>(bytes),
                    POSIX_FADV_WILLNEED);
  }

  Done write_at(std::uint64_t offset, std::string_view bytes) override {
    while (!bytes.empty()) {
      const auto count = uninterrupted([&] {
        return ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
      });
      if (count < 0) return refusal("write", name_);
      offset += static_cast<std::uint64_t>(count);
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return {};
  }

  Done sync() override {
    if (::fdatasync(descriptor_.get()) != 0) return base::refuse(not_synced(name_, errno));
    return {};
  }

  Done truncate(std::uint64_t bytes) override {
    const auto cut = [&] { return ::ftruncate(descriptor_.get(), static_cast<off_t>(bytes)); };
    if (uninterrupted(cut) != 0) return refusal("truncate", name_);
    return {};
  }

  Done allocate(std::uint64_t bytes) override {
    // The result is the error number: posix_fallocate does not set errno.
    int answer = EINTR;
    while (answer == EINTR) {
      answer = ::posix_fallocate(descriptor_.get(), 0, static_cast<off_t>(bytes));
    }
    if (answer != 0) return base::refuse(refused_by_system("allocate", name_, answer));
    return {};
  }

  Result<std::uint64_t> size() override {
    struct stat status{};
    if (::fstat(descriptor_.get(), &status) != 0) return refusal("stat", name_);
    return static_cast<std::uint64_t>(status.st_size);
  }

 private:
  const std::string name_;
  const Descriptor descriptor_;
};

class PosixLock final : public FolderLock {
 public:
  explicit PosixLock(Descriptor descriptor) : descriptor_(std::move(descriptor)) {}

 private:
  const Descriptor descriptor_;
};

class PosixFolder final : public Folder {
 public:
  PosixFolder(std::string path, Descriptor descriptor)
      : path_(std::move(path)), descriptor_(std::move(descriptor)) {}

  Result<std::unique_ptr<File>> open(const std::string& name, OpenAs how) override {
    const int flags = how == OpenAs::read_only    ? O_RDONLY
                      : how == OpenAs::read_write ? O_RDWR
                                                  : O_RDWR | O_CREAT | O_EXCL;
    // Without O_NONBLOCK, opening a FIFO would wait for a writer.
    const int at_once = flags | O_NONBLOCK | O_CLOEXEC;
    Descriptor file(uninterrupted(
        [&] { return ::openat(descriptor_.get(), name.c_str(), at_once, file_mode); }));
    if (file.get() < 0) return refusal("open", name);
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) return refusal("stat", name);
    if (!S_ISREG(status.st_mode)) return base::refuse(no_regular_file(name));
    return std::make_unique<PosixFile>(name, std::move(file));
  }

  Result<std::vector<std::string>> names() override {
    // The stream takes ownership of the descriptor, so it has a separate one.
    const int own = ::openat(descriptor_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR* stream = own < 0 ? nullptr : ::fdopendir(own);
    if (stream == nullptr) return refusal("list", path_);
    std::vector<std::string> found;
    errno = 0;
    while (const dirent* entry = ::readdir(stream)) found.emplace_back(entry->d_name);
    const int listed = errno;
    ::closedir(stream);
    if (listed != 0) return base::refuse(refused_by_system("list", path_, listed));
    std::erase_if(found, [](const auto& name) { return name == "." || name == ".."; });
    std::ranges::sort(found);
    return found;
  }

  Done rename(const std::string& from, const std::string& to) override {
    if (::renameat(descriptor_.get(), from.c_str(), descriptor_.get(), to.c_str()) != 0) {
      return refusal("rename", from);
    }
    return {};
  }

  Done remove(const std::string& name) override {
    if (::unlinkat(descriptor_.get(), name.c_str(), 0) != 0 && errno != ENOENT) {
      return refusal("remove", name);
    }
    return {};
  }

  Done sync() override {
    if (::fsync(descriptor_.get()) != 0) return base::refuse(not_synced(path_, errno));
    return {};
  }

  Result<Space> space() override {
    struct statvfs status{};
    if (::fstatvfs(descriptor_.get(), &status) != 0) return refusal("ask for space in", path_);
    return Space{.free_bytes = std::uint64_t{status.f_bavail} * status.f_frsize,
                 .total_bytes = std::uint64_t{status.f_blocks} * status.f_frsize};
  }

  Rewriting rewriting() const override {
    struct statfs status{};
    if (::fstatfs(descriptor_.get(), &status) != 0) return Rewriting::in_place;
    const auto type = static_cast<std::uint64_t>(static_cast<unsigned int>(status.f_type));
    return std::ranges::find(copying_file_systems, type) == copying_file_systems.end()
               ? Rewriting::in_place
               : Rewriting::copying;
  }

  Result<std::unique_ptr<FolderLock>> lock() override {
    Descriptor file(
        ::openat(descriptor_.get(), lock_name, O_RDWR | O_CREAT | O_CLOEXEC, file_mode));
    if (file.get() < 0) return refusal("open", lock_name);
    std::array<char, 24> holder{};
    if (uninterrupted([&] { return ::flock(file.get(), LOCK_EX | LOCK_NB); }) != 0) {
      if (errno != EWOULDBLOCK) return refusal("lock", lock_name);
      const auto count = ::pread(file.get(), holder.data(), holder.size(), 0);
      return base::refuse(
          held_by({holder.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))}));
    }
    // The number is information for a second process; the kernel keeps the lock. It overwrites the
    // number of an earlier process, so it needs no space.
    const auto self = std::to_string(::getpid());
    if (::pwrite(file.get(), self.data(), self.size(), 0) < 0 ||
        ::ftruncate(file.get(), static_cast<off_t>(self.size())) != 0) {
      return refusal("write", lock_name);
    }
    return std::make_unique<PosixLock>(std::move(file));
  }

 private:
  const std::string path_;
  const Descriptor descriptor_;
};

Done make_folder(const std::string& path) {
  if (::mkdir(path.c_str(), folder_mode) != 0) {
    if (errno == EEXIST) return {};
    return refusal("make", path);
  }
  const auto above =
      std::filesystem::absolute(path + "/.").lexically_normal().parent_path().parent_path();
  Descriptor parent(::open(above.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (parent.get() < 0 || ::fsync(parent.get()) != 0) return refusal("sync", above.string());
  return {};
}

}  // namespace

Result<std::unique_ptr<Folder>> open_posix_folder(const std::string& path, Missing missing) {
  if (missing == Missing::make) TRY(make_folder(path));
  Descriptor folder(
      uninterrupted([&] { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }));
  if (folder.get() < 0) return refusal("open", path);
  return std::make_unique<PosixFolder>(path, std::move(folder));
}

}  // namespace tradepost::journal
