#include "store/embedded/commit/journal_end.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "base/crypto/sha256.hpp"
#include "journal/disk/refusal.hpp"
#include "store/embedded/commit/opening.hpp"
#include "store/embedded/folder/small_file.hpp"
#include "store/embedded/format/key.hpp"
#include "store/embedded/format/value_codec.hpp"

namespace tradepost::store::embedded {
namespace {

constexpr auto file_name = "journal-end";
constexpr std::string_view title = "tradepost journal end ";
constexpr std::string_view sum_line = "sum ";

std::string text_of(const JournalEnd& end) {
  std::string text = fmt::format("{}{}\njournal {}\nsegment {}\nbyte {}\nsequence {}\n", title,
                                 JournalEnd::format_now, hex_of(end.journal.bytes),
                                 end.place.segment, end.place.offset, end.sequence);
  const auto sum = base::sha256(text).hex();
  return text.append(sum_line).append(sum).append("\n");
}

}  // namespace

Result<std::optional<JournalEnd>> read_journal_end(journal::Folder& data) {
  TRY_ASSIGN(const auto text, read_small_file(data, file_name));
  const auto lines = text ? KeyedLines::parse(*text, title) : std::nullopt;
  if (!lines || lines->format() != JournalEnd::format_now) return std::optional<JournalEnd>();
  JournalEnd end;
  const bool is_whole = lines->read_hex("journal", end.journal.bytes) &&
                        lines->read("segment", end.place.segment) &&
                        lines->read("byte", end.place.offset) &&
                        lines->read("sequence", end.sequence) && text == text_of(end);
  return is_whole ? std::optional(end) : std::nullopt;
}

Done write_journal_end(journal::Folder& data, const JournalEnd& end) {
  return replace_small_file(data, file_name, text_of(end));
}

Result<JournalEnd> write_journal_end(journal::Folder& data, const Index& index,
                                     const JournalEnd& written) {
  ReadContext context;
  TRY_ASSIGN(const auto bytes, index.get(key<layouts::applied>(), context));
  if (!bytes) return written;
  TRY_ASSIGN(const auto applied, decoded<Applied>(*bytes, "applied"));
  const JournalEnd end = JournalEnd::of(applied);
  if (end != written) TRY(write_journal_end(data, end));
  return end;
}

Result<std::optional<journal::Proven>> proven_by_file(journal::Folder& data,
                                                      journal::Folder& journal) {
  TRY_ASSIGN(const auto end, read_journal_end(data));
  if (!end) return std::optional<journal::Proven>();
  TRY_ASSIGN(const auto identity, identity_in(journal));
  if (end->journal != identity) {
    return base::refuse(journal::damaged(
        {1, 0}, fmt::format("{}, and the file {} says that there was one with {} records",
                            identity ? "this is another journal" : "the journal is missing",
                            file_name, end->sequence)));
  }
  return std::optional(journal::Proven{.place = end->place, .by = "the file journal-end"});
}

JournalEndNotes::JournalEndNotes(journal::Folder* data, const journal::Journal& journal,
                                 const Index& index, const NotingOptions& options)
    : data_(data),
      journal_(journal),
      index_(index),
      options_(options),
      seen_(journal.reader().end()),
      seen_at_(std::chrono::steady_clock::now()),
      tried_at_(seen_at_) {}

void JournalEndNotes::look(base::SteadyTime now) {
  const journal::Place end = journal_.reader().end();
  if (end != seen_) {
    seen_ = end;
    seen_at_ = now;
  }
  if (data_ == nullptr || !is_due(now)) return;
  tried_at_ = now;
  if (auto written = write_journal_end(*data_, index_, written_)) written_ = *written;
}

bool JournalEndNotes::is_due(base::SteadyTime now) const {
  if (now - tried_at_ < options_.rests_for) return false;
  if (now - seen_at_ >= options_.rests_for || now - tried_at_ >= options_.every) return true;
  return seen_.segment != written_.place.segment ||
         seen_.offset - written_.place.offset >= options_.journal_bytes;
}

}  // namespace tradepost::store::embedded
