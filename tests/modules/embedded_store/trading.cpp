#include "embedded_store/trading.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/ground/check.hpp"

namespace tradepost::store::embedded::testing {
namespace {

using exchange::ParticipantId;
using exchange::RelationshipStatus;
using exchange::TransactionId;

const exchange::OperatorId no_operator;
constexpr std::uint64_t numbers = 300;
constexpr std::uint64_t failed_max = 64;

base::Done add(Seat& seat, const std::string& name) {
  exchange::ParticipantRequest request{
      .name = name,
      .identifiers = {{.domain = exchange::Domain::gs1, .text = name}},
      .requirements = {},
      .agents = {}};
  TRY_ASSIGN(const auto answer,
             seat.run(exchange::add_participant(seat.desk(), no_operator, std::move(request),
                                                seat.deadline())));
  CHECK(std::holds_alternative<exchange::Participant>(answer));
  return {};
}

base::Done put_relationship(Seat& seat, ParticipantId from, ParticipantId to,
                            RelationshipStatus status) {
  exchange::RelationshipRequest request{
      .from = from, .to = to, .status = status, .kinds = {}, .flows = {}, .requirements = {}};
  TRY_ASSIGN(const auto answer,
             seat.run(exchange::put_relationship(seat.desk(), exchange::Actor::of(no_operator),
                                                 std::move(request), seat.deadline())));
  CHECK(std::holds_alternative<exchange::PartnerChanged>(answer));
  return {};
}

conformance::Letter letter_of(const std::string& number, int variant, const std::string& to) {
  const bool has_number = number != "-";
  return {
      .kind = has_number ? "ORDER_RESPONSE" : "PRODUCT_CATALOG",
      .number = has_number ? number : "",
      .version = {},
      .type = {},
      .parties = {{.role = has_number ? "supplier" : "sender", .identities = {{"GS1", "SUPPLIER"}}},
                  {.role = has_number ? "buyer" : "receiver", .identities = {{"GS1", to}}}},
      .variant = variant};
}

}  // namespace

std::optional<ParticipantId> Town::find(const std::string& name) const {
  const auto now = directory.current();
  const auto holders = now->holders(exchange::Domain::gs1, name);
  return holders.empty() ? std::nullopt : std::optional(holders.front());
}

base::Done found(Town& town) {
  Seat seat(town);
  TRY(seat.run(town.directory.catch_up(town.store, seat.deadline())));
  for (const char* const name : {"SUPPLIER", "BUYER", "HOLDER"}) {
    if (!town.find(name)) TRY(add(seat, name));
  }
  const auto supplier = *town.find("SUPPLIER");
  const auto buyer = *town.find("BUYER");
  const auto holder = *town.find("HOLDER");
  if (town.directory.current()->relationship(supplier, buyer) == nullptr) {
    TRY(put_relationship(seat, supplier, buyer, RelationshipStatus::active));
  }
  if (town.directory.current()->relationship(supplier, holder) == nullptr) {
    TRY(put_relationship(seat, supplier, holder, RelationshipStatus::requested));
  }
  return {};
}

exchange::Caller caller_of(ParticipantId participant) {
  return {.participant = participant,
          .token = {},
          .flow = exchange::Flow::live,
          .scopes = exchange::Scopes::all()};
}

exchange::SendRequest request_of(const Town& town, const std::vector<std::string>& says) {
  CHECK(says.size() == 5 && says[0] == "send");
  const auto letter = letter_of(says[1], static_cast<int>(number_of(says[2])), says[3]);
  exchange::SendRequest request{.caller = caller_of(*town.find("SUPPLIER")),
                                .body = exchange::bytes_of(conformance::body_of(letter)),
                                .key = {}};
  if (says[4] != "-") request.key = base::sha256(says[4]);
  return request;
}

Trader::Trader(exchange::Store& store, const base::Clock& clock, const TraderOptions& options,
               OnWord on_word)
    : town_(store, clock),
      options_(options),
      on_word_(std::move(on_word)),
      seat_(town_),
      random_(options.seed * 1000 + options.life * options.of + options.nth) {}

void Trader::ask(std::vector<std::string> says) {
  on_word_({.thread = options_.nth, .side = Word::Side::asked, .says = std::move(says)});
}

bool Trader::answer(std::vector<std::string> says) {
  on_word_({.thread = options_.nth, .side = Word::Side::answered, .says = std::move(says)});
  return true;
}

// Assigns each pending document to one trader, so that the answers about it have an order.
bool Trader::is_mine(TransactionId id) const {
  return id.uuid().bytes.back() % options_.of == options_.nth;
}

bool Trader::trade() {
  const bool has_no_partners = town_.directory.current()->revision() == 0;
  if (has_no_partners && !found(town_)) return false;
  if (options_.nth == 0 && one_in(12)) return one_in(2) ? relate() : tend_members();
  if (one_in(5)) return look();
  if (!failed_.empty() && one_in(10)) return requeue();
  return send();
}

bool Trader::send() {
  if (!last_with_key_.empty() && one_in(20)) return send_as_asked(last_with_key_);
  const bool has_number = !one_in(5);
  const bool is_held = one_in(5);
  return send_to(is_held ? "HOLDER" : "BUYER",
                 has_number ? fmt::format("N{}", below(numbers)) : "-");
}

bool Trader::send_to(const std::string& name, const std::string& number) {
  constexpr std::uint64_t in_one_life = 20'000;
  CHECK(sent_ < in_one_life);
  const auto variant = (options_.life * options_.of + options_.nth) * in_one_life + sent_++;
  const std::string key = one_in(4) ? fmt::format("key-{}", variant) : "-";
  const std::vector<std::string> says{"send", number, std::to_string(variant), name, key};
  if (key != "-") last_with_key_ = says;
  return send_as_asked(says);
}

bool Trader::send_as_asked(const std::vector<std::string>& says) {
  ask(says);
  const auto said =
      seat_.run(exchange::send(seat_.desk(), request_of(town_, says), seat_.deadline()));
  if (!said) return false;
  if (const auto* const it = std::get_if<exchange::Accepted>(&*said)) {
    return answer({"accepted", it->id.to_string()});
  }
  if (const auto* const it = std::get_if<exchange::HeldBack>(&*said)) {
    return answer({"held", it->id.to_string()});
  }
  if (const auto* const it = std::get_if<exchange::Duplicate>(&*said)) {
    return answer({"duplicate", it->id.to_string()});
  }
  return answer({"refused"});
}

// One of the two recipients reads its pending documents, and reports on them.
bool Trader::look() {
  const auto reader = *town_.find(one_in(4) ? "HOLDER" : "BUYER");
  exchange::PullRequest request{.caller = caller_of(reader),
                                .kind = {},
                                .cursor = {},
                                .count_max = static_cast<std::uint32_t>(1 + below(40))};
  const auto page = seat_.run(exchange::pull(seat_.desk(), std::move(request), seat_.deadline()));
  if (!page) return false;
  std::vector<TransactionId> mine;
  for (const auto& item : std::get<exchange::IncomingPage>(*page).items) {
    if (is_mine(item.row->id)) mine.push_back(item.row->id);
  }
  if (mine.empty()) return true;
  if (one_in(6)) return discard(mine.front());
  if (reader == *town_.find("BUYER") && !failed_.empty() && one_in(4)) {
    const auto id = failed_[below(failed_.size())];
    if (std::ranges::find(mine, id) == mine.end()) mine.push_back(id);
  }
  return report(reader, mine);
}

bool Trader::report(ParticipantId by, const std::vector<TransactionId>& ids) {
  std::vector<std::optional<exchange::ReportItem>> items;
  std::vector<std::string> says{"report"};
  for (const TransactionId id : ids) {
    const bool failed_before = std::ranges::find(failed_, id) != failed_.end();
    const bool is_good = failed_before || !one_in(4);
    items.push_back(exchange::ReportItem{
        .id = id,
        .verdict = is_good ? exchange::Verdict::success : exchange::Verdict::failure,
        .reason = is_good ? "" : "unheard of",
        .type = exchange::ErrorType::data,
        .context = {}});
    says.push_back(id.to_string());
    says.emplace_back(is_good ? "success" : "failure");
    if (!is_good && by == *town_.find("BUYER") && failed_.size() < failed_max) {
      failed_.push_back(id);
    }
  }
  ask(std::move(says));
  const auto said =
      seat_.run(exchange::report(seat_.desk(), caller_of(by), std::move(items), seat_.deadline()));
  if (!said) return false;
  const auto* const kept = std::get_if<exchange::ReportsKept>(&*said);
  if (kept == nullptr) return answer({"refused"});
  std::vector<std::string> outcomes{"reported"};
  for (const auto& item : kept->items) {
    outcomes.push_back(std::to_string(static_cast<int>(item.outcome)));
  }
  return answer(std::move(outcomes));
}

bool Trader::discard(TransactionId id) {
  ask({"discard", id.to_string()});
  const auto said = seat_.run(
      exchange::discard(seat_.desk(), no_operator, id, "nobody wants it", seat_.deadline()));
  if (!said) return false;
  if (std::holds_alternative<exchange::DiscardDone>(*said)) return answer({"done"});
  return answer({"refused"});
}

bool Trader::requeue() {
  const auto nth = below(failed_.size());
  const auto id = failed_[nth];
  failed_.erase(failed_.begin() + static_cast<std::ptrdiff_t>(nth));
  ask({"requeue", id.to_string()});
  const auto said = seat_.run(exchange::requeue(seat_.desk(), no_operator, id, seat_.deadline()));
  if (!said) return false;
  const auto* const it = std::get_if<exchange::Requeued>(&*said);
  if (it == nullptr) return answer({"refused"});
  return answer({"done", it->id.to_string()});
}

bool Trader::relate() {
  holds_ = !holds_;
  ask({"relate", holds_ ? "requested" : "active"});
  const auto done =
      put_relationship(seat_, *town_.find("SUPPLIER"), *town_.find("HOLDER"),
                       holds_ ? RelationshipStatus::requested : RelationshipStatus::active);
  return done && answer({"done"});
}

bool Trader::tend_members() {
  constexpr std::size_t sends = 6;
  const std::size_t chapter = chapter_++;
  if (chapter == 0) return enlist();
  if (chapter <= sends) {
    return send_to(from_, fmt::format("{}-{}", from_, chapter));
  }
  if (chapter == sends + 1) return take();
  chapter_ = 0;
  return close();
}

bool Trader::enlist() {
  const auto name = [&] { return fmt::format("M{}L{}", members_++, options_.life); };
  from_ = name();
  to_ = name();
  for (const auto& member : {from_, to_}) {
    if (!add(seat_, member)) return false;
  }
  return put_relationship(seat_, *town_.find("SUPPLIER"), *town_.find(from_),
                          RelationshipStatus::active)
      .has_value();
}

// Moves the identifier, with its pending documents.
bool Trader::take() {
  const auto from = *town_.find(from_);
  const auto to = *town_.find(to_);
  ask({"take", from.to_string(), to.to_string()});
  exchange::ParticipantEdit edit{
      .id = to,
      .name = {},
      .identifiers = {},
      .add_identifiers = {{.domain = exchange::Domain::gs1, .text = from_}},
      .remove_identifiers = {},
      .requirements = {},
      .agents = {},
      .take = exchange::TakePending::yes};
  const auto said = seat_.run(
      exchange::edit_participant(seat_.desk(), no_operator, std::move(edit), seat_.deadline()));
  if (!said) return false;
  CHECK(std::holds_alternative<exchange::ParticipantEdited>(*said));
  return answer({"done"});
}

bool Trader::close() {
  const auto id = *town_.find(to_);
  ask({"close", id.to_string()});
  const auto said = seat_.run(exchange::close_participant(
      seat_.desk(), no_operator, id, exchange::OnPending::fail, seat_.deadline()));
  if (!said) return false;
  CHECK(std::holds_alternative<exchange::Closed>(*said));
  return answer({"done"});
}

}  // namespace tradepost::store::embedded::testing
