#include "store/embedded/facts/facts.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "base/ground/limits.hpp"
#include "exchange/model/units.hpp"
#include "exchange/rules/decide.hpp"

// The facts of commands with a complete read set.
namespace tradepost::store::embedded {
namespace {

namespace limits = base::limits;
using exchange::CaseId;
using exchange::CasePtr;
using exchange::KindSet;
using exchange::Transaction;
using exchange::TransactionId;
using exchange::TransactionPtr;
using exchange::VersionFact;

TransactionPtr shared(const Row& row) {
  return std::make_shared<const Transaction>(row.known);
}

}  // namespace

Result<std::optional<Row>> FactReader::row(TransactionId id) {
  read_set_.push_back(fact_key_of(id.uuid()));
  return records_.row(id, context_);
}

Result<TransactionPtr> FactReader::whole(const Row& row) {
  TRY_ASSIGN(auto item, records_.whole(row, context_));
  return std::move(item.row);
}

Result<CasePtr> FactReader::case_of(CaseId id) {
  read_set_.push_back(fact_key_of(id.uuid()));
  TRY_ASSIGN(auto kept,
             records_.kept<exchange::CaseSet>(embedded::key<layouts::case_row>(id), context_));
  if (!kept) return CasePtr();
  return std::make_shared<const exchange::Case>(std::move(kept->value));
}

Result<CasePtr> FactReader::open_case(const std::optional<CaseId>& id) {
  if (!id) return CasePtr();
  TRY_ASSIGN(CasePtr found, case_of(*id));
  const bool is_open = found && found->status == exchange::CaseStatus::open;
  return is_open ? std::move(found) : CasePtr();
}

Result<VersionFact> FactReader::version_fact(const Row& row, const base::Digest& digest) {
  const Transaction& known = row.known;
  TRY_ASSIGN(CasePtr open, open_case(known.feedback.case_id));
  return VersionFact{.id = known.id,
                     .state = known.state,
                     .created = known.created,
                     .recipient = known.recipient,
                     .version = known.version,
                     .replaces = known.links.replaces,
                     .delivered_replaces = known.links.delivered_replaces,
                     .digest = digest,
                     .delivered = known.was_delivered(),
                     .starts_versions = known.starts_versions,
                     .open_case = std::move(open)};
}

// The document's content is not compared, so its digest is empty.
Result<std::optional<VersionFact>> FactReader::delivered_before(const Transaction& of) {
  if (!of.links.delivered_replaces) return std::optional<VersionFact>();
  TRY_ASSIGN(const auto before, row(*of.links.delivered_replaces));
  if (!before) return base::refuse(index_damaged("versions"));
  TRY_ASSIGN(VersionFact fact, version_fact(*before, {}));
  return std::optional(std::move(fact));
}

Result<std::vector<VersionFact>> FactReader::versions_of(const Transaction& sent) {
  const auto prefix = sent.has_chain ? keys::chain(sent.chain())
                                     : keys::payload({.principal = sent.parties.principal,
                                                      .recipient = sent.recipient,
                                                      .flow = sent.flow,
                                                      .digest = sent.content.digest});
  read_set_.push_back(fact_key_of(prefix));
  std::vector<VersionValue> values;
  auto walk = records_.index().walk_numbered(prefix, context_);
  while (values.size() < limits::versions_compared && walk.next()) {
    TRY_ASSIGN(values.emplace_back(), decoded<VersionValue>(walk.value(), "versions"));
  }
  TRY(walk.done());
  std::vector<VersionFact> versions;
  for (const VersionValue& value : values) {
    TRY_ASSIGN(const auto known, row(value.id));
    if (!known) return base::refuse(index_damaged("versions"));
    TRY_ASSIGN(versions.emplace_back(), version_fact(*known, value.digest));
  }
  const std::size_t compared = versions.size();
  for (std::size_t i = 0; i < compared; ++i) {
    const auto behind = versions[i].delivered_replaces;
    const auto is_there = [&] {
      return std::ranges::find(versions, *behind, &VersionFact::id) != versions.end();
    };
    if (!behind || is_there()) continue;
    TRY_ASSIGN(const auto known, row(*behind));
    if (!known) return base::refuse(index_damaged("versions"));
    TRY_ASSIGN(const TransactionPtr sent_record, whole(*known));
    TRY_ASSIGN(versions.emplace_back(), version_fact(*known, sent_record->content.digest));
  }
  return versions;
}

Result<std::optional<exchange::KeyFact>> FactReader::key(const exchange::KeyUse& use) {
  const auto name = keys::key_used(use);
  read_set_.push_back(fact_key_of(name));
  TRY_ASSIGN(const auto used, records_.kept<exchange::KeyUsed>(name, context_));
  if (!used || used->at + exchange::key_life <= now_) return std::optional<exchange::KeyFact>();
  return std::optional(exchange::KeyFact{.payload = used->use.payload, .answer = used->answer});
}

Result<exchange::HeldFact> FactReader::held(const keys::Direction& direction) {
  const auto prefix = keys::held(direction);
  read_set_.push_back(fact_key_of(prefix));
  exchange::HeldFact fact{.count = 0, .bytes = 0, .kinds = KindSet::of_bits(0)};
  // Usually no document is held, and one entry shows this faster than iteration.
  const QueueName towards{.participant = direction.to, .flow = direction.flow};
  TRY_ASSIGN(const auto counts,
             records_.value<CountsValue>(
                 embedded::key<layouts::counts>(towards.participant, towards.flow), context_));
  if (!counts || counts->held == 0) return fact;
  auto walk = records_.index().walk_numbered(prefix, context_);
  while (walk.next()) {
    TRY_ASSIGN(const auto value, decoded<HeldValue>(walk.value(), "held"));
    ++fact.count;
    fact.bytes += value.bytes;
    fact.kinds.add(value.kind);
  }
  TRY(walk.done());
  // A command that releases a held document names only the document.
  if (fact.count != 0) read_set_.push_back(held_changes);
  return fact;
}

// Units never change, so the row's part of the read set is enough.
Result<std::vector<exchange::Unit>> FactReader::units_of(TransactionId id) {
  TRY_ASSIGN(const auto known, records_.row(id, context_));
  if (!known) return base::refuse(index_damaged("versions"));
  TRY_ASSIGN(auto sent_record,
             records_.sent(known->sent, known->place, known->known.content.bytes, context_));
  return std::move(sent_record.transaction.units);
}

Result<std::optional<exchange::SsccFact>> FactReader::sscc_used(const Transaction& sent,
                                                                std::uint64_t number) {
  using Answer = std::optional<exchange::SsccFact>;
  const auto prefix = keys::sscc({.viewer = *sent.parties.principal.participant,
                                  .flow = sent.flow,
                                  .kind = sent.kind,
                                  .is_principals = true,
                                  .number = number});
  read_set_.push_back(fact_key_of(prefix));
  auto walk = records_.index().walk_numbered(prefix, context_);
  const bool is_there = walk.next();
  TRY(walk.done());
  if (!is_there) return Answer();
  read_set_.push_back(row_removals);  // the effect names only the document
  TRY_ASSIGN(const auto id, decoded<TransactionId>(walk.value(), "ssccs"));
  TRY_ASSIGN(const auto found, records_.row(id, context_));  // its number never changes
  if (!found) return base::refuse(index_damaged("ssccs"));
  return Answer({.number = number, .document = found->known.number});
}

Result<exchange::SubmitFacts> FactReader::facts_for(const exchange::Submission& command) {
  const Transaction& sent = command.transaction;
  exchange::SubmitFacts facts;
  TRY_ASSIGN(const auto applied, row(sent.id));
  if (applied) {
    TRY_ASSIGN(facts.applied, whole(*applied));
    return facts;
  }
  if (command.key) {
    TRY_ASSIGN(facts.key, key(*command.key));
  }
  TRY_ASSIGN(facts.versions, versions_of(sent));
  TRY_ASSIGN(
      facts.held,
      held({.from = *sent.parties.principal.participant, .to = sent.recipient, .flow = sent.flow}));
  if (sent.units.empty()) return facts;
  for (const std::uint64_t number : exchange::ssccs_in(sent.units)) {
    TRY_ASSIGN(auto used, sscc_used(sent, number));
    if (used) facts.ssccs.push_back(*std::move(used));
  }
  if (const auto* const before = exchange::version_before(command, facts.versions, now_)) {
    TRY_ASSIGN(facts.units_before, units_of(before->id));
    facts.units_of = before->id;
  }
  return facts;
}

Result<exchange::ReportFacts> FactReader::facts_for(const exchange::ReportCommand& command) {
  std::vector<TransactionId> ids;
  ids.reserve(command.items.size());
  for (const auto& item : command.items) {
    read_set_.push_back(fact_key_of(item.id.uuid()));
    ids.push_back(item.id);
  }
  const exchange::Viewer reporter{.participant = command.recipient, .flow = command.flow};
  TRY_ASSIGN(const auto rows, records_.known_rows(reporter, ids, context_));
  exchange::ReportFacts facts;
  facts.items.reserve(rows.size());
  for (const auto& row : rows) {
    auto& item = facts.items.emplace_back();
    if (!row || row->is_removed) continue;
    item.row = shared(*row);
    TRY_ASSIGN(item.open_case, open_case(row->known.feedback.case_id));
  }
  return facts;
}

Result<exchange::RequeueFacts> FactReader::facts_for(const exchange::Requeue& command) {
  exchange::RequeueFacts facts;
  TRY_ASSIGN(const auto applied, row(command.new_id));
  if (applied) facts.applied = shared(*applied);
  if (command.key) {
    TRY_ASSIGN(facts.key, key(*command.key));
  }
  TRY_ASSIGN(const auto known, row(command.id));
  if (!known || known->is_removed) return facts;
  TRY_ASSIGN(auto item, records_.whole(*known, context_));
  facts.row = std::move(item.row);
  facts.content = std::move(item.content);
  if (!facts.content.view.empty()) {
    TRY_ASSIGN(facts.original, records_.original(command.id, context_));
  }
  TRY_ASSIGN(facts.open_case, open_case(known->known.feedback.case_id));
  TRY_ASSIGN(facts.delivered_before, delivered_before(known->known));
  TRY_ASSIGN(facts.held, held({.from = *known->known.parties.principal.participant,
                               .to = known->known.recipient,
                               .flow = known->known.flow}));
  return facts;
}

Result<exchange::DiscardFacts> FactReader::facts_for(const exchange::Discard& command) {
  exchange::DiscardFacts facts;
  TRY_ASSIGN(const auto known, row(command.id));
  if (known && !known->is_removed) facts.row = shared(*known);
  return facts;
}

Result<std::vector<TransactionId>> FactReader::held_ids(std::string_view prefix,
                                                        std::string_view from,
                                                        std::uint32_t count_max) {
  std::vector<TransactionId> ids;
  auto walk = records_.index().walk(prefix, from, context_);
  while (ids.size() < count_max && walk.next()) {
    TRY_ASSIGN(const auto value, decoded<HeldValue>(walk.value(), "held"));
    ids.push_back(value.id);
  }
  TRY(walk.done());
  return ids;
}

Result<exchange::ReleaseFacts> FactReader::facts_for(const exchange::Release& command) {
  const auto prefix = keys::held({.from = command.from, .to = command.to, .flow = command.flow});
  read_set_.push_back(fact_key_of(prefix));
  read_set_.push_back(held_changes);
  // Iteration from the beginning would visit every entry that was released before.
  std::string from;
  if (command.after) {
    TRY_ASSIGN(const auto last, row(*command.after));
    if (last) from = keys::position(last->sent + 1);
  }
  exchange::ReleaseFacts facts;
  TRY_ASSIGN(auto ids, held_ids(prefix, from, command.count_max + 1));
  facts.more = ids.size() > command.count_max;
  if (facts.more) ids.pop_back();
  for (const TransactionId id : ids) read_set_.push_back(fact_key_of(id.uuid()));
  TRY_ASSIGN(const auto rows, records_.rows(ids, context_));
  for (const auto& known : rows) {
    if (!known) return base::refuse(index_damaged("held"));
    auto& item = facts.held.emplace_back();
    item.row = shared(*known);
    TRY_ASSIGN(item.delivered_before, delivered_before(known->known));
  }
  return facts;
}

Result<exchange::CaseOpeningFacts> FactReader::facts_for(const exchange::CaseOpening& command) {
  exchange::CaseOpeningFacts facts;
  if (const auto* const posted = std::get_if<exchange::OpenPosted>(&command)) {
    TRY_ASSIGN(facts.applied, case_of(posted->id));
    if (posted->key) {
      TRY_ASSIGN(facts.key, key(*posted->key));
    }
    return facts;
  }
  const auto& asked = std::get<exchange::OpenRejection>(command).rejected;
  TRY_ASSIGN(facts.applied, case_of(asked.id));
  const auto prefix = embedded::key<layouts::rejections>(asked.sender, asked.flow);
  read_set_.push_back(fact_key_of(prefix));
  TRY_ASSIGN(const auto same, records_.value<CaseId>(embedded::key<layouts::rejected_payload>(
                                                         asked.sender, asked.flow, asked.payload),
                                                     context_));
  if (same) {
    TRY_ASSIGN(facts.same_payload, case_of(*same));
  }
  auto walk = records_.index().walk(prefix, {}, context_);
  while (walk.next()) {
    TRY_ASSIGN(const auto value, decoded<RejectionValue>(walk.value(), "rejections"));
    facts.rejection_bytes += value.bytes;
    if (facts.oldest.size() < limits::rejections_dropped_max) {
      facts.oldest.push_back({.id = value.id, .bytes = value.bytes});
    }
  }
  TRY(walk.done());
  return facts;
}

Result<exchange::CaseChangeFacts> FactReader::facts_for(const exchange::CaseChange& command) {
  exchange::CaseChangeFacts facts;
  if (const auto participant = command.by.participant()) {
    read_set_.push_back(fact_key_of(command.id.uuid()));
    const exchange::Viewer by{.participant = *participant, .flow = command.flow};
    TRY_ASSIGN(const bool is_known, records_.is_known(by, command.id.uuid(), context_));
    if (!is_known) return facts;
  }
  TRY_ASSIGN(facts.current, case_of(command.id));
  auto walk = records_.index().walk(embedded::key<layouts::comment>(command.id), {}, context_);
  while (walk.next()) ++facts.comments;
  TRY(walk.done());
  return facts;
}

}  // namespace tradepost::store::embedded
