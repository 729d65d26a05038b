#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "exchange/port/store_reads.hpp"
#include "store/embedded/format/queue_name.hpp"
#include "store/embedded/index/index.hpp"

namespace tradepost::store::embedded {

// Returns true if the index lists the documents that a filter by the beginning of numbers matches.
inline bool has_listed_numbers(const exchange::HistoryFilter& filter) {
  return filter.number_prefix && !filter.number_prefix->empty() && !filter.number;
}

// The places of the documents whose numbers begin with the prefix of a query, which the index lists
// by number. If there are many, the history is searched instead, which finds the first of them
// early.
class NumberedPlaces {
 public:
  NumberedPlaces(const exchange::HistoryQuery& query, const Index& index, ReadContext& context);

  // Adds the documents that a participant sees. Calls `look` before each of them. Returns false if
  // there are too many.
  Result<bool> add(const QueueName& whose, const std::function<Done()>& look);
  // Returns each place once.
  std::vector<exchange::HistoryPlace> newest_first() &&;

 private:
  static constexpr std::size_t places_max = 8'192;
  static constexpr std::size_t visits_max = 65'536;  // also of documents outside the query's days

  const exchange::HistoryQuery& query_;
  const Index& index_;
  ReadContext& context_;
  const std::optional<exchange::HistoryPlace> begin_;
  std::vector<exchange::HistoryPlace> places_;
  std::size_t visits_ = 0;
};

}  // namespace tradepost::store::embedded
