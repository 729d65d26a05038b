#include "exchange/trade/judging.hpp"

#include <algorithm>
#include <iterator>
#include <new>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "document/model/schema.hpp"
#include "document/transport_units.hpp"
#include "exchange/model/findings.hpp"
#include "exchange/model/units.hpp"
#include "exchange/rules/decide_parts.hpp"
#include "exchange/rules/requirements.hpp"
#include "exchange/rules/route.hpp"

namespace tradepost::exchange {
namespace {

constexpr document::Unreadable no_memory{document::Malformed::no_memory, 0};

Chaining chaining_of(Kind kind, const document::View& content) {
  switch (document::row_of(kind).chain) {
    case document::Chain::by_number:
      return Chaining::by_number;
    case document::Chain::explicit_version:
      return Chaining::explicit_version;
    case document::Chain::explicit_where_an_item_has_an_action:
      break;
  }
  bool has_action = false;
  content.member("items").each([&](std::uint32_t, const document::View& item) {
    if (item.member("action")) has_action = true;
  });
  return has_action ? Chaining::explicit_version : Chaining::by_number;
}

std::vector<ParticipantId> viewers_of(const Route& route) {
  std::vector<ParticipantId> viewers;
  if (route.principal.is_participant()) viewers.push_back(*route.principal.participant);
  if (route.agent) viewers.push_back(*route.agent);
  viewers.push_back(route.recipient);
  if (route.commercial && route.commercial->is_participant())
    viewers.push_back(*route.commercial->participant);
  return without_repeats(std::move(viewers));
}

// Returns the transaction under its new id, for its new recipient. The old recipient does not see
// it, unless it is also on the sender's side.
Transaction handed_on(const ToAnotherRecipient& moved, TransactionId id) {
  Transaction row = *moved.row;
  const ParticipantId before = row.recipient;
  row.id = id;
  row.origin = {.cause = SendCause::sent, .requeued = moved.row->id};
  row.recipient = moved.recipient;
  if (row.parties.commercial.participant == before)
    row.parties.commercial = {.participant = moved.recipient, .identifier = {}};
  if (!row.is_senders(before)) std::erase(row.viewers, before);
  row.viewers.push_back(moved.recipient);
  row.viewers = without_repeats(std::move(row.viewers));
  row.links = {};
  row.feedback = {};
  return row;
}

using JudgedBody = std::expected<Judged, document::Unreadable>;

JudgedBody read(document::Reader& reader, const Bytes& body) {
  auto reading = reader.read(body.view);
  if (!reading) return std::unexpected(reading.error());
  Judged judged;
  const auto result = std::make_shared<ReadBody>();
  result->is_good_document = reading->valid();
  judged.fault_count = reading->faults.count();
  judged.faults = std::move(reading->faults).take_named();
  result->warnings = Warnings(std::move(reading->warnings).take_named());
  result->body = body;
  result->document = std::move(reading->document);
  if (result->is_good_document) {
    const Kind kind = *result->document.kind;
    result->chaining = chaining_of(kind, reader.content());
    if (document::has_labels(kind)) {
      const auto kept = reader.kept();
      if (!kept) return std::unexpected(no_memory);
      result->units = units_of(kind, *kept, result->document.content);
      result->has_more_units = result->units.size() > base::limits::units_numbered_max;
      if (result->has_more_units) result->units.pop_back();
    }
  }
  judged.read = result;
  return judged;
}

// Routes a body that was read. `judged` has the faults of the document itself.
class Judge {
 public:
  Judge(const Directory& directory, const ToJudge& asked, document::Reader& reader, Judged judged)
      : directory_(directory),
        asked_(asked),
        reader_(reader),
        document_(judged.read->document),
        is_in_reader_(asked.read == nullptr),
        judged_(std::move(judged)) {
    judged_.warnings = judged_.read->warnings;
  }

  JudgedBody judged() && {
    const bool can_be_routed = asked_.read || reader_.content().is_object();
    if (document_.kind && can_be_routed) route_it(*document_.kind);
    if (!has_memory_) return std::unexpected(no_memory);
    return std::move(judged_);
  }

 private:
  void route_it(Kind kind) {
    if (asked_.moved) return move_it(kind, *asked_.moved);
    const document::Head& head = document_.head;
    Routing routing = route(directory_, asked_.caller, kind, head);
    // If a faulty document has no parties, that fault is already reported.
    const bool tells_routing =
        judged_.read->is_good_document || !(head.from.empty() && head.to.empty());
    if (!routing.route) {
      if (!tells_routing) return;
      for (Finding& fault : routing.faults) judged_.add(std::move(fault));
      return;
    }
    const Route& found = *routing.route;
    judged_.recipient = found.recipient;
    judged_.warnings.add(found.warnings);
    const ParticipantId from = *found.principal.participant;
    const Admissibility admitted =
        admissibility(directory_, from, found.recipient, kind, asked_.flow);
    switch (admitted.verdict) {
      case Admissibility::Verdict::blocked:
        judged_.is_blocked = true;
        return;
      case Admissibility::Verdict::kind_not_taken:
        judged_.add(findings::kind_not_taken(kind));
        break;
      case Admissibility::Verdict::flow_not_taken:
        judged_.add(findings::flow_not_taken(kind, asked_.flow));
        break;
      case Admissibility::Verdict::taken:
      case Admissibility::Verdict::held:
        break;
    }
    demand(kind, found.recipient, admitted);
    if (judged_.fault_count == 0) submit(kind, found, admitted);
  }

  void move_it(Kind kind, const ToAnotherRecipient& moved) {
    judged_.faults.clear();
    judged_.fault_count = 0;
    const ParticipantId from = *moved.row->parties.principal.participant;
    const Admissibility admitted =
        admissibility(directory_, from, moved.recipient, kind, moved.row->flow);
    judged_.is_blocked = admitted.verdict != Admissibility::Verdict::taken &&
                         admitted.verdict != Admissibility::Verdict::held;
    if (judged_.is_blocked) return;
    demand(kind, moved.recipient, admitted);
    if (judged_.fault_count != 0) return;
    Submission submission;
    submission.transaction = handed_on(moved, asked_.id);
    submission.content = {.view = document_.content, .owner = judged_.read};
    submission.references = document_.references;
    submission.chaining = judged_.read->chaining;
    submission.delivery = admitted.delivery();
    submission.makes_relationship = admitted.is_new;
    submission.seen = route_seen(directory_, from, moved.recipient);
    judged_.submission = std::move(submission);
  }

  void demand(Kind kind, ParticipantId recipient, const Admissibility& admitted) {
    for (Finding& fault : unmet_of(directory_.participant(recipient)->requirements, kind))
      judged_.add(std::move(fault));
    if (admitted.relationship == nullptr) return;
    for (Finding& fault : unmet_of(admitted.relationship->requirements, kind)) {
      if (std::ranges::find(judged_.faults, fault) == judged_.faults.end())
        judged_.add(std::move(fault));
    }
  }

  // The reader may have read other bodies since an earlier attempt.
  std::vector<Finding> unmet_of(const std::vector<Requirement>& requirements, Kind kind) {
    if (requirements.empty() || !has_memory_) return {};
    if (!is_in_reader_) has_memory_ = reader_.read(asked_.body.view).has_value();
    is_in_reader_ = has_memory_;
    if (!has_memory_) return {};
    auto faults = unmet(requirements, kind, document_.head.type, reader_.content());
    if (judged_.read->is_good_document) {
      std::ranges::move(broken_rules(requirements, kind, document_.head.type, reader_.content()),
                        std::back_inserter(faults));
    }
    return faults;
  }

  void submit(Kind kind, const Route& found, const Admissibility& admitted) {
    const document::Head& head = document_.head;
    Submission submission;
    Transaction& row = submission.transaction;
    row.id = asked_.id;
    row.flow = asked_.flow;
    row.kind = kind;
    row.parties.principal = found.principal;
    row.parties.agent = found.agent;
    row.recipient = found.recipient;
    row.number = head.number;
    row.version = head.version;
    row.has_chain = found.commercial && !base::is_blank(head.number);
    if (found.commercial) row.parties.commercial = *found.commercial;
    row.viewers = viewers_of(found);
    row.routed_by = found.routed_by;
    row.warnings = judged_.warnings;
    row.units = judged_.read->units;
    if (judged_.read->has_more_units) row.warnings.add({findings::too_many_units(kind)});
    row.content.digest = document_.digest;
    row.content.bytes = document_.content.size();
    submission.content = {.view = document_.content, .owner = judged_.read};
    submission.references = document_.references;
    submission.chaining = judged_.read->chaining;
    submission.delivery = admitted.delivery();
    submission.makes_relationship = admitted.is_new;
    submission.seen = route_seen(directory_, *found.principal.participant, found.recipient);
    judged_.submission = std::move(submission);
  }

  const Directory& directory_;
  const ToJudge& asked_;
  document::Reader& reader_;
  const document::Document& document_;
  bool is_in_reader_;
  Judged judged_;
  bool has_memory_ = true;
};

}  // namespace

void Judged::add(Finding fault) {
  ++fault_count;
  if (faults.size() < base::limits::faults_named_max) faults.push_back(std::move(fault));
}

JudgedBody judge(const Directory& directory, document::Reader& reader, ToJudge asked) {
  try {
    JudgedBody judged;
    if (asked.read) {
      judged->read = asked.read;
    } else {
      judged = read(reader, asked.body);
    }
    if (!judged) return judged;
    return Judge(directory, asked, reader, *std::move(judged)).judged();
  } catch (const std::bad_alloc&) {
    return std::unexpected(no_memory);
  }
}

}  // namespace tradepost::exchange
