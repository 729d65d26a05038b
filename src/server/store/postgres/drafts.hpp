#pragma once

#include <optional>
#include <vector>

#include "exchange/port/drafts.hpp"
#include "store/postgres/read_runner.hpp"

namespace tradepost::store::postgres {

// The drafts of documents in the table `draft`. Each change is one statement, without the locks of
// the records.
class DraftTable final : public exchange::Drafts {
 public:
  // Both must outlive this.
  DraftTable(ReadRunner& reads, Pool& pool) : reads_(reads), pool_(pool) {}

  Answering<std::vector<exchange::DraftHead>> of(exchange::DraftPlace place,
                                                 Deadline deadline) override;
  Answering<std::optional<exchange::Draft>> find(exchange::DraftPlace place, exchange::DraftId id,
                                                 Deadline deadline) override;
  Answering<bool> add(exchange::Draft draft, Deadline deadline) override;
  Answering<bool> replace(exchange::Draft draft, Deadline deadline) override;
  Answering<bool> remove(exchange::DraftPlace place, exchange::DraftId id,
                         Deadline deadline) override;
  Answering<std::monostate> remove_of(exchange::ParticipantId participant,
                                      Deadline deadline) override;
  Answering<std::vector<exchange::ParticipantId>> owners(Deadline deadline) override;
  Answering<bool> remove_unchanged_since(exchange::Instant instant, Deadline deadline) override;

 private:
  ReadRunner& reads_;
  Pool& pool_;
};

}  // namespace tradepost::store::postgres
