#include "app/serve/serve_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include "app/console/database_words.hpp"
#include "app/serve/sign_in_providers_file.hpp"
#include "app/settings/secrets.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/ground/webhook_limits.hpp"
#include "base/text/text.hpp"
#include "base/text/whole_number.hpp"
#include "calls/address.hpp"
#include "database/address.hpp"
#include "http/wire/address.hpp"
#include "mail/address.hpp"

namespace tradepost::app {
namespace {

namespace limits = base::limits;

// Parses 10485760, 10 MiB or 10MiB.
std::optional<std::uint64_t> bytes_in(std::string_view text) {
  constexpr std::array units{std::pair{std::string_view("KiB"), 10},
                             std::pair{std::string_view("MiB"), 20},
                             std::pair{std::string_view("GiB"), 30}};
  unsigned shift = 0;
  for (const auto& [unit, bits] : units) {
    if (!text.ends_with(unit)) continue;
    text = base::trimmed(text.substr(0, text.size() - unit.size()));
    shift = static_cast<unsigned>(bits);
  }
  const auto number = base::whole_number<std::uint64_t>(text);
  if (!number || *number > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return *number << shift;
}

// Parses 127.0.0.1:8480 or [::1]:8480.
std::optional<ListenPlace> place_in(std::string_view text) {
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = base::whole_number<std::uint64_t>(text.substr(colon + 1));
  std::string_view address = text.substr(0, colon);
  if (address.starts_with('[') && address.ends_with(']'))
    address = address.substr(1, address.size() - 2);
  if (!port || *port > 65'535 || !http::Address::parse(address)) return std::nullopt;
  return ListenPlace{.address = std::string(address), .port = static_cast<std::uint16_t>(*port)};
}

bool is_loopback(std::string_view text) {
  const auto address = http::Address::parse(text);
  return address && (address->to_string().starts_with("127.") || address->to_string() == "::1");
}

// Parses smtp://mail.example:587 or smtps://[::1]:465.
std::optional<mail::MailServer> mail_server_in(std::string_view text) {
  const bool is_tls = text.starts_with("smtps://");
  if (!is_tls && !text.starts_with("smtp://")) return std::nullopt;
  text.remove_prefix(text.find("//") + 2);
  const auto colon = text.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto port = base::whole_number<std::uint16_t>(text.substr(colon + 1));
  std::string_view host = text.substr(0, colon);
  const bool is_bracketed = host.starts_with('[') && host.ends_with(']');
  if (is_bracketed) host = host.substr(1, host.size() - 2);
  if (!port || is_bracketed != host.contains(':')) return std::nullopt;
  return mail::MailServer{.host = std::string(host),
                          .port = *port,
                          .security = is_tls ? mail::Security::tls : mail::Security::starttls};
}

// Parses post@trade.example or Trade <post@trade.example>.
std::optional<mail::Mailbox> mailbox_in(std::string_view text) {
  mail::Mailbox mailbox{.name = "", .address = std::string(base::trimmed(text))};
  if (const auto open = text.rfind('<'); text.ends_with('>') && open != std::string_view::npos) {
    mailbox.name = base::trimmed(text.substr(0, open));
    mailbox.address = text.substr(open + 1, text.size() - open - 2);
  }
  if (mail::address_fault(mailbox.address) != mail::AddressFault::none) return std::nullopt;
  return mailbox;
}

bool is_web_address(std::string_view text) {
  const bool has_scheme = text.starts_with("https://") || text.starts_with("http://");
  const auto is_plain = [](char c) {
    return c > ' ' && c < 0x7f && c != '?' && c != '#' && c != '"';
  };
  return has_scheme && text.size() > text.find("//") + 2 && std::ranges::all_of(text, is_plain);
}

std::optional<base::LogLevel> level_in(std::string_view text) {
  using enum base::LogLevel;
  for (const base::LogLevel level : {debug, info, warning, error}) {
    if (base::name_of(level) == text) return level;
  }
  return std::nullopt;
}

// Reads one setting after the other, and collects their faults.
class Reader {
 public:
  explicit Reader(const Configuration& configuration) : configuration_(configuration) {}

  bool is_set(std::string_view key) const { return !configuration_.at(key).text.empty(); }
  std::string text(std::string_view key) const { return configuration_.at(key).text; }
  std::optional<std::string> text_if_set(std::string_view key) const {
    return is_set(key) ? std::optional(text(key)) : std::nullopt;
  }

  std::uint64_t number(std::string_view key, std::uint64_t least, std::uint64_t most) {
    const auto value = base::whole_number<std::uint64_t>(text(key));
    if (value && *value >= least && *value <= most) return *value;
    fault(key, fmt::format("must be a whole number between {} and {}", least, most));
    return least;
  }

  std::uint64_t bytes(std::string_view key, std::uint64_t least, std::uint64_t most) {
    const auto value = bytes_in(text(key));
    if (value && *value >= least && *value <= most) return *value;
    fault(key, fmt::format("must be between {} and {} bytes, in the form 10485760 or 10 MiB", least,
                           most));
    return least;
  }

  bool yes_no(std::string_view key) {
    const std::string value = text(key);
    if (value == "yes" || value == "true" || value == "1") return true;
    if (value != "no" && value != "false" && value != "0" && !value.empty())
      fault(key, "must be yes or no");
    return false;
  }

  ListenPlace place(std::string_view key) {
    if (const auto value = place_in(text(key))) return *value;
    fault(key, "must be an IP address and a port, such as 127.0.0.1:8480 or [::1]:8480");
    return {};
  }

  // Faults do not contain the address, because it may have a password.
  std::optional<std::string> address(std::string_view key) {
    const HeldValue& held = configuration_.at(key);
    if (held.text.empty()) return std::nullopt;
    if (!is_database_address(held.text) || !database::check_address(held.text)) {
      faults_.push_back(fmt::format("{} ({}) must be an address such as postgres://USER@HOST/NAME.",
                                    key, held.from));
      return held.text;
    }
    const bool is_visible = held.from.starts_with("--");
    const auto password =
        visible_password(held.text, "write the address to the settings file (--config)");
    if (is_visible && password) {
      faults_.push_back(fmt::format("{} ({}) {}", key, held.from, *password));
    }
    return held.text;
  }

  void fault(std::string_view key, std::string_view what) {
    const HeldValue& held = configuration_.at(key);
    faults_.push_back(fmt::format("{} ({}) {}; it is \"{}\".", key, held.from, what, held.text));
  }

  void sentence(std::string_view key, std::string_view fault) {
    faults_.push_back(fmt::format("{} ({}): {}", key, configuration_.at(key).from, fault));
  }

  std::vector<std::string> take_faults() { return std::move(faults_); }

 private:
  const Configuration& configuration_;
  std::vector<std::string> faults_;
};

void read_log(Reader& reader, base::LogOptions& options) {
  if (const auto level = level_in(reader.text("log_level"))) {
    options.lowest = *level;
  } else {
    reader.fault("log_level", "must be debug, info, warning or error");
  }
  if (const auto form = base::log_form_in(reader.text("log_format"))) {
    options.form = *form;
  } else {
    reader.fault("log_format", "must be logfmt or json");
  }
}

void read_traces(Reader& reader, TracePosting::Options& options) {
  options.url = reader.text("traces_url");
  if (!options.url.empty() && !calls::address_of(options.url)) {
    reader.fault("traces_url", "must be an address such as http://127.0.0.1:4318/v1/traces");
  }
  options.one_in = reader.number("traces_one_in", 1, 1'000'000'000);
}

void read_mail_password(Reader& reader, mail::MailServer& server) {
  if (!reader.is_set("mail_password_file")) return;
  if (auto password = read_secret(reader.text("mail_password_file"))) {
    server.password = *std::move(password);
  } else {
    reader.fault("mail_password_file", "must be a readable file whose first line is the password");
  }
}

void read_mail(Reader& reader, MailPosting::Options& options) {
  if (!reader.is_set("mail_server")) return;
  auto server = mail_server_in(reader.text("mail_server"));
  if (!server) {
    return reader.fault("mail_server",
                        "must be an address such as smtp://mail.example:587 or "
                        "smtps://mail.example:465");
  }
  if (!reader.is_set("public_url"))
    reader.fault("public_url", "must be set with mail_server: links in e-mails begin with it");
  if (reader.text("mail_tls") == "none") {
    if (server->security == mail::Security::tls ||
        (server->host != "localhost" && !is_loopback(server->host))) {
      reader.fault("mail_tls", "must be required, unless mail_server is smtp:// on this machine");
    }
    server->security = mail::Security::none;
  } else if (reader.text("mail_tls") != "required") {
    reader.fault("mail_tls", "must be required or none");
  }
  server->user = reader.text("mail_user");
  server->authorities_file = reader.text("mail_cacert");
  read_mail_password(reader, *server);
  if (const auto fault = mail::fault_of(*server)) reader.sentence("mail_server", *fault);
  if (auto from = mailbox_in(reader.text("mail_from"))) {
    options.from = *std::move(from);
  } else {
    reader.fault("mail_from", "must be an address such as Trade <post@trade.example>");
  }
  options.server = *std::move(server);
}

void read_providers(Reader& reader, std::vector<api::ProviderRules>& providers) {
  if (!reader.is_set("sign_in_providers")) return;
  if (!reader.is_set("public_url")) {
    reader.fault("public_url",
                 "must be set with sign_in_providers: the providers send people back to it");
  }
  if (auto read = sign_in_providers_in(reader.text("sign_in_providers"))) {
    providers = *std::move(read);
  } else {
    for (const std::string& fault : read.error()) reader.sentence("sign_in_providers", fault);
  }
}

void read_network(Reader& reader, ServeOptions& options) {
  options.listen = reader.place("listen");
  if (reader.is_set("metrics_listen")) options.metrics_listen = reader.place("metrics_listen");
  options.connections.in_all = reader.number("connections", 1, 1'000'000);
  options.connections.per_address = reader.number("connections_per_address", 1, 1'000'000);
  constexpr std::uint64_t most = std::uint64_t{1} << 40;
  options.transfer_bytes = reader.bytes("transfer_bytes", limits::transfer_bytes_min, most);
  options.threads = reader.number("threads", 0, 256);
  options.drain = std::chrono::seconds(reader.number("drain_seconds", 0, 600));
  constexpr std::uint64_t minutes_of_a_year = 365 * 24 * 60;
  options.upgrade_after =
      std::chrono::minutes(reader.number("upgrade_after_minutes", 0, minutes_of_a_year));

  if (reader.is_set("tls_cert") != reader.is_set("tls_key")) {
    reader.fault(reader.is_set("tls_cert") ? "tls_key" : "tls_cert",
                 "must be set too, because a certificate needs its key");
  } else if (reader.is_set("tls_cert")) {
    options.tls =
        http::TlsFiles{.certificate = reader.text("tls_cert"), .key = reader.text("tls_key")};
  }

  options.api.tls = options.tls.has_value();

  const bool plain_http = reader.yes_no("plain_http");
  const bool proxy_encrypts = reader.text("public_url").starts_with("https://");
  if (!is_loopback(options.listen.address) && !options.tls && !proxy_encrypts && !plain_http) {
    reader.fault("listen",
                 "is not a loopback address, so tokens would travel unencrypted: set tls_cert and "
                 "tls_key, or public_url to the https address of a proxy, or plain_http if you "
                 "mean it");
  }
}

void read_api(Reader& reader, ServeOptions& options) {
  options.api.public_url = reader.text_if_set("public_url");
  if (auto& url = options.api.public_url) {
    if (!is_web_address(*url)) reader.fault("public_url", "must begin with https:// or http://");
    while (url->ends_with('/')) url->pop_back();
  }
  options.api.field_word = reader.text("field_word");
  if (!api::is_field_word(options.api.field_word))
    reader.fault("field_word", "must be 1 to 32 letters, the first one in lower case");
  constexpr std::uint64_t most = 1'000'000;
  options.api.rate.requests_per_second =
      static_cast<std::uint32_t>(reader.number("requests_per_second", 0, most));
  options.api.rate.burst = static_cast<std::uint32_t>(reader.number("requests_burst", 0, most));
  options.api.rate_without_token.requests_per_second =
      static_cast<std::uint32_t>(reader.number("requests_without_token", 0, most));
  options.api.requests_at_once = reader.number("requests_at_once", 0, most);
  options.api.body_bytes_max = reader.bytes("max_body_bytes", 1 << 10, limits::body_bytes_max);
}

void read_proxies(Reader& reader, ServeOptions& options) {
  const std::string all = reader.text("trusted_proxy");
  std::string_view rest = all;
  while (!rest.empty()) {
    const auto comma = std::min(rest.find(','), rest.size());
    const std::string_view one = base::trimmed(rest.substr(0, comma));
    rest.remove_prefix(std::min(comma + 1, rest.size()));
    if (const auto range = api::AddressRange::parse(one)) {
      options.api.trusted_proxies.push_back(*range);
    } else {
      reader.fault("trusted_proxy",
                   "must be addresses and networks, such as 10.0.0.7 or 192.0.2.0/24");
    }
  }
}

void read_rules(Reader& reader, ServeOptions& options) {
  constexpr std::uint64_t days_max = 36'500;
  const auto days = [&](std::string_view key) {
    return std::chrono::days(static_cast<int>(reader.number(key, 1, days_max)));
  };
  options.rules.overdue = days("overdue_days");
  options.rules.chain_open = days("chain_days");
  options.rules.keys_max = static_cast<std::uint32_t>(reader.number("keys_max", 1, 1'000'000'000));
}

void read_request_log(Reader& reader, ServeOptions& options) {
  constexpr std::uint64_t days_max = 365;
  constexpr std::uint64_t bytes_min = 4u << 20;
  constexpr std::uint64_t bytes_max = 1u << 30;
  const std::uint64_t days = reader.number("request_log_days", 0, days_max);
  const std::uint64_t bytes = reader.bytes("request_log_bytes", bytes_min, bytes_max);
  if (days == 0) return;
  options.request_log = {.kept_for = std::chrono::days(static_cast<int>(days)), .bytes = bytes};
}

void read_webhook_log(Reader& reader, ServeOptions& options) {
  constexpr std::uint64_t bytes_min = 4u << 20;
  constexpr std::uint64_t bytes_max = 256u << 20;
  const std::uint64_t days =
      reader.number("webhook_log_days", 1, base::limits::webhook_log_days_max);
  options.webhook_log = {.kept_for = std::chrono::days(static_cast<int>(days)),
                         .bytes = reader.bytes("webhook_log_bytes", bytes_min, bytes_max)};
}

void read_store(Reader& reader, ServeOptions& options) {
  constexpr std::uint64_t most = std::uint64_t{1} << 50;
  options.store.index.cache_bytes = reader.bytes("index_cache_bytes", 8u << 20, most);
  options.store.journal.tail_bytes = reader.bytes("tail_bytes", 32u << 20, most);
  if (reader.is_set("disk_reserve_bytes")) {
    options.store.journal.reserve_bytes_max = reader.bytes("disk_reserve_bytes", 0, most);
    options.store.journal.reserve_divisor = 1;
  }
}

}  // namespace

std::expected<ServeOptions, std::vector<std::string>> serve_options_of(
    const Configuration& configuration) {
  Reader reader(configuration);
  ServeOptions options;
  options.data = reader.text("data");
  if (options.data.empty()) reader.fault("data", "must name a folder");
  options.database = reader.address("store");
  options.operator_token_file = reader.text_if_set("operator_token_file");
  options.seal_key_file = reader.text_if_set("seal_key_file");
  options.webhook_authorities_file = reader.text("webhook_cacert");
  options.backups = reader.text("backups");
  read_traces(reader, options.traces);
  read_mail(reader, options.mail);
  read_providers(reader, options.providers);
  read_network(reader, options);
  read_api(reader, options);
  read_proxies(reader, options);
  read_rules(reader, options);
  read_request_log(reader, options);
  read_webhook_log(reader, options);
  options.simulated_partners = reader.yes_no("simulated_partners");
  read_store(reader, options);
  read_log(reader, options.log);
  auto faults = reader.take_faults();
  if (!faults.empty()) return std::unexpected(std::move(faults));
  return options;
}

}  // namespace tradepost::app
