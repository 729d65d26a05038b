#include "api/json/party_json.hpp"

namespace tradepost::api {

using exchange::Actor;
using exchange::Named;

void write_named(base::JsonWriter& json, const Named& named) {
  json.begin_object().key("id");
  if (named.id) {
    json.string(named.id->to_string());
  } else {
    json.null();
  }
  json.key("name").string(named.name).end_object();
}

Named actor_named(const exchange::Directory& directory, const Actor& actor) {
  switch (actor.type) {
    case Actor::Type::participant:
    case Actor::Type::person:
      return exchange::named(directory, exchange::ParticipantId(actor.id));
    case Actor::Type::operator_:
      return {.id = {}, .name = "operator"};
    case Actor::Type::network:
      break;
  }
  return {.id = {}, .name = "network"};
}

void write_author(base::JsonWriter& json, const exchange::Directory& directory,
                  const Author& author) {
  const Named named = actor_named(directory, author.actor);
  json.begin_object().key("id");
  if (named.id) {
    json.string(named.id->to_string());
  } else {
    json.null();
  }
  json.key("name").string(named.name);
  write_person_of(json, directory, author);
  json.end_object();
}

void write_person_of(base::JsonWriter& json, const exchange::Directory& directory,
                     const Author& author) {
  const auto person = exchange::person_of(author.actor, directory);
  const auto name = person ? author.people.find(*person) : author.people.end();
  json.key("person");
  if (name == author.people.end()) {
    json.null();
    return;
  }
  json.begin_object().key("id").string(person->to_string());
  json.key("name").string(name->second).end_object();
}

void write_context(base::JsonWriter& json, const exchange::Context& context) {
  json.begin_object();
  for (const auto& [name, value] : context) json.key(name).string(value);
  json.end_object();
}

}  // namespace tradepost::api
