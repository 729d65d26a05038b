#pragma once

#include "exchange/model/act.hpp"
#include "exchange/port/store_reads.hpp"
#include "store/embedded/format/keys.hpp"
#include "store/embedded/index/queues.hpp"
#include "store/embedded/index/records.hpp"
#include "store/embedded/state/published_state.hpp"
#include "store/embedded/state/soft_marks.hpp"

namespace tradepost::store::embedded {

// The reads of the store on index and journal. Each can run in memory only, and is repeated on
// another thread if that is not enough. Thread-safe.
class Views {
 public:
  // All must outlive this.
  Views(const Records& records, const journal::Reader& journal, Queues& queues,
        const PublishedState& published, const SoftMarks& marks)
      : records_(records),
        journal_(journal),
        queues_(queues),
        published_(published),
        marks_(marks) {}

  Result<exchange::PendingPage> pending(const exchange::PendingQuery& query,
                                        ReadContext& context) const;
  Result<bool> has_pending(const exchange::PendingQuery& query, ReadContext& context) const;
  Result<std::optional<exchange::Found>> find(const exchange::FindQuery& query,
                                              ReadContext& context) const;
  Result<std::optional<exchange::TransactionId>> find_by_sscc(const exchange::SsccQuery& query,
                                                              ReadContext& context) const;
  Result<exchange::HistoryPage> history(const exchange::HistoryQuery& query,
                                        ReadContext& context) const;
  Result<exchange::CasePage> cases(const exchange::CaseQuery& query, ReadContext& context) const;
  Result<std::optional<exchange::FoundCase>> find_case(exchange::CaseId id,
                                                       const exchange::CaseViewer& viewer,
                                                       ReadContext& context) const;
  Result<std::vector<exchange::QueueState>> queues(const exchange::QueuesQuery& query,
                                                   ReadContext& context) const;
  Result<std::vector<exchange::HeldState>> held(exchange::ParticipantId participant,
                                                ReadContext& context) const;
  Result<std::vector<exchange::StatisticsCount>> statistics(const exchange::StatisticsQuery& query,
                                                            ReadContext& context) const;
  // The next entries after a position that have one of the requested types.
  struct FeedPart {
    std::vector<exchange::FeedPlace> entries;
    exchange::Position seen = 0;  // the last entry that was read
    bool is_whole = false;        // the feed has no later entries
  };
  struct FeedQuery {
    QueueName of;
    exchange::Position after = 0;
    std::uint8_t types = 0;
    std::uint32_t count_max = 0;
  };
  Result<FeedPart> feed(const FeedQuery& query, ReadContext& context) const;
  Result<exchange::ActPage> acts(const exchange::ActQuery& query, ReadContext& context) const;
  Result<exchange::EffectsPage> effects(std::uint64_t after, std::uint32_t count_max) const;

 private:
  Result<exchange::HistoryPage> everybodys_history(const exchange::HistoryQuery& query,
                                                   ReadContext& context) const;
  // Returns nullopt if too many documents have numbers with the prefix.
  Result<std::optional<exchange::HistoryPage>> everybodys_numbered(
      const exchange::HistoryQuery& query, ReadContext& context) const;
  Result<exchange::HistoryPage> bearers_history(const exchange::HistoryQuery& query,
                                                ReadContext& context) const;
  // Returns nullopt if very many documents are held: then the history finds the first ones earlier.
  Result<std::optional<exchange::HistoryPage>> held_history(const exchange::HistoryQuery& query,
                                                            ReadContext& context) const;
  // A document with a unit of an SSCC. `sent` is 0 if no document has one.
  struct Bearer {
    journal::Sequence sent = 0;
    exchange::TransactionId id;
    auto operator<=>(const Bearer&) const = default;
  };
  Result<Bearer> newest_seen(const keys::SsccName& name, ReadContext& context) const;
  Result<std::vector<exchange::Event>> events_of(const Row& row, ReadContext& context) const;
  Result<exchange::QueueState> queue_state(const QueueName& name, const CountsValue& counts,
                                           ReadContext& context) const;

  const Records& records_;
  const journal::Reader& journal_;
  Queues& queues_;
  const PublishedState& published_;
  const SoftMarks& marks_;
};

}  // namespace tradepost::store::embedded
