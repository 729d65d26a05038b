#include "store/embedded/index/in_the_background.hpp"

#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/file_system.h>
#include <rocksdb/listener.h>

#include <utility>

#include "base/tasks/thread_priority.hpp"

namespace tradepost::store::embedded {

bool has_stopped_writes(rocksdb::DB& db) {
  std::uint64_t stopped = 0;
  db.GetIntProperty(rocksdb::DB::Properties::kIsWriteStopped, &stopped);
  return stopped != 0;
}

namespace {

class InTheBackground final : public rocksdb::EventListener {
 public:
  InTheBackground(IndexDisk on, SpaceWait& wait, DamageNote& damage)
      : on_(std::move(on)), wait_(wait), damage_(damage) {}

  // Runs on the background thread, without RocksDB's lock.
  void OnFlushBegin(rocksdb::DB* db, const rocksdb::FlushJobInfo&) override {
    base::lower_thread_priority();
    SpaceWait::begin_flush();
    std::uint64_t bytes = 0;
    db->GetIntProperty(rocksdb::DB::Properties::kCurSizeAllMemTables, &bytes);
    await_space_for(bytes, SpaceWait::Of::flush);
  }
  void OnCompactionBegin(rocksdb::DB* db, const rocksdb::CompactionJobInfo& job) override {
    base::lower_thread_priority();
    SpaceWait::begin_compaction([db] { return has_stopped_writes(*db); });
    std::uint64_t bytes = 0;
    for (const std::string& path : job.input_files) {
      std::uint64_t of_file = 0;
      if (on_.disk.GetFileSize(path, &of_file).ok()) bytes += of_file;
    }
    await_space_for(bytes, SpaceWait::Of::compaction);
  }
  // An error is final (embedded-store 1.11): RocksDB must not resume when the disk has space again.
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status,
                            bool* auto_recovery) override {
    *auto_recovery = false;
  }
  void OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status* error) override {
    if (error->IsCorruption()) damage_.note(error->ToString());
  }
  bool ShouldBeNotifiedOnFileIO() override { return true; }
  void OnIOError(const rocksdb::IOErrorInfo& error) override {
    error.io_status.PermitUncheckedError();
    if (error.operation != rocksdb::FileOperationType::kRead) return;
    damage_.note(error.file_path + ": " + error.io_status.ToString());
  }

 private:
  void await_space_for(std::uint64_t bytes, SpaceWait::Of of) {
    while (!has_space_for(bytes) && wait_.again(of)) continue;
  }
  bool has_space_for(std::uint64_t bytes) const {
    std::uint64_t free = 0;
    const auto status = on_.disk.GetFileSystem()->GetFreeSpace(on_.folder, {}, &free, nullptr);
    return !status.ok() || free >= bytes + on_.leaves_free_bytes;
  }

  const IndexDisk on_;
  SpaceWait& wait_;
  DamageNote& damage_;
};

}  // namespace

std::shared_ptr<rocksdb::EventListener> in_the_background(IndexDisk on, SpaceWait& wait,
                                                          DamageNote& damage) {
  return std::make_shared<InTheBackground>(std::move(on), wait, damage);
}

}  // namespace tradepost::store::embedded
