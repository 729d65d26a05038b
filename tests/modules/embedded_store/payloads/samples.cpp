#include "embedded_store/payloads/samples.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/ground/check.hpp"

namespace tradepost::store::embedded::testing {
namespace {

using exchange::Actor;
using exchange::CaseId;
using exchange::DirectorySet;
using exchange::Domain;
using exchange::EndpointId;
using exchange::Flow;
using exchange::Identifier;
using exchange::Instant;
using exchange::IntentId;
using exchange::Kind;
using exchange::OperatorId;
using exchange::ParticipantId;
using exchange::RangeId;
using exchange::Sent;
using exchange::TokenId;
using exchange::TransactionId;

constexpr std::string_view order = R"({"header":{"number":"4711"},"note":"für Zoë"})";

base::Uuid uuid(std::uint8_t first) {
  base::Uuid uuid;
  for (auto& byte : uuid.bytes) byte = first++;
  return uuid;
}
template <typename Id>
Id id(std::uint8_t first) {
  return Id(uuid(first));
}
base::Digest digest(std::string_view of) {
  return base::sha256(of);
}
Instant at(std::int64_t ms) {
  return base::instant_of(1'700'000'000'000 + ms);
}
const Actor the_network = Actor::network();
const Actor a_participant = Actor::of(id<ParticipantId>(0x50));
const Actor a_person = Actor::of(id<ParticipantId>(0x50), id<exchange::PersonId>(0x70));
const Actor an_operator = Actor::of(id<OperatorId>(0x60));
const exchange::Context context = {{"line", "12"}, {"", "no name"}};
const std::vector<exchange::Finding> findings = {
    {.code = "order.items.missing", .path = "items", .message = "Name at least one item."},
    {.code = "order.header.number.blank", .path = "header.number", .message = "Ä"}};

template <typename Record, typename Fill>
Record filled(Fill&& fill) {
  Record record;
  fill(record);
  return record;
}

// The digest is the one of the body, as the reader of a document computes it.
Sent with_content(Sent sent, std::string_view body) {
  const std::string_view content = body.substr(body.find('\n') + 1);
  sent.content = {.view = content, .owner = nullptr};
  sent.transaction.content.bytes = content.size();
  sent.transaction.content.digest = digest(body);
  return sent;
}

Sent full_sent() {
  static const std::string body = "DISPATCH_INSTRUCTION\n" + std::string(order);
  const auto sent = filled<Sent>([](Sent& of) {
    auto& row = of.transaction;
    row.id = id<TransactionId>(1);
    row.created = at(1);
    row.flow = Flow::test;
    row.kind = Kind::dispatch_instruction;
    row.origin.cause = exchange::SendCause::requeued;
    row.origin.requeued = id<TransactionId>(2);
    row.parties.principal = {id<ParticipantId>(3), Identifier{Domain::gs1, "4012345000009"}};
    row.parties.agent = id<ParticipantId>(4);
    row.parties.commercial = {std::nullopt, Identifier{Domain::vat_de, "DE123456789"}};
    row.number = "4711-Ü";
    row.version = -7;
    row.links.replaces = id<TransactionId>(5);
    row.starts_versions = true;
    row.has_chain = true;
    row.routed_by = {.role = "shipTo", .identifier = {Domain::receiver_internal, "L 7"}};
    row.units = {{.depth = 0,
                  .index = 2,
                  .inside = 417,
                  .numbering = exchange::UnitNumbering::given,
                  .number = 39'521'001'000'000'007,
                  .range = id<RangeId>(6),
                  .digest = 0x0123'4567'89ab'cdef},
                 {.depth = 1,
                  .index = 0,
                  .inside = 512,
                  .numbering = exchange::UnitNumbering::other,
                  .number = 0,
                  .range = {},
                  .digest = 1}};
    row.state = exchange::State::held;
    row.recipient = id<ParticipantId>(8);
    row.viewers = {id<ParticipantId>(3), id<ParticipantId>(4), id<ParticipantId>(8)};
    row.links.delivered_replaces = id<TransactionId>(9);
  });
  return with_content(sent, body);
}

Sent bare_sent() {
  static const std::string body = "ORDER\n{}";
  return with_content(filled<Sent>([](Sent& of) { of.transaction.flow = Flow::live; }), body);
}

Payload full_report() {
  return filled<exchange::Reported>([](auto& of) {
    of.id = id<TransactionId>(1);
    of.report = {.verdict = exchange::Verdict::failure,
                 .reason = "Artikel unbekannt",
                 .type = exchange::ErrorType::internal,
                 .context = context,
                 .at = at(2),
                 .by = a_participant};
    of.effect = exchange::ReportEffect::recorded;
    of.state_after = exchange::State::failed;
    of.cause = exchange::ReportCause::closing;
  });
}

Payload full_case() {
  return filled<exchange::CaseSet>([](auto& of) {
    of.value = {.id = id<CaseId>(1),
                .revision = 3,
                .changed = at(3),
                .changed_by = an_operator,
                .opened = at(2),
                .flow = Flow::test,
                .owners = {id<ParticipantId>(4), id<ParticipantId>(5)},
                .status = exchange::CaseStatus::resolved,
                .turn = exchange::Turn::operator_,
                .type = exchange::ErrorType::internal,
                .origin = exchange::CaseOrigin::closing,
                .transaction = id<TransactionId>(6),
                .kind = Kind::sales_report,
                .count = 70'000,
                .resolved_by = exchange::ResolvedBy::success,
                .reason = "wrong price",
                .context = context,
                .transaction_identifier = "4711"};
  });
}

Payload full_rejection() {
  return filled<exchange::Rejected>([](auto& of) {
    of.id = id<CaseId>(1);
    of.sender = id<ParticipantId>(2);
    of.flow = Flow::test;
    of.kind = Kind::invoice;
    of.at = at(4);
    of.payload = digest("payload");
    of.content = order;
    of.faults = findings;
    of.fault_count = 1'002;
  });
}

std::vector<Sample> of_transactions() {
  using exchange::Discarded;
  using exchange::Erased;
  using exchange::Moved;
  using exchange::Noted;
  using exchange::OriginalKept;
  using exchange::Released;
  using exchange::Removed;
  using exchange::Superseded;
  const auto one = id<TransactionId>(1);
  return {
      {1, "sent", full_sent(), bare_sent()},
      {2, "superseded", Superseded{.id = one, .by = id<TransactionId>(2), .at = at(1)},
       Superseded()},
      {3, "released", Released{.id = one, .at = at(1), .relationship_revision = 1ull << 40},
       Released()},
      {4, "reported", full_report(), filled<exchange::Reported>([](auto& of) {
         of.report.verdict = exchange::Verdict::success;
         of.state_after = exchange::State::success;
       })},
      {5, "discarded", Discarded{.id = one, .at = at(1), .by = an_operator, .reason = "twice"},
       Discarded()},
      {6, "moved",
       Moved{.id = one,
             .at = at(1),
             .from = id<ParticipantId>(2),
             .to = id<ParticipantId>(3),
             .viewers = {id<ParticipantId>(3), id<ParticipantId>(4)},
             .intent = id<IntentId>(5)},
       Moved()},
      {7, "noted",
       Noted{.id = one,
             .at = at(1),
             .type = exchange::EventType::erased,
             .by = a_participant,
             .detail = "reason was cut"},
       filled<Noted>([](auto& of) { of.type = exchange::EventType::received; })},
      {8, "removed", Removed{.id = one, .at = at(1), .what = exchange::Removal::row},
       filled<Removed>([](auto& of) { of.what = exchange::Removal::content; })},
      {9, "erased", Erased{.id = one, .at = at(1), .by = an_operator}, Erased()},
      {10, "warned", Warned{.id = one, .warnings = exchange::Warnings(findings)}, Warned()},
      {11, "original_kept",
       OriginalKept{.id = one,
                    .original = {.form = exchange::OriginalForm::xml,
                                 .text = exchange::bytes_of("<Order>\n</Order>")}},
       filled<OriginalKept>([](auto& of) { of.original.form = exchange::OriginalForm::edifact; })},
  };
}

std::vector<Sample> of_cases() {
  using exchange::CaseCommented;
  using exchange::EndpointProgress;
  using exchange::KeyUsed;
  using exchange::NumbersTaken;
  using exchange::RejectedGone;
  using exchange::Seen;
  return {
      {20, "case_state", full_case(), filled<exchange::CaseSet>([](auto& of) {
         of.value.flow = Flow::live;
         of.value.origin = exchange::CaseOrigin::failure;
       })},
      {21, "case_comment",
       CaseCommented{.id = id<CaseId>(1),
                     .number = 2,
                     .at = at(1),
                     .by = a_participant,
                     .text = "Wir prüfen."},
       CaseCommented()},
      {22, "rejected", full_rejection(),
       filled<exchange::Rejected>([](auto& of) { of.flow = Flow::live; })},
      {23, "rejected_gone", RejectedGone{.id = id<CaseId>(1), .at = at(1)}, RejectedGone()},
      {30, "key_used",
       KeyUsed{.use = {.participant = id<ParticipantId>(1),
                       .flow = Flow::test,
                       .path = exchange::KeyPath::requeue,
                       .key = digest("key"),
                       .payload = digest("payload")},
               .at = at(1),
               .answer = {.outcome = exchange::KeyOutcome::case_opened, .made = uuid(2)}},
       filled<KeyUsed>([](auto& of) {
         of.use.flow = Flow::live;
         of.use.path = exchange::KeyPath::send;
         of.answer.outcome = exchange::KeyOutcome::accepted;
       })},
      {31, "numbers_taken",
       NumbersTaken{.range = id<RangeId>(1),
                    .first = 39'521'001'000'000'007,
                    .next = 39'521'001'000'000'507,
                    .at = at(1)},
       NumbersTaken()},
      {32, "delivered",
       EndpointProgress{.endpoint = id<EndpointId>(1),
                        .position = 99,
                        .failures = 3,
                        .failing_since = at(1),
                        .next_attempt = at(60'000),
                        .fence = 1ull << 63,
                        .state = exchange::EndpointState::removed},
       EndpointProgress()},
      {33, "seen",
       Seen{.participant = id<ParticipantId>(1),
            .flow = Flow::test,
            .last_poll = at(1),
            .listed_up_to = 12,
            .tokens = {{id<TokenId>(2), at(1)}, {id<TokenId>(3), at(-1)}}},
       filled<Seen>([](auto& of) { of.flow = Flow::live; })},
  };
}

DirectorySet set(exchange::DirectoryEntry entry) {
  return {.entry = std::move(entry), .at = at(9), .by = an_operator};
}
DirectorySet bare_set(exchange::DirectoryEntry entry) {
  return {.entry = std::move(entry), .at = {}, .by = the_network};
}

const std::vector<exchange::Requirement> requirements = {
    {.kind = Kind::invoice,
     .path = "items.*.identifiers",
     .domain = "GTIN",
     .when = {"INVOICE", "PARTIAL_INVOICE"}},
    {.kind = Kind::order, .path = "header.currency", .domain = "", .when = {}}};

exchange::Participant full_participant() {
  return {.id = id<ParticipantId>(1),
          .revision = 2,
          .state = exchange::ParticipantState::closed,
          .name = "Müller & Söhne",
          .identifiers = {{Domain::gs1, "4012345000009"}, {Domain::fed_tax, "12 345"}},
          .numbers = {{.of = id<ParticipantId>(2), .number = "K-12"}},
          .agents = {{.agent = id<ParticipantId>(3), .kinds = {Kind::order, Kind::invoice}},
                     {.agent = id<ParticipantId>(4), .kinds = {}}},
          .requirements = requirements};
}

exchange::Person full_person() {
  return {.id = id<exchange::PersonId>(0x70),
          .revision = 3,
          .state = exchange::PersonState::active,
          .change = exchange::PersonChange::sessions,
          .has_joined = true,
          .memberships = {{.participant = id<ParticipantId>(1),
                           .role = exchange::Role::clerk,
                           .flows = exchange::FlowSet::live},
                          {.participant = {}, .role = exchange::Role::auditor}},
          .sessions = {{.id = id<exchange::SessionId>(2),
                        .secret = digest("cookie"),
                        .participant = id<ParticipantId>(1),
                        .flow = Flow::live,
                        .began = at(1),
                        .used = at(2),
                        .confirmed = at(3),
                        .epoch = 4}},
          .link = exchange::PersonLink{.purpose = exchange::PersonLink::Purpose::reset,
                                       .secret = digest("link"),
                                       .ends = at(5),
                                       .epoch = 6},
          .sealed = std::string("\0\1\2", 3)};
}

exchange::DocumentNumbers full_numbers() {
  return {.participant = id<ParticipantId>(1),
          .flow = Flow::test,
          .kind = Kind::invoice,
          .revision = 4,
          .change = exchange::NumbersChange::taken,
          .change_id = id<exchange::NumbersChangeId>(2),
          .epoch = 3,
          .prefix = "INV-2026-",
          .next = 43,
          .width = 5,
          .given = {{.prefix = "INV-2025-", .end = 1'000}, {.prefix = "INV-2026-", .end = 43}}};
}

std::vector<Sample> of_directory() {
  using exchange::Endpoint;
  using exchange::NumberRange;
  using exchange::Participant;
  using exchange::Relationship;
  using exchange::Setting;
  using exchange::Token;
  const auto one = id<ParticipantId>(1);
  return {
      {40, "participant_set", set(full_participant()), bare_set(Participant())},
      {41, "token_set",
       set(Token{.id = id<TokenId>(2),
                 .revision = 3,
                 .participant = one,
                 .hash = digest("token"),
                 .flow = Flow::test,
                 .scopes = exchange::Scopes(5),
                 .expires = at(1),
                 .revoked = at(2),
                 .name = "warehouse"}),
       bare_set(Token())},
      {42, "relationship_set",
       set(Relationship{.from = one,
                        .to = id<ParticipantId>(2),
                        .revision = 4,
                        .status = exchange::RelationshipStatus::blocked,
                        .kinds = {Kind::order, Kind::sales_report},
                        .flows = exchange::FlowSet::test,
                        .requirements = requirements}),
       bare_set(Relationship())},
      {43, "endpoint_set",
       set(Endpoint{.id = id<EndpointId>(2),
                    .revision = 5,
                    .participant = one,
                    .flow = Flow::test,
                    .events = 3,
                    .state = exchange::EndpointState::given_up,
                    .url = "https://example.com/hook",
                    .sealed_secret = std::string("\0\1\2", 3)}),
       bare_set(Endpoint())},
      {44, "range_set",
       set(NumberRange{.id = id<RangeId>(2),
                       .revision = 6,
                       .participant = one,
                       .flow = Flow::test,
                       .prefix = "0340123450",
                       .next = 17,
                       .end = 9'999'999}),
       bare_set(NumberRange())},
      {45, "setting_set",
       set(Setting{.name = exchange::SettingName::operators, .revision = 7, .value = "open"}),
       bare_set(filled<Setting>([](auto& of) { of.name = exchange::SettingName::network; }))},
      {46, "person_set", DirectorySet{.entry = full_person(), .at = at(9), .by = a_person},
       bare_set(filled<exchange::Person>([](auto&) {}))},
      {47, "numbering_set", DirectorySet{.entry = full_numbers(), .at = at(9), .by = a_person},
       bare_set(exchange::DocumentNumbers())},
  };
}

std::vector<Sample> of_the_store() {
  using exchange::Intent;
  using exchange::IntentSet;
  using exchange::IntentStepped;
  return {
      {50, "intent_set",
       IntentSet{.intent = Intent{.id = id<IntentId>(2),
                                  .type = exchange::IntentType::close,
                                  .from = id<ParticipantId>(1),
                                  .to = id<ParticipantId>(3),
                                  .identifiers = {{Domain::duns, "123456789"}},
                                  .by = an_operator},
                 .at = at(1)},
       filled<IntentSet>([](auto& of) { of.intent.type = exchange::IntentType::take; })},
      {51, "intent_stepped", IntentStepped{.id = id<IntentId>(2), .steps = 3, .done = true},
       IntentStepped()},
      {60, "epoch_begun",
       EpochBegun{.epoch = 2,
                  .at = at(1),
                  .cause = EpochBegun::Cause::restored,
                  .from = journal::Identity{uuid(3).bytes}},
       EpochBegun()},
  };
}

// A row that failed and moved to another recipient.
Sent carried_sent() {
  Sent sent = full_sent();
  auto& row = sent.transaction;
  row.state = exchange::State::failed;
  row.position = 17;
  row.links.replaced_by = id<TransactionId>(10);
  row.links.delivered_replaced_by = id<TransactionId>(11);
  row.feedback.case_id = id<CaseId>(12);
  sent.carried.emplace();
  return sent;
}

// Its content was removed, but its digest was not.
Sent carried_sent_without_content() {
  Sent sent = bare_sent();
  sent.content = {};
  sent.transaction.content.removed_at = at(4);
  sent.carried = exchange::CarriedPast{.events = {}, .is_removed = true};
  return sent;
}

CarriedWords full_words() {
  return {.id = id<TransactionId>(1),
          .report = exchange::Report{.verdict = exchange::Verdict::failure,
                                     .reason = "Artikel unbekannt",
                                     .type = exchange::ErrorType::internal,
                                     .context = context,
                                     .at = at(2),
                                     .by = a_participant},
          .warnings = exchange::Warnings(findings),
          .events = {{.at = at(1),
                      .type = exchange::EventType::requeued,
                      .by = an_operator,
                      .detail = "as 4711",
                      .audience = exchange::Audience::senders},
                     {.at = at(2),
                      .type = exchange::EventType::reported,
                      .by = a_participant,
                      .detail = "failure"}}};
}

// A carried payload is encoded as the original record with further fields.
template <typename Of>
Payload carried(const Payload& sample) {
  auto one = std::get<Of>(std::get<exchange::Effect>(sample));
  if constexpr (std::is_same_v<Of, DirectorySet>) {
    one.carried = 41;
  } else {
    one.is_carried = true;
  }
  return one;
}

std::vector<Sample> of_what_is_carried() {
  using exchange::ActCarried;
  using exchange::FeedCarried;
  std::vector<Sample> all{
      {70, "sent_carried", carried_sent(), carried_sent_without_content()},
      {71, "words_carried", full_words(), CarriedWords()},
      {75, "act_carried",
       ActCarried{.sequence = 99,
                  .act = {.at = at(1),
                          .by = an_operator,
                          .type = exchange::ActType::case_commented,
                          .subject = uuid(7),
                          .detail = "Bitte prüfen"}},
       filled<ActCarried>([](auto& of) { of.act.type = exchange::ActType::participant_added; })},
      {76, "feed_carried",
       FeedCarried{.place = {.position = 98,
                             .entry = {.participant = id<ParticipantId>(1),
                                       .flow = Flow::test,
                                       .type = exchange::FeedType::case_opened,
                                       .id = uuid(8)}}},
       filled<FeedCarried>([](auto& of) {
         of.place.entry.flow = Flow::live;
         of.place.entry.type = exchange::FeedType::pending;
       })},
  };
  const auto add = [&]<typename Of>(const std::vector<Sample>& from, std::uint16_t kind,
                                    std::uint16_t as, std::string name, Of /*type*/) {
    const auto it = std::ranges::find(from, kind, &Sample::kind);
    CHECK(it != from.end());
    all.push_back({as, std::move(name), carried<Of>(it->full), carried<Of>(it->bare)});
  };
  add(of_cases(), 20, 72, "case_carried", exchange::CaseSet());
  add(of_cases(), 21, 73, "comment_carried", exchange::CaseCommented());
  add(of_the_store(), 50, 74, "intent_carried", exchange::IntentSet());
  for (const Sample& entry : of_directory()) {
    const std::string name = entry.name.substr(0, entry.name.find('_'));
    add({entry}, entry.kind, static_cast<std::uint16_t>(entry.kind + 40), name + "_carried",
        DirectorySet());
  }
  return all;
}

}  // namespace

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = [] {
    auto joined = of_transactions();
    for (auto more : {of_cases(), of_directory(), of_the_store(), of_what_is_carried()})
      std::ranges::move(more, std::back_inserter(joined));
    return joined;
  }();
  return all;
}

std::vector<Stored> stored(const Payload& payload) {
  PayloadEncoder encoder;
  encoder.add(payload);
  std::vector<Stored> records;
  for (const Encoded& record : encoder.records()) {
    records.push_back({.kind = record.kind,
                       .version = record.version,
                       .head = std::string(record.head),
                       .body = std::nullopt});
    if (!record.has_body) continue;
    records.back().body = std::string(record.body_front).append(record.content);
  }
  return records;
}

Stored stored_alone(const Payload& payload) {
  auto records = stored(payload);
  CHECK(records.size() == 1 || records.back().kind == CarriedWords::record);
  return std::move(records.front());
}

base::Result<Payload> read(const Stored& record) {
  if (!record.body) return decode(record.kind, record.version, record.head, {}, nullptr, {});
  const auto body = std::make_shared<const std::string>(*record.body);
  return decode(record.kind, record.version, record.head, *body, body, base::sha256(*body));
}

bool is_same(const Payload& a, const Payload& b) {
  if (a.index() != b.index()) return false;
  if (const auto* warned = std::get_if<Warned>(&a)) return *warned == std::get<Warned>(b);
  if (const auto* begun = std::get_if<EpochBegun>(&a)) return *begun == std::get<EpochBegun>(b);
  if (std::holds_alternative<CarriedWords>(a)) return stored(a) == stored(b);
  const auto& other = std::get<exchange::Effect>(b);
  return std::visit(
      [&]<typename One>(const One& one) {
        const auto* same = std::get_if<One>(&other);
        if (same == nullptr) return false;
        if constexpr (std::is_same_v<One, Sent>) {
          const bool is_same_past =
              one.carried.has_value() == same->carried.has_value() &&
              (!one.carried || one.carried->is_removed == same->carried->is_removed);
          return is_same_past && one.transaction == same->transaction &&
                 one.content.view == same->content.view;
        } else {
          return one == *same;
        }
      },
      std::get<exchange::Effect>(a));
}

}  // namespace tradepost::store::embedded::testing
