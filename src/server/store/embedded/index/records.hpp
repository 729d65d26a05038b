#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "journal/frames/reader.hpp"
#include "store/embedded/format/payload.hpp"
#include "store/embedded/format/value_codec.hpp"
#include "store/embedded/index/index.hpp"

namespace tradepost::store::embedded {

Result<Payload> payload_of(const journal::RecordView& record, std::shared_ptr<const void> owner);

// Reads transactions and records from the index and the journal together. Thread-safe.
class Records {
 public:
  // A read from the page cache does not wait, but copies. One step of a loop that serves others
  // copies at most this.
  static constexpr std::size_t copied_at_once_max = 512u << 10;

  // Both must outlive this.
  Records(const Index& index, const journal::Reader& journal) : index_(index), journal_(journal) {}

  const Index& index() const { return index_; }

  // Returns the row in the index, or nullopt if the id is unknown.
  Result<std::optional<Row>> row(exchange::TransactionId id, ReadContext& context) const;
  Result<std::vector<std::optional<Row>>> rows(std::span<const exchange::TransactionId> ids,
                                               ReadContext& context) const;

  // Returns true if the viewer may see the transaction or case. Call this first: an id of another
  // participant costs the same reads as an unknown one, so timing reveals nothing.
  Result<bool> is_known(const exchange::Viewer& viewer, const base::Uuid& id,
                        ReadContext& context) const;
  // Like rows(), but only rows that the viewer may see.
  Result<std::vector<std::optional<Row>>> known_rows(const exchange::Viewer& viewer,
                                                     std::span<const exchange::TransactionId> ids,
                                                     ReadContext& context) const;

  // Returns the complete row, including the fields that only the journal has, and the content
  // unless it was removed.
  Result<exchange::PendingItem> whole(const Row& row, ReadContext& context) const;
  // Returns the text that became the document, if there is one. The content was not removed.
  Result<std::optional<exchange::Original>> original(exchange::TransactionId id,
                                                     ReadContext& context) const;
  // Announces a read to the disk, before many records are read.
  void will_need(journal::Place place, std::size_t content_bytes) const;

  Result<exchange::Sent> sent(journal::Sequence sequence, journal::Place place,
                              std::size_t content_bytes, ReadContext& context) const;
  Result<Payload> payload(const RecordValue& record, ReadContext& context) const;

  // Returns a value that the index stores completely.
  template <typename Kind>
  Result<std::optional<Kind>> kept(std::string_view key, ReadContext& context) const {
    TRY_ASSIGN(const auto bytes, index_.get(key, context));
    if (!bytes) return std::optional<Kind>();
    TRY_ASSIGN(Kind value, kept_as<Kind>(*bytes));
    return std::optional(std::move(value));
  }
  template <typename Value>
  Result<std::optional<Value>> value(std::string_view key, ReadContext& context) const {
    TRY_ASSIGN(const auto bytes, index_.get(key, context));
    if (!bytes) return std::optional<Value>();
    TRY_ASSIGN(Value value, decoded<Value>(*bytes, key.substr(0, 1)));
    return std::optional(std::move(value));
  }

 private:
  Result<journal::Record> record(journal::Sequence sequence, journal::Place place,
                                 std::size_t bytes_guess, ReadContext& context) const;

  const Index& index_;
  const journal::Reader& journal_;
};

}  // namespace tradepost::store::embedded
