#include "app/administration.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/findings_text.hpp"
#include "app/json_text.hpp"
#include "base/ids.hpp"
#include "base/json_writer.hpp"

namespace tradepost::app {
namespace {

struct Candidate {
  std::string id;
  std::string name;
  std::string identifiers;
};

OrTold<std::vector<Candidate>> found_by(ExchangeClient& exchange, std::string_view filter,
                                        const std::string& value) {
  const std::string path =
      "/admin/participants" + QueryText().add("per_page", "100").add(filter, value).text();
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

OrTold<std::string> participant_id(ExchangeClient& exchange, const std::string& named) {
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
    fmt::print(stderr,
               "tradepost: No participant has the id, the identifier or the name {}. `tradepost\n"
               "participant list` shows them all.\n",
               printable(named));
  } else {
    fmt::print(stderr, "tradepost: {} may be several; name one by its id:\n", printable(named));
    for (const Candidate& one : found) {
      fmt::print(stderr, "  {}  {}  {}\n", one.id, printable(one.name), printable(one.identifiers));
    }
  }
  return std::unexpected(ExitStatus::faulty);
}

OrTold<std::vector<IdentifierWords>> identifiers_in(const std::vector<std::string>& words) {
  std::vector<IdentifierWords> identifiers;
  for (const std::string& word : words) {
    const auto colon = word.find(':');
    if (colon == std::string::npos || colon == 0 || colon + 1 == word.size()) {
      return std::unexpected(tell_wrong_words(fmt::format(
          "{} is no identifier: write its kind before it, as GS1:4012345000009.", word)));
    }
    identifiers.push_back({.domain = word.substr(0, colon), .identifier = word.substr(colon + 1)});
  }
  return identifiers;
}

void write_identifiers(base::JsonWriter& json, std::string_view name,
                       const std::vector<IdentifierWords>& identifiers) {
  json.key(name).begin_array();
  for (const IdentifierWords& one : identifiers) {
    json.begin_object().key("domain").string(one.domain);
    json.key("identifier").string(one.identifier).end_object();
  }
  json.end_array();
}

std::string identifiers_of(const document::View& participant) {
  std::string text;
  at(participant, "identifiers").each([&](std::uint32_t, const document::View& one) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : ", ", text_at(one, "domain"),
                        text_at(one, "identifier"));
  });
  return text;
}

std::string joined(const document::View& list) {
  std::string text;
  list.each([&](std::uint32_t, const document::View& one) {
    if (!one.is_text()) return;
    if (!text.empty()) text += ", ";
    text += one.text();
  });
  return text;
}

OrTold<Reply> change(ExchangeClient& exchange, const std::string& method, const std::string& path,
                     std::string json, client::Repeat repeat) {
  client::Request request{.method = method, .path = path};
  if (!json.empty()) request.json = std::move(json);
  request.repeat = repeat;
  return exchange.want(request);
}

OrTold<ExitStatus> print_list(ExchangeClient& exchange, const std::string& path, bool json,
                              TableText table, std::string_view nothing,
                              std::vector<std::string> (*cells)(const document::View& item)) {
  PageWalk pages(exchange, path);
  bool any = false;
  while (!pages.is_over()) {
    TRY_ASSIGN(const Reply page, pages.next());
    at(page.json(), "items").each([&](std::uint32_t, const document::View& item) {
      any = true;
      if (json) {
        fmt::print("{}\n", on_one_line(bytes_of(item, page.body())));
      } else {
        table.row(cells(item));
      }
    });
    if (!json && any) table.print();
  }
  if (!json && !any) fmt::print("{}\n", nothing);
  return ExitStatus::good;
}

}  // namespace tradepost::app
