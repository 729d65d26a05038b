#include "simulation/history.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"
#include "simulation/ground/draws.hpp"
#include "simulation/ground/moments.hpp"
#include "simulation/incoming.hpp"

namespace tradepost::simulation {
namespace {

using base::Instant;
using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr hours close_of_business{16};

}  // namespace

History::History(std::vector<Company> companies, Market& market, std::uint64_t seed)
    : companies_(std::move(companies)), market_(market), seed_(seed) {}

void History::add(std::size_t company, Planned document) {
  const Instant at = document.at;
  agenda_.emplace(at, Agendum{.company = company, .document = std::move(document)});
}

base::Done History::run(Instant from, Instant until) {
  CHECK(from == midnight(date_of(from)));
  for (Instant day = from; day < until; day += days(1)) {
    for (std::size_t i = 0; i < companies_.size(); ++i) {
      for (Planned& document : companies_[i].partner.plan_of(date_of(day))) {
        add(i, std::move(document));
      }
    }
    const Instant evening = day + close_of_business;
    TRY(run_until(std::min(evening, until)));
    if (evening < until) {
      now_ = evening;
      market_.set_time(now_);
      TRY(market_.look_at_cases());
    }
    TRY(run_until(std::min(day + days(1), until)));
  }
  return {};
}

base::Done History::run_until(Instant end) {
  for (;;) {
    const Instant to_send = agenda_.empty() ? end : agenda_.begin()->first;
    const Instant to_read = unread_.empty() ? end : unread_.begin()->first;
    const Instant next = std::min(to_send, to_read);
    if (next >= end) return {};
    now_ = std::max(now_, next);
    market_.set_time(now_);
    if (to_send <= to_read) {
      const auto agendum = agenda_.extract(agenda_.begin());
      TRY(send(agendum.mapped()));
    } else {
      const auto unread = unread_.extract(unread_.begin());
      TRY(read(unread.mapped()));
    }
  }
}

base::Done History::send(const Agendum& agendum) {
  const Planned& document = agendum.document;
  if (!document.faulty_body.empty()) TRY(send_once(agendum, document.faulty_body));
  TRY(send_once(agendum, document.body));
  if (document.goes_twice) TRY(send_once(agendum, document.body));
  return {};
}

base::Done History::send_once(const Agendum& agendum, const std::string& body) {
  TRY_ASSIGN(const auto posted, market_.send(agendum.company, body));
  if (!posted) {
    ++refused_;
    return {};
  }
  if (posted->is_duplicate) return {};
  ++accepted_;
  deliver(agendum, posted->id, body);
  return {};
}

void History::deliver(const Agendum& agendum, const std::string& id, const std::string& body) {
  const Planned& document = agendum.document;
  const auto by = company_of(document.to);
  const auto reading = reader_.read(body);
  if (!by || !reading) return;
  Latest& latest = latest_[{agendum.company, *by, std::string(document.kind), document.number}];
  const Party& sender = companies_[agendum.company].self;
  client::Transaction transaction{.id = id,
                                  .type = std::string(document.kind),
                                  .flow = "LIVE",
                                  .sender = {.id = sender.shown(), .name = sender.name},
                                  .replaces_id = latest.id,
                                  .content = std::string(reading->document.content),
                                  .json = body,
                                  .direction = "received",
                                  .recipient = {.name = document.to.name}};
  latest = {.id = id, .content = transaction.content};
  Draws draws(seed_, {"reading", document.kind, document.number});
  unread_.emplace(now_ + minutes(draws.between(2, 45)),
                  Unread{.from = agendum.company,
                         .by = *by,
                         .transaction = std::move(transaction),
                         .number = document.number});
}

base::Done History::read(const Unread& unread) {
  const client::Transaction& transaction = unread.transaction;
  const Company& company = companies_[unread.by];
  const bool is_latest =
      latest_.at({unread.from, unread.by, transaction.type, unread.number}).id == transaction.id;
  const auto incoming = incoming_of(transaction);
  const bool is_partner = incoming && (company.partners.empty() ||
                                       std::ranges::any_of(company.partners, [&](const Party& one) {
                                         return is_same(one, incoming->from);
                                       }));
  if (!is_latest || !is_partner) return {};
  std::optional<std::string> known;
  if (const auto question = company.partner.question(*incoming)) {
    known = find(*question, unread.by, unread.from);
  }
  const Reaction reaction = company.partner.react(*incoming, known);
  TRY(market_.report(unread.by, transaction.id, reaction.report));
  follow(reaction, *incoming, unread.by);
  if (!reaction.report.success) look_after_failure(unread);
  return {};
}

void History::follow(const Reaction& reaction, const Incoming& incoming, std::size_t company) {
  const std::string& order = reaction.cancels_order;
  std::erase_if(agenda_, [&](const auto& entry) {
    const Planned& one = entry.second.document;
    return entry.second.company == company && !order.empty() && one.order == order &&
           !one.is_firm && is_same(one.buyer, incoming.from);
  });
  for (Planned document : reaction.documents) {
    document.at = std::max(document.at, now_ + minutes(1));
    add(company, std::move(document));
  }
}

// The sender corrects a document that its recipient could not process.
void History::look_after_failure(const Unread& unread) {
  client::Transaction failed = unread.transaction;
  failed.direction = "sent";
  const auto own = incoming_of(failed);
  if (!own) return;
  const Partner& sender = companies_[unread.from].partner;
  const auto question = sender.question_after_failure(*own);
  if (!question) return;
  Draws draws(seed_, {"correction", unread.number});
  const Instant soonest = now_ + minutes(draws.between(60, 900));
  for (Planned& document : sender.mend(*own, find(*question, unread.from, unread.by))) {
    document.at = std::max(document.at, soonest);
    add(unread.from, std::move(document));
  }
}

std::optional<std::string> History::find(const Question& question, std::size_t company,
                                         std::size_t with) const {
  const std::size_t from = question.is_sent ? company : with;
  const std::size_t to = question.is_sent ? with : company;
  const auto found = latest_.find({from, to, std::string(question.kind), question.number});
  return found == latest_.end() ? std::nullopt : std::optional(found->second.content);
}

std::optional<std::size_t> History::company_of(const Party& party) const {
  const auto found = std::ranges::find_if(
      companies_, [&](const Company& company) { return is_same(company.self, party); });
  if (found == companies_.end()) return std::nullopt;
  return static_cast<std::size_t>(found - companies_.begin());
}

std::optional<Incoming> History::incoming_of(const client::Transaction& transaction) {
  return incoming_in(reader_, transaction,
                     {.first = now_ - days(2), .last = now_ + days(1), .otherwise = now_});
}

}  // namespace tradepost::simulation
