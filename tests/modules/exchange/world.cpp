#include "exchange/world.hpp"

#include <fmt/format.h>

#include <memory>

namespace tradepost::exchange {

std::string party(std::string_view gln) {
  return party("GS1", gln);
}

std::string party(std::string_view domain, std::string_view identifier) {
  return fmt::format(R"({{"identifiers":[{{"domain":"{}","identifier":"{}"}}]}})", domain,
                     identifier);
}

std::string OrderText::body() const {
  return fmt::format(
      R"({{"type":"ORDER","content":{{"header":{{"buyer":{},"supplier":{},"orderIdentifier":"{}",)"
      R"("orderDate":"2026-03-02"{}}},"items":[{{"lineNumber":1{}}}]}}}})",
      buyer, supplier, number, more_header, more_item);
}

OrderText order_by_agent(std::string_view number) {
  return {.number = std::string(number), .more_header = ",\"technicalSender\":" + party(agent_gln)};
}

std::string order(std::string_view number, int quantity) {
  OrderText text;
  text.number = number;
  text.more_item = fmt::format(R"(,"quantity":{})", quantity);
  return text.body();
}

std::string warehouse_response(std::string_view number, int version, int note) {
  const auto with_version = version == 0 ? std::string() : fmt::format(R"(,"version":{})", version);
  return fmt::format(R"({{"type":"DISPATCH_INSTRUCTION_RESPONSE","content":{{"header":)"
                     R"({{"shippingNoticeIdentifier":"{}","supplier":{}{}}},"transportUnits":)"
                     R"([{{"items":[{{"lineNumber":{}}}]}}]}}}})",
                     number, party(supplier_gln), with_version, note);
}

World::World() {
  buyer = add("Buyer", buyer_gln);
  supplier = add("Supplier", supplier_gln);
  stranger = add("Stranger", stranger_gln);
  relate(buyer, supplier, RelationshipStatus::active);
  relate(supplier, buyer, RelationshipStatus::active);
}

World::~World() = default;

void World::restart(StoreInMemory::Intents intents) {
  network.restart(intents);
  std::destroy_at(&desk);
  std::construct_at(&desk, desk_with(directory));
}

void World::begin_epoch() {
  network.begin_epoch();
  std::destroy_at(&desk);
  std::construct_at(&desk, desk_with(directory));
}

ParticipantId World::add(std::string name, std::string_view gln) {
  return add(std::move(name), {{.domain = Domain::gs1, .text = std::string(gln)}});
}

ParticipantId World::add(std::string name, std::vector<Identifier> identifiers) {
  ParticipantRequest request;
  request.name = std::move(name);
  request.identifiers = std::move(identifiers);
  const auto answer = run(add_participant(desk, operator_id, std::move(request), soon()));
  CHECK(is<Participant>(answer));
  return std::get<Participant>(answer).id;
}

Caller World::caller(ParticipantId participant, Flow flow) const {
  return {.participant = participant, .token = {}, .flow = flow, .scopes = Scopes::all()};
}

void World::relate(ParticipantId from, ParticipantId to, RelationshipStatus status,
                   std::optional<KindSet> kinds) {
  RelationshipRequest request{
      .from = from, .to = to, .status = status, .kinds = kinds, .flows = {}, .requirements = {}};
  const auto answer =
      run(put_relationship(desk, Actor::of(operator_id), std::move(request), soon()));
  CHECK(is<PartnerChanged>(answer));
}

void World::appoint(ParticipantId principal, ParticipantId agent, KindSet kinds) {
  ProfileRequest profile;
  profile.agents = {{.agent = agent, .kinds = kinds}};
  run(change_profile(desk, caller(principal), profile, soon()));
}

EndpointId World::webhook_of(ParticipantId participant, Flow flow) {
  Endpoint endpoint;
  endpoint.id = EndpointId(ids.next());
  endpoint.revision = 1;
  endpoint.participant = participant;
  endpoint.flow = flow;
  put(endpoint);
  return endpoint.id;
}

void World::put(DirectoryEntry entry) {
  DirectoryChange change;
  change.entries = {std::move(entry)};
  CHECK(is<DirectoryChanged>(run(store().change_directory(change, soon()))));
  run(directory.catch_up(store(), soon()));
}

SendAnswer World::send(ParticipantId from, std::string body, Sending how) {
  SendRequest request{.caller = caller(from, how.flow),
                      .body = bytes_of(std::move(body)),
                      .key = how.key.transform(base::sha256),
                      .original = std::move(how.original)};
  if (request.original) request.payload = base::sha256(request.original->text.view);
  return run(exchange::send(desk, std::move(request), soon()));
}

TransactionId World::id_of(const SendAnswer& answer) {
  if (const auto* accepted = std::get_if<Accepted>(&answer)) return accepted->id;
  const auto* held = std::get_if<HeldBack>(&answer);
  if (held == nullptr) fmt::print(stderr, "not sent: {}\n", faults_of(answer));
  CHECK(held != nullptr);
  return held->id;
}

IncomingPage World::pull(PullRequest request) {
  const auto answer = run(exchange::pull(desk, std::move(request), soon()));
  CHECK(is<IncomingPage>(answer));
  return std::get<IncomingPage>(answer);
}

std::vector<TransactionId> World::pending(ParticipantId participant, Flow flow) {
  std::vector<TransactionId> all;
  PullRequest request;
  request.caller = caller(participant, flow);
  do {
    const IncomingPage page = pull(request);
    for (const Incoming& item : page.items) all.push_back(item.row->id);
    request.cursor = page.next;
  } while (request.cursor);
  return all;
}

ReportResult World::report(ParticipantId participant, TransactionId id, Verdict verdict,
                           Flow flow) {
  std::vector<std::optional<ReportItem>> items;
  items.push_back(ReportItem{.id = id,
                             .verdict = verdict,
                             .reason = verdict == Verdict::failure ? "GTIN unknown" : "",
                             .type = ErrorType::data,
                             .context = {}});
  return run(exchange::report(desk, caller(participant, flow), std::move(items), soon()));
}

std::optional<ReportOutcome> World::outcome(ParticipantId participant, TransactionId id,
                                            Verdict verdict, Flow flow) {
  const auto result = report(participant, id, verdict, flow);
  if (!is<ReportsKept>(result)) return std::nullopt;
  return std::get<ReportsKept>(result).items.front().outcome;
}

std::optional<Shown> World::find(ParticipantId participant, TransactionId id, Flow flow) {
  return run(exchange::find(desk, caller(participant, flow), id, soon()));
}

std::vector<TransactionId> World::history(ParticipantId participant, HistoryFilter filter) {
  HistoryRequest request;
  request.caller = caller(participant);
  request.filter = std::move(filter);
  std::vector<TransactionId> all;
  do {
    const auto answer = run(exchange::history(desk, request, soon()));
    CHECK(is<ShownPage>(answer));
    const ShownPage& page = std::get<ShownPage>(answer);
    for (const Shown& item : page.items) all.push_back(item.row->id);
    request.cursor = page.next;
  } while (request.cursor);
  return all;
}

std::vector<std::string> World::events(ParticipantId participant, TransactionId id) {
  const auto answer =
      run(exchange::events(desk, caller(participant), id, std::nullopt, 100, soon()));
  std::vector<std::string> names;
  if (!is<EventsPage>(answer)) return names;
  for (const Event& event : std::get<EventsPage>(answer).items)
    names.emplace_back(name_of(event.type));
  return names;
}

std::vector<CasePtr> World::cases(ParticipantId participant, Flow flow) {
  CasesRequest request;
  request.caller = caller(participant, flow);
  request.count_max = 100;
  const auto answer = run(exchange::cases(desk, std::move(request), soon()));
  CHECK(is<CasesPage>(answer));
  return std::get<CasesPage>(answer).items;
}

RequeueAnswer World::requeue(ParticipantId participant, TransactionId id,
                             std::optional<std::string> key) {
  RequeueRequest request{
      .caller = caller(participant), .id = id, .key = key.transform(base::sha256)};
  return run(exchange::requeue(desk, std::move(request), soon()));
}

DiscardAnswer World::discard(TransactionId id) {
  return run(exchange::discard(desk, operator_id, id, "sent by mistake", soon()));
}

TransactionPtr World::row(TransactionId id) {
  const FindQuery query{.id = id, .viewer = {}, .content = WithContent::no};
  const auto found = run(store().find(query, soon()));
  CHECK(found.has_value());
  return found->row;
}

Status World::status(TransactionId id) {
  return status_of(row(id)->state);
}

HeldFact World::held(ParticipantId from, ParticipantId to, Flow flow) {
  for (const HeldState& state : run(store().held(from, soon()))) {
    if (state.from == from && state.to == to && state.flow == flow) return state.held;
  }
  return {};
}

std::string faults_of(const SendAnswer& answer) {
  const auto* refused = std::get_if<Refused>(&answer);
  std::string lines;
  if (refused == nullptr) return lines;
  for (const Finding& fault : refused->faults) {
    if (!lines.empty()) lines += '\n';
    lines += fmt::format("{} at {}", fault.code, fault.path);
  }
  return lines;
}

}  // namespace tradepost::exchange
