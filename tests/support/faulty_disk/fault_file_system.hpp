#pragma once

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "journal/disk/file.hpp"

namespace tradepost::store::embedded::testing {

// Adapts the journal's interface to the disk for RocksDB. The tests' disks, which lose power and
// fail, then serve both.
//
// The folder is flat, and its names are whole paths. A directory exists if it was made, or if a
// name begins with it; its existence needs no sync. RocksDB's log is discarded, so its calls are
// not counted. A lock lasts as long as this object. Links, mapped files and files for random writes
// are not supported; the index uses none.
class FaultFileSystem final : public rocksdb::FileSystem {
 public:
  template <typename Interface>
  using Opened = std::unique_ptr<Interface>*;
  using IOStatus = rocksdb::IOStatus;
  using Options = rocksdb::IOOptions;
  using FileOptions = rocksdb::FileOptions;
  using Context = rocksdb::IODebugContext;
  using Path = std::string;

  explicit FaultFileSystem(std::unique_ptr<journal::Folder> folder);
  const char* Name() const override { return "FaultFileSystem"; }

  IOStatus NewSequentialFile(const Path& path, const FileOptions&,
                             Opened<rocksdb::FSSequentialFile> opened, Context*) override;
  IOStatus NewRandomAccessFile(const Path& path, const FileOptions&,
                               Opened<rocksdb::FSRandomAccessFile> opened, Context*) override;
  IOStatus NewWritableFile(const Path& path, const FileOptions&,
                           Opened<rocksdb::FSWritableFile> opened, Context*) override;
  IOStatus ReopenWritableFile(const Path& path, const FileOptions&,
                              Opened<rocksdb::FSWritableFile> opened, Context*) override;
  IOStatus NewDirectory(const Path& path, const Options&, Opened<rocksdb::FSDirectory> opened,
                        Context*) override;
  IOStatus NewLogger(const Path& path, const Options&, std::shared_ptr<rocksdb::Logger>* logger,
                     Context*) override;

  IOStatus FileExists(const Path& path, const Options&, Context*) override;
  IOStatus IsDirectory(const Path& path, const Options&, bool* is, Context*) override;
  IOStatus GetChildren(const Path& path, const Options&, std::vector<std::string>* names,
                       Context*) override;
  IOStatus GetFileSize(const Path& path, const Options&, std::uint64_t* bytes, Context*) override;
  IOStatus GetFileModificationTime(const Path& path, const Options&, std::uint64_t* time,
                                   Context*) override;
  IOStatus GetFreeSpace(const Path& path, const Options&, std::uint64_t* bytes, Context*) override;
  IOStatus GetAbsolutePath(const Path& path, const Options&, std::string* absolute,
                           Context*) override;
  IOStatus GetTestDirectory(const Options&, std::string* path, Context*) override;

  IOStatus DeleteFile(const Path& path, const Options&, Context*) override;
  IOStatus RenameFile(const Path& from, const Path& to, const Options&, Context*) override;
  IOStatus CreateDir(const Path& path, const Options&, Context*) override;
  IOStatus CreateDirIfMissing(const Path& path, const Options&, Context*) override;
  IOStatus DeleteDir(const Path& path, const Options&, Context*) override;
  IOStatus LockFile(const Path& path, const Options&, rocksdb::FileLock** lock, Context*) override;
  IOStatus UnlockFile(rocksdb::FileLock* lock, const Options&, Context*) override;

 private:
  base::Result<std::vector<std::string>> names_in(const std::string& directory);
  base::Result<bool> is_directory(const std::string& path);

  const std::unique_ptr<journal::Folder> folder_;

  std::mutex mutex_;
  std::set<std::string> directories_;  // made here
  std::set<std::string> locks_;
};

// Returns an Env with the system's threads on that file system. Its sleeps return at once: RocksDB
// waits a second after each error, so a test with a hundred errors would wait for minutes.
std::unique_ptr<rocksdb::Env> env_on(const std::shared_ptr<rocksdb::FileSystem>& files);

}  // namespace tradepost::store::embedded::testing
