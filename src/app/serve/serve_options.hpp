#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "api/providers/sign_in_providers.hpp"
#include "api/wire/settings.hpp"
#include "app/background/mail_posting.hpp"
#include "app/background/trace_posting.hpp"
#include "app/settings/configuration.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/log.hpp"
#include "exchange/model/commands.hpp"
#include "http/connection/connection_limits.hpp"
#include "http/connection/tls.hpp"
#include "request_log/request_log.hpp"
#include "store/embedded/embedded_store.hpp"
#include "webhooks/call_log.hpp"

namespace tradepost::app {

struct ListenPlace {
  std::string address;
  std::uint16_t port = 0;  // 0: the system chooses
};

// Settings in the types of the modules that use them.
struct ServeOptions {
  std::string data;
  std::optional<std::string> database;  // address of a database that replaces the folder
  ListenPlace listen;
  std::optional<ListenPlace> metrics_listen;
  std::optional<http::TlsFiles> tls;
  std::optional<std::string> operator_token_file;
  std::optional<std::string> seal_key_file;
  std::string backups;                   // a folder of backups; empty: not set
  std::string webhook_authorities_file;  // empty: the machine's
  TracePosting::Options traces;
  MailPosting::Options mail;
  std::vector<api::ProviderRules> providers;
  http::ConnectionBounds connections;
  std::uint64_t open_files_max = 0;  // limit of the system
  std::uint64_t transfer_bytes = base::limits::transfer_bytes_default;
  std::size_t threads = 0;
  std::chrono::seconds drain{0};
  std::chrono::seconds upgrade_after{0};  // of serving, until the format of the store is raised
  api::Settings api;                      // without its keys
  exchange::Rules rules;
  std::optional<request_log::RequestLog::Bounds> request_log;  // nullopt: off
  webhooks::CallLog::Bounds webhook_log;
  bool simulated_partners = false;
  store::embedded::EmbeddedOptions store;
  base::LogOptions log;
  std::optional<int> log_descriptor;    // open; nullopt: standard error
  std::optional<int> ready_descriptor;  // open; receives the address, once
};

// Returns the options, or a sentence for each invalid value, with its source.
std::expected<ServeOptions, std::vector<std::string>> serve_options_of(
    const Configuration& configuration);

}  // namespace tradepost::app
