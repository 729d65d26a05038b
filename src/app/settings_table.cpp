#include "app/settings_table.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace tradepost::app {
namespace {

constexpr std::array table = {
    SettingRow{"data", Form::path, "tradepost-data", "The folder that keeps the network"},
    SettingRow{"listen", Form::place, "127.0.0.1:8480", "Where participants and operators connect"},
    SettingRow{"metrics_listen", Form::place, "",
               "A listener of its own for /healthz, /readyz and /metrics, without a token"},
    SettingRow{"public_url", Form::text, "",
               "What links begin with: https://trade.example, with or without a path"},
    SettingRow{"tls_cert", Form::path, "", "The certificate with its chain, PEM"},
    SettingRow{"tls_key", Form::path, "", "Its private key, PEM"},
    SettingRow{"plain_http", Form::yes_no, "no",
               "Listen without TLS on an address that is not loopback"},
    SettingRow{"trusted_proxy", Form::list, "",
               "Addresses and networks whose X-Forwarded headers are believed"},
    SettingRow{"operator_token_file", Form::path, "",
               "Its first line is an operator's token; TRADEPOST_OPERATOR_TOKEN holds one too"},
    SettingRow{"seal_key_file", Form::path, "",
               "Seals cursors and links; the same on every node. None: one is made in the data "
               "folder"},
    SettingRow{
        "webhook_cacert", Form::path, "",
        "Who may vouch for the hosts of webhooks, PEM; none: the authorities of the machine"},
    SettingRow{"field_word", Form::text, "platform",
               "The word in platformTransactionId and its two relatives"},
    SettingRow{"max_body_bytes", Form::bytes, "10 MiB", "The largest body, 16 MiB at most"},
    SettingRow{"connections", Form::number, "20000", "Open at a time, in all"},
    SettingRow{"connections_per_address", Form::number, "1000", "Of them from one address"},
    SettingRow{"requests_per_second", Form::number, "0",
               "What one token may ask for in the long run; 0: without a bound"},
    SettingRow{"requests_burst", Form::number, "0",
               "What it may ask for in one moment; 0: as much as in two seconds"},
    SettingRow{"requests_without_token", Form::number, "1000",
               "What one address may ask for in a second without a good token; 0: without a bound"},
    SettingRow{"requests_at_once", Form::number, "16",
               "Of one participant under way at a time, and as many large ones beside them; the "
               "others wait; 0: without a bound"},
    SettingRow{"transfer_bytes", Form::bytes, "512 MiB",
               "Memory for large bodies and answers under way; beyond it they wait, small ones go "
               "on"},
    SettingRow{"threads", Form::number, "0", "Loops that serve connections; 0: one a core"},
    SettingRow{"drain_seconds", Form::number, "0",
               "How long /readyz answers 503 before an end, so that a balancer looks elsewhere"},
    SettingRow{"disk_reserve_bytes", Form::bytes, "",
               "No documents are taken when less is free; none: 2 % of the disk, 128 MiB to 1 GiB. "
               "64 MiB more after the ballast was given up"},
    SettingRow{"index_cache_bytes", Form::bytes, "160 MiB", "Memory for the index"},
    SettingRow{"tail_bytes", Form::bytes, "96 MiB", "Memory for the documents of the last moments"},
    SettingRow{"overdue_days", Form::days, "3",
               "After so many days senders are told that a recipient stopped pulling"},
    SettingRow{"chain_days", Form::days, "400",
               "A number that rested so long begins a document of its own"},
    SettingRow{"keys_max", Form::number, "1000000",
               "Idempotency-Keys of the last 24 hours that a participant may have"},
    SettingRow{"log_level", Form::text, "info", "debug, info, warning or error"},
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
