#include "api/administration/admin_author.hpp"

#include <string>
#include <string_view>

#include "exchange/administration/operators.hpp"
#include "exchange/desk/named.hpp"

namespace tradepost::api {
namespace {

using exchange::Actor;

std::string_view type_of(const Actor& by) {
  switch (by.type) {
    case Actor::Type::participant:
      return "participant";
    case Actor::Type::person:
      return "person";
    case Actor::Type::operator_:
      return "operator";
    case Actor::Type::network:
      break;
  }
  return "network";
}

std::string name_of_operator(const exchange::Directory& directory, const Author& author) {
  const auto person = author.people.find(exchange::PersonId(author.actor.id));
  if (person != author.people.end()) return person->second;
  for (const exchange::Operator& one : exchange::operators_of(directory)) {
    if (one.id.uuid() == author.actor.id) return one.name;
  }
  return "former operator";
}

std::string name_now(const exchange::Directory& directory, const Author& author) {
  if (const auto participant = author.actor.participant())
    return exchange::named(directory, *participant).name;
  const bool is_operator = author.actor.type == Actor::Type::operator_;
  return is_operator ? name_of_operator(directory, author) : "network";
}

}  // namespace

void write_admin_author(base::JsonWriter& json, const exchange::Directory& directory,
                        const Author& author) {
  const Actor& by = author.actor;
  json.begin_object().key("type").string(type_of(by)).key("id");
  if (by.id == base::Uuid()) {
    json.null();
  } else {
    json.string(by.id.to_string());
  }
  json.key("name").string(name_now(directory, author));
  write_person_of(json, directory, author);
  json.end_object();
}

}  // namespace tradepost::api
