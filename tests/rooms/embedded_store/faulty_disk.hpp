#pragma once

#include <cerrno>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "journal/disk/file.hpp"
#include "journal/simulated_disk.hpp"

namespace rocksdb {
class Env;
}

// The disk under an embedded store: the journal's folder and the index's are two simulated disks
// with one power supply and one count of calls.
//
// Life after life is lived on it. What was handed out in one life ends with it: from then on every
// call fails, and changes nothing. So a process may be "killed" while its threads run, and what the
// dying store still does (RocksDB flushes when it is closed) comes too late, as it should.
namespace tradepost::store::embedded::testing {

// What is counted: what needs space (make, allocate, a write that makes a file longer), all that
// changes the disk (sync, truncate, rename, remove, sync of a folder, too), or that and what looks
// at it (open, read, list).
enum class Calls : std::uint8_t { growth, changes, all };
enum class Lasting : std::uint8_t { once, from_then_on };

struct Fault {
  std::uint64_t after = 0;  // as many calls, from now on, are spared
  int error_number = EIO;
  Calls calls = Calls::changes;
  Lasting lasting = Lasting::once;
};

// Any thread, but for journal() and index().
class FaultyDisk {
 public:
  explicit FaultyDisk(std::uint64_t seed);

  // They belong to the life that is under way, and must not outlive the disk. The index's files
  // have the paths that RocksDB gives them; any folder may be asked for.
  std::unique_ptr<journal::Folder> journal_folder();
  std::unique_ptr<journal::Folder> index_folder();
  std::unique_ptr<rocksdb::Env> index_env();

  void fail(const Fault& fault);
  // There are no faults any more.
  void mend();
  void lose_power_after(std::uint64_t calls, Calls counted = Calls::changes);
  // Ends a life: what the page cache has stays.
  void kill();
  // Ends a life: of what was not synced, what chance wills stays. Does nothing more where the plan
  // has taken the power already and no life was begun since.
  void lose_power();

  std::uint64_t calls(Calls counted) const;
  // The first call that a fault of this life hit, and the change before it: "sync the folder, after
  // sync /index/000012.sst". Empty: none.
  std::string failed_call() const;
  bool power_is_lost() const;

  // The bytes themselves, for a test that flips or counts them. While nobody else is at the disk.
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
  // Does what is asked, unless the life is over or the plan says otherwise.
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
