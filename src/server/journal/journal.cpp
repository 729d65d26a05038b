#include "journal/journal.hpp"

#include <utility>

namespace tradepost::journal {

Result<std::unique_ptr<Journal>> Journal::open(Folder& folder, const Options& options,
                                               const Start& start) {
  TRY_ASSIGN(auto lock, folder.lock());
  TRY_ASSIGN(auto recovered, recover(folder, options, start));
  std::unique_ptr<Journal> journal(
      new Journal(folder, options, std::move(lock), std::move(recovered)));
  TRY(journal->watch_space());
  return journal;
}

Journal::Journal(Folder& folder, const Options& options, std::unique_ptr<FolderLock> lock,
                 Recovered recovered)
    : options_(options),
      lock_(std::move(lock)),
      opened_{.identity = recovered.identity,
              .ended = recovered.ended,
              .cut = recovered.cut,
              .end = recovered.end},
      files_(folder, recovered.identity, options.segments_open_max),
      tail_(options.tail_bytes, options.slab_bytes),
      published_(recovered.end.place),
      space_(folder, options),
      prepared_(folder, files_, options, std::move(recovered.active), std::move(recovered.next)),
      writer_(recovered.identity, options, prepared_, tail_, published_, recovered.end,
              recovered.last),
      reader_(recovered.identity, recovered.first_segment, files_, tail_, published_) {
  prepared_.claim(recovered.end.place.offset);
}

Done Journal::watch_space() {
  auto watched = space_.watch();
  if (!watched) prepared_.fail();
  return watched;
}

Result<Work> Journal::prepare() {
  TRY(watch_space());
  // Without space nothing is filled, and room() reports the end of the space.
  if (!space_.covers_filling()) return Work::done;
  return prepared_.prepare();
}

Room Journal::noted_room() const {
  const bool has_space_for_one_more =
      prepared_.ahead_bytes() + space_.free_bytes() > options_.frame_bytes_max;
  return has_space_for_one_more ? space_.room() : Room::none;
}

std::uint64_t Journal::bytes() const {
  const Place end = published_.end();
  if (end.segment <= 1) return end.offset;
  const std::uint64_t full =
      options_.first_segment_bytes + (end.segment - 2) * options_.segment_bytes;
  return full + end.offset;
}

// Another process may free space while the preparing thread waits seconds for the disk.
Room Journal::room() {
  if (noted_room() == Room::ample) return Room::ample;
  static_cast<void>(space_.look());  // prepare() reports an error
  return noted_room();
}

}  // namespace tradepost::journal
