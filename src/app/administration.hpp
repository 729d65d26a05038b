#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/exchange_client.hpp"
#include "app/table_text.hpp"
#include "base/json_writer.hpp"
#include "document/view.hpp"

// What the commands of administration have in common.
namespace tradepost::app {

// The id of a participant that was named by it, by one of its identifiers, or by its whole name.
// None or several: told, and the answer is no.
OrTold<std::string> participant_id(ExchangeClient& exchange, const std::string& named);
inline constexpr const char* participant_form = "PARTICIPANT";
inline constexpr const char* participant_meaning =
    "A participant: its id, one of its identifiers, or its name";

// GS1:4012345000009; nothing of the form: told.
struct IdentifierWords {
  std::string domain;
  std::string identifier;
};
OrTold<std::vector<IdentifierWords>> identifiers_in(const std::vector<std::string>& words);
void write_identifiers(base::JsonWriter& json, std::string_view name,
                       const std::vector<IdentifierWords>& identifiers);
// GS1:4012345000009, DUNS:123456789
std::string identifiers_of(const document::View& participant);
// Texts of a list, with commas between them.
std::string joined(const document::View& list);

// A question with a body that changes something; told unless it was done.
OrTold<Reply> change(ExchangeClient& exchange, const std::string& method, const std::string& path,
                     std::string json, client::Repeat repeat);

// All pages of a list: a line of JSON each, or a table whose rows `cells` makes.
OrTold<ExitStatus> print_list(ExchangeClient& exchange, const std::string& path, bool json,
                              TableText table, std::string_view nothing,
                              std::vector<std::string> (*cells)(const document::View& item));

}  // namespace tradepost::app
