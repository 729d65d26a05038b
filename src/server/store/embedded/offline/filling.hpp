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
  std::uint64_t epoch = 0;  // existing cursors remain valid
  // Above every number in that store's cursors, feeds and acts, so that new ones are larger.
  journal::Sequence first_sequence = 1;
};

// Makes a network's folder from the effects of another store. The folder is unusable before
// finish(): after an interruption, begin again with an empty one. For one thread.
class Filling {
 public:
  // `data` is an existing, empty folder.
  static Result<std::unique_ptr<Filling>> begin(const DataFolder& data, const FormerStore& former,
                                                const World& world);

  // Stores the next effects, in order.
  Done take(std::span<const exchange::Effect> effects);
  // Makes everything durable, as a clean shutdown does.
  Done finish();

  const Applied& applied() const { return applied_; }

 private:
  Filling(DataFolder data, const World& world) : data_(std::move(data)), world_(world) {}
  Done open(const FormerStore& former);
  Done append(const PayloadEncoder& encoder);

  const DataFolder data_;
  const World world_;
  std::unique_ptr<journal::Folder> data_folder_;
  std::unique_ptr<journal::Folder> folder_;  // the folder of the journal
  std::unique_ptr<journal::Journal> journal_;
  std::unique_ptr<Index> index_;
  CommittedState committed_;
  std::unique_ptr<journal::Preparer> preparer_;  // its thread ends first
  Applied applied_;
};

}  // namespace tradepost::store::embedded
