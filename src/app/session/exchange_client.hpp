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

// An exchange, as the commands ask it.
namespace tradepost::app {

// The failure has been printed to standard error; the command ends with this.
template <typename T>
using OrTold = std::expected<T, ExitStatus>;

// An answer that was read.
class Reply {
 public:
  // Nothing: it is no JSON.
  static std::optional<Reply> read(client::Answer answer);

  int status() const { return parts_->answer.status; }
  bool is_good() const { return parts_->answer.is_good(); }
  unsigned attempts() const { return parts_->answer.attempts; }
  const std::string& body() const { return parts_->answer.body; }
  // Lives as long as this; nothing where the answer has no body.
  const document::View& json() const { return parts_->json; }
  std::string text(std::string_view path) const;

 private:
  struct Parts {
    client::Answer answer;
    document::JsonReader reader{base::limits::client_answer_bytes_max};
    document::View json;
  };
  std::unique_ptr<Parts> parts_ = std::make_unique<Parts>();  // views lead into it
};

// The token that the options or the environment name.
OrTold<std::string> token_of(const ExchangeOptions& options);

// What the options come to, with the token.
OrTold<client::Settings> settings_of(const ExchangeOptions& options);

// For callers that read the answers themselves.
OrTold<client::Exchange> open_exchange(const ExchangeOptions& options);

class ExchangeClient {
 public:
  static OrTold<ExchangeClient> open(const ExchangeOptions& options);

  // Any answer of an exchange is good here; only its absence is printed.
  OrTold<Reply> ask(const client::Request& request);
  // Only a good one. A refusal is printed; with --json, as it was received.
  OrTold<Reply> want(const client::Request& request);
  // The same for a file: an answer of another type than `media_type` is printed as a refusal.
  OrTold<client::Answer> want_file(const client::Request& request, std::string_view media_type);

  // One result for each id, in their order.
  OrTold<std::vector<client::Reported>> report(std::span<const std::string> ids,
                                               const client::Report& report);

  // Says why, and what to do.
  ExitStatus tell_refusal(const Reply& reply) const;

  const std::string& url() const { return exchange_.url(); }
  // platformTransactionId
  const std::string& id_name() const { return id_name_; }
  std::string replaces_name() const;
  std::string replaced_by_name() const;

 private:
  ExchangeClient(client::Exchange exchange, const ExchangeOptions& options);
  // What an exchange may have answered with.
  OrTold<Reply> read_reply(client::Answer answer) const;
  ExitStatus tell(const client::Error& error) const;
  ExitStatus tell_refused(const client::Error& error) const;
  ExitStatus tell_no_exchange(int http_status) const;

  client::Exchange exchange_;
  ExchangeOptions options_;
  std::string id_name_;
};

// The pages of a list, one after the other.
class PageWalk {
 public:
  // `path` with its query.
  PageWalk(ExchangeClient& exchange, std::string path);

  // Waits for the first document where there is none (Prefer: wait); for the first page.
  void wait_for(std::chrono::seconds time) { wait_ = time; }
  bool is_over() const { return is_over_; }
  OrTold<Reply> next();

 private:
  OrTold<void> step_behind(const Reply& page);
  ExitStatus tell_no_page() const;

  ExchangeClient& exchange_;
  const std::string path_;
  std::string cursor_;  // of the page that comes next; empty: the first
  std::chrono::seconds wait_{0};
  bool is_over_ = false;
};

// `problem` and how to get on, on standard error.
ExitStatus tell_wrong_words(std::string_view problem);

// What a command ends with.
inline ExitStatus ended(const OrTold<ExitStatus>& done) {
  return done ? *done : done.error();
}

}  // namespace tradepost::app
