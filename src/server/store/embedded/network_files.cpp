#include "store/embedded/network_files.hpp"

#include <utility>

#include "store/embedded/commit/journal_end.hpp"

namespace tradepost::store::embedded {

NetworkFiles::NetworkFiles(std::unique_ptr<journal::Journal> journal, std::unique_ptr<Index> index,
                           journal::Folder* data,
                           std::function<void(const base::Error&)> on_failure)
    : journal_(std::move(journal)),
      index_(std::move(index)),
      data_(data),
      on_failure_(std::move(on_failure)) {}

NetworkFiles::~NetworkFiles() {
  if (index_->damage()) index_->mark_damaged();
  if (failed_) return;
  // The next start does the rest.
  static_cast<void>(end_well());
}

Done NetworkFiles::end_well() {
  TRY(index_->flush());
  TRY(journal_->writer().seal());
  if (data_ != nullptr) TRY(write_journal_end(*data_, *index_, {}));
  return {};
}

std::function<void(const base::Error&)> NetworkFiles::on_failure() {
  return [this](const base::Error& error) { fail(error); };
}

void NetworkFiles::fail(const base::Error& error) {
  if (failed_.exchange(true)) return;
  if (index_->damage()) index_->mark_damaged();  // at once: the process may be killed
  on_failure_(error);
}

}  // namespace tradepost::store::embedded
