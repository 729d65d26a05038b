#include "exchange_server/network_file.hpp"

#include <charconv>
#include <utility>

#include "base/check.hpp"
#include "document/json_reader.hpp"

namespace tradepost::exchange_server {
namespace {

using document::View;

std::string needed_text(const View& object, std::string_view name) {
  const View value = object.member(name);
  CHECK(value && value.is_text());
  return value.text();
}

std::optional<std::string> text(const View& object, std::string_view name) {
  return object.member(name) ? std::optional(needed_text(object, name)) : std::nullopt;
}

std::uint8_t scope_of(std::string_view name) {
  if (name == "read") return exchange::Scopes::read;
  if (name == "send") return exchange::Scopes::send;
  if (name == "report") return exchange::Scopes::report;
  CHECK(name == "admin");
  return exchange::Scopes::admin;
}

TokenLine token_in(const View& value) {
  TokenLine line;
  line.token = needed_text(value, "token");
  if (const auto flow = text(value, "flow")) line.flow = exchange::flow_of(*flow).value();
  if (const View scopes = value.member("scopes")) {
    unsigned bits = 0;
    scopes.each([&](std::uint32_t, const View& scope) { bits |= scope_of(scope.text()); });
    line.scopes = exchange::Scopes(static_cast<std::uint8_t>(bits));
  }
  if (const View days = value.member("expiresInDays")) {
    const std::string_view digits = days.scalar();
    int number = 0;
    CHECK(std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc());
    line.expires_in_days = number;
  }
  return line;
}

ParticipantLine participant_in(const View& value) {
  ParticipantLine line;
  line.request.name = needed_text(value, "name");
  value.member("identifiers").each([&](std::uint32_t, const View& identifier) {
    const auto domain = exchange::domain_of(needed_text(identifier, "domain"));
    line.request.identifiers.push_back(
        {.domain = domain.value(), .text = needed_text(identifier, "identifier")});
  });
  value.member("tokens").each(
      [&](std::uint32_t, const View& token) { line.tokens.push_back(token_in(token)); });
  return line;
}

exchange::RelationshipStatus status_of(std::string_view name) {
  if (name == "requested") return exchange::RelationshipStatus::requested;
  if (name == "blocked") return exchange::RelationshipStatus::blocked;
  CHECK(name == "active");
  return exchange::RelationshipStatus::active;
}

}  // namespace

NetworkFile network_in(std::string_view json) {
  document::JsonReader reader;
  const auto whole = reader.read(json);
  CHECK(whole.has_value());
  NetworkFile file;
  file.field_word = text(*whole, "fieldWord");
  file.public_url = text(*whole, "publicUrl");
  if (text(*whole, "network") == "open") file.mode = exchange::NetworkMode::open;
  whole->member("participants").each([&](std::uint32_t, const View& value) {
    file.participants.push_back(participant_in(value));
  });
  whole->member("relationships").each([&](std::uint32_t, const View& value) {
    file.relationships.push_back({.from = needed_text(value, "from"),
                                  .to = needed_text(value, "to"),
                                  .status = status_of(needed_text(value, "status"))});
  });
  whole->member("operators").each([&](std::uint32_t, const View& value) {
    file.operators.push_back(
        {.name = needed_text(value, "name"), .token = needed_text(value, "token")});
  });
  return file;
}

}  // namespace tradepost::exchange_server
