#include <unistd.h>

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/input.hpp"
#include "app/console/json_text.hpp"
#include "app/console/progress_line.hpp"
#include "app/console/saying.hpp"
#include "app/documents/documents_in.hpp"
#include "app/session/exchange_client.hpp"
#include "base/clock.hpp"
#include "base/ground/limits.hpp"
#include "base/ids.hpp"

namespace tradepost::app {
namespace {

struct Options {
  std::shared_ptr<ExchangeOptions> exchange;
  std::vector<std::string> paths;
  std::string key;
  bool again = false;
  bool lines = false;
  bool only_try = false;
};

// Outcome of one document.
enum class Fate : std::uint8_t {
  sent,
  held,
  there_already,
  refused,
  unreadable,
  not_sent,
  // The outcomes of --try:
  good,
  faulty,
};

std::string_view name_of(Fate fate) {
  switch (fate) {
    case Fate::sent:
      return "sent";
    case Fate::held:
      return "held";
    case Fate::there_already:
      return "duplicate";
    case Fate::refused:
      return "refused";
    case Fate::unreadable:
      return "unreadable";
    case Fate::good:
      return "good";
    case Fate::faulty:
      return "faulty";
    case Fate::not_sent:
      break;
  }
  return "notSent";
}

// Returns the exchange's `faults` or `warnings`, with their positions in the sent text.
std::vector<document::Finding> findings_in(const Reply& reply, std::string_view list,
                                           std::string_view body) {
  document::JsonReader reader(base::limits::body_bytes_max);
  const auto root = reader.read(body);
  std::vector<document::Finding> findings;
  at(reply.json(), list).each([&](std::uint32_t, const document::View& finding) {
    const std::string path = text_at(finding, "path");
    findings.push_back({.code = text_at(finding, "code"),
                        .path = path,
                        .message = text_at(finding, "message"),
                        .offset = root ? nearest(*root, path).offset() : 0});
  });
  return findings;
}

class Sending {
 public:
  Sending(const Options& options, ExchangeClient& exchange)
      : options_(options), exchange_(exchange), shows_progress_(::isatty(STDOUT_FILENO) == 0) {}

  ExitStatus run() {
    const auto files = files_of(options_.paths);
    if (!files) return fail(files.error());
    for (const auto& file : *files) {
      const auto form = options_.lines ? InputForm::lines : InputForm::by_its_look;
      const auto done = each_document(
          file, form, reader_, base::limits::body_bytes_max,
          [this](const Origin& origin, std::string_view body) { return send(origin, body); });
      if (!done) stopped_by_ = fail(done.error());
      if (is_over_) break;
    }
    if (!options_.exchange->json && good_ + bad_ > 1) {
      say("\n{} documents: {} {}, {} {}\n", good_ + bad_, good_,
          options_.only_try ? "good" : "with the exchange", bad_,
          options_.only_try ? "faulty" : "not");
    }
    if (stopped_by_) return *stopped_by_;
    return bad_ == 0 ? ExitStatus::good : ExitStatus::faulty;
  }

 private:
  static ExitStatus fail(const base::Error& error) {
    say(stderr, "tradepost: {}\n", error.text().str());
    return ExitStatus::failed;
  }

  GoOn stop(ExitStatus status) {
    stopped_by_ = status;
    is_over_ = true;
    return GoOn::no;
  }

  GoOn send(const Origin& origin, std::string_view body) {
    const auto* const stage = options_.only_try ? "trying, document" : "sending, document";
    if (shows_progress_) progress_.show(stage, good_ + bad_ + 1);
    const auto outcome = reader_.read(body);
    if (!outcome) return print_unreadable(origin, body, outcome);
    if (!options_.key.empty() && good_ + bad_ > 0) {
      return stop(print_usage_error("--idempotency-key can only be used with one document."));
    }
    const auto reply = exchange_.ask(request_with(body));
    if (!reply) {
      print_not_sent(origin, outcome->document);
      return stop(reply.error());
    }
    print_outcome(origin, body, outcome->document, *reply);
    // The next documents would be refused for the same reason.
    const bool is_hopeless =
        reply->status() == 401 || reply->status() == 429 || reply->status() >= 500;
    return is_hopeless ? stop(exchange_.print_refusal(*reply)) : GoOn::yes;
  }

  client::Request request_with(std::string_view body) {
    client::Request request{
        .method = "POST",
        .path = options_.only_try ? "/v2/transactions/validate" : "/v2/transactions"};
    request.json = std::string(body);
    if (!options_.key.empty()) {
      request.headers.push_back({.name = "Idempotency-Key", .value = options_.key});
    } else if (options_.again) {
      request.headers.push_back({.name = "Idempotency-Key", .value = ids_.next().to_string()});
    }
    return request;
  }

  Fate fate_of(const Reply& reply) const {
    if (options_.only_try && reply.is_good()) {
      return is_true(at(reply.json(), "valid")) ? Fate::good : Fate::faulty;
    }
    if (reply.status() == 202) return Fate::held;
    if (reply.is_good()) return Fate::sent;
    const bool names_first = !reply.text(exchange_.id_name()).empty();
    if (reply.status() == 400 && names_first) {
      // After a retry: the first attempt succeeded, and its answer was lost.
      return reply.attempts() > 1 ? Fate::sent : Fate::there_already;
    }
    return reply.status() >= 500 ? Fate::not_sent : Fate::refused;
  }

  void count(Fate fate) {
    const bool is_there = fate == Fate::sent || fate == Fate::held || fate == Fate::there_already ||
                          fate == Fate::good;
    ++(is_there ? good_ : bad_);
  }

  void print_outcome(const Origin& origin, std::string_view body,
                     const document::Document& document, const Reply& reply) {
    const Fate fate = fate_of(reply);
    count(fate);
    const auto faults = findings_in(reply, "faults", body);
    const auto warnings = findings_in(reply, "warnings", body);
    if (options_.exchange->json) {
      print_json(json_of(origin, body, document, {fate, reply, faults, warnings}));
      return;
    }
    if (reply.status() == 401 || reply.status() >= 500) return;
    say("{}: {}, {}\n", app::name_of(origin), title_of(document), words_of(fate, reply));
    say_lines(stdout, findings_for_people("fault", body, faults) +
                          findings_for_people("warning", body, warnings));
  }

  std::string words_of(Fate fate, const Reply& reply) const {
    const std::string id = reply.text(exchange_.id_name());
    switch (fate) {
      case Fate::sent:
        return "sent: " + id;
      case Fate::held:
        return "held until the recipient accepts you as a partner: " + id;
      case Fate::there_already:
        return "already received: " + id;
      case Fate::good:
        return fmt::format("would be accepted by {}", reply.text("recipient.name"));
      case Fate::faulty:
        return "would be refused";
      case Fate::refused:
      case Fate::unreadable:
      case Fate::not_sent:
        break;
    }
    return "refused: " + reply.text("message");
  }

  struct Answered {
    Fate fate;
    const Reply& reply;
    const std::vector<document::Finding>& faults;
    const std::vector<document::Finding>& warnings;
  };
  static void begin_line(base::JsonWriter& json, const Origin& origin, Fate fate,
                         const document::Document& document) {
    json.begin_object().key("input").string(origin.input);
    if (origin.line != 0) json.key("line").integer(origin.line);
    json.key("outcome").string(name_of(fate));
    if (document.kind) json.key("type").string(row_of(*document.kind).name);
    if (!document.head.number.empty()) json.key("number").string(document.head.number);
  }
  std::string json_of(const Origin& origin, std::string_view body,
                      const document::Document& document, const Answered& answered) const {
    base::JsonWriter json;
    begin_line(json, origin, answered.fate, document);
    json.key("status").integer(answered.reply.status());
    const std::string id = answered.reply.text(exchange_.id_name());
    if (!id.empty()) json.key(exchange_.id_name()).string(id);
    const std::string message = answered.reply.text("message");
    if (!message.empty()) json.key("message").string(message);
    if (!answered.faults.empty()) {
      json.key("faults");
      write_findings(json, body, answered.faults);
    }
    if (!answered.warnings.empty()) {
      json.key("warnings");
      write_findings(json, body, answered.warnings);
    }
    const std::string recipient = answered.reply.text("recipient.name");
    if (!recipient.empty()) json.key("recipient").string(recipient);
    const std::string url = answered.reply.text("errorUrl");
    if (!url.empty()) json.key("errorUrl").string(url);
    return std::move(json.end_object()).finish();
  }

  GoOn print_unreadable(const Origin& origin, std::string_view body, const Outcome& outcome) {
    count(Fate::unreadable);
    if (options_.exchange->json) {
      print_json(for_programs(origin, body, outcome));
    } else {
      say_lines(stdout, for_people(origin, body, outcome));
    }
    return GoOn::yes;
  }

  // It is unknown if the document arrived. Repeating the command is safe.
  void print_not_sent(const Origin& origin, const document::Document& document) {
    count(Fate::not_sent);
    if (options_.exchange->json) {
      base::JsonWriter json;
      begin_line(json, origin, Fate::not_sent, document);
      print_json(std::move(json.end_object()).finish());
    } else {
      say("{}: {}, no answer; repeating the command sends no document twice\n",
          app::name_of(origin), title_of(document));
    }
    std::fflush(stdout);
  }

  const Options& options_;
  ExchangeClient& exchange_;
  const bool shows_progress_;
  ProgressLine progress_;
  document::Reader reader_{base::limits::body_bytes_max};
  base::SystemClock clock_;
  base::SystemRandom random_;
  base::UuidGenerator ids_{clock_, random_};
  std::size_t good_ = 0;
  std::size_t bad_ = 0;
  bool is_over_ = false;
  std::optional<ExitStatus> stopped_by_;
};

ExitStatus send(const Options& options) {
  auto exchange = ExchangeClient::open(*options.exchange);
  return exchange ? Sending(options, *exchange).run() : exchange.error();
}

}  // namespace

void add_send_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("send", "Send documents to their recipients");
  command.footer(
      "The parties in the document determine its recipient. If the exchange rejects a document,\n"
      "the output has all faults and their positions, and the other documents are sent. --try\n"
      "shows the faults without sending, and `tradepost validate` shows most of them without an\n"
      "exchange. Documents are sent in the given order, so that a later version follows the\n"
      "earlier one.\n"
      "\n"
      "Sending the same documents again is safe: the exchange answers a duplicate with the id\n"
      "of the first document, and it counts as sent. This includes an older version that a\n"
      "newer one has replaced; --again sends it as a new version. A failed or discarded\n"
      "document is sent as a new version. If an answer is lost and the recipient reports a\n"
      "failure before the retry, the document is delivered twice. --idempotency-key excludes\n"
      "this.\n"
      "\n"
      "The JSON of a document has input, line, outcome (sent, held, duplicate, refused or\n"
      "notSent; with --try good or faulty), type, number, status, platformTransactionId,\n"
      "message, faults, warnings and errorUrl. Exit codes: 0 all sent, 1 some refused, 3\n"
      "interrupted by a failure.\n"
      "\n"
      "Examples:\n"
      "  tradepost send order.json\n"
      "  tradepost send --try outbox/\n"
      "  tradepost send --url https://trade.example.org --token-file token outbox/\n"
      "  my-erp export | tradepost send --json -");
  const auto options = std::make_shared<Options>();
  options->exchange = add_exchange_options(command, Speaker::participant, retry_of_work_s);
  command.add_option("file", options->paths, "Files, folders, or - for standard input")
      .required()
      .type_name("FILE…");
  auto again = command.add_flag("--again", options->again,
                                "Send documents again that equal an older version");
  command
      .add_option("--idempotency-key", options->key,
                  "Your key for the document; for a day, the exchange accepts it only once")
      .type_name("KEY")
      .excludes(again);
  command.add_flag("--try", options->only_try, "Send nothing; show the outcome and the recipient")
      .excludes(again)
      .excludes("--idempotency-key");
  command.add_flag("--lines", options->lines, "Read one document per line from every input");
  command.add_flag("--json", options->exchange->json, "Print one line of JSON per document");
  command.callback([options, &status] { status = send(*options); });
}

}  // namespace tradepost::app
