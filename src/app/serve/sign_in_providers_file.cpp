#include "app/serve/sign_in_providers_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "api/people/people_words.hpp"
#include "app/settings/secrets.hpp"
#include "app/settings/settings_file.hpp"
#include "base/text/text.hpp"
#include "exchange/people/person_access.hpp"
#include "openid/metadata.hpp"

namespace tradepost::app {
namespace {

using api::ProviderRules;

constexpr std::size_t id_bytes_max = 32;

bool is_id(std::string_view text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || base::is_ascii_digit(c) || c == '-';
  };
  return text.size() <= id_bytes_max && std::ranges::all_of(text, is_plain);
}

bool is_domain(std::string_view text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || base::is_ascii_digit(c) || c == '-' || c == '.';
  };
  return text.contains('.') && std::ranges::all_of(text, is_plain);
}

// Reads the values of the file in their order, and collects their faults.
class ProvidersReader {
 public:
  explicit ProvidersReader(const std::string& path) : path_(path) {}

  void read(const FileLine& line) {
    if (line.keys.size() < 2 || !is_id(line.keys.front())) {
      return fault(line, "A table has the id of a provider: a-z, 0-9 and hyphens.");
    }
    ProviderRules& rules = rules_of(line.keys.front());
    if (line.keys.size() == 3 && line.keys[1] == "roles") return read_role(line, rules);
    if (line.keys.size() == 2 && (read_text(line, rules) || read_list(line, rules))) return;
    fault(line, fmt::format("A provider can't have {}, or the value has another type.",
                            line.keys.back()));
  }

  std::expected<std::vector<ProviderRules>, std::vector<std::string>> end() && {
    for (ProviderRules& rules : all_) check(rules);
    check_domains();
    if (!faults_.empty()) return std::unexpected(std::move(faults_));
    return std::move(all_);
  }

 private:
  void fault(const FileLine& line, std::string_view sentence) {
    faults_.push_back(fmt::format("{} line {}: {}", path_, line.number, sentence));
  }
  void fault(const ProviderRules& rules, std::string_view sentence) {
    faults_.push_back(fmt::format("{} [{}]: {}", path_, rules.id, sentence));
  }

  ProviderRules& rules_of(const std::string& id) {
    const auto found = std::ranges::find(all_, id, &ProviderRules::id);
    if (found != all_.end()) return *found;
    ProviderRules& made = all_.emplace_back();
    made.id = made.name = id;
    made.client.scopes = {"email", "profile"};
    made.client.reach = calls::Reach::any;  // the operator has chosen the issuer
    return made;
  }
  static api::ProviderRoles& roles_of(ProviderRules& rules) {
    return rules.roles ? *rules.roles : rules.roles.emplace();
  }

  // Returns false if the line has no such key, or no text.
  bool read_text(const FileLine& line, ProviderRules& rules) {
    if (!line.text) return false;
    const std::string& key = line.keys.back();
    const std::array<std::pair<std::string_view, std::string*>, 4> texts = {{
        {"name", &rules.name},
        {"issuer", &rules.client.issuer},
        {"client_id", &rules.client.client_id},
        {"cacert", &rules.client.authorities_file},
    }};
    const auto found = std::ranges::find(texts, key, &decltype(texts)::value_type::first);
    if (found != texts.end()) {
      *found->second = *line.text;
    } else if (key == "trust_email" || key == "passwords") {
      bool& flag = key == "passwords" ? rules.allows_passwords : rules.trusts_email;
      flag = *line.text == "yes";
      if (!flag && *line.text != "no") fault(line, "The value must be true or false.");
    } else if (key == "client_secret_file") {
      read_client_secret(line, rules);
    } else if (key == "participant") {
      read_participant(line, rules);
    } else if (key == "role_claim") {
      roles_of(rules).claim = *line.text;
    } else {
      return false;
    }
    return true;
  }

  void read_client_secret(const FileLine& line, ProviderRules& rules) {
    if (auto secret = read_secret(*line.text)) {
      rules.client.client_secret = *std::move(secret);
    } else {
      fault(line, "client_secret_file must be a readable file whose first line is the secret.");
    }
  }
  void read_participant(const FileLine& line, ProviderRules& rules) {
    if (const auto id = base::Uuid::parse(*line.text)) {
      roles_of(rules).place = exchange::ParticipantId(*id);
    } else {
      fault(line, "participant must be the id of a participant.");
    }
  }

  bool read_list(const FileLine& line, ProviderRules& rules) {
    if (!line.texts) return false;
    const std::string& key = line.keys.back();
    if (key == "scopes") {
      rules.client.scopes = *line.texts;
    } else if (key == "domains") {
      rules.domains = *line.texts;
      if (rules.domains.empty() || !std::ranges::all_of(rules.domains, is_domain))
        fault(line, "domains must be domains in lower case, such as example.org.");
    } else {
      return false;
    }
    return true;
  }

  void read_role(const FileLine& line, ProviderRules& rules) {
    const auto role = api::role_word(line.keys.back());
    if (!role || !line.texts)
      return fault(
          line, fmt::format("{} is unknown as a role, or has no list of texts.", line.keys.back()));
    for (const std::string& value : *line.texts) roles_of(rules).values.emplace_back(*role, value);
  }

  void check(ProviderRules& rules) {
    if (!openid::is_issuer(rules.client.issuer))
      fault(rules, "issuer must be the https address of the provider, as in its tokens.");
    if (rules.client.client_id.empty()) fault(rules, "client_id must be set.");
    if (!rules.roles) return;
    if (rules.roles->claim.empty() || rules.roles->values.empty())
      fault(rules, "role_claim and a role below [roles] must be set together.");
    for (const auto& [role, value] : rules.roles->values) {
      if (exchange::suits({.participant = rules.roles->place, .role = role})) continue;
      return fault(rules,
                   "With participant, the roles are reader, clerk and administrator. Without it, "
                   "they are auditor and operator.");
    }
  }

  void check_domains() {
    std::set<std::string_view> seen;
    bool has_all_others = false;
    for (const ProviderRules& rules : all_) {
      for (const std::string& domain : rules.domains) {
        if (!seen.insert(domain).second)
          fault(rules, fmt::format("Another provider has the domain {}, too.", domain));
      }
      if (rules.domains.empty() && std::exchange(has_all_others, true))
        fault(rules, "Only one provider can be without domains.");
    }
  }

  const std::string& path_;
  std::vector<ProviderRules> all_;
  std::vector<std::string> faults_;
};

}  // namespace

std::expected<std::vector<ProviderRules>, std::vector<std::string>> sign_in_providers_in(
    const std::string& path) {
  const auto lines = read_settings_file(path);
  if (!lines) return std::unexpected(lines.error().sentences);
  ProvidersReader reader(path);
  for (const FileLine& line : *lines) reader.read(line);
  return std::move(reader).end();
}

}  // namespace tradepost::app
