#include "app/remote/resource_verbs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "app/console/table_text.hpp"
#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/url_text.hpp"

namespace tradepost::app {
namespace {

using document::View;
using Form = Parameter::Form;

template <typename Map>
const auto& found_in(const Map& map, std::string_view name) {
  const auto found = map.find(name);
  CHECK(found != map.end());
  return found->second;
}

bool is_list(const Parameter& parameter) {
  return parameter.form == Form::list || parameter.form == Form::identifiers;
}

bool is_given(const Parameter& parameter, const Given& given) {
  if (parameter.form == Form::flag) return given.is(parameter.name);
  return is_list(parameter) ? !given.list(parameter.name).empty()
                            : !given.text(parameter.name).empty();
}

bool is_in_path(const Parameter& parameter) {
  return !std::string_view(parameter.name).starts_with("--");
}

// Replaces the names in braces by their values.
template <typename Lookup>
std::string filled(std::string_view text, Lookup&& lookup) {
  std::string out;
  for (;;) {
    const auto open = std::min(text.find('{'), text.size());
    out += text.substr(0, open);
    if (open == text.size()) return out;
    const auto close = text.find('}', open);
    CHECK(close != std::string_view::npos);
    out += lookup(text.substr(open + 1, close - open - 1));
    text.remove_prefix(close + 1);
  }
}

void write_list(base::JsonWriter& json, const Parameter& parameter,
                const std::vector<std::string>& values) {
  json.key(parameter.body_name).begin_array();
  for (const std::string& value : values) {
    if (parameter.form == Form::identifiers) {
      const auto colon = value.find(':');
      json.begin_object().key("domain").string(value.substr(0, colon));
      json.key("identifier").string(value.substr(colon + 1)).end_object();
    } else {
      json.string(value);
    }
  }
  json.end_array();
}

bool has_body(const Verb& verb) {
  return verb.request.body != nullptr || verb.request.status != nullptr ||
         std::ranges::any_of(verb.parameters, &Parameter::body_name);
}

std::string body_of(const Call& call) {
  const RequestTemplate& request = call.verb.request;
  if (request.body != nullptr) return request.body(call);
  base::JsonWriter json;
  json.begin_object();
  if (request.status != nullptr) json.key("status").string(request.status);
  for (const Parameter& parameter : call.verb.parameters) {
    if (parameter.body_name == nullptr) continue;
    if (!is_in_path(parameter) && !is_given(parameter, call.given)) continue;
    if (is_list(parameter)) {
      write_list(json, parameter, call.given.list(parameter.name));
    } else {
      json.key(parameter.body_name).string(call.value(parameter.name));
    }
  }
  return std::move(json.end_object()).finish();
}

// Returns nullopt for all entries.
std::optional<std::uint64_t> limit_of(const Given& given) {
  return given.is("--all") ? std::nullopt : given.limit;
}

std::string with_query(std::string path, const Call& call) {
  base::PathText text(std::move(path));
  if (!call.verb.list.columns.empty() && !call.verb.list.is_unpaged) {
    const std::uint64_t page_max = base::limits::page_items_max;
    const auto per_page = std::min(limit_of(call.given).value_or(page_max), page_max);
    text.add("per_page", std::to_string(per_page));
  }
  for (const Parameter& parameter : call.verb.parameters) {
    if (parameter.query_name == nullptr || !is_given(parameter, call.given)) continue;
    text.add(parameter.query_name,
             parameter.form == Form::flag ? parameter.query_value : call.value(parameter.name));
  }
  return text.str();
}

ExitOr<void> check_identifiers(const Verb& verb, const Given& given) {
  for (const Parameter& parameter : verb.parameters) {
    if (parameter.form != Form::identifiers) continue;
    for (const std::string& word : given.list(parameter.name)) {
      const auto colon = word.find(':');
      if (colon != std::string::npos && colon != 0 && colon + 1 != word.size()) continue;
      return std::unexpected(print_usage_error(fmt::format(
          "{} is not an identifier. Write its domain first, as in GS1:4012345000009.", word)));
    }
  }
  return {};
}

ExitOr<void> translate(Call& call) {
  for (const Parameter& parameter : call.verb.parameters) {
    if (parameter.translate == nullptr || !is_given(parameter, call.given)) continue;
    TRY_ASSIGN(call.sent[parameter.name],
               parameter.translate(call.exchange, call.given.text(parameter.name)));
  }
  return {};
}

std::string cell_of(const Field& field, const View& value) {
  return field.shown == nullptr ? text_at(value, "") : field.shown(value);
}

ExitOr<ExitStatus> list_all(const Call& call) {
  return print_list(call, call.path(), [&](const View& item, std::string_view) {
    std::vector<std::string> cells;
    for (const Field& column : call.verb.list.columns) {
      cells.push_back(cell_of(column, at(item, column.path)));
    }
    return cells;
  });
}

void print_for_people(const Call& call, const View& data) {
  const ItemAnswer& answer = call.verb.answer;
  if (answer.print != nullptr) {
    answer.print(data);
    return;
  }
  if (!answer.lines.empty()) {
    print_lines(data, answer.lines);
    return;
  }
  if (answer.said != nullptr) {
    say("{}\n", answer.said(call, data));
    return;
  }
  const bool is_good = answer.good_when == nullptr || is_true(at(data, answer.good_when));
  const std::string sentence =
      filled(is_good ? answer.sentence : answer.otherwise,
             [&](std::string_view path) { return printable(text_at(data, path)); });
  // The secret is alone on standard output, so that a script can store it.
  if (answer.secret != nullptr) say("{}\n", text_at(data, answer.secret));
  say_lines(answer.secret == nullptr ? stdout : stderr, sentence + "\n");
}

ExitOr<ExitStatus> carry_out(ExchangeOptions options, const Verb& verb, const Given& given) {
  options.json = given.is("--json");
  if (given.is("--everybody")) options.speaker = Speaker::administrator;
  if (verb.check != nullptr) TRY(verb.check(given));
  TRY(check_identifiers(verb, given));
  TRY_ASSIGN(auto exchange, ExchangeClient::open(options));
  Call call{.verb = verb, .given = given, .exchange = exchange};
  TRY(translate(call));
  if (verb.run != nullptr) return verb.run(call);
  if (!verb.list.columns.empty()) return list_all(call);
  TRY_ASSIGN(const Reply reply, call.ask());
  return print_answer(call, reply);
}

void add_limit(Command command, Given& given) {
  given.limit = base::limits::page_items_default;
  auto limit = command.add_option("--limit", *given.limit, "The maximum number of entries")
                   .positive()
                   .capture_default_str()
                   .type_name("N");
  command.add_flag("--all", given.flags["--all"], "Show all entries").excludes(limit);
}

void add_parameter(Command command, const Parameter& parameter, Given& given) {
  const char* const name = parameter.name;
  if (parameter.form == Form::limit) return add_limit(command, given);
  if (parameter.form == Form::flag) {
    command.add_flag(name, given.flags[name], parameter.meaning);
    return;
  }
  Option option = is_list(parameter)
                      ? command.add_option(name, given.lists[name], parameter.meaning)
                      : command.add_option(name, given.texts[name], parameter.meaning);
  if (is_list(parameter)) option.takes_one_at_a_time();
  if (!parameter.words.empty()) {
    parameter.in_any_case ? option.word_of(parameter.words) : option.one_of(parameter.words);
  }
  option.type_name(parameter.shown);
  if (is_in_path(parameter) || parameter.is_required) option.required();
  if (parameter.initial != nullptr) {
    given.texts[name] = parameter.initial;
    option.capture_default_str();
  }
}

std::string footer_of(const Verb& verb) {
  std::string text = verb.note == nullptr ? "" : fmt::format("{}\n\n", verb.note);
  text += verb.examples.size() == 1 ? "Example:" : "Examples:";
  for (const char* example : verb.examples) text += fmt::format("\n  {}", example);
  return text;
}

}  // namespace

const std::string& Given::text(std::string_view name) const {
  return found_in(texts, name);
}

const std::vector<std::string>& Given::list(std::string_view name) const {
  return found_in(lists, name);
}

bool Given::is(std::string_view flag) const {
  const auto found = flags.find(flag);
  return found != flags.end() && found->second;
}

Parameter Parameter::in_query(const char* as, const char* value_of_flag) {
  query_name = as;
  query_value = value_of_flag;
  return *this;
}

Parameter Parameter::in_body(const char* as) {
  body_name = as;
  return *this;
}

Parameter Parameter::sent_as(Translate by) {
  translate = by;
  return *this;
}

Parameter text(const char* name, const char* shown, const char* meaning) {
  return {.form = Form::text, .name = name, .shown = shown, .meaning = meaning};
}

Parameter word(const char* name, const std::vector<std::string>& words, const char* meaning) {
  Parameter parameter = text(name, "WORD", meaning);
  parameter.words = words;
  return parameter;
}

Parameter list(const char* name, const char* shown, const std::vector<std::string>& words,
               const char* meaning) {
  Parameter parameter = text(name, shown, meaning);
  parameter.form = Form::list;
  parameter.words = words;
  return parameter;
}

Parameter identifiers(const char* name, const char* meaning) {
  Parameter parameter = text(name, "DOMAIN:IDENTIFIER", meaning);
  parameter.form = Form::identifiers;
  return parameter;
}

Parameter flag(const char* name, const char* meaning) {
  return {.form = Form::flag, .name = name, .shown = "", .meaning = meaning};
}

Parameter json_flag() {
  return flag("--json", "Print JSON; for a list, one line per entry");
}

Parameter limit_of_list() {
  return {.form = Form::limit, .name = "--limit", .shown = "", .meaning = ""};
}

const std::string& Call::value(std::string_view name) const {
  const auto found = sent.find(name);
  return found != sent.end() ? found->second : given.text(name);
}

std::string Call::path() const {
  return with_query(
      filled(given.is("--everybody") ? verb.request.path_for_everybody : verb.request.path,
             [&](std::string_view name) { return base::percent_encoded(value(name)); }),
      *this);
}

ExitOr<Reply> Call::ask() const {
  client::Request request{
      .method = verb.request.method, .path = path(), .repeat = verb.request.repeat};
  if (has_body(verb)) request.json = body_of(*this);
  for (const Parameter& parameter : verb.parameters) {
    if (!parameter.repeat && parameter.header_name == nullptr) continue;
    if (!is_given(parameter, given)) continue;
    if (parameter.repeat) request.repeat = *parameter.repeat;
    if (parameter.header_name != nullptr) {
      request.headers.push_back({.name = parameter.header_name, .value = value(parameter.name)});
    }
  }
  return exchange.want(request);
}

void add_verb(Command parent, ExitStatus& status, Speaker speaker, const Verb& verb) {
  auto command = parent.add_subcommand(verb.name, verb.meaning);
  command.footer(footer_of(verb));
  const auto exchange = add_exchange_options(command, speaker, retry_of_question_s);
  const auto given = std::make_shared<Given>();
  for (const Parameter& parameter : verb.parameters) add_parameter(command, parameter, *given);
  command.callback(
      [exchange, verb, given, &status] { status = ended(carry_out(*exchange, verb, *given)); });
}

void add_resource(Command program, ExitStatus& status, const Resource& resource) {
  auto command = program.add_subcommand(resource.name, resource.meaning);
  command.require_subcommand();
  for (const Verb& verb : resource.verbs) add_verb(command, status, resource.speaker, verb);
}

ExitOr<ExitStatus> print_list(const Call& call, const std::string& path, const Cells& cells) {
  const auto limit = limit_of(call.given);
  std::vector<std::string> heads;
  for (const Field& column : call.verb.list.columns) heads.emplace_back(column.name);
  TableText table(std::move(heads));
  std::uint64_t count = 0;
  const auto is_enough = [&] { return limit && count >= *limit; };
  const auto print = [&](const View& items, const Reply& page) {
    items.each([&](std::uint32_t, const View& item) {
      if (is_enough()) return;
      ++count;
      const auto bytes = bytes_of(item, page.body());
      if (call.json()) {
        print_json(on_one_line(bytes));
      } else {
        table.row(cells(item, bytes));
      }
    });
    if (!call.json() && count > 0) table.print();
  };
  bool is_over = true;
  if (call.verb.list.is_unpaged) {
    TRY_ASSIGN(const Reply reply, call.ask());
    print(at(reply.json(), "data"), reply);
  } else {
    PageWalk pages(call.exchange, path);
    while (!pages.is_over() && !is_enough()) {
      TRY_ASSIGN(const Reply page, pages.next());
      print(at(page.json(), "items"), page);
    }
    is_over = pages.is_over();
  }
  if (call.json()) return ExitStatus::good;
  if (count == 0) say("{}\n", call.verb.list.nothing);
  if (!is_over) say("… and more: --limit N or --all shows them\n");
  return ExitStatus::good;
}

ExitOr<ExitStatus> print_answer(const Call& call, const Reply& reply) {
  const View member = at(reply.json(), "data");
  const View data = member ? member : reply.json();
  const auto print = [&](const View& one) {
    if (call.json()) {
      print_json(on_one_line(one ? bytes_of(one, reply.body()) : reply.body()));
    } else {
      print_for_people(call, one);
    }
  };
  if (data.is_list()) {
    data.each([&](std::uint32_t, const View& one) { print(one); });
  } else {
    print(data);
  }
  const char* const good_when = call.verb.answer.good_when;
  const bool is_good = good_when == nullptr || is_true(at(data, good_when));
  return is_good ? ExitStatus::good : ExitStatus::faulty;
}

void print_lines(const View& data, const std::vector<Field>& fields) {
  LinesText lines;
  for (const Field& field : fields) {
    const View value = at(data, field.path);
    if (field.each == Field::Each::no) {
      lines.line(field.name, cell_of(field, value));
      continue;
    }
    value.each(
        [&](std::uint32_t, const View& one) { lines.line(field.name, cell_of(field, one)); });
    value.each_member([&](const View& name, const View& one) {
      lines.line(name.text(), one.is_text() ? one.text() : "");
    });
  }
  lines.print();
}

std::string time_in(const View& value) {
  return shown_time(text_at(value, ""));
}

}  // namespace tradepost::app
