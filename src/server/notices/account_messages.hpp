#pragma once

#include <string>

#include "base/clock.hpp"
#include "notices/content.hpp"

// Messages about the account of a person. `exchange` is the host of the exchange.
namespace tradepost::notices {

struct LinkToJoin {
  std::string exchange;
  std::string place;  // the name of the participant; empty: the operators
  std::string url;
};
Content invitation(exchange::Language language, const LinkToJoin& link);

struct LinkToReset {
  std::string exchange;
  std::string url;
};
Content reset(exchange::Language language, const LinkToReset& link);

struct UnknownBrowser {
  std::string exchange;
  std::string url;    // of the console
  std::string agent;  // as in User-Agent
  std::string address;
  base::Instant at{};
};
Content new_device(exchange::Language language, const UnknownBrowser& browser);

}  // namespace tradepost::notices
