#pragma once

#include <string>

#include "base/ground/error.hpp"

// The refusals by a connection itself, before it calls a service. Each text exists once
// (refusal.cpp) unless it names the malformed part.
namespace tradepost::http {

base::Error malformed(std::string sentence, base::LogText detail = {});  // 400
base::Error head_too_large();                                            // 431
base::Error body_too_large(std::size_t bytes_max);                       // 413
base::Error unknown_transfer_encoding();                                 // 501
base::Error unknown_expectation();                                       // 417
base::Error request_too_slow();                                          // 408
base::Error out_of_memory();                                             // 503
base::Error needs_tls();                                                 // 400
base::Error too_many_connections();                                      // 503
base::Error too_many_connections_from_one_address();                     // 503

}  // namespace tradepost::http
