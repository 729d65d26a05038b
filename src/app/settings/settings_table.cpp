#include "app/settings/settings_table.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"

namespace tradepost::app {
namespace {

constexpr std::array table = {
    SettingRow{"data", Form::path, "tradepost-data", "The folder of the network"},
    SettingRow{"store", Form::database, "",
               "A PostgreSQL database that stores the network, for one node or several: "
               "postgres://USER@HOST/NAME. By default, the folder stores it"},
    SettingRow{"listen", Form::place, "127.0.0.1:8480", "Where participants and operators connect"},
    SettingRow{"metrics_listen", Form::place, "",
               "A separate listener for /healthz, /readyz and /metrics, without a token"},
    SettingRow{"public_url", Form::text, "",
               "The prefix of links: https://trade.example, with or without a path"},
    SettingRow{"tls_cert", Form::path, "", "The certificate with its chain, PEM"},
    SettingRow{"tls_key", Form::path, "", "Its private key, PEM"},
    SettingRow{"plain_http", Form::yes_no, "no",
               "Listen without TLS on an address that is not loopback"},
    SettingRow{"trusted_proxy", Form::list, "",
               "Addresses and networks whose X-Forwarded headers are used"},
    SettingRow{"operator_token_file", Form::path, "",
               "A file whose first line is an operator token. The alternative is "
               "TRADEPOST_OPERATOR_TOKEN"},
    SettingRow{"seal_key_file", Form::path, "",
               "The key for cursors and links; the same on every node. By default one is created "
               "in the data folder, or in the database"},
    SettingRow{"webhook_cacert", Form::path, "",
               "Certificate authorities for the hosts of webhooks, PEM; default: the system's"},
    SettingRow{"field_word", Form::text, "platform",
               "The word in platformTransactionId and the two related names"},
    SettingRow{"max_body_bytes", Form::bytes, "10 MiB", "The largest body, 16 MiB at most"},
    SettingRow{"connections", Form::number, "20000", "The maximum number of open connections"},
    SettingRow{"connections_per_address", Form::number, "1000",
               "The maximum number of open connections from one address"},
    SettingRow{"requests_per_second", Form::number, "0",
               "The sustained rate of one token; 0: no limit"},
    SettingRow{"requests_burst", Form::number, "0",
               "The burst of one token; 0: the requests of two seconds"},
    SettingRow{"requests_without_token", Form::number, "1000",
               "Requests a second of one address without a valid token; 0: no limit"},
    SettingRow{"requests_at_once", Form::number, "64",
               "Concurrent requests of one participant, and a quarter as many large transfers in "
               "addition; further requests wait; 0: no limit"},
    SettingRow{"transfer_bytes", Form::bytes, "512 MiB",
               "Memory for large bodies and answers in progress. When it is used up, large ones "
               "wait, and small ones continue"},
    SettingRow{"threads", Form::number, "0",
               "The number of event loops that serve connections; 0: one for each core"},
    SettingRow{"drain_seconds", Form::number, "0",
               "How long /readyz answers 503 before the process ends, so that a load balancer "
               "switches to another node"},
    SettingRow{"upgrade_after_minutes", Form::number, "60",
               "How long this version serves a store of an earlier one before it writes the newer "
               "format, which the earlier version can't read; 0: at once"},
    SettingRow{"disk_reserve_bytes", Form::bytes, "",
               "The free space below which documents are refused; default: 2 % of the disk, 128 "
               "MiB to 1 GiB. After the ballast was released, 64 MiB more"},
    SettingRow{"index_cache_bytes", Form::bytes, "160 MiB", "Memory for the index"},
    SettingRow{"tail_bytes", Form::bytes, "96 MiB", "Memory for the most recent documents"},
    SettingRow{"backups", Form::path, "",
               "The folder of backups, so that /metrics and `tradepost doctor` show the age of the "
               "newest one"},
    SettingRow{"traces_url", Form::text, "",
               "An OpenTelemetry collector that receives traces as OTLP over HTTP: "
               "http://127.0.0.1:4318/v1/traces. Empty: tracing is off"},
    SettingRow{"traces_one_in", Form::number, "100",
               "Trace one request of so many, if its sender does not decide; 1: every request"},
    SettingRow{"mail_server", Form::text, "",
               "The server that sends e-mail: smtp://mail.example:587 (STARTTLS) or "
               "smtps://mail.example:465. Needs public_url. Empty: the exchange sends nothing"},
    SettingRow{"mail_from", Form::text, "", "The sender of e-mail: Trade <post@trade.example>"},
    SettingRow{"mail_user", Form::text, "", "The user at the mail server"},
    SettingRow{"mail_password_file", Form::path, "",
               "A file whose first line is the password of mail_user"},
    SettingRow{"mail_tls", Form::text, "required",
               "required, or none for a mail server on this machine"},
    SettingRow{"mail_cacert", Form::path, "",
               "Certificate authorities for the mail server, PEM; default: the system's"},
    SettingRow{"sign_in_providers", Form::path, "",
               "A file with the OpenID providers at which people sign in. Needs public_url. By "
               "default, people sign in with passwords only"},
    SettingRow{"overdue_days", Form::days, "3",
               "The number of days without a poll after which a recipient is overdue"},
    SettingRow{"chain_days", Form::days, "400",
               "The pause after which a document number begins a new chain of versions"},
    SettingRow{"keys_max", Form::number, "1000000",
               "The maximum number of Idempotency-Keys of a participant in 24 hours"},
    SettingRow{"request_log_days", Form::number, "7",
               "The number of days for which participants see their requests; 0: none is kept"},
    SettingRow{"request_log_bytes", Form::bytes, "32 MiB",
               "Memory for the requests of all participants, with the bodies of refused ones, and "
               "as much disk"},
    SettingRow{"webhook_log_days", Form::number, "14",
               "The number of days for which participants see the calls of their webhooks"},
    SettingRow{"webhook_log_bytes", Form::bytes, "16 MiB",
               "Memory for the calls of all webhooks, and up to twice as much disk"},
    SettingRow{"simulated_partners", Form::yes_no, "no",
               "Let participants start simulated partners in TEST. Leave it off in production"},
    SettingRow{"log_level", Form::text, "info", "debug, info, warning or error"},
    SettingRow{"log_format", Form::text, "logfmt", "logfmt or json, for the lines of the log"},
};

}  // namespace

std::span<const SettingRow> settings_table() {
  return table;
}

std::string environment_name(const SettingRow& row) {
  return "TRADEPOST_" + base::ascii_uppered(std::string(row.key));
}

std::string flag_name(const SettingRow& row) {
  std::string name = "--" + std::string(row.key);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::string_view name_of(Form form) {
  switch (form) {
    case Form::text:
      return "TEXT";
    case Form::path:
      return "PATH";
    case Form::place:
      return "ADDRESS:PORT";
    case Form::database:
      return "ADDRESS";
    case Form::bytes:
      return "BYTES";
    case Form::number:
      return "NUMBER";
    case Form::days:
      return "DAYS";
    case Form::yes_no:
      return "YES|NO";
    case Form::list:
      break;
  }
  return "LIST";
}

}  // namespace tradepost::app
