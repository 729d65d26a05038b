#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/console/command_line.hpp"
#include "app/console/exit_status.hpp"
#include "app/session/exchange_client.hpp"
#include "document/json/view.hpp"

// Commands for the resources of an exchange (participants, tokens, cases …), as data: parameters,
// request and output. One engine runs them all. A function in the data implements an exception of
// one verb.
namespace tradepost::app {

// Arguments by the names of the parameters. Each parameter has an entry.
struct Given {
  std::map<std::string, std::string, std::less<>> texts;
  std::map<std::string, std::vector<std::string>, std::less<>> lists;
  std::map<std::string, bool, std::less<>> flags;
  std::optional<std::uint64_t> limit;

  const std::string& text(std::string_view name) const;
  const std::vector<std::string>& list(std::string_view name) const;
  bool is(std::string_view flag) const;  // false if the verb has no such flag
};

// Returns the value to send for a given one, and may ask the exchange. Prints any error.
using Translate = ExitOr<std::string> (*)(ExchangeClient& exchange, const std::string& given);

// A parameter of a verb, with its place in the request. The functions below create parameters.
struct Parameter {
  // Each value of a list has its own option: --kind A --kind B.
  enum class Form : std::uint8_t { text, list, identifiers, flag, limit };

  Form form;
  const char* name;   // --status; a name without dashes is positional and required
  const char* shown;  // name of its value
  const char* meaning;
  std::vector<std::string> words = {};  // allowed values
  bool in_any_case = true;
  bool is_required = false;
  const char* initial = nullptr;
  const char* query_name = nullptr;
  const char* query_value = nullptr;  // value of a flag
  const char* body_name = nullptr;
  const char* header_name = nullptr;
  Translate translate = nullptr;
  std::optional<client::Repeat> repeat = std::nullopt;  // overrides the verb's, if given

  Parameter in_query(const char* as, const char* value_of_flag = nullptr);
  Parameter in_body(const char* as);
  Parameter sent_as(Translate by);
};

Parameter text(const char* name, const char* shown, const char* meaning);
Parameter word(const char* name, const std::vector<std::string>& words, const char* meaning);
Parameter list(const char* name, const char* shown, const std::vector<std::string>& words,
               const char* meaning);
Parameter identifiers(const char* name, const char* meaning);  // DOMAIN:IDENTIFIER
Parameter flag(const char* name, const char* meaning);
Parameter json_flag();
Parameter limit_of_list();  // --limit and --all

// A column of a table, or a line about one item.
struct Field {
  enum class Each : std::uint8_t { no, yes };

  const char* name;
  const char* path = "";  // path in the item; empty: the item itself
  std::string (*shown)(const document::View& value) = nullptr;  // null: the text there
  Each each = Each::no;  // a line for each element of a list or member of an object
};

struct Verb;

// A run of a verb.
struct Call {
  const Verb& verb;
  const Given& given;
  ExchangeClient& exchange;
  std::map<std::string, std::string, std::less<>> sent = {};  // translated texts

  bool json() const { return given.is("--json"); }
  // Returns the value to send for a parameter.
  const std::string& value(std::string_view name) const;
  // Returns the path with its query, which for lists includes the size of a page.
  std::string path() const;
  ExitOr<Reply> ask() const;
};

// The names of parameters in the braces of a path are replaced by their values.
struct RequestTemplate {
  const char* method = "GET";
  const char* path = "";
  const char* path_for_everybody = nullptr;  // used with --everybody
  client::Repeat repeat = client::Repeat::when_lost;
  const char* status = nullptr;                     // the member of the body
  std::string (*body)(const Call& call) = nullptr;  // replaces the members of the parameters
};

struct ListAnswer {
  std::vector<Field> columns = {};
  const char* nothing = "";  // the text for an empty list
  bool is_unpaged = false;
};

// One item, or a list of changes. The first of print, lines, said and sentence is used.
struct ItemAnswer {
  void (*print)(const document::View& data) = nullptr;
  std::vector<Field> lines = {};
  std::string (*said)(const Call& call, const document::View& data) = nullptr;
  const char* sentence = nullptr;   // with texts of the answer in braces
  const char* secret = nullptr;     // alone on standard output; the sentence goes to standard error
  const char* good_when = nullptr;  // a flag of the answer; if false, the exit status is faulty
  const char* otherwise = nullptr;  // and this sentence is printed
};

struct Verb {
  const char* name;
  const char* meaning;
  const char* note = nullptr;
  std::vector<const char*> examples;
  std::vector<Parameter> parameters = {};

  RequestTemplate request = {};
  ExitOr<void> (*check)(const Given& given) = nullptr;  // called before any request
  ExitOr<ExitStatus> (*run)(Call& call) = nullptr;      // replaces the request and the printing

  ListAnswer list = {};  // without columns, the answer is not a list of items
  ItemAnswer answer = {};
};

struct Resource {
  const char* name;
  const char* meaning;
  Speaker speaker;
  std::vector<Verb> verbs;
};

// Adds `tradepost participant add` and so on.
void add_resource(Command program, ExitStatus& status, const Resource& resource);
// Adds a verb that is a command itself.
void add_verb(Command parent, ExitStatus& status, Speaker speaker, const Verb& verb);

// Functions for verbs with a run function.
using Cells =
    std::function<std::vector<std::string>(const document::View& item, std::string_view bytes)>;
// Prints all pages from `path`, or as many as --limit says: a line of JSON for each item, or a
// table.
ExitOr<ExitStatus> print_list(const Call& call, const std::string& path, const Cells& cells);
ExitOr<ExitStatus> print_answer(const Call& call, const Reply& reply);
void print_lines(const document::View& data, const std::vector<Field>& fields);

std::string time_in(const document::View& value);

}  // namespace tradepost::app
