#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "journal/disk/file.hpp"

// A disk with every kind of fault that a disk may have. A loss of power loses unsynced data, or a
// part of it: any subset of its sectors, in any order, one of them torn at any byte, a sector
// arriving twice. A failed sync leaves pages that look written, are not, and are not tried again. A
// name is lost unless its folder was synced.
namespace tradepost::journal::testing {

using Random = std::mt19937_64;

inline std::uint64_t below(Random& random, std::uint64_t bound) {
  return bound == 0 ? 0 : random() % bound;
}
inline bool one_in(Random& random, std::uint64_t n) {
  return below(random, n) == 0;
}

class SimulatedDisk final : public Folder {
 public:
  explicit SimulatedDisk(std::uint64_t seed) : random_(seed) {}

  Result<std::unique_ptr<File>> open(const std::string& name, OpenAs how) override;
  Result<std::vector<std::string>> names() override;
  Done rename(const std::string& from, const std::string& to) override;
  Done remove(const std::string& name) override;
  Done sync() override;
  Result<Space> space() override { return space_; }
  Rewriting rewriting() const override { return Rewriting::in_place; }
  Result<std::unique_ptr<FolderLock>> lock() override;

  // Ends the process: the page cache survives.
  void kill();
  // Cuts the power: synced data survives, and a random part of the rest.
  void lose_power();
  // After this many more calls that change something (or read, once), one fails with this errno.
  void fail_after(std::uint64_t calls, int error_number);
  bool failed() const { return failed_; }

  // Returns true if all these bytes are on the disk, by name and content, and survive a loss of
  // power.
  bool is_durable(const std::string& name, std::uint64_t begin, std::uint64_t end) const;
  // Direct access to the bytes of a file, as synced data. For a disk that forgets or flips data.
  std::string& durable_bytes(const std::string& name);
  void put(const std::string& name, const std::string& bytes);
  void show_durable();
  void set_space(Space space) { space_ = space; }

 private:
  friend class SimulatedFile;
  static constexpr std::uint64_t sector_bytes = 512;

  struct Write {
    std::uint64_t offset = 0;
    std::string bytes;
  };
  struct Truncate {
    std::uint64_t bytes = 0;
  };
  struct Inode {
    std::string cached;
    std::string durable;
    std::vector<std::variant<Write, Truncate>> unsynced;
  };
  struct NameChange {
    std::string gone;
    std::string made;
    std::shared_ptr<Inode> inode;
  };
  using Names = std::map<std::string, std::shared_ptr<Inode>>;

  Done change(const char* what);
  static void apply(std::string& bytes, const Write& write);
  static void apply(Names& names, const NameChange& change);
  void apply_some(Inode& inode);
  void apply_some_sectors(std::string& bytes, std::vector<Write> writes);
  Done sync(Inode& inode);

  Random random_;
  Space space_{.free_bytes = std::uint64_t{1} << 40, .total_bytes = std::uint64_t{1} << 41};
  Names names_;
  Names durable_names_;
  std::vector<NameChange> unsynced_names_;
  std::optional<std::uint64_t> calls_to_failure_;
  int error_number_ = 0;
  bool failed_ = false;
};

}  // namespace tradepost::journal::testing
