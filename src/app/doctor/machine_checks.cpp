#include "app/doctor/machine_checks.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "api/health/bounds.hpp"
#include "app/process/clock_state.hpp"
#include "app/serve/open_files.hpp"
#include "base/log.hpp"
#include "http/connection/tls.hpp"

namespace tradepost::app {
namespace {

class NoLines final : public base::LogSink {
 public:
  void write(base::LogLevel /*level*/, std::string_view /*lines*/) override {}
};

}  // namespace

void check_clock(Findings& findings) {
  const auto is_synchronised = is_clock_synchronised();
  if (!is_synchronised) {
    findings.add_warning("clock", "The system does not report whether its clock is synchronised.",
                         "Check the time service of the machine.");
  } else if (!*is_synchronised) {
    findings.add_warning(
        "clock", "No time service synchronises the clock.",
        "Start one, for example with timedatectl set-ntp true. Documents, tokens and "
        "retention follow this clock.");
  } else {
    findings.add_good("clock", "The clock is synchronised.");
  }
}

void check_open_files(const ServeOptions& options, Findings& findings) {
  constexpr std::string_view check = "open_files";
  const auto files = share_out(options.open_files_max, options);
  if (!files) {
    findings.add_problem(
        check, files.error().text().str(),
        "This is the limit of the present shell. A service has LimitNOFILE= of its "
        "unit.");
  } else if (files->connections < options.connections.in_all) {
    findings.add_warning(
        check,
        fmt::format("The limit of {} open files allows {} connections of the {} that "
                    "are set.",
                    options.open_files_max, files->connections, options.connections.in_all),
        "This is the limit of the present shell. Raise it, or LimitNOFILE= of the "
        "service's unit, or lower `connections`.");
  } else {
    findings.add_good(
        check, fmt::format("The limit of {} open files is sufficient.", options.open_files_max));
  }
}

void check_certificate(const ServeOptions& options, const base::Clock& clock, Findings& findings) {
  constexpr std::string_view check = "certificate";
  if (!options.tls) {
    findings.add_good(check, "The exchange serves without a certificate.");
    return;
  }
  NoLines sink;
  const base::Log log(clock, sink);
  const auto tls = http::Tls::load(*options.tls, clock, log);
  if (!tls) {
    findings.add_problem(check, tls.error().text().str(), "Correct tls_cert and tls_key.");
    return;
  }
  const base::Instant end = (*tls)->ends_at();
  const auto left = std::chrono::floor<std::chrono::days>(end - clock.now());
  const std::string until = base::to_string(end);
  if (end < clock.now()) {
    findings.add_problem(check, fmt::format("The certificate has expired at {}.", until),
                         "Replace the files. The exchange reads them by itself.");
  } else if (left < api::health::certificate_renewed_before) {
    findings.add_warning(check, fmt::format("The certificate ends at {}.", until),
                         "Check its renewal. The exchange reads replaced files by itself.");
  } else {
    findings.add_good(check, fmt::format("The certificate is valid until {}.", until));
  }
}

}  // namespace tradepost::app
