#pragma once

#include "app/doctor/findings.hpp"
#include "app/serve/serve_options.hpp"
#include "base/clock.hpp"

// Checks of the machine that serves, and of the certificate.
namespace tradepost::app {

void check_clock(Findings& findings);
void check_open_files(const ServeOptions& options, Findings& findings);
void check_certificate(const ServeOptions& options, const base::Clock& clock, Findings& findings);

}  // namespace tradepost::app
