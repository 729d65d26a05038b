// Applies the commands of operators: participants and their relationships.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "served/json.hpp"
#include "serving_load/http_driver.hpp"
#include "traders/json_text.hpp"

namespace tradepost::serving_load {

using conformance::Command;
using conformance::Demand;
using conformance::Grant;
using conformance::Identity;
using served::at;

namespace {

std::string identities_json(const std::vector<Identity>& identities) {
  std::vector<std::string> items;
  for (const Identity& identity : identities) {
    items.push_back(
        fmt::format(R"({{"domain":"{}","identifier":"{}"}})", identity.domain, identity.text));
  }
  return fmt::format("[{}]", fmt::join(items, ","));
}

std::string kinds_json(const std::vector<std::string>& kinds) {
  return kinds.empty() ? "[]" : fmt::format(R"(["{}"])", fmt::join(kinds, R"(",")"));
}

std::string_view word_of(conformance::Standing standing) {
  switch (standing) {
    case conformance::Standing::requested:
      return "requested";
    case conformance::Standing::active:
      return "active";
    case conformance::Standing::blocked:
      break;
  }
  return "blocked";
}

std::string taken_words(const http_tests::Answer& answer) {
  return "taken by " + at(answer.body, "owner.name");
}

std::string other_words(const http_tests::Answer& answer) {
  return fmt::format("{} {}", answer.status, answer.body);
}

// Converts each type of command. A command that HTTP cannot express is omitted.
struct OverHttp {
  std::optional<Command> operator()(conformance::Send command) const {
    command.keep = conformance::Keep::yes;
    return command;
  }
  // The answer does not show the type of a success.
  std::optional<Command> operator()(conformance::Report command) const {
    for (conformance::ReportLine& line : command.lines) {
      if (line.verdict == conformance::Verdict::success) line.type = conformance::ErrorType::data;
    }
    return command;
  }
  std::optional<Command> operator()(conformance::Requeue command) const {
    command.caller.member = conformance::no_member;
    command.key.clear();
    return command;
  }
  std::optional<Command> operator()(conformance::SetProfile command) const {
    command.numbers.reset();
    if (!command.demands && !command.grants) return std::nullopt;
    return command;
  }
  std::optional<Command> operator()(conformance::SetRelationship command) const {
    command.by_operator = true;
    return command;
  }
  std::optional<Command> operator()(const conformance::PostError& /*command*/) const {
    return std::nullopt;
  }
  std::optional<Command> operator()(const conformance::ChangeCase& /*command*/) const {
    return std::nullopt;
  }
  std::optional<Command> operator()(const conformance::Jump& /*command*/) const {
    return std::nullopt;
  }
  template <typename Other>
  std::optional<Command> operator()(Other command) const {
    return command;
  }
};

}  // namespace

std::optional<Command> over_http(Command command) {
  return std::visit(OverHttp{}, std::move(command));
}

std::string HttpDriver::demands_json(const std::vector<Demand>& demands) const {
  std::vector<std::string> items;
  for (const Demand& demand : demands) {
    std::string item = fmt::format(R"({{"kind":"{}","path":"{}")", demand.kind, demand.path);
    if (!demand.domain.empty()) item += fmt::format(R"(,"domain":"{}")", demand.domain);
    if (!demand.when.empty()) item += fmt::format(R"(,"when":["{}"])", demand.when);
    items.push_back(item + "}");
  }
  return fmt::format("[{}]", fmt::join(items, ","));
}

std::string HttpDriver::grants_json(const std::vector<Grant>& grants) const {
  std::vector<std::string> items;
  for (const Grant& grant : grants) {
    items.push_back(fmt::format(R"({{"participant":"{}","kinds":{}}})", members_[grant.agent].id,
                                kinds_json(grant.kinds)));
  }
  return fmt::format("[{}]", fmt::join(items, ","));
}

std::string HttpDriver::apply_one(const conformance::AddMember& command, const Said& /*said*/) {
  const Answer answer =
      ask_as_operator("POST", "/admin/participants",
                      fmt::format(R"({{"name":"{}","identifiers":{}}})", command.name,
                                  identities_json(command.identities)));
  if (answer.status == 409) return taken_words(answer);
  if (answer.status != 201) return other_words(answer);
  const served::Member added{.id = at(answer.body, "id"), .token = {}};
  members_.push_back({.id = added.id,
                      .live_token = add_token(*operator_, added),
                      .test_token = add_token(*operator_, added, R"(,"flow":"TEST")")});
  return "added";
}

std::string HttpDriver::apply_one(const conformance::AddRange& command, const Said& /*said*/) {
  const bool is_networks = command.owner == conformance::no_member;
  const Answer answer = ask_as_operator(
      "POST", "/admin/sscc-ranges",
      fmt::format(R"({{"participant":{},"flow":"{}","prefix":"{}","first":{},"end":{}}})",
                  is_networks ? "null" : fmt::format("\"{}\"", members_[command.owner].id),
                  command.flow == conformance::Flow::test ? "TEST" : "LIVE",
                  conformance::range_prefix, command.first, command.first + command.count));
  if (answer.status == 422) return "refused for " + at(answer.body, "faults.0.path");
  return answer.status == 201 ? "added" : other_words(answer);
}

std::string HttpDriver::apply_one(const conformance::SetProfile& command, const Said& /*said*/) {
  std::vector<std::string> members;
  if (command.demands) members.push_back(R"("requirements":)" + demands_json(*command.demands));
  if (command.grants) members.push_back(R"("agents":)" + grants_json(*command.grants));
  const Answer answer =
      patch(command.caller.member, "", fmt::format("{{{}}}", fmt::join(members, ",")));
  return answer.status == 200 ? "changed" : other_words(answer);
}

std::string HttpDriver::apply_one(const conformance::SetRelationship& command,
                                  const Said& /*said*/) {
  std::string body =
      fmt::format(R"({{"from":"{}","to":"{}","status":"{}")", members_[command.from].id,
                  members_[command.to].id, word_of(command.standing));
  if (command.kinds) body += R"(,"kinds":)" + kinds_json(*command.kinds);
  if (command.demands) body += R"(,"requirements":)" + demands_json(*command.demands);
  const Answer answer = ask_as_operator("PUT", "/admin/relationships", body + "}");
  if (answer.status != 200) return other_words(answer);
  return fmt::format("changed, {} released", at(answer.body, "data.0.released"));
}

std::string HttpDriver::apply_one(const conformance::SetNetwork& command, const Said& /*said*/) {
  const bool is_open = command.mode == conformance::Mode::open;
  const Answer answer = ask_as_operator(
      "PUT", "/admin/network", fmt::format(R"({{"mode":"{}"}})", is_open ? "open" : "approved"));
  return answer.status == 200 ? "changed" : other_words(answer);
}

std::string HttpDriver::apply_one(const conformance::MoveIdentity& command, const Said& /*said*/) {
  const bool takes = command.take == conformance::Take::yes;
  const Answer answer =
      patch(command.to, takes ? "?take=pending" : "",
            fmt::format(R"({{"addIdentifiers":{}}})", identities_json({command.identity})));
  if (answer.status == 409) return taken_words(answer);
  if (answer.status != 200) return other_words(answer);
  return fmt::format("moved, {} pending", at(answer.body, "data.pendingElsewhere"));
}

std::string HttpDriver::apply_one(const conformance::RemoveIdentity& command,
                                  const Said& /*said*/) {
  const Answer answer =
      patch(command.from, "",
            fmt::format(R"({{"removeIdentifiers":{}}})", identities_json({command.identity})));
  return answer.status == 200 ? "removed" : other_words(answer);
}

std::string HttpDriver::apply_one(const conformance::Close& command, const Said& /*said*/) {
  const Answer answer =
      ask_as_operator("DELETE",
                      fmt::format("/admin/participants/{}{}", members_[command.member].id,
                                  command.fail_pending ? "?pending=fail" : ""),
                      "");
  if (answer.status == 409) {
    return fmt::format("still {} pending and {} held", at(answer.body, "pending"),
                       at(answer.body, "held"));
  }
  if (answer.status != 200) return other_words(answer);
  return fmt::format("closed over {} pending and {} held", at(answer.body, "data.failed.pending"),
                     at(answer.body, "data.failed.held"));
}

std::string HttpDriver::apply_one(const conformance::PostError& /*command*/, const Said& /*said*/) {
  return "not asked over HTTP";
}

std::string HttpDriver::apply_one(const conformance::ChangeCase& /*command*/,
                                  const Said& /*said*/) {
  return "not asked over HTTP";
}

std::string HttpDriver::apply_one(const conformance::Jump& /*command*/, const Said& /*said*/) {
  return "not asked over HTTP";
}

}  // namespace tradepost::serving_load
