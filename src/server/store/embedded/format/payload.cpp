#include "store/embedded/format/payload.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/ground/check.hpp"
#include "document/model/schema.hpp"
#include "store/embedded/format/fields.hpp"
#include "store/embedded/format/payload_of_cases.hpp"
#include "store/embedded/format/payload_of_directory.hpp"
#include "store/embedded/format/payload_of_transactions.hpp"

namespace tradepost::store::embedded {

using base::CallerText;
using base::Digest;
using base::Error;
using base::ErrorCode;
using base::LogText;
using base::refuse;
using base::Result;
using exchange::DirectoryEntry;
using exchange::DirectorySet;
using exchange::Effect;
using exchange::Sent;
using exchange::State;

namespace {

constexpr std::uint8_t written_version = 1;  // of every kind

template <typename Record>
constexpr bool has_fields_in_body =
    requires(FieldWriter& io, const Record& record) { body(io, record); };

Error damaged(std::uint16_t kind) {
  return {ErrorCode::damaged, CallerText("The journal is damaged."),
          LogText(fmt::format("a record of kind {} has invalid content", kind))};
}

Error too_new(std::uint16_t kind, std::uint8_t version) {
  return {ErrorCode::too_new, CallerText("The journal was written by a newer version."),
          LogText(fmt::format("a record of kind {}, version {}", kind, version))};
}

bool is_for_a_sent(State state) {
  return state == State::pending || state == State::held;
}

bool has_lost_content(const Sent& sent) {
  return sent.carried && sent.transaction.content.removed_at;
}

// The arguments of decode().
struct Given {
  std::string_view head;
  std::optional<std::string_view> body;
  std::shared_ptr<const void> owner;
  const Digest& body_digest;
};

// Reads the digest of a document that was migrated after its content was removed.
bool read_digest(const Given& given, Sent& sent) {
  if (!given.body) return true;
  Digest& digest = sent.transaction.content.digest;
  if (given.body->size() != digest.bytes.size()) return false;
  std::ranges::copy(*given.body, digest.bytes.begin());
  return digest != Digest();
}

bool read_content(const Given& given, Sent& sent) {
  if (!sent.carried && !is_for_a_sent(sent.transaction.state)) return false;
  if (has_lost_content(sent)) return read_digest(given, sent);
  if (!given.body) return true;
  const std::string_view kind = document::row_of(sent.transaction.kind).name;
  std::string_view content = *given.body;
  if (!content.starts_with(kind)) return false;
  content.remove_prefix(kind.size());
  if (!content.starts_with('\n')) return false;
  content.remove_prefix(1);
  if (content.size() != sent.transaction.content.bytes) return false;
  sent.content = {.view = content, .owner = given.owner};
  sent.transaction.content.digest = given.body_digest;
  return true;
}

template <typename Record, typename... Context>
bool read(const Given& given, Record& record, Context&... context) {
  FieldReader in_head(given.head);
  head(in_head, record, context...);
  if (!in_head.is_whole()) return false;
  if constexpr (std::is_same_v<Record, Sent>) {
    return read_content(given, record);
  } else if constexpr (std::is_same_v<Record, exchange::OriginalKept>) {
    if (given.body) record.original.text = {.view = *given.body, .owner = given.owner};
    return true;
  } else if constexpr (has_fields_in_body<Record>) {
    if (!given.body) return true;
    FieldReader in_body(*given.body);
    body(in_body, record);
    return in_body.is_whole();
  } else {
    return !given.body;
  }
}

template <typename Record>
std::optional<Payload> decode_record(const Given& given) {
  Record record;
  if (!read(given, record)) return std::nullopt;
  return record;
}

// Returns a record with the additional fields of a migrated one.
template <typename Record>
Record carried() {
  Record record;
  if constexpr (std::is_same_v<Record, Sent>) {
    record.carried.emplace();
  } else {
    record.is_carried = true;
  }
  return record;
}

template <typename Record>
std::optional<Payload> decode_carried(const Given& given) {
  auto record = carried<Record>();
  if (!read(given, record)) return std::nullopt;
  return record;
}

template <typename Entry>
std::optional<Payload> decode_entry(const Given& given) {
  DirectorySet set;
  if (!read(given, set.entry.emplace<Entry>(), set)) return std::nullopt;
  return set;
}

template <typename Entry>
std::optional<Payload> decode_carried_entry(const Given& given) {
  DirectorySet set{.entry = {}, .at = {}, .by = {}, .carried = exchange::Revision()};
  if (!read(given, set.entry.emplace<Entry>(), set)) return std::nullopt;
  return set;
}

// Every readable kind and version. A row is permanent.
struct Row {
  std::uint16_t kind;
  std::uint8_t version;
  std::string_view name;  // as in docs/internals/storage.md
  std::optional<Payload> (*decode)(const Given&);
};
template <typename Record>
constexpr Row row_1(std::string_view name) {
  return {Record::record, 1, name, decode_record<Record>};
}
template <typename Record>
constexpr Row carried_row_1(std::string_view name) {
  return {Record::record_of_carried, 1, name, decode_carried<Record>};
}
template <std::size_t Index>
constexpr Row entry_row_1(std::string_view name) {
  return {DirectorySet::first_record + Index, 1, name,
          decode_entry<std::variant_alternative_t<Index, DirectoryEntry::variant>>};
}
template <std::size_t Index>
constexpr Row carried_entry_row_1(std::string_view name) {
  return {DirectorySet::first_record_of_carried + Index, 1, name,
          decode_carried_entry<std::variant_alternative_t<Index, DirectoryEntry::variant>>};
}

constexpr std::array rows = {
    row_1<Sent>("sent"),
    row_1<exchange::Superseded>("superseded"),
    row_1<exchange::Released>("released"),
    row_1<exchange::Reported>("reported"),
    row_1<exchange::Discarded>("discarded"),
    row_1<exchange::Moved>("moved"),
    row_1<exchange::Noted>("noted"),
    row_1<exchange::Removed>("removed"),
    row_1<exchange::Erased>("erased"),
    row_1<Warned>("warned"),
    row_1<exchange::OriginalKept>("original_kept"),
    row_1<exchange::CaseSet>("case_state"),
    row_1<exchange::CaseCommented>("case_comment"),
    row_1<exchange::Rejected>("rejected"),
    row_1<exchange::RejectedGone>("rejected_gone"),
    row_1<exchange::KeyUsed>("key_used"),
    row_1<exchange::NumbersTaken>("numbers_taken"),
    row_1<exchange::EndpointProgress>("delivered"),
    row_1<exchange::Seen>("seen"),
    entry_row_1<0>("participant_set"),
    entry_row_1<1>("token_set"),
    entry_row_1<2>("relationship_set"),
    entry_row_1<3>("endpoint_set"),
    entry_row_1<4>("range_set"),
    entry_row_1<5>("setting_set"),
    entry_row_1<6>("person_set"),
    entry_row_1<7>("numbering_set"),
    row_1<exchange::IntentSet>("intent_set"),
    row_1<exchange::IntentStepped>("intent_stepped"),
    row_1<EpochBegun>("epoch_begun"),
    carried_row_1<Sent>("sent_carried"),
    row_1<CarriedWords>("words_carried"),
    carried_row_1<exchange::CaseSet>("case_carried"),
    carried_row_1<exchange::CaseCommented>("comment_carried"),
    carried_row_1<exchange::IntentSet>("intent_carried"),
    row_1<exchange::ActCarried>("act_carried"),
    row_1<exchange::FeedCarried>("feed_carried"),
    carried_entry_row_1<0>("participant_carried"),
    carried_entry_row_1<1>("token_carried"),
    carried_entry_row_1<2>("relationship_carried"),
    carried_entry_row_1<3>("endpoint_carried"),
    carried_entry_row_1<4>("range_carried"),
    carried_entry_row_1<5>("setting_carried"),
    carried_entry_row_1<6>("person_carried"),
    carried_entry_row_1<7>("numbering_carried"),
};

}  // namespace

void PayloadEncoder::clear() {
  buffer_.clear();
  laid_.clear();
  records_.clear();
}

template <typename Record, typename... Context>
void PayloadEncoder::lay(std::uint16_t kind, const Record& record, const Context&... context) {
  Laid laid;
  laid.kind = kind;
  laid.head_at = buffer_.size();
  FieldWriter io(buffer_);
  head(io, record, context...);
  laid.body_at = buffer_.size();
  if constexpr (std::is_same_v<Record, Sent>) {
    const auto& row = record.transaction;
    CHECK(record.carried || is_for_a_sent(row.state));
    if (has_lost_content(record)) {
      laid.has_body = row.content.digest != Digest();
      if (laid.has_body)
        buffer_.append(row.content.digest.bytes.begin(), row.content.digest.bytes.end());
    } else {
      CHECK(row.content.bytes == record.content.view.size());
      laid.has_body = true;
      buffer_.append(document::row_of(row.kind).name).push_back('\n');
      laid.content = record.content.view;
    }
  } else if constexpr (std::is_same_v<Record, exchange::OriginalKept>) {
    laid.has_body = true;
    laid.content = record.original.text.view;
  } else if constexpr (has_fields_in_body<Record>) {
    laid.has_body = true;
    body(io, record);
  }
  laid.end = buffer_.size();
  laid_.push_back(laid);
}

void PayloadEncoder::add(const Payload& payload) {
  std::visit([this](const auto& one) { add(one); }, payload);
}

void PayloadEncoder::add(const Effect& effect) {
  std::visit(
      [this, &effect]<typename One>(const One& one) {
        if constexpr (std::is_same_v<One, DirectorySet>) {
          std::visit([&](const auto& entry) { lay(one.record(), entry, one); }, one.entry);
        } else {
          lay(exchange::record_of(effect), one);
        }
      },
      effect);
  const auto* sent = std::get_if<Sent>(&effect);
  if (sent == nullptr) return;
  const exchange::Transaction& row = sent->transaction;
  if (sent->carried) {
    add(CarriedWords{.id = row.id,
                     .report = row.feedback.report,
                     .warnings = row.warnings,
                     .events = sent->carried->events});
  } else if (!row.warnings.empty()) {
    add(Warned{.id = row.id, .warnings = row.warnings});
  }
}

void PayloadEncoder::add(const Warned& warned) {
  lay(Warned::record, warned);
}

void PayloadEncoder::add(const CarriedWords& words) {
  lay(CarriedWords::record, words);
}

void PayloadEncoder::add(const EpochBegun& begun) {
  lay(EpochBegun::record, begun);
}

std::span<const Encoded> PayloadEncoder::records() const {
  const std::string_view bytes = buffer_;
  records_.clear();
  for (const Laid& laid : laid_) {
    records_.push_back({.kind = laid.kind,
                        .version = written_version,
                        .head = bytes.substr(laid.head_at, laid.body_at - laid.head_at),
                        .has_body = laid.has_body,
                        .body_front = bytes.substr(laid.body_at, laid.end - laid.body_at),
                        .content = laid.content});
  }
  return records_;
}

Digest digest_of_body(const Encoded& record) {
  base::Sha256 hash;
  hash.update(record.body_front);
  hash.update(record.content);
  return hash.finish();
}

std::string record_name(std::uint16_t kind) {
  const auto* const row = std::ranges::find(rows, kind, &Row::kind);
  return row == rows.end() ? fmt::format("kind {}", kind) : std::string(row->name);
}

Result<Payload> decode(std::uint16_t kind, std::uint8_t version, std::string_view head,
                       std::optional<std::string_view> body, std::shared_ptr<const void> owner,
                       const Digest& body_digest) {
  const auto* const row = std::ranges::find_if(
      rows, [&](const Row& one) { return one.kind == kind && one.version == version; });
  if (row == rows.end()) return refuse(too_new(kind, version));
  auto payload = row->decode({head, body, std::move(owner), body_digest});
  if (!payload) return refuse(damaged(kind));
  return *std::move(payload);
}

Result<Sent> decode_sent(std::uint16_t kind, std::uint8_t version, std::string_view head,
                         std::optional<std::string_view> body, std::shared_ptr<const void> owner,
                         const Digest& body_digest) {
  if (version != 1) return refuse(too_new(kind, version));
  auto sent = kind == Sent::record ? Sent() : carried<Sent>();
  if (!read({head, body, std::move(owner), body_digest}, sent)) return refuse(damaged(kind));
  return sent;
}

void add_words(Sent& sent, Payload words) {
  exchange::Transaction& row = sent.transaction;
  if (auto* const warned = std::get_if<Warned>(&words)) {
    row.warnings = std::move(warned->warnings);
  } else if (auto* const carried_words = std::get_if<CarriedWords>(&words)) {
    row.feedback.report = std::move(carried_words->report);
    row.warnings = std::move(carried_words->warnings);
    if (sent.carried) sent.carried->events = std::move(carried_words->events);
  }
}

}  // namespace tradepost::store::embedded
