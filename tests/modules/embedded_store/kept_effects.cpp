#include "embedded_store/kept_effects.hpp"

#include <chrono>
#include <utility>

#include "base/ground/check.hpp"
#include "document/model/schema.hpp"
#include "journal/disk/posix_folder.hpp"

namespace tradepost::store::embedded::testing {
namespace {

constexpr std::string_view content = R"({"number":"1"})";

std::unique_ptr<journal::Journal> open_journal(journal::Folder& folder) {
  auto opened = journal::Journal::open(folder, small_options().journal, journal::Start{});
  CHECK(opened.has_value());
  return *std::move(opened);
}

std::unique_ptr<Index> open_index(const std::string& folder) {
  auto opened = Index::open(folder, small_options().index);
  CHECK(opened.has_value());
  return *std::move(opened);
}

std::unique_ptr<journal::Folder> open_folder(const std::string& path) {
  auto opened = journal::open_posix_folder(path, journal::Missing::make);
  CHECK(opened.has_value());
  return *std::move(opened);
}

base::Uuid numbered(std::uint64_t n) {
  base::Uuid id;
  for (std::size_t i = 0; i < 8; ++i) id.bytes[15 - i] = static_cast<std::uint8_t>(n >> (8 * i));
  return id;
}

}  // namespace

KeptEffects::KeptEffects()
    : folder_(open_folder(scratch_.path() + "/journal")),
      journal_(open_journal(*folder_)),
      index_(open_index(scratch_.index_path())),
      records_(*index_, journal_->reader()),
      queues_(*index_),
      views_(records_, journal_->reader(), queues_, published_, marks_) {
  forget_what_is_in_memory();
}

KeptEffects::~KeptEffects() = default;

std::size_t KeptEffects::keep(const std::vector<exchange::Effect>& effects) {
  encoder_.clear();
  for (const exchange::Effect& effect : effects) encoder_.add(effect);
  std::vector<journal::NewRecord> records;
  std::size_t nth = 0;
  for (const Encoded& encoded : encoder_.records()) {
    auto& record = records.emplace_back();
    record = {.kind = encoded.kind, .version = encoded.version, .head = encoded.head, .body = {}};
    const auto* const sent_record = std::get_if<exchange::Sent>(&effects[nth++]);
    if (!encoded.has_body) continue;
    journal::Salt salt;
    random_.fill(std::as_writable_bytes(std::span(salt)));
    const auto digest =
        sent_record != nullptr ? sent_record->transaction.content.digest : digest_of_body(encoded);
    record.body = journal::KeptBody{.front = encoded.body_front,
                                    .bytes = encoded.content,
                                    .proof = journal::prove(salt, digest)};
  }
  auto appended = journal_->writer().append(records, {});
  CHECK(appended.has_value());
  frames_.push_back({.effects = effects, .appended = *std::move(appended)});
  const Frame& frame = frames_.back();
  CHECK(apply(frame, *indexer_).has_value());
  const auto batch = indexer_->finish(applied_behind(frame));
  CHECK(batch.has_value());
  const std::size_t entries = (*batch)->entries();
  CHECK(index_->write(**batch).has_value());
  queues_.apply(indexer_->queue_changes());
  published_.show(committed_, effects);
  return entries;
}

std::unique_ptr<KeptEffects::Cold> KeptEffects::cold() const {
  CHECK(index_->flush().has_value());
  auto opened = Index::open_to_read(scratch_.index_path(), small_options().index);
  CHECK(opened.has_value());
  return std::make_unique<Cold>(*std::move(opened), *this);
}

Applied KeptEffects::applied_behind(const Frame& frame) const {
  Applied applied = Applied::nothing(journal_->opened().identity);
  applied.sequence = frame.appended.first + frame.effects.size() - 1;
  applied.frame = frame.appended.places.front();
  applied.frame.offset -= static_cast<std::uint32_t>(journal::frame_header_bytes);
  return applied;
}

Done KeptEffects::apply(const Frame& frame, Indexer& indexer) {
  indexer.begin();
  for (std::size_t i = 0; i < frame.effects.size(); ++i) {
    TRY(indexer.apply(frame.effects[i], frame.appended.first + i, frame.appended.places[i]));
  }
  return {};
}

std::unique_ptr<Index> KeptEffects::made_again() {
  auto index = open_index(scratch_.path() + "/again");
  const Records records(*index, journal_->reader());
  CommittedState committed;
  for (const Frame& frame : frames_) {
    Indexer indexer(records, committed);
    CHECK(apply(frame, indexer).has_value());
    const auto batch = indexer.finish(applied_behind(frame));
    CHECK(batch.has_value());
    CHECK(index->write(**batch).has_value());
  }
  return index;
}

std::vector<exchange::TransactionPtr> whole_history(const Views& views,
                                                    exchange::HistoryQuery query) {
  std::vector<exchange::TransactionPtr> rows;
  while (true) {
    ReadContext context;
    const auto page = views.history(query, context);
    CHECK(page.has_value());
    for (const auto& item : page->items) rows.push_back(item.row);
    if (!page->more) return rows;
    query.before = {.created = rows.back()->created, .id = rows.back()->id};
  }
}

std::map<std::string, std::string> everything_in(const Index& index) {
  std::map<std::string, std::string> all;
  ReadContext context;
  for (char table = 'A'; table <= 'z'; ++table) {
    auto walk = index.walk(std::string(1, table), {}, context);
    while (walk.next()) {
      all.emplace(std::string(1, table) + std::string(walk.key()), walk.value());
    }
    CHECK(walk.done().has_value());
  }
  return all;
}

exchange::ParticipantId participant(std::uint64_t n) {
  return exchange::ParticipantId(numbered(n));
}

exchange::TransactionId transaction(std::uint64_t n) {
  return exchange::TransactionId(numbered(n));
}

exchange::Sent sent(const SentWords& words) {
  exchange::Sent effect;
  exchange::Transaction& row = effect.transaction;
  row.id = transaction(words.id);
  row.created = words.created;
  row.flow = exchange::Flow::live;
  row.kind = words.kind;
  row.parties.principal.participant = participant(words.from);
  row.parties.commercial.participant = participant(words.to);
  row.recipient = participant(words.to);
  row.viewers = {row.recipient};
  if (words.from != words.to) row.viewers.push_back(participant(words.from));
  row.number = words.number;
  row.has_chain = true;
  row.state = words.state;
  row.content.bytes = content.size();
  row.content.digest =
      base::sha256(std::string(document::row_of(words.kind).name) + "\n" + std::string(content));
  effect.content = {.view = content, .owner = {}};
  return effect;
}

exchange::Reported reported(std::uint64_t id, std::uint64_t by, exchange::Verdict verdict,
                            exchange::Instant at) {
  const bool is_good = verdict == exchange::Verdict::success;
  return {.id = transaction(id),
          .report = {.verdict = verdict,
                     .reason = is_good ? "" : "Nobody ordered this.",
                     .type = exchange::ErrorType::data,
                     .context = {},
                     .at = at,
                     .by = exchange::Actor::of(participant(by))},
          .effect = exchange::ReportEffect::done,
          .state_after = is_good ? exchange::State::success : exchange::State::failed,
          .cause = exchange::ReportCause::recipient};
}

std::unique_ptr<KeptEffects> long_history(const LongHistoryWords& words) {
  auto kept = std::make_unique<KeptEffects>();
  std::vector<exchange::Effect> effects;
  for (std::uint64_t id = 1; id <= words.rows; ++id) {
    const bool is_rare = id == words.rare;
    effects.emplace_back(
        sent({.id = id,
              .from = is_rare ? 3U : 1U,
              .to = 2,
              .created = words.begins + std::chrono::milliseconds(10 * id),
              .number = "Re-" + std::to_string(id),
              .kind = exchange::Kind{static_cast<std::uint8_t>(is_rare ? 5 : 1)}}));
    if (id % words.frame != 0) continue;
    kept->keep(effects);
    effects.clear();
  }
  kept->keep({reported(words.rare, 2, exchange::Verdict::failure, words.begins)});
  return kept;
}

}  // namespace tradepost::store::embedded::testing
