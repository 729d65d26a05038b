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

// What a filter can skip: for every block of a viewer's history, the values that its rows have. A
// summary may have more values than the rows, never fewer (storage 3.4).
//
// A block is named by the place where it begins and ends where the next one begins. The first
// begins before everything, so every row is in one. If a block is full, a row after all of its rows
// begins the next block; a row between them joins the block.
inline constexpr std::uint32_t rows_of_block = 1'024;
inline constexpr std::size_t partners_of_block_max = 1'024;

// Whose blocks are of all there is, for operators. They name the documents' numbers, and no
// partners: each of these has blocks of its own.
inline constexpr exchange::ParticipantId everybody{};

// False: all that was there.
bool add_to(SummaryValue& summary, const exchange::Transaction& row,
            exchange::ParticipantId viewer);
bool may_match(const SummaryValue& summary, const exchange::HistoryFilter& filter);

// Updates the summaries, frame by frame. One thread; the newest blocks of viewers whose history has
// changed stay in memory. The result depends on the frames alone, not on the memory's content.
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
  // By where they begin, newest first.
  using Blocks = std::map<exchange::HistoryPlace, Block, std::greater<>>;
  struct Known {
    Blocks newest;  // without a gap
    Blocks older;   // those that the frame has asked for
  };
  using Found = std::pair<const exchange::HistoryPlace, Block>;

  Result<Known*> known(const QueueName& of, ReadContext& context);
  // The block that a place falls into.
  Result<Found*> block_at(const QueueName& of, const exchange::HistoryPlace& place,
                          ReadContext& context);

  const Records& records_;
  std::unordered_map<QueueName, Known> known_;
  std::size_t blocks_ = 0;  // in known_, the newest
  // of the frame
  std::vector<std::pair<QueueName, Found*>> changed_;
  std::vector<Known*> asked_for_older_;
};

}  // namespace tradepost::store::embedded
