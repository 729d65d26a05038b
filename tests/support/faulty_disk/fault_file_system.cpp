#include "faulty_disk/fault_file_system.hpp"

#include <rocksdb/system_clock.h>

#include <cstdarg>
#include <span>
#include <thread>
#include <utility>

namespace tradepost::store::embedded::testing {
namespace {

using base::Done;
using base::Result;
using journal::File;
using journal::OpenAs;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

IOStatus status_of(const base::Error& error) {
  const auto& text = error.detail().str();
  if (error.code() == base::ErrorCode::not_found) return IOStatus::PathNotFound(text);
  if (error.code() == base::ErrorCode::disk_full) return IOStatus::NoSpace(text);
  return IOStatus::IOError(text);
}

IOStatus status_of(const Done& done) {
  return done ? IOStatus::OK() : status_of(done.error());
}

// RocksDB joins paths with a slash even if there is one.
std::string cleaned(const std::string& path) {
  std::string clean = "/";
  for (const char c : path) {
    if (c != '/' || clean.back() != '/') clean += c;
  }
  if (clean.size() > 1 && clean.back() == '/') clean.pop_back();
  return clean;
}

IOStatus read_into(File& file, std::uint64_t offset, std::size_t bytes, Slice* result,
                   char* scratch) {
  const auto count = file.read_at(offset, std::span(scratch, bytes));
  *result = Slice(scratch, count ? *count : 0);
  return count ? IOStatus::OK() : status_of(count.error());
}

class SequentialFile final : public rocksdb::FSSequentialFile {
 public:
  explicit SequentialFile(std::unique_ptr<File> file) : file_(std::move(file)) {}

  IOStatus Read(std::size_t bytes, const IOOptions&, Slice* result, char* scratch,
                IODebugContext*) override {
    auto status = read_into(*file_, offset_, bytes, result, scratch);
    offset_ += result->size();
    return status;
  }
  IOStatus Skip(std::uint64_t bytes) override {
    offset_ += bytes;
    return IOStatus::OK();
  }

 private:
  std::unique_ptr<File> file_;
  std::uint64_t offset_ = 0;
};

class RandomAccessFile final : public rocksdb::FSRandomAccessFile {
 public:
  explicit RandomAccessFile(std::unique_ptr<File> file) : file_(std::move(file)) {}

  IOStatus Read(std::uint64_t offset, std::size_t bytes, const IOOptions&, Slice* result,
                char* scratch, IODebugContext*) const override {
    return read_into(*file_, offset, bytes, result, scratch);
  }

 private:
  std::unique_ptr<File> file_;
};

class WritableFile final : public rocksdb::FSWritableFile {
 public:
  WritableFile(std::unique_ptr<File> file, std::uint64_t bytes)
      : file_(std::move(file)), bytes_(bytes) {}

  using FSWritableFile::Append;
  IOStatus Append(const Slice& data, const IOOptions&, IODebugContext*) override {
    const auto written = file_->write_at(bytes_, std::string_view(data.data(), data.size()));
    if (written) bytes_ += data.size();
    return status_of(written);
  }
  using FSWritableFile::PositionedAppend;
  IOStatus PositionedAppend(const Slice& data, std::uint64_t offset, const IOOptions&,
                            IODebugContext*) override {
    const auto written = file_->write_at(offset, std::string_view(data.data(), data.size()));
    if (written) bytes_ = offset + data.size();
    return status_of(written);
  }
  IOStatus Truncate(std::uint64_t bytes, const IOOptions&, IODebugContext*) override {
    const auto truncated = file_->truncate(bytes);
    if (truncated) bytes_ = bytes;
    return status_of(truncated);
  }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Flush(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
  IOStatus Sync(const IOOptions&, IODebugContext*) override { return status_of(file_->sync()); }
  bool IsSyncThreadSafe() const override { return true; }
  std::uint64_t GetFileSize(const IOOptions&, IODebugContext*) override { return bytes_; }

 private:
  std::unique_ptr<File> file_;
  std::uint64_t bytes_;
};

class Directory final : public rocksdb::FSDirectory {
 public:
  explicit Directory(journal::Folder& folder) : folder_(folder) {}
  IOStatus Fsync(const IOOptions&, IODebugContext*) override { return status_of(folder_.sync()); }
  IOStatus Close(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }

 private:
  journal::Folder& folder_;
};

class SilentLogger final : public rocksdb::Logger {
 public:
  using Logger::Logv;
  void Logv(const char*, std::va_list) override {}
  // RocksDB begins a new log if the size of a log is unknown.
  std::size_t GetLogFileSize() const override { return 0; }
};

class Lock final : public rocksdb::FileLock {
 public:
  explicit Lock(std::string of) : path(std::move(of)) {}
  const std::string path;
};

class SleeplessClock final : public rocksdb::SystemClockWrapper {
 public:
  SleeplessClock() : SystemClockWrapper(SystemClock::Default()) {}
  const char* Name() const override { return "SleeplessClock"; }
  void SleepForMicroseconds(int) override { std::this_thread::yield(); }
};

class SleeplessEnv final : public rocksdb::EnvWrapper {
 public:
  explicit SleeplessEnv(const std::shared_ptr<rocksdb::FileSystem>& files)
      : EnvWrapper(rocksdb::NewCompositeEnv(files)) {
    file_system_ = files;
    system_clock_ = std::make_shared<SleeplessClock>();
  }
  const char* Name() const override { return "SleeplessEnv"; }
  void SleepForMicroseconds(int micros) override { system_clock_->SleepForMicroseconds(micros); }
};

}  // namespace

std::unique_ptr<rocksdb::Env> env_on(const std::shared_ptr<rocksdb::FileSystem>& files) {
  return std::make_unique<SleeplessEnv>(files);
}

FaultFileSystem::FaultFileSystem(std::unique_ptr<journal::Folder> folder)
    : folder_(std::move(folder)) {}

IOStatus FaultFileSystem::NewSequentialFile(const Path& path, const FileOptions&,
                                            Opened<rocksdb::FSSequentialFile> opened, Context*) {
  auto file = folder_->open(cleaned(path), OpenAs::read_only);
  if (!file) return status_of(file.error());
  *opened = std::make_unique<SequentialFile>(*std::move(file));
  return IOStatus::OK();
}

IOStatus FaultFileSystem::NewRandomAccessFile(const Path& path, const FileOptions&,
                                              Opened<rocksdb::FSRandomAccessFile> opened,
                                              Context*) {
  auto file = folder_->open(cleaned(path), OpenAs::read_only);
  if (!file) return status_of(file.error());
  *opened = std::make_unique<RandomAccessFile>(*std::move(file));
  return IOStatus::OK();
}

IOStatus FaultFileSystem::NewWritableFile(const Path& path, const FileOptions&,
                                          Opened<rocksdb::FSWritableFile> opened, Context*) {
  const auto name = cleaned(path);
  auto file = folder_->open(name, OpenAs::read_write);
  if (file) {
    if (const auto emptied = (*file)->truncate(0); !emptied) return status_of(emptied);
  } else if (file.error().code() == base::ErrorCode::not_found) {
    file = folder_->open(name, OpenAs::made_new);
  }
  if (!file) return status_of(file.error());
  *opened = std::make_unique<WritableFile>(*std::move(file), 0);
  return IOStatus::OK();
}

IOStatus FaultFileSystem::ReopenWritableFile(const Path& path, const FileOptions&,
                                             Opened<rocksdb::FSWritableFile> opened, Context*) {
  auto file = folder_->open(cleaned(path), OpenAs::read_write);
  if (!file) return status_of(file.error());
  const auto bytes = (*file)->size();
  if (!bytes) return status_of(bytes.error());
  *opened = std::make_unique<WritableFile>(*std::move(file), *bytes);
  return IOStatus::OK();
}

IOStatus FaultFileSystem::NewDirectory(const Path&, const Options&,
                                       Opened<rocksdb::FSDirectory> opened, Context*) {
  *opened = std::make_unique<Directory>(*folder_);
  return IOStatus::OK();
}

IOStatus FaultFileSystem::NewLogger(const Path&, const Options&,
                                    std::shared_ptr<rocksdb::Logger>* logger, Context*) {
  *logger = std::make_shared<SilentLogger>();
  return IOStatus::OK();
}

// Returns the names of the files in it, without the path.
Result<std::vector<std::string>> FaultFileSystem::names_in(const std::string& directory) {
  TRY_ASSIGN(const auto all, folder_->names());
  const auto prefix = directory == "/" ? directory : directory + "/";
  std::vector<std::string> names;
  for (const auto& name : all) {
    if (name.starts_with(prefix)) names.push_back(name.substr(prefix.size()));
  }
  return names;
}

Result<bool> FaultFileSystem::is_directory(const std::string& path) {
  {
    const std::lock_guard lock(mutex_);
    if (directories_.contains(path)) return true;
  }
  TRY_ASSIGN(const auto names, names_in(path));
  return !names.empty();
}

IOStatus FaultFileSystem::FileExists(const Path& path, const Options&, Context*) {
  const auto name = cleaned(path);
  const auto file = folder_->open(name, OpenAs::read_only);
  if (file) return IOStatus::OK();
  if (file.error().code() != base::ErrorCode::not_found) return status_of(file.error());
  const auto is = is_directory(name);
  if (!is) return status_of(is.error());
  return *is ? IOStatus::OK() : IOStatus::NotFound(name);
}

IOStatus FaultFileSystem::IsDirectory(const Path& path, const Options&, bool* is, Context*) {
  const auto answer = is_directory(cleaned(path));
  *is = answer && *answer;
  return answer ? IOStatus::OK() : status_of(answer.error());
}

IOStatus FaultFileSystem::GetChildren(const Path& path, const Options&,
                                      std::vector<std::string>* names, Context*) {
  const auto directory = cleaned(path);
  auto found = names_in(directory);
  if (!found) return status_of(found.error());
  std::erase_if(*found, [](const auto& name) { return name.contains('/'); });
  const std::lock_guard lock(mutex_);
  if (found->empty() && !directories_.contains(directory)) return IOStatus::NotFound(directory);
  *names = *std::move(found);
  return IOStatus::OK();
}

IOStatus FaultFileSystem::GetFileSize(const Path& path, const Options&, std::uint64_t* bytes,
                                      Context*) {
  const auto file = folder_->open(cleaned(path), OpenAs::read_only);
  if (!file) return status_of(file.error());
  const auto size = (*file)->size();
  if (!size) return status_of(size.error());
  *bytes = *size;
  return IOStatus::OK();
}

// RocksDB calls this only for archived logs, which the index does not use.
IOStatus FaultFileSystem::GetFileModificationTime(const Path&, const Options&, std::uint64_t* time,
                                                  Context*) {
  *time = 0;
  return IOStatus::OK();
}

IOStatus FaultFileSystem::GetFreeSpace(const Path&, const Options&, std::uint64_t* bytes,
                                       Context*) {
  const auto space = folder_->space();
  if (!space) return status_of(space.error());
  *bytes = space->free_bytes;
  return IOStatus::OK();
}

IOStatus FaultFileSystem::GetAbsolutePath(const Path& path, const Options&, std::string* absolute,
                                          Context*) {
  *absolute = cleaned(path);
  return IOStatus::OK();
}

IOStatus FaultFileSystem::GetTestDirectory(const Options&, std::string* path, Context*) {
  *path = "/test";
  return IOStatus::OK();
}

IOStatus FaultFileSystem::DeleteFile(const Path& path, const Options&, Context*) {
  return status_of(folder_->remove(cleaned(path)));
}

IOStatus FaultFileSystem::RenameFile(const Path& from, const Path& to, const Options&, Context*) {
  const auto name = cleaned(from);
  if (const auto file = folder_->open(name, OpenAs::read_only); !file)
    return status_of(file.error());
  return status_of(folder_->rename(name, cleaned(to)));
}

IOStatus FaultFileSystem::CreateDir(const Path& path, const Options& options, Context* context) {
  const auto is = is_directory(cleaned(path));
  if (!is) return status_of(is.error());
  if (*is) return IOStatus::IOError(path, "is there already");
  return CreateDirIfMissing(path, options, context);
}

IOStatus FaultFileSystem::CreateDirIfMissing(const Path& path, const Options&, Context*) {
  const std::lock_guard lock(mutex_);
  directories_.insert(cleaned(path));
  return IOStatus::OK();
}

IOStatus FaultFileSystem::DeleteDir(const Path& path, const Options&, Context*) {
  const auto directory = cleaned(path);
  const auto names = names_in(directory);
  if (!names) return status_of(names.error());
  if (!names->empty()) return IOStatus::IOError(path, "is not empty");
  const std::lock_guard lock(mutex_);
  directories_.erase(directory);
  return IOStatus::OK();
}

IOStatus FaultFileSystem::LockFile(const Path& path, const Options&, rocksdb::FileLock** lock,
                                   Context*) {
  const auto name = cleaned(path);
  const std::lock_guard guard(mutex_);
  *lock = nullptr;
  if (!locks_.insert(name).second) return IOStatus::IOError(name, "is locked");
  *lock = std::make_unique<Lock>(name).release();  // UnlockFile deletes it
  return IOStatus::OK();
}

IOStatus FaultFileSystem::UnlockFile(rocksdb::FileLock* lock, const Options&, Context*) {
  const std::unique_ptr<Lock> ours(static_cast<Lock*>(lock));
  const std::lock_guard guard(mutex_);
  locks_.erase(ours->path);
  return IOStatus::OK();
}

}  // namespace tradepost::store::embedded::testing
