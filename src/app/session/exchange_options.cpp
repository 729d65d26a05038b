#include "app/session/exchange_options.hpp"

#include "base/ground/limits.hpp"

namespace tradepost::app {

std::shared_ptr<ExchangeOptions> add_exchange_options(Command command, Speaker speaker,
                                                      std::uint32_t retry_for_s) {
  const auto options = std::make_shared<ExchangeOptions>();
  options->speaker = speaker;
  options->retry_for_s = retry_for_s;
  const std::string group = "Exchange options";
  const bool is_operators = speaker == Speaker::administrator;
  command
      .add_option("--url", options->url,
                  "The address of the exchange, with the path prefix of a proxy")
      .envname("TRADEPOST_URL")
      .capture_default_str()
      .type_name("URL")
      .group(group);
  auto token = command
                   .add_option("--token", options->token,
                               is_operators ? "An operator's token (Env:TRADEPOST_OPERATOR_TOKEN, "
                                              "TRADEPOST_TOKEN)"
                                            : "Your token (Env:TRADEPOST_TOKEN)")
                   .type_name("TOKEN")
                   .group(group);
  command.add_option("--token-file", options->token_file, "A file whose first line is the token")
      .type_name("FILE")
      .excludes(token)
      .group(group);
  command
      .add_option("--cacert", options->authorities_file,
                  "Trusted certificate authorities, in PEM (the system's)")
      .envname("TRADEPOST_CACERT")
      .type_name("FILE")
      .group(group);
  command
      .add_flag("--insecure", options->takes_any_certificate,
                "Accept any certificate, only from this machine (127.0.0.1, ::1, localhost)")
      .group(group);
  command
      .add_flag("--plain-http", options->takes_plain_http,
                "Allow http:// to another machine: the token is sent unencrypted")
      .group(group);
  command
      .add_option("--field-word", options->field_word,
                  "The exchange's word in platformTransactionId")
      .envname("TRADEPOST_FIELD_WORD")
      .capture_default_str()
      .type_name("WORD")
      .group(group);
  command
      .add_option("--retry-for", options->retry_for_s,
                  "How long to retry if the exchange is unreachable or busy")
      .between(0, static_cast<long>(base::limits::client_retry_for_max.count()))
      .capture_default_str()
      .type_name("SECONDS")
      .group(group);
  return options;
}

Option add_text(Command command, const std::string& name, std::string& value,
                const std::string& meaning, const std::string& shown) {
  return command.add_option(name, value, meaning).type_name(shown);
}

Option add_word(Command command, const std::string& name, std::string& value,
                const std::string& meaning, const std::vector<std::string>& words) {
  return command.add_option(name, value, meaning).word_of(words).type_name("WORD");
}

}  // namespace tradepost::app
