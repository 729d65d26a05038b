#include "exchange/trade/judging.hpp"

#include <algorithm>
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

using document::Reading;

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

// The body, and the document that was read from it. They own the content if it is not a part of the
// body.
struct Kept {
  Bytes body;
  document::Document document;
};

std::vector<ParticipantId> viewers_of(const Route& route) {
  std::vector<ParticipantId> viewers;
  if (route.principal.is_participant()) viewers.push_back(*route.principal.participant);
  if (route.agent) viewers.push_back(*route.agent);
  viewers.push_back(route.recipient);
  if (route.commercial && route.commercial->is_participant())
    viewers.push_back(*route.commercial->participant);
  return without_repeats(std::move(viewers));
}

class Judge {
 public:
  Judge(const Directory& directory, const ToJudge& asked, document::Reader& reader, Reading reading)
      : directory_(directory),
        asked_(asked),
        reader_(reader),
        content_(reader.content()),
        kept_(std::make_shared<Kept>()) {
    judged_.is_good_document = reading.valid();
    judged_.fault_count = reading.faults.count();
    judged_.faults = std::move(reading.faults).take_named();
    judged_.warnings = Warnings(std::move(reading.warnings).take_named());
    kept_->body = asked.body;
    kept_->document = std::move(reading.document);
    judged_.kind = kept_->document.kind;
    judged_.digest = kept_->document.digest;
    judged_.content = {.view = kept_->document.content, .owner = kept_};
  }

  std::expected<Judged, document::Unreadable> judged() && {
    if (judged_.kind && content_.is_object()) route_it(*judged_.kind);
    if (!has_memory_) return std::unexpected(no_memory);
    return std::move(judged_);
  }

 private:
  void route_it(Kind kind) {
    const document::Head& head = kept_->document.head;
    Routing routing = route(directory_, asked_.caller, kind, head);
    // If a faulty document has no parties, that fault is already reported.
    const bool tells_routing = judged_.is_good_document || !(head.from.empty() && head.to.empty());
    if (!routing.route) {
      if (!tells_routing) return;
      for (Finding& fault : routing.faults) judged_.add(std::move(fault));
      return;
    }
    const Route& found = *routing.route;
    judged_.recipient = found.recipient;
    judged_.warnings.add(found.warnings);
    const ParticipantId from = *found.principal.participant;
    const Admissibility stands =
        admissibility(directory_, from, found.recipient, kind, asked_.flow);
    switch (stands.verdict) {
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
    demand(kind, found, stands);
    if (judged_.fault_count == 0) submit(kind, found, stands);
  }

  void demand(Kind kind, const Route& found, const Admissibility& stands) {
    const std::string_view type = kept_->document.head.type;
    const auto& own = directory_.participant(found.recipient)->requirements;
    for (Finding& fault : unmet(own, kind, type, content_)) judged_.add(std::move(fault));
    if (stands.relationship == nullptr) return;
    for (Finding& fault : unmet(stands.relationship->requirements, kind, type, content_)) {
      if (std::ranges::find(judged_.faults, fault) == judged_.faults.end())
        judged_.add(std::move(fault));
    }
  }

  void submit(Kind kind, const Route& found, const Admissibility& stands) {
    const document::Head& head = kept_->document.head;
    Submission submission;
    Transaction& row = submission.transaction;
    row.id = asked_.id;
    row.flow = asked_.flow;
    row.kind = kind;
    row.principal = found.principal;
    row.agent = found.agent;
    row.recipient = found.recipient;
    row.number = head.number;
    row.version = head.version;
    row.has_chain = found.commercial && !base::is_blank(head.number);
    if (found.commercial) row.commercial = *found.commercial;
    row.viewers = viewers_of(found);
    row.routed_by = found.routed_by;
    row.warnings = judged_.warnings;
    if (document::has_labels(kind)) take_units(row);
    row.digest = judged_.digest;
    row.content_bytes = judged_.content.view.size();
    submission.content = judged_.content;
    submission.chaining = chaining_of(kind, content_);
    submission.delivery = stands.delivery();
    submission.makes_relationship = stands.is_new;
    submission.seen = route_seen(directory_, *found.principal.participant, found.recipient);
    judged_.submission = std::move(submission);
  }

  void take_units(Transaction& row) {
    const auto kept = reader_.kept();
    if (!kept) {
      has_memory_ = false;
      return;
    }
    row.units = units_of(row.kind, *kept, judged_.content.view);
    if (row.units.size() <= base::limits::units_numbered_max) return;
    row.units.pop_back();
    row.warnings.add({findings::too_many_units(row.kind)});
  }

  const Directory& directory_;
  const ToJudge& asked_;
  document::Reader& reader_;
  const document::View content_;
  std::shared_ptr<Kept> kept_;  // shared by all owners of the content
  Judged judged_;
  bool has_memory_ = true;
};

}  // namespace

void Judged::add(Finding fault) {
  ++fault_count;
  if (faults.size() < base::limits::faults_named_max) faults.push_back(std::move(fault));
}

std::expected<Judged, document::Unreadable> judge(const Directory& directory,
                                                  document::Reader& reader, ToJudge asked) {
  auto reading = reader.read(asked.body.view);
  if (!reading) return std::unexpected(reading.error());
  try {
    return Judge(directory, asked, reader, *std::move(reading)).judged();
  } catch (const std::bad_alloc&) {
    return std::unexpected(no_memory);
  }
}

}  // namespace tradepost::exchange
