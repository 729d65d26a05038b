#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/description/openapi_pages.hpp"
#include "api/health/facts.hpp"
#include "api/limits/fair_start.hpp"
#include "api/limits/poll_limit.hpp"
#include "api/limits/request_limits.hpp"
#include "api/limits/token_uses.hpp"
#include "api/request/access.hpp"
#include "api/wire/settings.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "base/ids.hpp"
#include "base/log.hpp"
#include "base/tasks/executor.hpp"
#include "document/json_reader.hpp"
#include "document/read.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/people/people_desk.hpp"
#include "exchange/port/changes.hpp"
#include "exchange/port/drafts.hpp"
#include "exchange/port/store_format.hpp"
#include "exchange/waiting/waiting.hpp"
#include "exchange/webhooks/webhook_calls.hpp"
#include "http/message/request.hpp"
#include "http/message/router.hpp"
#include "mail/outbox.hpp"
#include "tracing/trace.hpp"

namespace tradepost::request_log {
class RequestLog;
}

namespace tradepost::api {

class AnswerRoom;
class DocumentRenderer;
class LabelRenderer;
class Meters;
class SignInProviders;
class SimulatedRuns;

// The objects behind the accounts of people.
struct PeopleServices {
  exchange::PersonKeys& keys;
  credentials::HashingPool& hashing;
  exchange::FailedSignIns& failed_sign_ins;
  // Returns the format in which the store writes.
  std::function<exchange::StoreFormat()> store_format;
};

// The e-mail that the exchange sends.
struct MailServices {
  mail::Outbox& outbox;
  mail::Mailbox from;
};

// This process among the nodes of the exchange.
struct NodeServices {
  std::string name = {};  // for operators
  // Returns the work that the state of the node has for operators. Any thread may call it.
  std::function<std::vector<exchange::Waiting>()> work = [] {
    return std::vector<exchange::Waiting>();
  };
  // Returns the state of the node. Any thread may call it.
  std::function<HealthFacts()> health = [] { return HealthFacts(); };
};

// The objects behind the API, shared by all loops. Outlives them.
struct Services {
  exchange::Store& store;
  exchange::Drafts& drafts;
  exchange::LiveDirectory& directory;
  exchange::RejectionLimit& rejections;
  exchange::Changes& changes;
  RequestLimits& limits;
  TokenUses& token_uses;
  Meters& meters;
  LabelRenderer& labels;
  DocumentRenderer& forms;
  exchange::WebhookCalls& webhooks;
  PeopleServices people;
  const base::Clock& clock;
  const base::Clock& clock_of_ids;  // never goes back
  const base::Log& log;
  const Settings& settings;
  exchange::Rules rules = {};
  exchange::JudgingPool* large_bodies = nullptr;
  // Set before the server stops. Long polls are then answered and long work ends.
  const std::atomic<bool>& is_stopping;
  // Set after the store has failed. It then stores nothing more.
  const std::atomic<bool>& has_failed;
  // The time for which a read of the directory is valid; nullopt: no other process changes it.
  std::optional<std::chrono::milliseconds> directory_holds_for = {};
  tracing::Tracer* tracer = nullptr;               // nullptr: traces are off
  const MailServices* mail = nullptr;              // nullptr: mail is off
  SignInProviders* providers = nullptr;            // nullptr: people sign in with passwords only
  request_log::RequestLog* request_log = nullptr;  // nullptr: off
  SimulatedRuns* simulated = nullptr;              // nullptr: off
  NodeServices node = {};

  // Returns false if another process may have revoked a token unnoticed.
  bool knows_directory(base::SteadyTime now) const {
    return !directory_holds_for || now - directory.read_at() <= *directory_holds_for;
  }
};

// The objects that the handlers of one loop use.
struct LoopContext {
  LoopContext(const Services& of, base::Executor& of_loop)
      : services(of),
        loop(of_loop),
        fair_start(of_loop),
        names(of.settings.field_word),
        reference(names),
        sealer(of.settings.cursor_key),
        json_reader(of.settings.body_bytes_max),
        reader(of.settings.body_bytes_max),
        ids(of.clock_of_ids, random),
        desk{.store = of.store,
             .directory = of.directory,
             .clock = of.clock,
             .ids = ids,
             .reader = reader,
             .rejections = of.rejections,
             .rules = of.rules,
             .large_bodies = of.large_bodies,
             .is_ending = &of.is_stopping},
        people{.desk = desk,
               .keys = of.people.keys,
               .hashing = of.people.hashing,
               .failed_sign_ins = of.people.failed_sign_ins,
               .random = random,
               .network_key = of.settings.cursor_key} {}
  LoopContext(LoopContext&&) = delete;

  // Returns the deadline for a store's answer to a request that begins now.
  exchange::Deadline deadline() const { return loop.now() + base::limits::answer_within; }

  Services services;
  base::Executor& loop;
  FairStart fair_start;
  FieldNames names;
  ReferencePages reference;
  base::Sealer sealer;
  document::JsonReader json_reader;
  base::SystemRandom random;
  document::Reader reader;
  base::UuidGenerator ids;
  exchange::Desk desk;
  exchange::PeopleDesk people;
};

// Returns true if the token or the session of an admitted caller is still valid.
bool is_still_admitted(const LoopContext& context, const exchange::Caller& caller);
// The same for an operator, who may be a person in a session.
bool is_still_admitted(const LoopContext& context, exchange::OperatorId by, const Cookie& cookie);
// Keeps the moment as the last use of the caller's token. People have sessions instead.
void mark_use_of_token(const LoopContext& context, const exchange::Caller& caller);

// One request whose route is known. Its references outlive the handler.
struct OpenCall {
  http::Request& request;
  std::string_view path;  // of the route
  http::Captures captures;
  const std::string& base_url;  // the beginning of links
  AnswerRoom& room;
  const Bearer& bearer;
  const Cookie& cookie;
  Poll* poll;                  // nullptr: the request does not wait for an event
  tracing::Trace* trace;       // nullptr: the request has no trace
  exchange::Bytes& sent_body;  // set by a handler that moves the body out
};
struct Call : OpenCall {
  exchange::Caller caller;
};
struct OperatorCall : OpenCall {
  exchange::OperatorId by;
};
struct PersonCall : OpenCall {
  SignedIn who;
};

}  // namespace tradepost::api
