#include "store/embedded/index/patient_env.hpp"

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <cstdint>
#include <string>
#include <utility>

#include "store/embedded/index/table_end.hpp"

namespace tradepost::store::embedded {
namespace {

using rocksdb::FSWritableFile;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

template <typename Call>
IOStatus with_patience(SpaceWait& wait, Call call) {
  while (true) {
    IOStatus status = call();
    if (!status.IsNoSpace() || !wait.again(SpaceWait::Of::write)) return status;
  }
}

// Writes at explicit offsets, so that a repeated write overwrites the remains of a failed one.
class PatientFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  PatientFile(std::unique_ptr<FSWritableFile>&& target, SpaceWait& wait)
      : FSWritableFileOwnerWrapper(std::move(target)), wait_(wait) {}

  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  IODebugContext* debug) override {
    auto status = with_patience(
        wait_, [&] { return target()->PositionedAppend(data, bytes_, options, debug); });
    if (status.ok()) bytes_ += data.size();
    return status;
  }
  IOStatus Append(const rocksdb::Slice& data, const IOOptions& options,
                  const rocksdb::DataVerificationInfo&, IODebugContext* debug) override {
    return Append(data, options, debug);
  }

 private:
  SpaceWait& wait_;
  std::uint64_t bytes_ = 0;
};

class PatientFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  PatientFileSystem(const std::shared_ptr<rocksdb::FileSystem>& target, SpaceWait& wait)
      : FileSystemWrapper(target), wait_(wait) {}
  const char* Name() const override { return "tradepost.patient"; }

  IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                           std::unique_ptr<FSWritableFile>* opened,
                           IODebugContext* debug) override {
    std::unique_ptr<FSWritableFile> file;
    auto status = with_patience(
        wait_, [&] { return target()->NewWritableFile(path, options, &file, debug); });
    if (status.ok()) *opened = std::make_unique<PatientFile>(std::move(file), wait_);
    return status;
  }
  IOStatus NewRandomAccessFile(const std::string& path, const rocksdb::FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* opened,
                               IODebugContext* debug) override {
    auto status = target()->NewRandomAccessFile(path, options, opened, debug);
    if (!status.ok() || !path.ends_with(".sst")) return status;
    std::uint64_t bytes = 0;
    status = target()->GetFileSize(path, options.io_options, &bytes, debug);
    if (!status.ok() || has_sound_end(**opened, bytes)) return status;
    return IOStatus::Corruption("the properties of a table", path);
  }
  IOStatus RenameFile(const std::string& from, const std::string& to, const IOOptions& options,
                      IODebugContext* debug) override {
    return with_patience(wait_, [&] { return target()->RenameFile(from, to, options, debug); });
  }

 private:
  SpaceWait& wait_;
};

class PatientEnv final : public rocksdb::EnvWrapper {
 public:
  PatientEnv(rocksdb::Env* target, SpaceWait& wait) : EnvWrapper(target) {
    file_system_ = std::make_shared<PatientFileSystem>(target->GetFileSystem(), wait);
    system_clock_ = target->GetSystemClock();
  }
  const char* Name() const override { return "tradepost.patient"; }
};

}  // namespace

std::unique_ptr<rocksdb::Env> patient_env(rocksdb::Env* target, SpaceWait& wait) {
  return std::make_unique<PatientEnv>(target != nullptr ? target : rocksdb::Env::Default(), wait);
}

}  // namespace tradepost::store::embedded
