#pragma once

#include <string_view>

#include "app/doctor/findings.hpp"
#include "app/serve/serve_options.hpp"
#include "mail/smtp.hpp"

namespace tradepost::app {

// Returns the name of a step in a sentence, such as "signing in".
std::string_view name_of(mail::Step step);
// Returns the remedy for a failure at a step.
std::string_view action_for(mail::Step step);

// Connects to the mail server, encrypts and signs in, without a message. Finds nothing if mail is
// off.
void check_mail(const ServeOptions& options, Findings& findings);

}  // namespace tradepost::app
