#include "faulty_disk/faulty_disk.hpp"

#include <rocksdb/env.h>

#include "faulty_disk/fault_file_system.hpp"
#include "journal/disk/refusal.hpp"

namespace tradepost::store::embedded::testing {

using base::Done;
using base::Result;
using journal::File;
using journal::Folder;
using journal::OpenAs;

std::string FaultyDisk::named(const Call& call) {
  return std::string(call.what) + " " + call.name;
}

template <typename Action>
auto FaultyDisk::perform(const Call& call, Action action) -> decltype(action()) {
  const std::lock_guard lock(mutex_);
  if (call.life != life_)
    return base::refuse(journal::refused_by_system(call.what, call.name, EIO));
  if (is_due(call.kind, calls_to_power_loss_, counted_to_power_loss_)) {
    cut_power();
    return base::refuse(journal::refused_by_system(call.what, call.name, EIO));
  }
  const bool fails = is_due(call.kind, calls_to_fault_, fault_.calls);
  ++(call.kind == Calls::all ? looks_ : changes_);
  if (fails) return perform_with_fault(call, std::move(action));
  if (call.kind != Calls::all) last_change_ = named(call);
  return action();
}

// The simulated disk determines how a call fails: a write may be partly done, and a failed sync
// forgets.
template <typename Action>
auto FaultyDisk::perform_with_fault(const Call& call, Action action) -> decltype(action()) {
  call.disk.fail_after(0, fault_.error_number);
  auto answer = action();
  // If the call did not reach the disk (it was answered before), the next call fails.
  if (fault_.lasting == Lasting::once && call.disk.failed()) calls_to_fault_.reset();
  if (call.disk.failed() && failed_call_.empty())
    failed_call_ = named(call) + ", after " + last_change_;
  call.disk.kill();
  return answer;
}

class CountedFile final : public File {
 public:
  CountedFile(FaultyDisk& disk, FaultyDisk::SimulatedDisk& side, std::uint64_t life,
              std::string name, std::unique_ptr<File> file)
      : disk_(disk), side_(side), life_(life), name_(std::move(name)), file_(std::move(file)) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> buffer) override {
    return disk_.perform(look("read"), [&] { return file_->read_at(offset, buffer); });
  }
  Result<std::optional<std::size_t>> read_cached(std::uint64_t offset,
                                                 std::span<char> buffer) override {
    return disk_.perform(look("read"), [&] { return file_->read_cached(offset, buffer); });
  }
  void will_need(std::uint64_t, std::uint64_t) override {}
  Done write_at(std::uint64_t offset, std::string_view bytes) override {
    const auto end = file_->size();
    const bool grows = !end || offset + bytes.size() > *end;
    return disk_.perform(grows ? growth("write") : change("write"),
                         [&] { return file_->write_at(offset, bytes); });
  }
  Done sync() override {
    return disk_.perform(change("sync"), [&] { return file_->sync(); });
  }
  Done truncate(std::uint64_t bytes) override {
    return disk_.perform(change("truncate"), [&] { return file_->truncate(bytes); });
  }
  Done allocate(std::uint64_t bytes) override {
    return disk_.perform(growth("allocate"), [&] { return file_->allocate(bytes); });
  }
  Result<std::uint64_t> size() override {
    return disk_.perform(look("size"), [&] { return file_->size(); });
  }

 private:
  FaultyDisk::Call look(const char* what) { return {side_, life_, Calls::all, what, name_}; }
  FaultyDisk::Call change(const char* what) { return {side_, life_, Calls::changes, what, name_}; }
  FaultyDisk::Call growth(const char* what) { return {side_, life_, Calls::growth, what, name_}; }

  FaultyDisk& disk_;
  FaultyDisk::SimulatedDisk& side_;
  const std::uint64_t life_;
  const std::string name_;
  std::unique_ptr<File> file_;
};

class CountedFolder final : public Folder {
 public:
  CountedFolder(FaultyDisk& disk, FaultyDisk::SimulatedDisk& side, std::uint64_t life)
      : disk_(disk), side_(side), life_(life) {}

  Result<std::unique_ptr<File>> open(const std::string& name, OpenAs how) override {
    const bool makes = how == OpenAs::made_new;
    const auto open_it = [&] { return side_.open(name, how); };
    auto file = makes ? disk_.perform({side_, life_, Calls::growth, "make", name}, open_it)
                      : disk_.perform(look("open", name), open_it);
    if (!file) return file;
    return std::make_unique<CountedFile>(disk_, side_, life_, name, *std::move(file));
  }
  Result<std::vector<std::string>> names() override {
    return disk_.perform(look("list", "the folder"), [&] { return side_.names(); });
  }
  Done rename(const std::string& from, const std::string& to) override {
    return disk_.perform(change("rename", to), [&] { return side_.rename(from, to); });
  }
  Done remove(const std::string& name) override {
    return disk_.perform(change("remove", name), [&] { return side_.remove(name); });
  }
  Done sync() override {
    return disk_.perform(change("sync", "the folder"), [&] { return side_.sync(); });
  }
  Result<journal::Space> space() override {
    return disk_.perform(look("ask for space", "on the folder"), [&] { return side_.space(); });
  }
  journal::Rewriting rewriting() const override { return side_.rewriting(); }
  Result<std::unique_ptr<journal::FolderLock>> lock() override {
    return disk_.perform(look("lock", "the folder"), [&] { return side_.lock(); });
  }

 private:
  FaultyDisk::Call look(const char* what, const std::string& name) {
    return {side_, life_, Calls::all, what, name};
  }
  FaultyDisk::Call change(const char* what, const std::string& name) {
    return {side_, life_, Calls::changes, what, name};
  }

  FaultyDisk& disk_;
  FaultyDisk::SimulatedDisk& side_;
  const std::uint64_t life_;
};

FaultyDisk::FaultyDisk(std::uint64_t seed) : journal_(seed), index_(seed + 1) {}

std::unique_ptr<Folder> FaultyDisk::journal_folder() {
  return folder(journal_);
}
std::unique_ptr<Folder> FaultyDisk::index_folder() {
  return folder(index_);
}
std::unique_ptr<rocksdb::Env> FaultyDisk::index_env() {
  return env_on(std::make_shared<FaultFileSystem>(index_folder()));
}

std::unique_ptr<Folder> FaultyDisk::folder(SimulatedDisk& disk) {
  const std::lock_guard lock(mutex_);
  power_is_lost_ = false;
  return std::make_unique<CountedFolder>(*this, disk, life_);
}

void FaultyDisk::fail(const Fault& fault) {
  const std::lock_guard lock(mutex_);
  fault_ = fault;
  calls_to_fault_ = fault.after;
}

void FaultyDisk::mend() {
  const std::lock_guard lock(mutex_);
  calls_to_fault_.reset();
}

void FaultyDisk::lose_power_after(std::uint64_t calls, Calls counted) {
  const std::lock_guard lock(mutex_);
  calls_to_power_loss_ = calls;
  counted_to_power_loss_ = counted;
}

void FaultyDisk::kill() {
  const std::lock_guard lock(mutex_);
  begin_life();
}

void FaultyDisk::lose_power() {
  const std::lock_guard lock(mutex_);
  if (!power_is_lost_) cut_power();
}

std::uint64_t FaultyDisk::calls(Calls counted) const {
  const std::lock_guard lock(mutex_);
  return counted == Calls::changes ? changes_ : changes_ + looks_;
}

std::string FaultyDisk::failed_call() const {
  const std::lock_guard lock(mutex_);
  return failed_call_;
}

bool FaultyDisk::power_is_lost() const {
  const std::lock_guard lock(mutex_);
  return power_is_lost_;
}

bool FaultyDisk::is_due(Calls kind, std::optional<std::uint64_t>& spared, Calls counted) const {
  if (!spared || kind > counted) return false;
  if (*spared == 0) return true;
  --*spared;
  return false;
}

void FaultyDisk::cut_power() {
  journal_.lose_power();
  index_.lose_power();
  begin_life();
  power_is_lost_ = true;
}

void FaultyDisk::begin_life() {
  ++life_;
  calls_to_fault_.reset();
  calls_to_power_loss_.reset();
  last_change_.clear();
  failed_call_.clear();
}

}  // namespace tradepost::store::embedded::testing
