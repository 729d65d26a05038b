#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/crypto/random.hpp"
#include "scratch_store/scratch_store.hpp"
#include "store/embedded/entries/indexer.hpp"
#include "store/embedded/index/queues.hpp"
#include "store/embedded/index/records.hpp"
#include "store/embedded/reads/views.hpp"

namespace tradepost::store::embedded::testing {

// A journal and an index as in the store, without commands: tests add effects frame by frame.
class KeptEffects {
 public:
  KeptEffects();
  ~KeptEffects();

  // Writes one frame. Returns the number of entries in its batch, including the entries of the
  // batch itself.
  std::size_t keep(const std::vector<exchange::Effect>& effects);

  const Index& index() const { return *index_; }
  const Views& views() const { return views_; }
  // The index after a start, with empty memory, and its reads.
  struct Cold {
    Cold(std::unique_ptr<Index> opened, const KeptEffects& of)
        : index(std::move(opened)),
          records(*index, of.journal_->reader()),
          queues(*index),
          views(records, of.journal_->reader(), queues, of.published_, of.marks_) {}

    const std::unique_ptr<Index> index;
    const Records records;
    Queues queues;
    const Views views;
  };
  std::unique_ptr<Cold> cold() const;
  // Clears the memory, as a start does.
  void forget_what_is_in_memory() { indexer_.emplace(records_, committed_); }
  // Rebuilds the index from the same frames, each with an indexer that has no memory of the earlier
  // ones.
  std::unique_ptr<Index> made_again();

 private:
  struct Frame {
    std::vector<exchange::Effect> effects;
    journal::Appended appended;
  };
  Applied applied_behind(const Frame& frame) const;
  static Done apply(const Frame& frame, Indexer& indexer);

  ScratchFolder scratch_;
  std::unique_ptr<journal::Folder> folder_;
  std::unique_ptr<journal::Journal> journal_;
  std::unique_ptr<Index> index_;
  Records records_;
  Queues queues_;
  PublishedState published_;
  SoftMarks marks_;
  Views views_;
  CommittedState committed_;
  std::optional<Indexer> indexer_;
  base::SystemRandom random_;
  PayloadEncoder encoder_;
  std::vector<Frame> frames_;
};

// Reads the whole history page by page.
std::vector<exchange::TransactionPtr> whole_history(const Views& views,
                                                    exchange::HistoryQuery query);

// Returns all keys and values of an index, by key.
std::map<std::string, std::string> everything_in(const Index& index);

exchange::ParticipantId participant(std::uint64_t n);
exchange::TransactionId transaction(std::uint64_t n);

// A document as decide sends it: pending, numbered, visible to its sender and its recipient.
struct SentWords {
  std::uint64_t id = 0;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  exchange::Instant created{};
  std::string number;
  exchange::Kind kind{};
  exchange::State state = exchange::State::pending;
};
exchange::Sent sent(const SentWords& words);
exchange::Reported reported(std::uint64_t id, std::uint64_t by, exchange::Verdict verdict,
                            exchange::Instant at);

// Documents from participant 1 to participant 2, ten milliseconds apart, `frame` of them in a frame
// (a divisor of `rows`). The document with the id `rare` has another kind, comes from participant
// 3, and has failed.
struct LongHistoryWords {
  exchange::Instant begins{};
  std::uint64_t rows = 0;
  std::uint64_t rare = 0;
  std::uint64_t frame = 1;
};
std::unique_ptr<KeptEffects> long_history(const LongHistoryWords& words);

}  // namespace tradepost::store::embedded::testing
