#pragma once

#include <cerrno>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "faulty_disk/simulated_disk.hpp"
#include "journal/disk/file.hpp"

namespace rocksdb {
class Env;
}

// The disk of an embedded store: the folders of the journal and of the index are two simulated
// disks with one power supply and one count of calls.
//
// Several lives follow one another on it. A folder or file of one life ends with it: each later
// call fails and changes nothing. A process may therefore be "killed" while its threads run, and
// the last calls of the dying store (RocksDB flushes at close) have no effect.
namespace tradepost::store::embedded::testing {

// The calls that are counted. `growth`: calls that need space (make, allocate, a write that makes a
// file longer). `changes`: also all other changes (sync, truncate, rename, remove, sync of a
// folder). `all`: also reads (open, read, list).
enum class Calls : std::uint8_t { growth, changes, all };
enum class Lasting : std::uint8_t { once, from_then_on };

struct Fault {
  std::uint64_t after = 0;  // number of calls before the fault
  int error_number = EIO;
  Calls calls = Calls::changes;
  Lasting lasting = Lasting::once;
};

// All functions may be called from any thread, except journal() and index().
class FaultyDisk {
 public:
  explicit FaultyDisk(std::uint64_t seed);

  // These belong to the current life, and must not outlive the disk. The index's files have the
  // paths that RocksDB gives them, in any folder.
  std::unique_ptr<journal::Folder> journal_folder();
  std::unique_ptr<journal::Folder> index_folder();
  std::unique_ptr<rocksdb::Env> index_env();

  void fail(const Fault& fault);
  // Removes all faults.
  void mend();
  void lose_power_after(std::uint64_t calls, Calls counted = Calls::changes);
  // Ends a life; the page cache survives.
  void kill();
  // Ends a life; a random part of the unsynced data survives. Does nothing if a planned loss of
  // power has already happened and no life has begun since.
  void lose_power();

  std::uint64_t calls(Calls counted) const;
  // Returns the first call that a fault of this life hit, and the change before it: "sync the
  // folder, after sync /index/000012.sst". Empty if there is none.
  std::string failed_call() const;
  bool power_is_lost() const;

  // Direct access to the bytes, for a test that flips or counts them. No other thread may use the
  // disk at that time.
  journal::testing::SimulatedDisk& journal() { return journal_; }
  journal::testing::SimulatedDisk& index() { return index_; }

 private:
  friend class CountedFolder;
  friend class CountedFile;
  using SimulatedDisk = journal::testing::SimulatedDisk;

  struct Call {
    SimulatedDisk& disk;
    std::uint64_t life;
    Calls kind;
    const char* what;
    const std::string& name;
  };
  static std::string named(const Call& call);
  // Performs the call, unless the life is over or the plan forbids it.
  template <typename Action>
  auto perform(const Call& call, Action action) -> decltype(action());
  template <typename Action>
  auto perform_with_fault(const Call& call, Action action) -> decltype(action());

  std::unique_ptr<journal::Folder> folder(SimulatedDisk& disk);
  bool is_due(Calls kind, std::optional<std::uint64_t>& spared, Calls counted) const;
  void cut_power();
  void begin_life();

  mutable std::mutex mutex_;
  SimulatedDisk journal_;
  SimulatedDisk index_;
  std::uint64_t life_ = 0;
  std::uint64_t changes_ = 0;
  std::uint64_t looks_ = 0;
  Fault fault_;
  std::optional<std::uint64_t> calls_to_fault_;
  Calls counted_to_power_loss_ = Calls::changes;
  std::optional<std::uint64_t> calls_to_power_loss_;
  std::string last_change_;
  std::string failed_call_;
  bool power_is_lost_ = false;
};

}  // namespace tradepost::store::embedded::testing
