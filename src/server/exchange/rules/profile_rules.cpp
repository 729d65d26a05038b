#include "exchange/rules/profile_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "exchange/rules/requirements.hpp"

namespace tradepost::exchange {
namespace {

constexpr std::size_t text_length_max = 255;

Finding fault(std::string path, std::string_view rule, std::string message) {
  return {.code = fmt::format("participant.{}", rule),
          .path = std::move(path),
          .message = std::move(message)};
}

bool is_good_text(std::string_view text) {
  return !base::is_blank(text) && base::code_points(text) <= text_length_max;
}

void validate_identifiers(const Participant& participant, std::vector<Finding>& faults) {
  for (std::size_t i = 0; i < participant.identifiers.size(); ++i) {
    const Identifier& identifier = participant.identifiers[i];
    if (!is_of_profile(identifier.domain)) {
      faults.push_back(fault(fmt::format("identifiers.{}.domain", i), "identifier.domain",
                             "The domain must be GS1, DUNS, VAT_DE or FED_TAX."));
    } else if (!is_good_text(identifier.text) ||
               comparable(identifier.domain, identifier.text).text.empty()) {
      faults.push_back(
          fault(fmt::format("identifiers.{}.identifier", i), "identifier.malformed",
                "An identifier must have 1 to 255 characters, and not only white space."));
    }
  }
}

void validate_numbers(const Directory& directory, const Participant& participant,
                      std::vector<Finding>& faults) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < participant.numbers.size(); ++i) {
    const InternalNumber& number = participant.numbers[i];
    if (directory.participant(number.of) == nullptr) {
      faults.push_back(fault(fmt::format("numbers.{}.participant", i), "number.unknown",
                             "There is no such participant."));
    }
    const auto path = fmt::format("numbers.{}.number", i);
    if (!is_good_text(number.number)) {
      faults.push_back(fault(path, "number.malformed",
                             "A number must have 1 to 255 characters, and not only white space."));
    } else if (!seen.insert(number.number).second) {
      faults.push_back(fault(path, "number.repeated", "Another partner already has this number."));
    }
  }
}

}  // namespace

std::vector<Finding> faults_of_profile(const Directory& directory, const Participant& participant) {
  std::vector<Finding> faults = faults_of(participant.requirements);
  if (!is_good_text(participant.name)) {
    faults.push_back(fault("name", "name.malformed",
                           "A name must have 1 to 255 characters, and not only white space."));
  }
  const auto entries_max = base::limits::profile_entries_max;
  if (participant.identifiers.size() > entries_max || participant.numbers.size() > entries_max ||
      participant.agents.size() > entries_max) {
    faults.push_back(
        fault("", "too_many",
              fmt::format("A list in a profile can have at most {} entries.", entries_max)));
    return faults;
  }
  validate_identifiers(participant, faults);
  validate_numbers(directory, participant, faults);
  for (std::size_t i = 0; i < participant.agents.size(); ++i) {
    if (directory.participant(participant.agents[i].agent) == nullptr) {
      faults.push_back(fault(fmt::format("agents.{}.participant", i), "agent.unknown",
                             "There is no such participant."));
    }
  }
  return faults;
}

bool contains(const std::vector<Identifier>& identifiers, const Identifier& identifier) {
  const Identifier wanted = comparable(identifier.domain, identifier.text);
  return std::ranges::any_of(identifiers, [&](const Identifier& own) {
    return comparable(own.domain, own.text) == wanted;
  });
}

std::vector<Identifier> without_repeats(std::vector<Identifier> identifiers) {
  std::vector<Identifier> unique;
  for (Identifier& identifier : identifiers) {
    if (!contains(unique, identifier)) unique.push_back(std::move(identifier));
  }
  return unique;
}

}  // namespace tradepost::exchange
