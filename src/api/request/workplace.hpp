#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "api/description/openapi_pages.hpp"
#include "api/language/german.hpp"
#include "api/limits/concurrency_limit.hpp"
#include "api/limits/key_wait.hpp"
#include "api/limits/poll_limit.hpp"
#include "api/limits/rate_limit.hpp"
#include "api/limits/rounds.hpp"
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
#include "exchange/port/changes.hpp"
#include "exchange/webhooks/webhook_calls.hpp"
#include "http/message/request.hpp"
#include "http/message/router.hpp"
#include "http/wire/memory_budget.hpp"

namespace tradepost::api {

class AnswerRoom;
class LabelRenderer;
class Meters;

// What the API serves, the same for all loops. Outlives them.
struct Network {
  exchange::Store& store;
  exchange::LiveDirectory& directory;
  exchange::RejectionLimit& rejections;
  PollLimit& polls;
  PollLimit& change_waits;
  exchange::Changes& changes;
  RunningKeys& running_keys;
  RateLimit& rates;
  AddressRateLimit& rates_without_token;
  ConcurrencyLimit& request_limit;         // of requests, from when all of it is there
  ConcurrencyLimit& executing_limit;       // of those that are worked on
  ConcurrencyLimit& small_body_limit;      // of those whose body is on its way
  ConcurrencyLimit& large_transfer_limit;  // likewise with a large one, or with a large answer
  http::MemoryBudget& memory;              // of large bodies and answers
  TokenUses& token_uses;
  Meters& meters;
  LabelRenderer& labels;
  exchange::WebhookCalls& webhooks;
  const base::Clock& clock;
  const base::Clock& clock_of_ids;  // never falls
  const base::Log& log;
  const Settings& settings;
  exchange::Rules rules = {};
  exchange::JudgingPool* large_bodies = nullptr;
  // Set before the server stops: long polls are answered then, and long work ends.
  const std::atomic<bool>& is_stopping;
  // The store keeps nothing any more.
  const std::atomic<bool>& has_failed;
  // How long what was read of the directory holds; nothing: no other process changes it.
  std::optional<std::chrono::milliseconds> directory_holds_for = {};

  // False: a token may have been revoked, and this process can't know.
  bool knows_directory(base::SteadyTime now) const {
    return !directory_holds_for || now - directory.read_at() <= *directory_holds_for;
  }
};

// What the handlers of one loop work with.
struct Workplace {
  Workplace(const Network& of, base::Executor& of_loop)
      : network(of),
        loop(of_loop),
        rounds(of_loop),
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
             .is_ending = &of.is_stopping} {}
  Workplace(Workplace&&) = delete;

  // The deadline for a store's answer to a request that begins now.
  exchange::Deadline deadline() const { return loop.now() + base::limits::answer_within; }

  Network network;
  base::Executor& loop;
  Rounds rounds;
  FieldNames names;
  ReferencePages reference;
  base::Sealer sealer;
  document::JsonReader json_reader;
  base::SystemRandom random;
  document::Reader reader;
  base::UuidGenerator ids;
  exchange::Desk desk;
};

// One request whose route is known. Its references outlive the handler.
struct OpenCall {
  http::Request& request;
  http::Captures captures;
  const std::string& base_url;  // what links begin with
  AnswerRoom& room;
  const Bearer& bearer;
  const std::optional<Session>& session;  // nothing: it did not come by a cookie
  Poll* poll;                             // nullptr: it does not wait for anything to happen
  Language language;                      // of the sentences in its answer
};
struct Call : OpenCall {
  exchange::Caller caller;
};
struct OperatorCall : OpenCall {
  exchange::OperatorId by;
};

}  // namespace tradepost::api
