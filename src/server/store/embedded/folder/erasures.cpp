#include "store/embedded/folder/erasures.hpp"

#include <utility>
#include <variant>

#include "journal/disk/posix_folder.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/format/payload.hpp"
#include "store/embedded/index/records.hpp"

namespace tradepost::store::embedded {

void ErasuresSeen::frame(journal::Place, const journal::SeenFrame& frame) {
  for (const journal::RecordView& record : frame.records) {
    if (record.sequence <= after_ || record.kind != exchange::Erased::record) continue;
    const auto payload = payload_of(record, nullptr);
    const auto* const effect = payload ? std::get_if<exchange::Effect>(&*payload) : nullptr;
    if (effect != nullptr) erased_.push_back(std::get<exchange::Erased>(*effect));
  }
}

base::Result<std::vector<exchange::Erased>> erasures_in(const std::string& folder,
                                                        const journal::Identity& journal,
                                                        journal::Sequence after) {
  TRY_ASSIGN(const auto opened,
             journal::open_posix_folder(DataFolder{folder}.journal(), journal::Missing::refuse));
  ErasuresSeen seen(after);
  TRY_ASSIGN(const auto verdict, journal::verify(*opened, {}, seen));
  if (verdict.identity != journal) {
    return base::refuse(base::Error(
        base::ErrorCode::conflict, base::CallerText("The backup is of another network."),
        base::LogText("the journal in " + folder + " is not the one that was backed up")));
  }
  return seen.take();
}

}  // namespace tradepost::store::embedded
