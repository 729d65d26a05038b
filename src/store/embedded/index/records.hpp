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

// What index and journal say together of transactions and records. Any thread.
class Records {
 public:
  // Reading from the system's memory costs no wait, but a copy: one step of a loop that serves
  // others copies at most this.
  static constexpr std::size_t copied_at_once_max = 512u << 10;

  // Both must outlive this.
  Records(const Index& index, const journal::Reader& journal) : index_(index), journal_(journal) {}

  const Index& index() const { return index_; }

  // As the index has it; nothing where there is none.
  Result<std::optional<Row>> row(exchange::TransactionId id, ReadContext& context) const;
  Result<std::vector<std::optional<Row>>> rows(std::span<const exchange::TransactionId> ids,
                                               ReadContext& context) const;

  // Whether the viewer may know of a transaction or a case. Call this first: an id of another
  // participant costs the same reads as an unknown one, so the time shows no difference.
  Result<bool> is_known(const exchange::Viewer& viewer, const base::Uuid& id,
                        ReadContext& context) const;
  // As rows(), of those that a participant may know of.
  Result<std::vector<std::optional<Row>>> known_rows(const exchange::Viewer& viewer,
                                                     std::span<const exchange::TransactionId> ids,
                                                     ReadContext& context) const;

  // The whole row, with what the journal alone has of it, and the content, unless that is gone.
  Result<exchange::PendingItem> whole(const Row& row, ReadContext& context) const;
  // A hint to the disk, before many are asked for.
  void will_need(journal::Place place, std::size_t content_bytes) const;

  Result<exchange::Sent> sent(journal::Sequence sequence, journal::Place place,
                              std::size_t content_bytes, ReadContext& context) const;
  Result<Payload> payload(const RecordValue& record, ReadContext& context) const;

  // One value that the index keeps whole.
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
