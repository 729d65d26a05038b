#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/console/command_line.hpp"

// The options and environment variables of every command that calls an exchange.
namespace tradepost::app {

// The kind of token that the command needs.
enum class Speaker : std::uint8_t { participant, administrator };

struct ExchangeOptions {
  Speaker speaker = Speaker::participant;
  std::string url = "http://127.0.0.1:8480";
  std::string token;
  std::string token_file;
  std::string authorities_file;
  std::string field_word = "platform";
  std::uint32_t retry_for_s = 0;
  bool takes_any_certificate = false;
  bool takes_plain_http = false;
  bool json = false;
};

// Defaults of --retry-for. Work on many documents continues over a restart of the exchange. A
// single question is not retried.
inline constexpr std::uint32_t retry_of_work_s = 30;
inline constexpr std::uint32_t retry_of_question_s = 0;

std::shared_ptr<ExchangeOptions> add_exchange_options(Command command, Speaker speaker,
                                                      std::uint32_t retry_for_s);

// An option with a value, which stays empty if the option is not given.
Option add_text(Command command, const std::string& name, std::string& value,
                const std::string& meaning, const std::string& shown);
Option add_word(Command command, const std::string& name, std::string& value,
                const std::string& meaning, const std::vector<std::string>& words);

}  // namespace tradepost::app
