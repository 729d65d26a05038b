#include "conformance/driver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/ground/check.hpp"
#include "conformance/translation.hpp"

namespace tradepost::conformance {

struct Driver::Said {
  const Answer& expected;
  const Oracle& oracle;
};

namespace {

template <typename... Functions>
struct Overloaded : Functions... {
  using Functions::operator()...;
};

}  // namespace

Driver::Driver(const MakeStore& make, std::int64_t now_ms, std::uint64_t seed)
    : clock_(base::instant_of(now_ms)),
      random_(seed),
      ids_(clock_, random_),
      member_ids_(clock_of_member_ids_, random_),
      store_(make(clock_)),
      directory_(std::make_unique<exchange::LiveDirectory>()),
      operator_(ids_.next()) {
  apply_one(Restart{}, Said{.expected = {}, .oracle = Oracle(now_ms)});
}

std::string Driver::apply(const Numbered& numbered, const Answer& expected, const Oracle& oracle) {
  failure_.clear();
  const Said said{.expected = expected, .oracle = oracle};
  std::string words =
      std::visit([&](const auto& command) { return apply_one(command, said); }, numbered.command);
  return failure_.empty() ? words : failure_;
}

void Driver::fail(const base::Error& error) {
  failure_ = fmt::format("{}: {} ({})", store_failed, error.text().str(), error.detail().str());
}

exchange::Deadline Driver::deadline() const {
  return executor_.now() + std::chrono::minutes(1);
}

exchange::Caller Driver::caller_of(Caller caller) const {
  return {.participant = members_[caller.member],
          .token = {},
          .flow = caller.flow,
          .scopes = exchange::Scopes::all()};
}

exchange::TransactionId Driver::id_of(const Oracle& oracle, Made made) {
  const auto place = oracle.transaction_of(made);
  return place && *place < transactions_.size() ? transactions_[*place]
                                                : exchange::TransactionId(ids_.next());
}

// Returns the id of a case. An answer may omit the case that it opened; then the transaction has
// it.
std::optional<exchange::CaseId> Driver::id_of_case(const Oracle& oracle, Place case_place) {
  if (const auto known = cases_.find(case_place); known != cases_.end()) return known->second;
  const KnownCase& value = oracle.network().cases[case_place];
  if (!value.transaction) return std::nullopt;
  const Caller owner{.member = value.owners.front(), .flow = value.flow};
  const auto found =
      run(exchange::find(*desk_, caller_of(owner), transactions_[*value.transaction], deadline()));
  if (!found || !*found) return std::nullopt;
  return (*found)->row->feedback.case_id;
}

void Driver::learn(exchange::TransactionId id, const std::vector<Place>& made) {
  if (made.empty() || places_.contains(id)) return;
  CHECK(made.front() == transactions_.size());
  transactions_.push_back(id);
  transaction_ids_.push_back(id.to_string());
  places_.emplace(id, made.front());
}

void Driver::learn(exchange::CaseId id, Place place) {
  if (case_places_.contains(id)) return;
  case_places_.emplace(id, place);
  cases_.emplace(place, id);
}

std::string Driver::name_of(exchange::TransactionId id) const {
  const auto known = places_.find(id);
  return known == places_.end() ? "a stranger" : fmt::format("T{}", known->second);
}

std::string Driver::name_of(exchange::CaseId id, const Said& said, std::size_t nth) {
  if (nth < said.expected.made_cases.size()) learn(id, said.expected.made_cases[nth]);
  const auto known = case_places_.find(id);
  return known == case_places_.end() ? "a stranger" : fmt::format("C{}", known->second);
}

std::string Driver::name_of(exchange::ParticipantId id) const {
  const auto* const participant = directory_->current()->participant(id);
  return participant ? participant->name : "a stranger";
}

std::optional<std::size_t> Driver::place_of(
    const std::optional<exchange::TransactionId>& id) const {
  if (!id) return std::nullopt;
  const auto known = places_.find(*id);
  return known == places_.end() ? static_cast<std::size_t>(-1) : known->second;
}

std::string Driver::apply_one(const Send& command, const Said& said) {
  if (command.keep == Keep::no) return validate(command);
  exchange::SendRequest request{.caller = caller_of(command.caller),
                                .body = exchange::bytes_of(body_of(command.letter)),
                                .key = {}};
  if (!command.key.empty()) request.key = base::sha256(command.key);
  if (std::string original = original_of(command.letter); !original.empty()) {
    request.original = {.form = exchange::OriginalForm::edifact,
                        .text = exchange::bytes_of(std::move(original))};
  }
  const auto answer = run(exchange::send(*desk_, std::move(request), deadline()));
  if (!answer) return store_failed;
  const auto taken = [&](std::string_view how, exchange::TransactionId id) {
    learn(id, said.expected.made_transactions);
    return fmt::format("{} {}", how, name_of(id));
  };
  return std::visit(
      Overloaded{
          [&](const exchange::Accepted& accepted) { return taken("accepted", accepted.id); },
          [&](const exchange::HeldBack& held) { return taken("held", held.id); },
          [&](const document::Unreadable&) { return std::string("unreadable"); },
          [&](const exchange::Refused& refused) {
            std::string words = "refused for " + paths_of(refused.faults);
            if (refused.case_id) words += ", case " + name_of(*refused.case_id, said, 0);
            return words;
          },
          [&](const exchange::Blocked&) { return std::string("blocked"); },
          [&](const exchange::Duplicate& duplicate) {
            return "duplicate of " + name_of(duplicate.id);
          },
          [&](const auto& other) { return refusal_words(other); },
      },
      *answer);
}

std::string Driver::validate(const Send& command) {
  exchange::SendRequest request{.caller = caller_of(command.caller),
                                .body = exchange::bytes_of(body_of(command.letter)),
                                .key = {}};
  const auto answer = run(exchange::validate(*desk_, std::move(request), deadline()));
  if (!answer) return store_failed;
  const auto* const validation = std::get_if<exchange::Validation>(&*answer);
  if (!validation) return "unreadable";
  if (!validation->valid()) return "faulty";
  return "valid for " + (validation->recipient ? name_of(*validation->recipient) : "nobody");
}

std::string Driver::apply_one(const Report& command, const Said& said) {
  std::vector<std::optional<exchange::ReportItem>> items;
  for (const ReportLine& line : command.lines) {
    items.push_back(exchange::ReportItem{.id = id_of(said.oracle, line.transaction),
                                         .verdict = line.verdict == Verdict::success
                                                        ? exchange::Verdict::success
                                                        : exchange::Verdict::failure,
                                         .reason = line.reason,
                                         .type = error_type_of(line.type),
                                         .context = {}});
  }
  const auto answer =
      run(exchange::report(*desk_, caller_of(command.caller), std::move(items), deadline()));
  if (!answer) return store_failed;
  if (const auto* const bad = std::get_if<exchange::BadItems>(&*answer)) return words_of(*bad);
  std::vector<std::string> outcomes;
  std::size_t opened = 0;
  for (const auto& item : std::get<exchange::ReportsKept>(*answer).items) {
    outcomes.push_back(std::string(word_of(item.outcome)));
    if (!item.case_id || case_places_.contains(*item.case_id)) continue;
    name_of(*item.case_id, said, opened++);
  }
  return fmt::format("{}", fmt::join(outcomes, ", "));
}

std::string Driver::page_words(const exchange::IncomingPage& page) const {
  std::string words;
  for (const auto& item : page.items) words += name_of(item.row->id) + " ";
  return words + (page.next ? "and more" : "and no more");
}

std::string Driver::apply_one(const PullPage& command, const Said& /*said*/) {
  const WalkKey key{command.caller.member, {command.caller.flow, command.kind}};
  exchange::PullRequest request{.caller = caller_of(command.caller),
                                .kind = kind_of(command.kind),
                                .cursor = {},
                                .count_max = command.count_max};
  if (command.from == PullPage::From::cursor) request.cursor = walks_[key];
  if (command.from == PullPage::From::foreign_cursor) {
    const auto foreign = std::ranges::find_if(
        walks_, [&](const auto& walk) { return walk.first != key && walk.second; });
    if (foreign != walks_.end()) request.cursor = foreign->second;
  }
  const auto answer = run(exchange::pull(*desk_, std::move(request), deadline()));
  if (!answer) return store_failed;
  const auto* const page = std::get_if<exchange::IncomingPage>(&*answer);
  if (!page) return "bad cursor";
  walks_[key] = page->next;
  return page_words(*page);
}

std::string Driver::apply_one(const HistoryPage& command, const Said& /*said*/) {
  exchange::HistoryRequest request{.caller = caller_of(command.caller),
                                   .filter = filter_of(command),
                                   .cursor = {},
                                   .count_max = command.count_max};
  if (command.partner != no_member) request.filter.partner = members_[command.partner];
  std::string words;
  while (true) {
    const auto answer = run(exchange::history(*desk_, request, deadline()));
    if (!answer) return store_failed;
    const auto* const page = std::get_if<exchange::ShownPage>(&*answer);
    if (!page) return "bad cursor";
    if (page->items.size() > command.count_max) return "a page that is too long";
    if (page->next && page->items.empty()) return "an empty page with a next page";
    for (const auto& item : page->items) words += name_of(item.row->id) + " ";
    if (!page->next) break;
    request.cursor = page->next;
  }
  return words + "and no more";
}

std::string Driver::apply_one(const Requeue& command, const Said& said) {
  const exchange::TransactionId id = id_of(said.oracle, command.transaction);
  std::optional<exchange::RequeueAnswer> answer;
  if (command.caller.member == no_member) {
    answer = run(exchange::requeue(*desk_, operator_, id, deadline()));
  } else {
    exchange::RequeueRequest request{.caller = caller_of(command.caller), .id = id, .key = {}};
    if (!command.key.empty()) request.key = base::sha256(command.key);
    answer = run(exchange::requeue(*desk_, std::move(request), deadline()));
  }
  if (!answer) return store_failed;
  if (const auto* const done = std::get_if<exchange::Requeued>(&*answer)) {
    learn(done->id, said.expected.made_transactions);
    return fmt::format(
        "{} {}", done->delivery == exchange::Delivery::at_once ? "requeued" : "requeued, held",
        name_of(done->id));
  }
  return refusal_words(*answer);
}

std::string Driver::apply_one(const Discard& command, const Said& said) {
  const auto answer = run(exchange::discard(
      *desk_, operator_, id_of(said.oracle, command.transaction), command.reason, deadline()));
  if (!answer) return store_failed;
  if (std::holds_alternative<exchange::DiscardDone>(*answer)) return "discarded";
  return refusal_words(*answer);
}

std::string Driver::apply_one(const PostError& command, const Said& said) {
  exchange::ErrorRequest request{.caller = caller_of(command.caller),
                                 .reason = command.reason,
                                 .type = error_type_of(command.type),
                                 .context = {},
                                 .transaction_identifier = {},
                                 .kind = {},
                                 .key = {}};
  if (!command.key.empty()) request.key = base::sha256(command.key);
  const auto answer = run(exchange::post_error(*desk_, std::move(request), deadline()));
  if (!answer) return store_failed;
  if (const auto* const opened = std::get_if<exchange::CaseOpened>(&*answer)) {
    return "opened " + name_of(opened->id, said, 0);
  }
  return refusal_words(*answer);
}

std::string Driver::apply_one(const ChangeCase& command, const Said& said) {
  const auto id = id_of_case(said.oracle, *said.oracle.case_of(command.made));
  if (!id) return "there is no such case";
  exchange::CaseRequest request{.id = *id, .revision = {}, .comment = {}, .status = {}};
  if (!command.comment.empty()) request.comment = command.comment;
  if (command.then == ChangeCase::Then::resolve) request.status = exchange::CaseStatus::resolved;
  if (command.then == ChangeCase::Then::reopen) request.status = exchange::CaseStatus::open;
  const auto answer =
      command.caller.member == no_member
          ? run(exchange::change_case(*desk_, operator_, std::move(request), deadline()))
          : run(exchange::change_case(*desk_, caller_of(command.caller), std::move(request),
                                      deadline()));
  if (!answer) return store_failed;
  if (std::holds_alternative<exchange::Changed>(*answer)) return "changed";
  return refusal_words(*answer);
}

std::string Driver::apply_one(const Jump& command, const Said& /*said*/) {
  clock_.advance(std::chrono::milliseconds(command.by_ms));
  return "jumped";
}

// After a restart, a process knows only the data of the store.
std::string Driver::apply_one(const Restart& /*command*/, const Said& /*said*/) {
  desk_.reset();
  store_->restart();
  directory_ = std::make_unique<exchange::LiveDirectory>();
  desk_ = std::make_unique<exchange::Desk>(exchange::Desk{.store = store_->store(),
                                                          .directory = *directory_,
                                                          .clock = clock_,
                                                          .ids = ids_,
                                                          .reader = reader_,
                                                          .rejections = rejections_,
                                                          .rules = {}});
  run(directory_->catch_up(store_->store(), deadline()));
  return "restarted";
}

}  // namespace tradepost::conformance
