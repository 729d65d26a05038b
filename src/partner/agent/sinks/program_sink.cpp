#include "agent/sinks/program_sink.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/files/whole_file.hpp"
#include "base/ids.hpp"
#include "base/text/text.hpp"

namespace tradepost::agent {
namespace {

// Names of the variables that are passed on. A list of secrets to remove, such as PGPASSWORD, would
// never be complete. docs/guides/agent.md has the same names.
constexpr std::array inherited{"PATH", "HOME", "LANG", "LC_ALL", "TZ"};

void add(std::vector<std::string>& environment, std::string_view name, std::string_view value) {
  environment.push_back(fmt::format("{}={}", name, value.substr(0, value.find('\0'))));
}

std::vector<std::string> inherited_environment() {
  std::vector<std::string> all;
  for (const char* const name : inherited) {
    if (const char* const value = std::getenv(name)) add(all, name, value);
  }
  return all;
}

}  // namespace

base::Result<ProgramSink> ProgramSink::open(Settings settings) {
  TRY(base::make_folder(settings.folder));
  return ProgramSink(std::move(settings));
}

ProgramRun ProgramSink::run_of(const std::string& id) const {
  // Ids of an exchange are UUIDs. Any other text could lead out of the folder.
  const bool is_plain = base::Uuid::parse(id).has_value();
  return {.command = settings_.command,
          .timeout = settings_.timeout,
          .files = settings_.folder + "/" + (is_plain ? id : base::hex(id))};
}

base::Done ProgramSink::prepare(std::span<const Delivery> batch) {
  for (const Delivery& one : batch) {
    const std::string files = run_of(one.document->id).files;
    forget_run(files);  // files of an earlier attempt
    const auto name = files.substr(files.rfind('/') + 1) + ".input";
    TRY(base::write_whole(settings_.folder, name, one.document->content));
  }
  return base::sync_folder(settings_.folder);
}

std::vector<Outcome> ProgramSink::hand_over(std::span<const Delivery> batch) {
  std::vector<Outcome> outcomes;
  for (const Delivery& one : batch) {
    const auto& document = *one.document;
    ProgramRun run = run_of(document.id);
    run.environment = inherited_environment();
    add(run.environment, "TRADEPOST_BRIDGE", settings_.bridge);
    add(run.environment, "TRADEPOST_ID", document.id);
    add(run.environment, "TRADEPOST_TYPE", document.type);
    add(run.environment, "TRADEPOST_FLOW", document.flow);
    add(run.environment, "TRADEPOST_SENDER", document.sender.name);
    add(run.environment, "TRADEPOST_SENDER_ID", document.sender.id);
    add(run.environment, "TRADEPOST_CREATED_AT", document.created_at);
    add(run.environment, "TRADEPOST_REPLACES", document.replaces_id);
    add(run.environment, "TRADEPOST_ATTEMPT", std::to_string(one.attempt));
    const auto end = run_program(run);
    if (end) {
      outcomes.push_back(outcome_of(*end));
    } else {
      // The watcher may have begun the run in spite of the error.
      outcomes.push_back(
          {.verdict = Verdict::unknown, .report = {.reason = end.error().text().str()}});
    }
  }
  return outcomes;
}

base::Result<std::optional<Outcome>> ProgramSink::recall(const std::string& id,
                                                         const std::string& /*type*/) {
  TRY_ASSIGN(const auto end, recall_run(run_of(id)));
  return end ? std::optional(outcome_of(*end)) : std::nullopt;
}

void ProgramSink::forget(const std::string& id, const std::string& /*type*/) {
  forget_run(run_of(id).files);
}

// Removes all files: the folder belongs to this bridge alone.
void ProgramSink::clear_away(const IsSettled& /*is_settled*/) {
  std::error_code error;
  std::vector<std::filesystem::path> all;
  for (std::filesystem::directory_iterator at(settings_.folder, error);
       !error && at != std::filesystem::directory_iterator(); at.increment(error)) {
    all.push_back(at->path());
  }
  for (const auto& path : all) std::filesystem::remove(path, error);
}

Outcome ProgramSink::outcome_of(const RunEnd& end) const {
  const std::string& program = settings_.command.front();
  const std::string_view said = base::trimmed(end.errors);
  const auto because = [&](std::string text) {
    return later(said.empty() ? std::move(text) : fmt::format("{}: {}", text, said));
  };
  if (end.how == RunEnd::How::timed_out) {
    return because(fmt::format("{} did not end within {} s", program, settings_.timeout.count()));
  }
  if (end.how == RunEnd::How::killed) {
    return because(fmt::format("{} was ended by signal {}", program, end.number));
  }
  if (end.number == 0) return {};
  if (end.number != exit_code_refused) {
    return because(fmt::format("{} ended with exit code {}", program, end.number));
  }
  return {.verdict = Verdict::refused,
          .report = {.success = false,
                     .reason = said.empty() ? std::string("The document can't be imported.")
                                            : std::string(said),
                     .error_type = "DATA"}};
}

}  // namespace tradepost::agent
