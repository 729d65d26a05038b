#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "exchange/port/store_reads.hpp"
#include "store/embedded/index/queues.hpp"
#include "store/embedded/index/records.hpp"

namespace tradepost::store::embedded {

// The values in each block of a viewer's history, so that a filter can skip blocks. A summary may
// have more values than the rows, never fewer (storage 3.4).
//
// The name of a block is the place where it begins; it ends where the next one begins. The first
// begins before everything, so every row is in a block. If a block is full, a row after all of its
// rows begins the next block; a row between them joins the block.
inline constexpr std::uint32_t rows_of_block = 1'024;
inline constexpr std::size_t partners_of_block_max = 1'024;

// The viewer whose blocks have all transactions, for operators. They list document numbers but no
// partners, because each partner has separate blocks.
inline constexpr exchange::ParticipantId everybody{};

// Returns false if the summary had all values already.
bool add_to(SummaryValue& summary, const exchange::Transaction& row,
            exchange::ParticipantId viewer);
bool may_match(const SummaryValue& summary, const exchange::HistoryFilter& filter);

// Updates the summaries, frame by frame. For one thread. The newest blocks of viewers with a recent
// change stay in memory. The result depends only on the frames, not on the content of the memory.
class Summaries {
 public:
  explicit Summaries(const Records& records) : records_(records) {}

  void begin();
  enum class Joins : std::uint8_t { no, newly };  // the viewer's history
  Done note(const exchange::Transaction& row, exchange::ParticipantId viewer, Joins joins,
            ReadContext& context);
  void finish(Batch& batch);

 private:
  struct Block {
    SummaryValue value;
    bool is_changed = false;
  };
  // Sorted by their beginning, newest first.
  using Blocks = std::map<exchange::HistoryPlace, Block, std::greater<>>;
  struct Known {
    Blocks newest;  // without a gap
    Blocks older;   // older blocks that the frame has read
  };
  using Found = std::pair<const exchange::HistoryPlace, Block>;

  Result<Known*> known(const QueueName& of, ReadContext& context);
  // Returns the block that includes a place.
  Result<Found*> block_at(const QueueName& of, const exchange::HistoryPlace& place,
                          ReadContext& context);

  const Records& records_;
  std::unordered_map<QueueName, Known> known_;
  std::size_t blocks_ = 0;  // number of newest blocks in known_
  // For the frame.
  std::vector<std::pair<QueueName, Found*>> changed_;
  std::vector<Known*> asked_for_older_;
};

}  // namespace tradepost::store::embedded
