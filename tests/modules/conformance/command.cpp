#include "conformance/command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tradepost::conformance {
namespace {

std::string made_by(Made made) {
  if (made == never_made) return "an id that nobody gave";
  if (made.nth == 0) return fmt::format("what {} made", made.command);
  return fmt::format("what {} made as its number {}", made.command, made.nth + 1);
}

std::string_view word_of(Verdict verdict) {
  return verdict == Verdict::success ? "success" : "failure";
}

std::string_view word_of(Standing standing) {
  switch (standing) {
    case Standing::requested:
      return "requested";
    case Standing::active:
      return "active";
    case Standing::blocked:
      break;
  }
  return "blocked";
}

std::string words_of(const std::vector<std::string>& kinds) {
  return kinds.empty() ? "all kinds" : fmt::format("{}", fmt::join(kinds, " and "));
}

std::string words_of(const std::vector<Demand>& demands) {
  std::string words = demands.empty() ? "nothing" : "";
  for (const Demand& demand : demands) {
    words += fmt::format("{}[{}] of domain '{}' when '{}' ", demand.kind, demand.path,
                         demand.domain, demand.when);
  }
  return words;
}

std::string with_key(const std::string& key) {
  return key.empty() ? "" : " under key " + key;
}

// Renders each command as a sentence, with the names of the members.
struct Teller {
  const std::vector<std::string>& names;

  std::string who(Member member) const {
    if (member == no_member) return "the operator";
    return member < names.size() ? names[member] : fmt::format("member {}", member);
  }
  std::string who(Caller caller) const {
    if (caller.member == no_member) return who(no_member);
    return who(caller.member) + (caller.flow == Flow::test ? " (TEST)" : "");
  }

  std::string operator()(const Send& command) const {
    return fmt::format("{} {} {}{}", who(command.caller),
                       command.keep == Keep::yes ? "sends" : "validates", sentence(command.letter),
                       with_key(command.key));
  }
  std::string operator()(const Report& command) const {
    std::string lines;
    for (const ReportLine& line : command.lines) {
      lines += fmt::format("{} {} on {}", lines.empty() ? "" : ",", word_of(line.verdict),
                           made_by(line.transaction));
      if (line.verdict == Verdict::success) continue;
      lines += line.type == ErrorType::data ? " (DATA: " : " (INTERNAL: ";
      lines += line.reason + ")";
    }
    return fmt::format("{} reports{}", who(command.caller), lines);
  }
  std::string operator()(const PullPage& command) const {
    const char* from = " from the start";
    if (command.from == PullPage::From::cursor) from = " behind the last page";
    if (command.from == PullPage::From::foreign_cursor) from = " by a cursor of another walk";
    return fmt::format("{} pulls {} {}{}", who(command.caller), command.count_max,
                       command.kind.empty() ? "of any kind" : command.kind, from);
  }
  std::string operator()(const HistoryPage& command) const {
    return fmt::format(
        "{} lists all transactions by {}: kind '{}' status '{}' direction '{}' "
        "number '{}' partner {}",
        who(command.caller), command.count_max, command.kind, command.status, command.direction,
        command.number, command.partner == no_member ? "any" : who(command.partner));
  }
  std::string operator()(const Requeue& command) const {
    return fmt::format("{} requeues {}{}", who(command.caller), made_by(command.transaction),
                       with_key(command.key));
  }
  std::string operator()(const Discard& command) const {
    return fmt::format("the operator discards {}", made_by(command.transaction));
  }
  std::string operator()(const AddMember& command) const {
    std::string identities;
    for (const Identity& identity : command.identities) {
      identities += fmt::format(" {}:{}", identity.domain, identity.text);
    }
    return fmt::format("the operator adds {} with{}", command.name, identities);
  }
  std::string operator()(const AddRange& command) const {
    return fmt::format("the operator gives {} the numbers from {} to {}{}",
                       command.owner == no_member ? "the network" : who(command.owner),
                       command.first, command.first + command.count - 1,
                       command.flow == Flow::test ? " (TEST)" : "");
  }
  std::string operator()(const SetProfile& command) const {
    std::string words = who(command.caller) + " sets its profile:";
    if (command.demands) words += " it demands " + words_of(*command.demands);
    if (command.grants) {
      for (const Grant& grant : *command.grants) {
        words += fmt::format(" {} sends for it {}", who(grant.agent), words_of(grant.kinds));
      }
      if (command.grants->empty()) words += " it has no agents";
    }
    if (command.numbers) {
      for (const PartnerNumber& number : *command.numbers) {
        words += fmt::format(" it calls {} {}", who(number.of), number.number);
      }
      if (command.numbers->empty()) words += " it has no internal numbers";
    }
    return words;
  }
  std::string operator()(const SetRelationship& command) const {
    std::string words = fmt::format("{} sets what {} is to {} to {}",
                                    who(command.by_operator ? no_member : command.to),
                                    who(command.from), who(command.to), word_of(command.standing));
    if (command.kinds) words += " for " + words_of(*command.kinds);
    if (command.demands) words += ", demanding " + words_of(*command.demands);
    return words;
  }
  std::string operator()(const SetNetwork& command) const {
    return command.mode == Mode::open ? "the network opens" : "the network asks for approval";
  }
  std::string operator()(const MoveIdentity& command) const {
    return fmt::format("the operator moves {}:{} to {}{}", command.identity.domain,
                       command.identity.text, who(command.to),
                       command.take == Take::yes ? ", with what is pending" : "");
  }
  std::string operator()(const RemoveIdentity& command) const {
    return fmt::format("the operator removes {}:{} from {}", command.identity.domain,
                       command.identity.text, who(command.from));
  }
  std::string operator()(const Close& command) const {
    return fmt::format("the operator closes {}{}", who(command.member),
                       command.fail_pending ? ", failing what is pending" : "");
  }
  std::string operator()(const PostError& command) const {
    return fmt::format("{} posts the {} error '{}'{}", who(command.caller),
                       command.type == ErrorType::data ? "DATA" : "INTERNAL", command.reason,
                       with_key(command.key));
  }
  std::string operator()(const ChangeCase& command) const {
    std::string words =
        fmt::format("{} changes the case, {}:", who(command.caller), made_by(command.made));
    if (!command.comment.empty()) words += " comments";
    if (command.then == ChangeCase::Then::resolve) words += " resolves";
    if (command.then == ChangeCase::Then::reopen) words += " reopens";
    return words;
  }
  std::string operator()(const Jump& command) const {
    constexpr double hour_ms = 3'600'000;
    return fmt::format("the clock jumps by {} ms ({:.2f} hours)", command.by_ms,
                       static_cast<double>(command.by_ms) / hour_ms);
  }
  std::string operator()(const Restart& /*command*/) const { return "the store is restarted"; }
};

}  // namespace

std::string sentence(const Command& command, const std::vector<std::string>& names) {
  return std::visit(Teller{names}, command);
}

}  // namespace tradepost::conformance
