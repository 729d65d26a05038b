#include <algorithm>
#include <map>
#include <utility>

#include "base/ground/limits.hpp"
#include "exchange/port/directory_facts.hpp"
#include "exchange/rules/decide.hpp"
#include "store/embedded/facts/facts.hpp"

// The facts of commands that read whole queues or held documents.
namespace tradepost::store::embedded {
namespace {

using exchange::DirectoryEntry;
using exchange::Flow;
using exchange::IntentType;
using exchange::ParticipantId;
using exchange::TransactionPtr;

constexpr std::uint32_t pending_at_a_time = 500;

void fill_route(const exchange::Transaction& sent, const Moment& moment, auto& facts) {
  const exchange::Directory& directory = *moment.committed.directory;
  facts.standing =
      exchange::standing_between(directory, *sent.parties.principal.participant, sent.recipient);
  facts.route = exchange::route_of(directory, sent);
}

}  // namespace

void freshen(const exchange::Submission& command, const Moment& moment,
             exchange::SubmitFacts& facts) {
  facts.now = moment.now;
  fill_route(command.transaction, moment, facts);
  if (!command.transaction.units.empty()) {
    facts.ranges = exchange::ranges_for(*moment.committed.directory, command.transaction,
                                        moment.committed.next_numbers);
  }
  if (command.key) {
    facts.keys_alive = moment.committed.keys.alive(command.key->participant, moment.now);
  }
}

void freshen(const exchange::Requeue& command, const Moment& moment,
             exchange::RequeueFacts& facts) {
  facts.now = moment.now;
  if (facts.row) fill_route(*facts.row, moment, facts);
  if (command.key) {
    facts.keys_alive = moment.committed.keys.alive(command.key->participant, moment.now);
  }
}

void freshen(const exchange::Release& command, const Moment& moment,
             exchange::ReleaseFacts& facts) {
  facts.now = moment.now;
  facts.relationship =
      exchange::standing_between(*moment.committed.directory, command.from, command.to);
  facts.network = moment.committed.directory->mode();
}

void freshen(const exchange::CaseOpening& command, const Moment& moment,
             exchange::CaseOpeningFacts& facts) {
  facts.now = moment.now;
  const auto* const posted = std::get_if<exchange::OpenPosted>(&command);
  if (posted != nullptr && posted->key) {
    facts.keys_alive = moment.committed.keys.alive(posted->key->participant, moment.now);
  }
}

template <typename See>
Done FactReader::each_pending(const QueueName& queue, exchange::Position after, See see) {
  while (true) {
    TRY_ASSIGN(const QueueLook look,
               queues_.look(queue, after, exchange::KindSet(), pending_at_a_time, context_));
    for (const QueueEntry& entry : look.entries) {
      after = entry.position;
      TRY_ASSIGN(const bool takes_more, see(entry));
      if (!takes_more) return {};
    }
    if (!look.more) return {};
  }
}

Result<exchange::QueueCounts> FactReader::counts_for(const exchange::DirectoryChange& command) {
  exchange::QueueCounts counts;
  const bool is_closing = command.intent && command.intent->type == IntentType::close;
  if (!is_closing) return counts;
  for (const Flow flow : {Flow::live, Flow::test}) {
    TRY_ASSIGN(const auto of,
               records_.value<CountsValue>(
                   embedded::key<layouts::counts>(command.intent->from, flow), context_));
    counts.pending += of ? of->pending : 0;
    counts.held += of ? of->held : 0;
  }
  return counts;
}

Result<LeftBehind> FactReader::left_behind(const exchange::DirectoryChange& command,
                                           LeftBehind before) {
  before.reached.resize(2 * command.leaving.size());
  auto reached = before.reached.begin();
  for (const auto& leaving : command.leaving) {
    for (const Flow flow : {Flow::live, Flow::test}) {
      TRY(each_pending(
          {.participant = leaving.from, .flow = flow}, *reached,
          [&](const QueueEntry& entry) -> Result<bool> {
            TRY_ASSIGN(const auto sent_record, records_.sent(entry.sent, entry.place, 0, context_));
            before.pending += is_routed_by(sent_record.transaction, leaving.identifiers);
            *reached = entry.position;
            return true;
          }));
      ++reached;
    }
  }
  return before;
}

Result<exchange::DirectoryFacts> FactReader::facts_for(const exchange::DirectoryChange& command,
                                                       const LeftBehind& left,
                                                       const CommittedState& committed) {
  const exchange::Directory& directory = *committed.directory;
  exchange::DirectoryFacts facts;
  facts.now = now_;
  TRY_ASSIGN(facts.counts, counts_for(command));
  facts.counts.pending += left.pending;
  for (const DirectoryEntry& entry : command.entries) {
    facts.current.push_back(present(directory, entry));
    if (const auto* const participant = std::get_if<exchange::Participant>(&entry)) {
      exchange::add_holders(directory, *participant, facts);
      const auto* const under_way = committed.under_way(participant->id);
      if (under_way != nullptr) facts.under_way = under_way->id;
    }
    if (const auto* const range = std::get_if<exchange::NumberRange>(&entry)) {
      exchange::add_overlapped(directory, *range, facts);
    }
    const auto* const relationship = std::get_if<exchange::Relationship>(&entry);
    if (relationship == nullptr) continue;
    for (const Flow flow : {Flow::live, Flow::test}) {
      const exchange::Release release{
          .from = relationship->from, .to = relationship->to, .flow = flow};
      TRY_ASSIGN(exchange::ReleaseFacts direction, facts_for(release));
      freshen(release, {.now = now_, .committed = committed}, direction);
      direction.relationship = std::make_shared<const exchange::Relationship>(*relationship);
      facts.releases.push_back(std::move(direction));
    }
  }
  return facts;
}

// Consumed and failed documents leave the queue, and new ones wait for the end of the intent, so
// the intent has no work before the end of the last slice.
Result<IntentSlice> FactReader::facts_for(const exchange::IntentWork& work, IntentPlace from,
                                          const CommittedState& committed) {
  IntentSlice slice{.facts = {}, .reached = from};
  exchange::IntentFacts& facts = slice.facts;
  facts.now = now_;
  const auto begun = committed.intents.find(work.id);
  if (begun == committed.intents.end()) return slice;
  const exchange::Intent& intent = begun->second.intent;
  facts.intent = intent;
  facts.steps = begun->second.steps;
  std::uint32_t looked_at = 0;
  const auto has_enough = [&] {
    facts.more = facts.items.size() == base::limits::background_slice ||
                 looked_at == base::limits::intent_looks;
    return facts.more;
  };
  const auto add = [&](exchange::TransactionId id) -> Done {
    TRY_ASSIGN(const auto known, row(id));
    if (!known) return base::refuse(index_damaged("queue"));
    auto& item = facts.items.emplace_back();
    TRY_ASSIGN(item.row, whole(*known));
    TRY_ASSIGN(item.open_case, open_case(known->known.feedback.case_id));
    return {};
  };
  for (const Flow flow : {slice.reached.flow, Flow::test}) {
    if (flow != slice.reached.flow) slice.reached = {.flow = flow, .after = 0};
    TRY(each_pending(
        {.participant = intent.from, .flow = flow}, slice.reached.after,
        [&](const QueueEntry& entry) -> Result<bool> {
          if (has_enough()) return false;
          ++looked_at;
          slice.reached.after = entry.position;
          TRY_ASSIGN(const auto sent_record, records_.sent(entry.sent, entry.place, 0, context_));
          const bool is_meant = intent.type == IntentType::close ||
                                is_routed_by(sent_record.transaction, intent.identifiers);
          if (is_meant) TRY(add(sent_record.transaction.id));
          return true;
        }));
    if (facts.more) return slice;
  }
  if (intent.type == IntentType::take) return slice;
  TRY_ASSIGN(const auto held, held_ids(embedded::key<layouts::held>(intent.from), {},
                                       base::limits::background_slice + 1));
  for (const auto id : held) {
    if (has_enough()) return slice;
    TRY(add(id));
  }
  const auto* const participant = committed.directory->participant(intent.from);
  if (participant != nullptr) facts.participant = *participant;
  return slice;
}

// A queue is in the order of sending, except for moved and formerly held documents. The first other
// document that is too young ends the search, unless its instant is far ahead.
Result<std::vector<FactReader::Overdue>> FactReader::overdue(const exchange::OverdueWork& work,
                                                             std::uint32_t count_max) {
  const QueueName queue{.participant = work.recipient, .flow = work.flow};
  std::vector<Overdue> all;
  std::map<ParticipantId, std::size_t> places;
  TRY(each_pending(queue, 0, [&](const QueueEntry& entry) -> Result<bool> {
    TRY_ASSIGN(const auto sent_record, records_.sent(entry.sent, entry.place, 0, context_));
    const exchange::Transaction& known = sent_record.transaction;
    if (base::is_far_ahead(known.created, now_)) return true;
    if (known.created >= now_ - work.rules.overdue) return entry.sent != entry.position;
    const ParticipantId sender = *known.parties.principal.participant;
    const auto [at, is_new] = places.try_emplace(sender, all.size());
    if (is_new && all.size() == count_max) return false;
    if (is_new) all.push_back({.oldest = known.id, .sender = sender});
    ++all[at->second].count;
    return true;
  }));
  return all;
}

Result<exchange::OverdueFacts> FactReader::facts_for(const exchange::OverdueWork& work,
                                                     const std::vector<Overdue>& overdue) {
  exchange::OverdueFacts facts;
  facts.now = now_;
  for (const Overdue& one : overdue) {
    TRY_ASSIGN(const auto oldest, row(one.oldest));
    if (!oldest) return base::refuse(index_damaged("queue"));
    const auto today = exchange::overdue_case_id(one.sender, work.recipient, work.flow, now_);
    auto& of = facts.senders.emplace_back();
    of.oldest = std::make_shared<const exchange::Transaction>(oldest->known);
    of.count = one.count;
    TRY_ASSIGN(of.case_of_today, case_of(today));
  }
  return facts;
}

// Ids are in the order of time, so the first document that is too young ends the iteration.
Result<exchange::RetentionFacts> FactReader::facts_for(const exchange::RetentionWork& work,
                                                       std::uint32_t budget) {
  exchange::RetentionFacts facts;
  facts.now = now_;
  std::string from;
  if (work.after) from = keys::behind_transaction(*work.after);
  auto walk = records_.index().walk(embedded::key<layouts::transaction>(), from, context_);
  std::uint32_t looked_at = 0;
  while (walk.next()) {
    const auto id = value_of<layouts::transaction, 0, exchange::TransactionId>(walk.key());
    if (base::instant_of(id.uuid()) >= work.created_before) break;
    facts.more = facts.items.size() == budget || looked_at == base::limits::retention_looks;
    if (facts.more) return facts;
    ++looked_at;
    facts.last = id;
    TRY_ASSIGN(auto row, decoded<Row>(walk.value(), "transactions"));
    const exchange::Transaction& known = row.known;
    if (known.created >= work.created_before || !work.kinds.has(known.kind)) continue;
    if (exchange::status_of(known.state) == exchange::Status::pending || row.is_removed) continue;
    const bool has_gone = known.content.removed_at.has_value();
    if (has_gone != (work.what == exchange::Removal::row)) continue;
    read_set_.push_back(fact_key_of(id.uuid()));
    row.known.id = id;
    facts.items.push_back(std::make_shared<const exchange::Transaction>(std::move(row.known)));
  }
  TRY(walk.done());
  return facts;
}

}  // namespace tradepost::store::embedded
