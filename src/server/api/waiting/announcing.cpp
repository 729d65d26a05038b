#include "api/waiting/announcing.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>
#include <vector>

#include "api/people/posting.hpp"
#include "api/wire/sealed_fields.hpp"
#include "base/crypto/base64url.hpp"
#include "base/tasks/awaitables.hpp"
#include "exchange/waiting/announcing.hpp"
#include "notices/waiting_work.hpp"

namespace tradepost::api {
namespace {

using exchange::Came;
using exchange::Person;

constexpr std::size_t people_at_once = 100;
constexpr std::chrono::seconds walks_for{1};
constexpr std::string_view purpose_of_link = "unsubscribe link 1";

}  // namespace

exchange::Answering<Came> Announcer::go_on(exchange::Deadline deadline) {
  if (context_.services.mail == nullptr) co_return Came::through;
  const base::SteadyTime began = context_.loop.now();
  while (context_.loop.now() < began + walks_for) {
    const exchange::DirectoryPtr directory = context_.desk.directory.current();
    const auto may_want = [&](const Person& person) {
      if (person.state != exchange::PersonState::active || person.memberships.empty()) return false;
      const auto known = want_nothing_.find(person.id);
      return known == want_nothing_.end() || known->second != person.revision;
    };
    const auto page =
        directory->people(after_.value_or(exchange::PersonId{}), people_at_once, may_want);
    std::vector<exchange::PersonId> ids;
    for (const Person* const person : page) ids.push_back(person->id);
    CO_TRY_ASSIGN(const std::vector<exchange::PersonKey> keys,
                  co_await context_.people.keys.of(ids, deadline));
    for (const exchange::PersonKey& key : keys) {
      const Person* const entry = directory->person(key.person);
      auto person = entry == nullptr ? std::nullopt : exchange::unsealed(*entry, key.key);
      if (!person) continue;
      if (person->data.subscriptions.list.empty()) {
        want_nothing_[entry->id] = entry->revision;
        continue;
      }
      CO_TRY(co_await announce_to(*std::move(person), deadline));
    }
    after_.reset();
    if (page.size() < people_at_once) co_return Came::through;
    after_ = page.back()->id;
  }
  co_return Came::part_of_the_way;
}

exchange::Answering<std::monostate> Announcer::announce_to(exchange::KnownPerson person,
                                                           exchange::Deadline deadline) {
  const exchange::PersonId id = person.entry.id;
  const NodeServices& node = context_.services.node;
  CO_TRY_ASSIGN(const auto announcement,
                co_await exchange::claim_announcement(context_.people, std::move(person),
                                                      node.work(), node.name, deadline));
  if (!announcement) co_return std::monostate{};
  const std::string& url = url_in_mail(context_);
  const exchange::DirectoryPtr directory = context_.desk.directory.current();
  auto content = notices::waiting_work(
      announcement->to.language,
      {.work = announcement->work,
       .directory = *directory,
       .now = context_.services.clock.now(),
       .exchange = host_of(url),
       .console = url + "/console",
       .unsubscribe_url =
           fmt::format("{}/v2/unsubscribe/{}", url, unsubscribe_link_of(context_.sealer, id))});
  co_await post(context_, announcement->to, std::move(content));
  co_return std::monostate{};
}

std::string unsubscribe_link_of(base::Sealer& sealer, exchange::PersonId person) {
  SealedFields fields;
  fields.put(person.uuid());
  return base::base64url(sealer.seal(fields.bytes(), purpose_of_link));
}

std::optional<exchange::PersonId> person_of_unsubscribe_link(base::Sealer& sealer,
                                                             std::string_view link) {
  const auto sealed = base::from_base64url(link);
  if (!sealed) return std::nullopt;
  const auto opened = sealer.open(*sealed, purpose_of_link);
  if (!opened || opened->size() != sizeof(base::Uuid::bytes)) return std::nullopt;
  return exchange::PersonId(OpenedFields(*opened).take_uuid());
}

}  // namespace tradepost::api
