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

// What can be done with the things that an exchange has (participants, tokens, cases …), as data:
// what a command takes, what it asks for, what it prints. One engine does them all; a function in
// the data is what one verb alone does.
namespace tradepost::app {

// The arguments, by the names of the parameters, each of which is here.
struct Given {
  std::map<std::string, std::string, std::less<>> texts;
  std::map<std::string, std::vector<std::string>, std::less<>> lists;
  std::map<std::string, bool, std::less<>> flags;
  std::optional<std::uint64_t> limit;

  const std::string& text(std::string_view name) const;
  const std::vector<std::string>& list(std::string_view name) const;
  bool is(std::string_view flag) const;  // no where the verb has no such flag
};

// The value to be sent for a given one; may ask the exchange. None: an error was printed.
using Translate = OrTold<std::string> (*)(ExchangeClient& exchange, const std::string& given);

// A parameter of a verb: made by the functions below, with its place in the request.
struct Parameter {
  // A list is given once for each: --kind A --kind B.
  enum class Form : std::uint8_t { text, list, identifiers, flag, limit };

  Form form;
  const char* name;   // --status; without dashes it stands at its place, and can't be left out
  const char* shown;  // what its value is called
  const char* meaning;
  std::vector<std::string> words = {};  // all that it may be
  bool in_any_case = true;
  bool is_required = false;
  const char* initial = nullptr;
  const char* query_name = nullptr;
  const char* query_value = nullptr;  // of a flag
  const char* body_name = nullptr;
  const char* header_name = nullptr;
  Translate translate = nullptr;
  std::optional<client::Repeat> repeat = std::nullopt;  // of the request, where it is given

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
Parameter limit_of_list();  // --limit and --all

// A column of a table, or a line of one thing.
struct Field {
  enum class Each : std::uint8_t { no, yes };

  const char* name;
  const char* path = "";  // in the thing; empty: the thing itself
  std::string (*shown)(const document::View& value) = nullptr;  // nothing: the text there
  Each each = Each::no;  // a line for each element; of an object, for each member, by its name
};

struct Verb;

// A verb at work.
struct Call {
  const Verb& verb;
  const Given& given;
  ExchangeClient& exchange;
  std::map<std::string, std::string, std::less<>> sent = {};  // of the texts that were translated

  bool json() const { return given.is("--json"); }
  // The value that is sent for a parameter.
  const std::string& value(std::string_view name) const;
  // With its query; of lists, the size of a page stands in it.
  std::string path() const;
  OrTold<Reply> ask() const;
};

struct Verb {
  const char* name;
  const char* meaning;
  const char* note = nullptr;
  std::vector<const char*> examples;
  std::vector<Parameter> parameters = {};

  const char* method = "GET";
  const char* path = "";
  const char* path_for_everybody = nullptr;  // with --everybody
  client::Repeat repeat = client::Repeat::when_lost;
  const char* status = nullptr;                         // a member of the body
  std::string (*body)(const Call& call) = nullptr;      // instead of the parameters' members
  OrTold<void> (*check)(const Given& given) = nullptr;  // before anything is asked
  OrTold<ExitStatus> (*run)(Call& call) = nullptr;      // instead of all that comes here

  // A list: its columns, and the text for an empty one.
  std::vector<Field> columns = {};
  const char* nothing = "";
  bool is_unpaged = false;

  // Anything else is one thing, or a list of changes.
  std::vector<Field> lines = {};
  void (*print)(const document::View& data) = nullptr;
  const char* sentence = nullptr;  // with texts of the answer in braces
  std::string (*said)(const Call& call, const document::View& data) = nullptr;
  const char* secret = nullptr;     // stands alone on standard output, the sentence on the other
  const char* good_when = nullptr;  // a flag of the answer: without it the exit status is faulty,
  const char* otherwise = nullptr;  // and this is the sentence
};

struct Resource {
  const char* name;
  const char* meaning;
  Speaker speaker;
  std::vector<Verb> verbs;
};

// `tradepost participant add` and so on.
void add_resource(Command program, ExitStatus& status, const Resource& resource);
// A verb that is a command itself.
void add_verb(Command parent, ExitStatus& status, Speaker speaker, const Verb& verb);

// What a verb that runs by itself has in common with the others.
using Cells =
    std::function<std::vector<std::string>(const document::View& item, std::string_view bytes)>;
// All pages from `path` on, or as many as --limit says: a line of JSON an item, or a table.
OrTold<ExitStatus> print_list(const Call& call, const std::string& path, const Cells& cells);
OrTold<ExitStatus> print_answer(const Call& call, const Reply& reply);
void print_lines(const document::View& data, const std::vector<Field>& fields);

std::string time_in(const document::View& value);

}  // namespace tradepost::app
