#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "exchange/model/effects.hpp"
#include "journal/journal.hpp"
#include "journal/preparer.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/format/payload.hpp"
#include "store/embedded/offline/rebuild.hpp"
#include "store/embedded/state/committed_state.hpp"

namespace tradepost::store::embedded {

// The store from which a network comes.
struct FormerStore {
  std::uint64_t epoch = 0;  // cursors that were given out stay good
  // Larger than every number that cursors, feeds and acts have there: new ones are larger.
  journal::Sequence first_sequence = 1;
};

// Makes a network's folder of effects that another store carries here. The folder is of no use
// until finish(): whatever interrupts the filling, begin again with an empty one. One thread.
class Filling {
 public:
  // `data` is a folder that is there and empty.
  static Result<std::unique_ptr<Filling>> begin(const DataFolder& data, const FormerStore& former,
                                                const World& world);

  // The next ones, in their order.
  Done take(std::span<const exchange::Effect> effects);
  // All is on the disk, as after a clean stop.
  Done finish();

  const Applied& applied() const { return applied_; }

 private:
  Filling(DataFolder data, const World& world) : data_(std::move(data)), world_(world) {}
  Done open(const FormerStore& former);
  Done append(const PayloadEncoder& encoder);

  const DataFolder data_;
  const World world_;
  std::unique_ptr<journal::Folder> data_folder_;
  std::unique_ptr<journal::Folder> folder_;  // the journal's
  std::unique_ptr<journal::Journal> journal_;
  std::unique_ptr<Index> index_;
  CommittedState standing_;
  std::unique_ptr<journal::Preparer> preparer_;  // its thread goes first
  Applied applied_;
};

}  // namespace tradepost::store::embedded
