#include <fmt/format.h>

#include <string>

#include "app/console/commands.hpp"
#include "app/console/input.hpp"
#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "app/remote/administration.hpp"
#include "app/remote/resource_verbs.hpp"
#include "base/ground/limits.hpp"

namespace tradepost::app {
namespace {

using document::View;

std::string in_brackets(const View& words) {
  return words ? fmt::format(" ({})", joined(words)) : "";
}

std::string requirement_of(const View& requirement) {
  const std::string domain = text_at(requirement, "domain");
  return fmt::format("{}: {}{}{}{}", text_at(requirement, "kind"), text_at(requirement, "path"),
                     domain.empty() ? "" : " with ", domain, in_brackets(at(requirement, "when")));
}

std::string agent_of(const View& agent) {
  return text_at(agent, "participant") + in_brackets(at(agent, "kinds"));
}

std::string number_of(const View& number) {
  return fmt::format("{} is {}", text_at(number, "number"), text_at(number, "participant"));
}

std::string range_of(const View& range) {
  return fmt::format("{}, from {} up to {}", text_at(range, "prefix"), text_at(range, "first"),
                     text_at(range, "end"));
}

std::string sample_of(const View& sample) {
  if (!sample) return "";
  const std::string total = text_at(sample, "of");
  return fmt::format("{} of {} document{} would have been refused", text_at(sample, "refused"),
                     total, total == "1" ? "" : "s");
}

// Reads a file, or standard input for -.
ExitOr<std::string> read_text(const std::string& path) {
  auto file = LineInput::open(path, base::limits::body_bytes_default);
  auto text = file ? file->rest() : base::Result<std::string>(std::unexpect, file.error());
  if (text) return *std::move(text);
  say(stderr, "tradepost: {}\n", text.error().text().str());
  return std::unexpected(ExitStatus::failed);
}

// Shows the profile, or replaces the parts of it that a file has.
ExitOr<ExitStatus> run(Call& call) {
  client::Request request{.path = call.path()};
  if (const std::string& file = call.given.text("--set"); !file.empty()) {
    TRY_ASSIGN(request.json, read_text(file));
    request.method = "PUT";
  }
  TRY_ASSIGN(const Reply reply, call.exchange.want(request));
  return print_answer(call, reply);
}

}  // namespace

void add_profile_command(Command program, ExitStatus& status) {
  add_verb(
      program, status, Speaker::participant,
      {.name = "profile",
       .meaning = "Show or change your profile and your requirements",
       .note = "The file can have requirements, agents and numbers (see /docs). Each one replaces "
               "the\nprevious value; the others stay. You can edit the output of --json and set it "
               "again.",
       .examples = {"tradepost profile", "tradepost profile --set requirements.json"},
       .parameters = {text("--set", "FILE",
                           "Change the profile to the contents of this file; - is standard input"),
                      flag("--json", "Print the profile as one line of JSON")},
       .request = {.path = "/v2/profile"},
       .run = run,
       .answer = {.lines = {{"name", "name"},
                            {"id", "id"},
                            {"identifiers", "", identifiers_of},
                            {"requires", "requirements", requirement_of, Field::Each::yes},
                            {"agent", "agents", agent_of, Field::Each::yes},
                            {"number", "numbers", number_of, Field::Each::yes},
                            {"SSCC range", "ssccRanges", range_of, Field::Each::yes},
                            {"of the last", "wouldHaveRefused", sample_of}}}});
}

}  // namespace tradepost::app
