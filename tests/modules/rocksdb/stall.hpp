#pragma once

#include <rocksdb/env.h>
#include <rocksdb/listener.h>

#include <condition_variable>
#include <cstdarg>
#include <memory>
#include <mutex>

namespace tradepost::rocksdb_reasons {

// Stops compactions at their start, so that level 0 stays full, and learns from RocksDB's log when
// a flush waits for it. Any thread may use it.
class Stall {
 public:
  void hold();
  void let_go();

  // These return false if that has not happened within ten seconds.
  bool compaction_is_held();
  bool flush_waits();

  void at_begin_of_compaction();
  void on_log(const char* format);

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool holding_ = false;
  int held_ = 0;
  int waiting_flushes_ = 0;
};

// The two interfaces through which RocksDB reports to a stall.
class CompactionHolder final : public rocksdb::EventListener {
 public:
  explicit CompactionHolder(Stall& stall) : stall_(stall) {}
  void OnCompactionBegin(rocksdb::DB*, const rocksdb::CompactionJobInfo&) override {
    stall_.at_begin_of_compaction();
  }

 private:
  Stall& stall_;
};

class LogReader final : public rocksdb::Logger {
 public:
  explicit LogReader(Stall& stall) : Logger(rocksdb::INFO_LEVEL), stall_(stall) {}
  using Logger::Logv;
  void Logv(const char* format, std::va_list) override { stall_.on_log(format); }

 private:
  Stall& stall_;
};

}  // namespace tradepost::rocksdb_reasons
