#include "faulty_disk/simulated_disk.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/ground/check.hpp"
#include "journal/disk/refusal.hpp"

namespace tradepost::journal::testing {

class SimulatedFile final : public File {
 public:
  SimulatedFile(SimulatedDisk& disk, std::shared_ptr<SimulatedDisk::Inode> inode)
      : disk_(disk), inode_(std::move(inode)) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> buffer) override {
    TRY(disk_.change("read"));
    const auto& bytes = inode_->cached;
    if (offset >= bytes.size()) return 0;
    const auto count = std::min<std::size_t>(buffer.size(), bytes.size() - offset);
    std::memcpy(buffer.data(), bytes.data() + offset, count);
    return count;
  }
  Result<std::optional<std::size_t>> read_cached(std::uint64_t offset,
                                                 std::span<char> buffer) override {
    if (one_in(disk_.random_, 2)) return std::nullopt;
    TRY_ASSIGN(const auto count, read_at(offset, buffer));
    return count;
  }
  void will_need(std::uint64_t, std::uint64_t) override {}

  Done write_at(std::uint64_t offset, std::string_view bytes) override {
    const auto allowed = disk_.change("write");
    if (!allowed) bytes = bytes.substr(0, below(disk_.random_, bytes.size() + 1));
    SimulatedDisk::Write write{offset, std::string(bytes)};
    SimulatedDisk::apply(inode_->cached, write);
    inode_->unsynced.emplace_back(std::move(write));
    return allowed;
  }
  Done sync() override { return disk_.sync(*inode_); }
  Done truncate(std::uint64_t bytes) override {
    TRY(disk_.change("truncate"));
    inode_->cached.resize(bytes);
    inode_->unsynced.emplace_back(SimulatedDisk::Truncate{bytes});
    return {};
  }
  Done allocate(std::uint64_t) override { return disk_.change("allocate"); }
  Result<std::uint64_t> size() override { return inode_->cached.size(); }

 private:
  SimulatedDisk& disk_;
  std::shared_ptr<SimulatedDisk::Inode> inode_;
};

Done SimulatedDisk::change(const char* what) {
  if (!calls_to_failure_ || (*calls_to_failure_)-- > 0) return {};
  calls_to_failure_.reset();
  failed_ = true;
  constexpr auto name = "simulated disk";
  return base::refuse(what == std::string_view("sync")
                          ? not_synced(name, error_number_)
                          : refused_by_system(what, name, error_number_));
}

void SimulatedDisk::fail_after(std::uint64_t calls, int error_number) {
  calls_to_failure_ = calls;
  error_number_ = error_number;
}

Result<std::unique_ptr<File>> SimulatedDisk::open(const std::string& name, OpenAs how) {
  TRY(change("open"));
  const auto found = names_.find(name);
  if (how != OpenAs::made_new) {
    if (found == names_.end()) return base::refuse(refused_by_system("open", name, ENOENT));
    return std::make_unique<SimulatedFile>(*this, found->second);
  }
  if (found != names_.end()) return base::refuse(refused_by_system("open", name, EEXIST));
  const NameChange made{.gone = {}, .made = name, .inode = std::make_shared<Inode>()};
  apply(names_, made);
  unsynced_names_.push_back(made);
  return std::make_unique<SimulatedFile>(*this, made.inode);
}

Result<std::vector<std::string>> SimulatedDisk::names() {
  TRY(change("list"));
  std::vector<std::string> found;
  for (const auto& [name, inode] : names_) found.push_back(name);
  return found;
}

Done SimulatedDisk::rename(const std::string& from, const std::string& to) {
  TRY(change("rename"));
  const NameChange renamed{.gone = from, .made = to, .inode = names_.at(from)};
  apply(names_, renamed);
  unsynced_names_.push_back(renamed);
  return {};
}

Done SimulatedDisk::remove(const std::string& name) {
  TRY(change("remove"));
  if (!names_.contains(name)) return {};
  const NameChange removed{.gone = name, .made = {}, .inode = nullptr};
  apply(names_, removed);
  unsynced_names_.push_back(removed);
  return {};
}

// Names are in the file system's own journal: if their sync fails, they remain unsynced.
Done SimulatedDisk::sync() {
  TRY(change("sync"));
  for (const auto& change : std::exchange(unsynced_names_, {})) apply(durable_names_, change);
  return {};
}

Done SimulatedDisk::sync(Inode& inode) {
  if (auto allowed = change("sync"); !allowed) {
    apply_some(inode);
    return allowed;
  }
  for (const auto& change : inode.unsynced) {
    if (const auto* write = std::get_if<Write>(&change)) {
      apply(inode.durable, *write);
    } else {
      inode.durable.resize(std::get<Truncate>(change).bytes);
    }
  }
  inode.unsynced.clear();
  return {};
}

Result<std::unique_ptr<FolderLock>> SimulatedDisk::lock() {
  return std::make_unique<FolderLock>();
}

void SimulatedDisk::apply(std::string& bytes, const Write& write) {
  const auto end = write.offset + write.bytes.size();
  if (bytes.size() < end) bytes.resize(end);
  std::memcpy(bytes.data() + write.offset, write.bytes.data(), write.bytes.size());
}

void SimulatedDisk::apply(Names& names, const NameChange& change) {
  if (!change.gone.empty()) names.erase(change.gone);
  if (!change.made.empty()) names[change.made] = change.inode;
}

void SimulatedDisk::apply_some_sectors(std::string& bytes, std::vector<Write> writes) {
  std::vector<Write> sectors;
  for (const auto& write : writes) {
    for (std::uint64_t at = 0; at < write.bytes.size();) {
      const auto to_boundary = sector_bytes - (write.offset + at) % sector_bytes;
      const auto count = std::min<std::uint64_t>(to_boundary, write.bytes.size() - at);
      sectors.push_back({write.offset + at, write.bytes.substr(at, count)});
      // A sector may arrive twice, the second time perhaps after a later write to the same place.
      if (one_in(random_, 16)) sectors.push_back(sectors.back());
      at += count;
    }
  }
  std::ranges::shuffle(sectors, random_);
  const auto kept_of_8 = below(random_, 9);  // none … all
  for (auto& sector : sectors) {
    if (below(random_, 8) >= kept_of_8) continue;
    if (one_in(random_, 32)) sector.bytes.resize(below(random_, sector.bytes.size() + 1));
    apply(bytes, sector);
  }
}

// A truncation keeps its place among the writes; the writes between two truncations may arrive in
// any order.
void SimulatedDisk::apply_some(Inode& inode) {
  std::vector<Write> together;
  for (auto& change : std::exchange(inode.unsynced, {})) {
    if (auto* write = std::get_if<Write>(&change)) {
      together.push_back(std::move(*write));
      continue;
    }
    apply_some_sectors(inode.durable, std::exchange(together, {}));
    if (one_in(random_, 2)) inode.durable.resize(std::get<Truncate>(change).bytes);
  }
  apply_some_sectors(inode.durable, std::move(together));
}

void SimulatedDisk::kill() {
  calls_to_failure_.reset();
  failed_ = false;
}

void SimulatedDisk::lose_power() {
  kill();
  for (const auto& change : std::exchange(unsynced_names_, {})) {
    if (one_in(random_, 2)) apply(durable_names_, change);
  }
  for (auto& [name, inode] : durable_names_) apply_some(*inode);
  show_durable();
}

void SimulatedDisk::show_durable() {
  names_ = durable_names_;
  unsynced_names_.clear();
  for (auto& [name, inode] : names_) {
    inode->cached = inode->durable;
    inode->unsynced.clear();
  }
}

bool SimulatedDisk::is_durable(const std::string& name, std::uint64_t begin,
                               std::uint64_t end) const {
  const auto found = durable_names_.find(name);
  if (found == durable_names_.end() || found->second != names_.at(name)) return false;
  const auto& inode = *found->second;
  return inode.durable.size() >= end &&
         inode.durable.compare(begin, end - begin, inode.cached, begin, end - begin) == 0;
}

std::string& SimulatedDisk::durable_bytes(const std::string& name) {
  CHECK(durable_names_.contains(name));
  return durable_names_.at(name)->durable;
}

void SimulatedDisk::put(const std::string& name, const std::string& bytes) {
  auto inode = std::make_shared<Inode>(Inode{.cached = bytes, .durable = bytes, .unsynced = {}});
  names_[name] = inode;
  durable_names_[name] = std::move(inode);
}

}  // namespace tradepost::journal::testing
