#include "app/remote/administration.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "base/ids.hpp"
#include "base/text/url_text.hpp"

namespace tradepost::app {
namespace {

constexpr const char* participant_form = "PARTICIPANT";

struct Candidate {
  std::string id;
  std::string name;
  std::string identifiers;
};

ExitOr<std::vector<Candidate>> found_by(ExchangeClient& exchange, std::string_view filter,
                                        const std::string& value) {
  const std::string path =
      base::PathText("/admin/participants").add("per_page", "100").add(filter, value).str();
  TRY_ASSIGN(const Reply page, exchange.want({.path = path}));
  std::vector<Candidate> found;
  at(page.json(), "items").each([&](std::uint32_t, const document::View& item) {
    found.push_back({.id = text_at(item, "id"),
                     .name = text_at(item, "name"),
                     .identifiers = identifiers_of(item)});
  });
  return found;
}

}  // namespace

ExitOr<std::string> participant_id(ExchangeClient& exchange, const std::string& named) {
  if (base::Uuid::parse(named)) return named;
  const auto colon = named.find(':');
  const bool has_domain = colon != std::string::npos && colon + 1 < named.size();
  const std::string identifier = has_domain ? named.substr(colon + 1) : named;
  TRY_ASSIGN(auto found, found_by(exchange, "filter[identifier]", identifier));
  if (found.empty()) {
    TRY_ASSIGN(found, found_by(exchange, "filter[name]", named));
    std::erase_if(found, [&](const Candidate& one) { return one.name != named; });
  } else if (has_domain) {
    std::erase_if(found, [&](const Candidate& one) {
      return (", " + one.identifiers + ",").find(", " + named + ",") == std::string::npos;
    });
  }
  if (found.size() == 1) return found.front().id;
  if (found.empty()) {
    say(stderr,
        "tradepost: No participant has the id, the identifier or the name {}. `tradepost\n"
        "participant list` shows them all.\n",
        named);
  } else {
    say(stderr, "tradepost: {} is ambiguous. Use one of these ids:\n", named);
    for (const Candidate& one : found) {
      say(stderr, "  {}  {}  {}\n", one.id, one.name, one.identifiers);
    }
  }
  return std::unexpected(ExitStatus::faulty);
}

std::string identifiers_of(const document::View& participant) {
  std::string text;
  at(participant, "identifiers").each([&](std::uint32_t, const document::View& one) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : ", ", text_at(one, "domain"),
                        text_at(one, "identifier"));
  });
  return text;
}

Parameter participant_at_its_place() {
  return text("participant", participant_form, participant_meaning).sent_as(participant_id);
}

Parameter participant_to_filter_by(const char* meaning) {
  return text("--participant", participant_form, meaning)
      .in_query("filter[participant]")
      .sent_as(participant_id);
}

}  // namespace tradepost::app
