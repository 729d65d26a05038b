#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "api/bodies/page_answer.hpp"
#include "api/people/managing.hpp"
#include "api/people/people_words.hpp"
#include "api/wire/answer.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/people/people_pages.hpp"
#include "mail/outbox.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::MembersOf;
using exchange::ParticipantId;
using exchange::PersonShown;
using http::Response;

void write_optional(JsonWriter& json, const std::optional<std::string>& text) {
  if (text) {
    json.string(*text);
  } else {
    json.null();
  }
}

std::optional<std::string> last_use(const exchange::Person& person) {
  const auto newest = std::ranges::max_element(person.sessions, {}, &exchange::PersonSession::used);
  if (newest == person.sessions.end()) return std::nullopt;
  return base::to_string(newest->used);
}

std::optional<std::string> end_of_invitation(const exchange::Person& person) {
  if (person.state != exchange::PersonState::invited || !person.link) return std::nullopt;
  return base::to_string(person.link->ends);
}

using RejectedMail = std::map<std::string, mail::RejectedMessage>;

base::Task<RejectedMail> rejected_mail(LoopContext& context) {
  if (context.services.mail == nullptr) co_return RejectedMail();
  auto reading = context.services.mail->outbox.newest_rejected();
  co_return co_await std::move(reading);
}

// An administrator must not learn of mail that is about other places.
bool may_see_mail_of(const exchange::Person& person, const exchange::PeopleWanted& wanted) {
  const auto* const of = std::get_if<MembersOf>(&wanted);
  return of == nullptr || std::ranges::all_of(person.memberships, [of](const auto& one) {
           return one.participant == of->place;
         });
}

void write_rejected(JsonWriter& json, const PersonShown& shown, const RejectedMail& rejected,
                    const exchange::PeopleWanted& wanted) {
  json.key("rejectedMail");
  const bool is_shown = shown.data && may_see_mail_of(shown.entry, wanted);
  const auto found = is_shown ? rejected.find(shown.data->email) : rejected.end();
  if (found == rejected.end()) {
    json.null();
    return;
  }
  json.begin_object().key("at").string(base::to_string(found->second.rejected_at));
  json.key("reason").string(found->second.reason).end_object();
}

// Writes the members that both lists have. The name and the address are null without the key.
void write_person(JsonWriter& json, const PersonShown& shown) {
  const auto& data = shown.data;
  json.key("id").string(shown.entry.id.to_string());
  json.key("name");
  write_optional(json, data ? std::optional(data->name) : std::nullopt);
  json.key("email");
  write_optional(json, data ? std::optional(data->email) : std::nullopt);
  json.key("state").string(name_of(shown.entry.state));
  json.key("secondFactor").boolean(data && data->code_secret.has_value());
  json.key("lastUsedAt");
  write_optional(json, last_use(shown.entry));
  json.key("invitationEndsAt");
  write_optional(json, end_of_invitation(shown.entry));
}

// A reader of the people of one place sees no memberships elsewhere.
void write_memberships(JsonWriter& json, const exchange::Directory& directory,
                       const exchange::Person& person, const exchange::PeopleWanted& wanted) {
  const auto* const of = std::get_if<MembersOf>(&wanted);
  json.key("memberships").begin_array();
  for (const exchange::Membership& membership : person.memberships) {
    if (of != nullptr && membership.participant != of->place) continue;
    json.begin_object();
    write_membership(json, directory, membership);
    json.end_object();
  }
  json.end_array();
}

Answer listed(LoopContext& context, std::string base_url, std::string_view path, PageQuery query,
              exchange::PeopleWanted wanted) {
  auto reading = exchange::people_of(context.people, wanted,
                                     {.cursor = query.cursor, .count_max = query.per_page},
                                     context.deadline());
  const auto answer = co_await std::move(reading);
  if (!answer) co_return answers::failure(answer.error());
  const auto* const page = std::get_if<exchange::DirectoryPage<PersonShown>>(&*answer);
  if (page == nullptr) co_return with_bad_cursor();
  auto reading_mail = rejected_mail(context);
  const RejectedMail rejected = co_await std::move(reading_mail);
  const exchange::DirectoryPtr directory = context.services.directory.current();
  co_return page_answer(context.sealer, {.base = base_url, .path = path}, query, *page,
                        [&](http::Body& body, const PersonShown& shown) {
                          JsonWriter json;
                          json.begin_object();
                          write_person(json, shown);
                          write_rejected(json, shown, rejected, wanted);
                          write_memberships(json, *directory, shown.entry, wanted);
                          json.end_object();
                          body.append(std::move(json).finish());
                        });
}

std::optional<ParticipantId> participant_of_people(Query& query) {
  return query.value("filter[participant]", ParticipantId::parse, a_participant);
}

}  // namespace

Answer list_people(LoopContext& context, Call call) {
  auto query =
      list_query_of(call.request.target(), context.sealer, shapes::list_people, no_filters);
  if (!query) co_return answers::bad_query(query.error());
  auto listing = listed(context, call.base_url, call.path, std::move(query->page),
                        MembersOf{call.caller.participant});
  co_return co_await std::move(listing);
}

Answer list_all_people(LoopContext& context, OperatorCall call) {
  auto query = list_query_of(call.request.target(), context.sealer, shapes::list_all_people,
                             participant_of_people);
  if (!query) co_return answers::bad_query(query.error());
  exchange::PeopleWanted wanted = exchange::Everybody{};
  if (query->wanted) wanted = MembersOf{*query->wanted};
  auto listing =
      listed(context, call.base_url, call.path, std::move(query->page), std::move(wanted));
  co_return co_await std::move(listing);
}

}  // namespace tradepost::api
