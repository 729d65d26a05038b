#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/administration.hpp"
#include "app/commands.hpp"
#include "app/findings_text.hpp"
#include "app/input.hpp"
#include "app/json_text.hpp"
#include "base/limits.hpp"

namespace tradepost::app {
namespace {

constexpr const char* profile_path = "/v2/profile";

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::string file;  // of what is to be put; empty: it is shown
};

std::string requirement_of(const document::View& requirement) {
  std::string text =
      fmt::format("{}: {}", text_at(requirement, "kind"), text_at(requirement, "path"));
  const std::string domain = text_at(requirement, "domain");
  if (!domain.empty()) text += " with " + domain;
  if (const auto when = at(requirement, "when")) text += fmt::format(" ({})", joined(when));
  return text;
}

void print_profile(const document::View& data) {
  LinesText lines;
  lines.line("name", text_at(data, "name"));
  lines.line("id", text_at(data, "id"));
  lines.line("identifiers", identifiers_of(data));
  at(data, "requirements").each([&](std::uint32_t, const document::View& one) {
    lines.line("requires", requirement_of(one));
  });
  at(data, "agents").each([&](std::uint32_t, const document::View& one) {
    const auto kinds = at(one, "kinds");
    lines.line("agent", text_at(one, "participant") +
                            (kinds ? fmt::format(" ({})", joined(kinds)) : std::string()));
  });
  at(data, "numbers").each([&](std::uint32_t, const document::View& one) {
    lines.line("number",
               fmt::format("{} is {}", text_at(one, "number"), text_at(one, "participant")));
  });
  at(data, "ssccRanges").each([&](std::uint32_t, const document::View& one) {
    lines.line("SSCC range", fmt::format("{}, from {} up to {}", text_at(one, "prefix"),
                                         text_at(one, "first"), text_at(one, "end")));
  });
  if (const auto sample = at(data, "wouldHaveRefused")) {
    lines.line("of the last", fmt::format("{} documents {} would have been refused",
                                          text_at(sample, "of"), text_at(sample, "refused")));
  }
  lines.print();
}

OrTold<std::string> text_of(const std::string& path) {
  auto file = LineInput::open(path, base::limits::body_bytes_default);
  auto text = file ? file->rest() : base::Result<std::string>(std::unexpect, file.error());
  if (text) return *std::move(text);
  fmt::print(stderr, "tradepost: {}\n", printable(text.error().text().str()));
  return std::unexpected(ExitStatus::failed);
}

OrTold<Reply> asked(ExchangeClient& exchange, const Options& options) {
  if (options.file.empty()) return exchange.want({.path = profile_path});
  TRY_ASSIGN(std::string text, text_of(options.file));
  return change(exchange, "PUT", profile_path, std::move(text), client::Repeat::when_lost);
}

OrTold<ExitStatus> run(const Options& options) {
  TRY_ASSIGN(auto exchange, ExchangeClient::open(*options.exchange));
  TRY_ASSIGN(const Reply reply, asked(exchange, options));
  const document::View data = at(reply.json(), "data");
  if (options.exchange->json) {
    fmt::print("{}\n", on_one_line(bytes_of(data, reply.body())));
  } else {
    print_profile(data);
  }
  return ExitStatus::good;
}

}  // namespace

void add_profile_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "profile", "What the network knows of you, and what you ask of others");
  command.footer(
      "A file has requirements, agents or numbers, as /docs says it: each replaces what was there, "
      "and what is\n"
      "left out stays. What --json prints can be changed and set again.\n\n"
      "Examples:\n"
      "  tradepost profile\n"
      "  tradepost profile --set requirements.json");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_question_s);
  add_text(command, "--set", options->file,
           "Change it to what stands in this file; - is standard input", "FILE");
  command.add_flag("--json", options->exchange->json, "The profile as it came, on one line");
  command.callback([options, &status] { status = ended(run(*options)); });
}

}  // namespace tradepost::app
