#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/console/exit_status.hpp"
#include "app/session/exchange_options.hpp"
#include "base/ground/result.hpp"
#include "document/json_reader.hpp"
#include "tradepost/exchange.hpp"

// A client of an exchange, for commands.
namespace tradepost::app {

// A result. Its failure has been printed to standard error, and the command ends with the status.
template <typename T>
using ExitOr = std::expected<T, ExitStatus>;

// An answer and its JSON.
class Reply {
 public:
  // Returns nullopt if the body is not JSON.
  static std::optional<Reply> read(client::Answer answer);

  int status() const { return parts_->answer.status; }
  bool is_good() const { return parts_->answer.is_good(); }
  unsigned attempts() const { return parts_->answer.attempts; }
  const std::string& body() const { return parts_->answer.body; }
  // Lives as long as this object. Empty if the answer has no body.
  const document::View& json() const { return parts_->json; }
  std::string text(std::string_view path) const;

 private:
  struct Parts {
    client::Answer answer;
    document::JsonReader reader{base::limits::client_answer_bytes_max};
    document::View json;
  };
  // Views point into the parts, so their address must not change.
  std::unique_ptr<Parts> parts_ = std::make_unique<Parts>();
};

// Returns the token of the options or the environment.
ExitOr<std::string> token_of(const ExchangeOptions& options);

// Returns the client's settings for the options, with the token.
ExitOr<client::Settings> settings_of(const ExchangeOptions& options);

// For callers that read the answers themselves.
ExitOr<client::Exchange> open_exchange(const ExchangeOptions& options);

class ExchangeClient {
 public:
  static ExitOr<ExchangeClient> open(const ExchangeOptions& options);

  // Returns any answer of an exchange. Prints an error only if there is none.
  ExitOr<Reply> ask(const client::Request& request);
  // Returns only a good answer. Prints a refusal; with --json, its body, too.
  ExitOr<Reply> want(const client::Request& request);
  // Like want(), for a file. A good answer of another type than `media_type` is printed as an
  // error.
  ExitOr<client::Answer> want_file(const client::Request& request, std::string_view media_type);

  // Returns one result for each id, in the same order.
  ExitOr<std::vector<client::Reported>> report(std::span<const std::string> ids,
                                               const client::Report& report);

  // Prints the reason and advice.
  ExitStatus print_refusal(const Reply& reply) const;

  const std::string& url() const { return exchange_.url(); }
  // Returns platformTransactionId, with the word of the exchange.
  const std::string& id_name() const { return id_name_; }
  std::string replaces_name() const;
  std::string replaced_by_name() const;

 private:
  ExchangeClient(client::Exchange exchange, const ExchangeOptions& options);
  // Returns the reply if an exchange can have sent it. Otherwise prints an error.
  ExitOr<Reply> read_reply(client::Answer answer) const;
  ExitStatus print_error(const client::Error& error) const;
  ExitStatus print_refused(const client::Error& error) const;
  ExitStatus print_no_exchange(int http_status) const;

  client::Exchange exchange_;
  ExchangeOptions options_;
  std::string id_name_;
};

// Walks over the pages of a list.
class PageWalk {
 public:
  // `path` includes its query.
  PageWalk(ExchangeClient& exchange, std::string path);

  // Lets the first page wait for a document if none is there (Prefer: wait).
  void wait_for(std::chrono::seconds time) { wait_ = time; }
  bool is_over() const { return is_over_; }
  ExitOr<Reply> next();

 private:
  ExitOr<void> step_behind(const Reply& page);
  ExitStatus print_no_page() const;

  ExchangeClient& exchange_;
  const std::string path_;
  std::string cursor_;  // of the next page; empty: the first
  std::chrono::seconds wait_{0};
  bool is_over_ = false;
};

// Prints `problem`, and the advice after its first line, to standard error.
ExitStatus print_usage_error(std::string_view problem);

// Returns the exit status of a command.
inline ExitStatus ended(const ExitOr<ExitStatus>& done) {
  return done ? *done : done.error();
}

}  // namespace tradepost::app
