#include "store/postgres/commit/facts.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>
#include <variant>

#include "base/ground/limits.hpp"
#include "exchange/model/units.hpp"
#include "exchange/port/directory_facts.hpp"
#include "exchange/rules/decide.hpp"
#include "store/postgres/tables/original_rows.hpp"
#include "store/postgres/tables/stored.hpp"

// The facts of commands that name their rows.
namespace tradepost::store::postgres {

namespace limits = base::limits;
using database::Parameters;
using database::Rows;
using exchange::CaseId;
using exchange::TransactionId;
using exchange::TransactionPtr;
using exchange::VersionFact;

VersionFact FactReader::version_fact(const RowPlace& place) {
  records_.load_existing({&place, 1});
  const TransactionPtr found = records_.row(place.id);
  if (!found) return {};
  const exchange::Transaction& it = *found;
  return {.id = it.id,
          .state = it.state,
          .created = it.created,
          .recipient = it.recipient,
          .version = it.version,
          .replaces = it.links.replaces,
          .delivered_replaces = it.links.delivered_replaces,
          .digest = it.content.digest,
          .delivered = it.was_delivered(),
          .starts_versions = it.starts_versions,
          .open_case = records_.open_case(it.feedback.case_id)};
}

std::optional<VersionFact> FactReader::delivered_before(const exchange::Transaction& of) {
  if (!of.links.delivered_replaces) return std::nullopt;
  return version_fact({*of.links.delivered_replaces, of.recipient});
}

std::vector<VersionFact> FactReader::versions_of(const exchange::Transaction& sent) {
  if (sent.has_chain) transaction_.need(name_of(sent.chain()));
  std::vector<VersionFact> versions;
  for (const TransactionId id : known_.versions_of(sent)) {
    if (sent.has_chain && versions.size() == limits::versions_compared) break;
    versions.push_back(version_fact({id, sent.recipient}));
  }
  if (!sent.has_chain) return versions;
  const std::size_t compared = versions.size();
  for (std::size_t i = 0; i < compared; ++i) {
    const auto before = versions[i].delivered_replaces;
    if (before && std::ranges::find(versions, *before, &VersionFact::id) == versions.end()) {
      versions.push_back(version_fact({*before, versions[i].recipient}));
    }
  }
  return versions;
}

void FactReader::add_key_facts(const std::optional<exchange::KeyUse>& key, auto& facts) {
  if (!key) return;
  facts.key = known_.key(*key);
  facts.keys_alive = known_.keys_alive(*key);
}

// Adds the facts of the recipient of a document that is sent to it.
void FactReader::add_recipient_facts(const exchange::Transaction& sent, auto& facts) {
  const exchange::Directory& directory = transaction_.directory();
  transaction_.need(QueueName{.participant = sent.recipient, .flow = sent.flow});
  facts.held = known_.held(sent);
  facts.standing =
      exchange::standing_between(directory, *sent.parties.principal.participant, sent.recipient);
  facts.route = exchange::route_of(directory, sent);
}

void FactReader::add_unit_facts(const exchange::Submission& command, exchange::SubmitFacts& facts) {
  const exchange::Transaction& sent = command.transaction;
  facts.ranges = exchange::ranges_for(transaction_.directory(), sent, known_.next_numbers());
  for (const std::uint64_t number : exchange::ssccs_in(sent.units)) {
    auto used = known_.sscc_used(sent, number);
    if (used) facts.ssccs.push_back(*std::move(used));
  }
  if (const auto* const before =
          exchange::version_before(command, facts.versions, transaction_.now())) {
    const TransactionPtr found = records_.row(before->id);
    if (found) facts.units_before = found->units;
    facts.units_of = before->id;
  }
}

exchange::SubmitFacts FactReader::facts_for(const exchange::Submission& command) {
  const exchange::Transaction& sent = command.transaction;
  exchange::SubmitFacts facts;
  facts.now = transaction_.now();
  facts.applied = records_.row(sent.id);
  // A moved document becomes the successor of this one.
  if (sent.origin.requeued) static_cast<void>(records_.row(*sent.origin.requeued));
  add_key_facts(command.key, facts);
  if (command.makes_relationship) transaction_.need_directory();
  facts.versions = versions_of(sent);
  add_recipient_facts(sent, facts);
  if (!sent.units.empty()) add_unit_facts(command, facts);
  return facts;
}

exchange::ReportFacts FactReader::facts_for(const exchange::ReportCommand& command) {
  std::vector<RowPlace> places;
  for (const auto& item : command.items) places.push_back({item.id, command.recipient});
  records_.load(places);
  std::vector<CaseId> cases;
  for (const auto& [id, recipient] : places) {
    const TransactionPtr found = records_.present(id);
    if (found && found->feedback.case_id) cases.push_back(*found->feedback.case_id);
  }
  records_.load_cases(cases);
  exchange::ReportFacts facts;
  facts.now = transaction_.now();
  for (const auto& [id, recipient] : places) {
    const TransactionPtr found = records_.present(id);
    facts.items.push_back(
        {.row = found, .open_case = found ? records_.open_case(found->feedback.case_id) : nullptr});
  }
  return facts;
}

exchange::RequeueFacts FactReader::facts_for(const exchange::Requeue& command) {
  exchange::RequeueFacts facts;
  facts.now = transaction_.now();
  const std::array ids{command.id, command.new_id};
  records_.load_for(command.by, ids);
  if (const auto& found = records_.known(command.id).now) {
    records_.load({{{command.new_id, found->recipient}}});
  }
  facts.applied = records_.row(command.new_id);
  add_key_facts(command.key, facts);
  if (command.makes_relationship) transaction_.need_directory();
  facts.row = records_.present(command.id);
  if (!facts.row) return facts;
  const Rows content = transaction_.ask(
      {.sql = "SELECT content, form, text FROM transaction AS t LEFT JOIN original AS o "
              "ON o.id = t.id AND o.recipient = t.recipient AND o.recipient = $2 "
              "WHERE t.id = $1 AND t.recipient = $2 AND content IS NOT NULL",
       .parameters = Parameters().uuid(command.id.uuid()).uuid(facts.row->recipient.uuid())});
  if (content.count() != 0) {
    facts.content = {.view = content.bytes(0, 0), .owner = std::make_shared<const Rows>(content)};
    if (!content.is_null(0, 1)) facts.original = original_of(content, 0, 1);
  }
  if (facts.row->has_chain) transaction_.need(name_of(facts.row->chain()));
  facts.open_case = records_.open_case(facts.row->feedback.case_id);
  facts.delivered_before = delivered_before(*facts.row);
  add_recipient_facts(*facts.row, facts);
  return facts;
}

exchange::DiscardFacts FactReader::facts_for(const exchange::Discard& command) {
  records_.load_for(command.by, {&command.id, 1});
  return {.now = transaction_.now(), .row = records_.present(command.id)};
}

exchange::CaseOpeningFacts FactReader::facts_for(const exchange::CaseOpening& command) {
  exchange::CaseOpeningFacts facts;
  facts.now = transaction_.now();
  if (const auto* const posted = std::get_if<exchange::OpenPosted>(&command)) {
    transaction_.need(QueueName{.participant = posted->reporter, .flow = posted->flow});
    facts.applied = records_.find_case(posted->id);
    add_key_facts(posted->key, facts);
    return facts;
  }
  const exchange::Rejected& asked = std::get<exchange::OpenRejection>(command).rejected;
  transaction_.need(QueueName{.participant = asked.sender, .flow = asked.flow});
  facts.applied = records_.find_case(asked.id);
  const auto of_sender = [&] {
    return Parameters().uuid(asked.sender.uuid()).number(number_of(asked.flow));
  };
  const Rows same =
      transaction_.ask({.sql = "SELECT id FROM rejection WHERE sender = $1 AND flow = $2 "
                               "AND payload = $3",
                        .parameters = of_sender().bytes(view_of(asked.payload))});
  if (same.count() != 0) facts.same_payload = records_.find_case(CaseId(same.uuid(0, 0)));
  const Rows sum = transaction_.ask({.sql = "SELECT coalesce(sum(bytes), 0)::bigint FROM rejection "
                                            "WHERE sender = $1 AND flow = $2",
                                     .parameters = of_sender()});
  if (sum.count() != 0) facts.rejection_bytes = static_cast<std::uint64_t>(sum.number(0, 0));
  const Rows oldest = transaction_.ask(
      {.sql = "SELECT id, bytes FROM rejection WHERE sender = $1 AND flow = $2 "
              "ORDER BY sequence LIMIT $3",
       .parameters = of_sender().number(std::int64_t{limits::rejections_dropped_max})});
  for (std::size_t i = 0; i < oldest.count(); ++i) {
    facts.oldest.push_back({.id = CaseId(oldest.uuid(i, 0)),
                            .bytes = static_cast<std::uint64_t>(oldest.number(i, 1))});
  }
  return facts;
}

exchange::CaseChangeFacts FactReader::facts_for(const exchange::CaseChange& command) {
  exchange::CaseChangeFacts facts;
  facts.now = transaction_.now();
  facts.current = records_.find_case(command.id);
  if (!facts.current) return facts;
  // The instant of a commit is stored in a row of `queue`, so the commit needs the lock of one.
  transaction_.need(
      QueueName{.participant = facts.current->owners.front(), .flow = facts.current->flow});
  const Rows said = transaction_.ask({.sql = "SELECT count(*) FROM case_comment WHERE id = $1",
                                      .parameters = Parameters().uuid(command.id.uuid())});
  if (said.count() != 0) facts.comments = static_cast<std::uint32_t>(said.number(0, 0));
  return facts;
}

exchange::DeliveryFacts FactReader::facts_for(const exchange::Delivered& outcome) {
  exchange::DeliveryFacts facts;
  facts.now = transaction_.now();
  const Rows rows = transaction_.ask({.sql = "SELECT value FROM endpoint WHERE id = $1 FOR UPDATE",
                                      .parameters = Parameters().uuid(outcome.endpoint.uuid())});
  if (rows.count() == 0) return facts;
  const auto progress = read<exchange::EndpointProgress>(rows.bytes(0, 0));
  if (progress.state == exchange::EndpointState::active) facts.progress = progress;
  return facts;
}

}  // namespace tradepost::store::postgres
