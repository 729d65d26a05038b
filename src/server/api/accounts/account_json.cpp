#include "api/accounts/account_json.hpp"

#include <algorithm>
#include <string>

#include "api/people/people_words.hpp"
#include "exchange/people/person_access.hpp"

namespace tradepost::api {

using base::JsonWriter;
using exchange::PersonSession;

void write_account(JsonWriter& json, const exchange::KnownPerson& person) {
  const exchange::PersonData& data = person.data;
  json.key("id").string(person.entry.id.to_string());
  json.key("name").string(data.name).key("email").string(data.email);
  json.key("language").string(name_of(data.language)).key("timeZone").string(data.time_zone);
  json.key("secondFactor").boolean(data.code_secret.has_value());
  json.key("hasPassword").boolean(!data.password_hash.empty());
}

void write_memberships(JsonWriter& json, const exchange::Directory& directory,
                       const exchange::Person& person) {
  json.key("memberships").begin_array();
  for (const exchange::Membership& membership : person.memberships) {
    json.begin_object();
    write_membership(json, directory, membership);
    json.end_object();
  }
  json.end_array();
}

namespace {

// Writes the browser of the session; empty texts if it is unknown.
void write_browser(JsonWriter& json, const exchange::PersonData& data,
                   exchange::SessionId session) {
  const auto found = std::ranges::find(data.browsers, session, &exchange::Browser::session);
  const bool is_known = found != data.browsers.end();
  json.key("browser").string(is_known ? found->agent : "");
  json.key("address").string(is_known ? found->address : "");
}

}  // namespace

void write_session(JsonWriter& json, const exchange::Directory& directory,
                   const exchange::PersonData& data, const PersonSession& session) {
  json.key("id").string(session.id.to_string());
  write_place(json, directory, session.participant);
  json.key("flow").string(exchange::name_of(session.flow));
  json.key("startedAt").string(base::to_string(session.began));
  json.key("lastUsedAt").string(base::to_string(session.used));
  json.key("endsAt").string(base::to_string(end_of(session)));
  write_browser(json, data, session.id);
}

void write_recovery_codes(JsonWriter& json, const std::vector<std::string>& codes) {
  json.key("recoveryCodes").begin_array();
  for (const std::string& code : codes) json.string(code);
  json.end_array();
}

}  // namespace tradepost::api
