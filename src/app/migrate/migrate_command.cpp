#include <fmt/format.h>

#include <chrono>
#include <concepts>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/console/commands.hpp"
#include "app/folder/store_words.hpp"
#include "app/migrate/copied_network.hpp"
#include "app/serve/secrets.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/tasks/manual_executor.hpp"
#include "database/address.hpp"
#include "database/connection.hpp"
#include "exchange/moving/comparison.hpp"
#include "store/postgres/moving/filling.hpp"
#include "store/postgres/node/durability.hpp"
#include "store/postgres/postgres_store.hpp"
#include "store/postgres/tables/distribution.hpp"

namespace tradepost::app {
namespace {

namespace embedded = store::embedded;
namespace postgres = store::postgres;

using Kept = std::pair<std::uint64_t, exchange::Effect>;

// In one commit of the database at most.
constexpr std::uint32_t effects_at_once = 500;
constexpr std::size_t contents_at_once = 16u << 20;

constexpr std::uint64_t no_rows = ~std::uint64_t{0};  // a sequence behind all effects

struct Options {
  std::string from;
  std::string to;
  bool check = false;
  bool citus = false;
  bool print = false;
  bool verify_new = false;
  bool json = false;
};

struct Moved {
  std::uint64_t sequence = 0;  // the last one that is in the database
  exchange::Compared compared;
  bool is_finished = false;
};

std::size_t content_bytes(const exchange::Effect& effect) {
  const auto* const sent = std::get_if<exchange::Sent>(&effect);
  return sent == nullptr ? 0 : sent->content.view.size();
}

// Gives all effects behind one to `take`, in parts, until that fails.
template <typename Take>
base::Done for_all_effects(exchange::Store& store, std::uint64_t after, Take take) {
  base::ManualExecutor executor;
  while (true) {
    const auto deadline = executor.now() + std::chrono::minutes(1);
    TRY_ASSIGN(const exchange::EffectsPage page,
               executor.run(store.effects(after, effects_at_once, deadline)));
    if (page.effects.empty()) return {};
    TRY(take(std::span<const Kept>(page.effects)));
    after = page.effects.back().first;
    if (!page.more) return {};
  }
}

// How many of the first ones make a commit.
std::size_t first_of(std::span<const Kept> effects) {
  std::size_t count = 0;
  for (std::size_t bytes = 0; count < effects.size() && bytes < contents_at_once; ++count) {
    bytes += content_bytes(effects[count].second);
  }
  return count;
}

base::Done fill(CopiedNetwork& network, postgres::Filling& filling, const embedded::Tell& tell) {
  const auto take = [&](std::span<const Kept> effects) -> base::Done {
    while (!effects.empty()) {
      const std::size_t count = first_of(effects);
      TRY(filling.take(effects.first(count)));
      effects = effects.subspan(count);
      if (tell) {
        tell({.what = "moving record", .done = filling.taken(), .of = network.last_sequence()});
      }
    }
    return {};
  };
  return for_all_effects(network.store(), filling.taken(), take);
}

// Compares what the effects behind one concern, and keys.
class Verification {
 public:
  explicit Verification(exchange::Comparison& comparison) : comparison_(comparison) {}

  base::Done of(const Kept& kept, std::uint64_t verified) {
    const auto& [sequence, effect] = kept;
    if (const auto* const used = std::get_if<exchange::KeyUsed>(&effect)) {
      return comparison_.key(used->use);
    }
    const bool is_gone = std::holds_alternative<exchange::Removed>(effect);
    if (sequence <= verified && !is_gone) return {};
    return std::visit([this](const auto& value) { return row_of(value); }, effect);
  }

 private:
  template <typename Effect>
  base::Done row_of(const Effect& effect) {
    if constexpr (std::same_as<Effect, exchange::Sent>) {
      return once(effect.transaction.id);
    } else if constexpr (std::same_as<Effect, exchange::CaseSet>) {
      return once(effect.value.id);
    } else if constexpr (requires { once(effect.id); }) {
      return once(effect.id);
    } else {
      return {};
    }
  }
  base::Done once(exchange::TransactionId id) {
    return seen_.insert(id.uuid()).second ? comparison_.transaction(id) : base::Done();
  }
  base::Done once(exchange::CaseId id) {
    return seen_.insert(id.uuid()).second ? comparison_.case_of(id) : base::Done();
  }

  exchange::Comparison& comparison_;
  std::set<base::Uuid> seen_;
};

// All, or what came after the sequence up to which all was the same. Lists lead to everything but
// keys and to what retention removed: these are found by the effects.
base::Result<exchange::Compared> compare(exchange::Store& from, exchange::Store& to,
                                         std::uint64_t verified, const embedded::Tell& tell) {
  using Extent = exchange::Comparison::Extent;
  const bool is_all = verified == 0;
  exchange::Comparison comparison(from, to, [&](std::uint64_t transactions) {
    if (tell) tell({.what = "verifying transaction", .done = transactions});
  });
  TRY(comparison.lists(is_all ? Extent::all : Extent::without_rows));
  Verification verification(comparison);
  const auto look = [&](std::span<const Kept> effects) -> base::Done {
    for (const Kept& kept : effects) {
      TRY(verification.of(kept, is_all ? no_rows : verified));
    }
    return {};
  };
  TRY(for_all_effects(from, 0, look));
  return comparison.compared();
}

// Nothing where the nodes are given a file of their own.
base::Result<std::optional<base::SealKey>> seal_key_of(const std::string& folder) {
  base::SystemRandom random;
  const std::string path = folder + "/seal-key";
  if (!embedded::is_there(path)) return std::optional<base::SealKey>();
  TRY_ASSIGN(const base::SealKey key, seal_key_in(path, random));
  return std::optional(key);
}

base::Result<Moved> move(const Options& options, const embedded::Tell& tell) {
  const base::SystemClock clock;
  const database::Options database{.address = options.to, .application_name = "tradepost migrate"};
  TRY_ASSIGN(const auto network, CopiedNetwork::of(options.from, clock, tell));
  TRY_ASSIGN(const auto filling, postgres::Filling::open(clock, database,
                                                         {.identity = network->identity(),
                                                          .epoch = network->store().epoch()}));
  TRY(fill(*network, *filling, tell));
  Moved moved{.sequence = network->last_sequence(), .compared = {}, .is_finished = false};
  {
    postgres::PostgresOptions of_store;
    of_store.link.database = database;
    of_store.connections = 1;
    of_store.half_moved = postgres::HalfMoved::opened;
    TRY_ASSIGN(const auto store, postgres::PostgresStore::open(clock, of_store));
    TRY_ASSIGN(moved.compared, compare(network->store(), *store,
                                       options.verify_new ? filling->verified() : 0, tell));
  }
  if (!moved.compared.is_same()) return moved;
  TRY(filling->note_verified(moved.sequence));
  if (!network->is_locked()) return moved;
  TRY_ASSIGN(const auto key, seal_key_of(options.from));
  TRY(filling->finish(key));
  moved.is_finished = true;
  return moved;
}

void describe(Printout& out, const exchange::Compared& compared) {
  out.part("verified", [&] {
    out.member("transactions", compared.transactions);
    out.member("contentBytes", compared.content_bytes);
    out.member("cases", compared.cases).member("keys", compared.keys);
    out.member("directoryEntries", compared.entries).member("pending", compared.queued);
    out.member("ranges", compared.ranges).member("webhooks", compared.webhooks);
    out.member("acts", compared.acts).member("differenceCount", compared.difference_count);
  });
  out.say(
      "verified: {} transactions with {} bytes of content, {} pending, {} cases, {} keys, {} "
      "entries of the directory, {} SSCC ranges, {} webhooks, {} acts\n",
      compared.transactions, compared.content_bytes, compared.queued, compared.cases, compared.keys,
      compared.entries, compared.ranges, compared.webhooks, compared.acts);
  out.list("differences", compared.differences, [&](const std::string& difference) {
    out.member("what", difference);
    out.say("DIFFERS: {}\n", difference);
  });
}

base::Result<std::vector<std::string>> risks(const std::string& address) {
  TRY(database::check_address(address));
  TRY_ASSIGN(
      const auto connection,
      database::Connection::open({.address = address, .application_name = "tradepost migrate"}));
  return postgres::risks_of(*connection);
}

ExitStatus check(const Options& options) {
  const auto found = risks(options.to);
  if (!found) return tell_refusal(found.error());
  Printout out({.is_json = options.json});
  out.member("safe", found->empty());
  out.list("risks", *found, [&](const std::string& risk) {
    out.member("what", risk);
    out.say("{}\n", risk);
  });
  if (found->empty()) {
    out.say("An acknowledged operation is on the disks of two servers.\n");
  } else {
    out.say("ACKNOWLEDGED OPERATIONS MAY BE LOST with this server.\n");
  }
  std::move(out).print_json();
  return found->empty() ? ExitStatus::good : ExitStatus::faulty;
}

base::Result<std::vector<std::string>> distribute(const std::string& address) {
  TRY(database::check_address(address));
  TRY_ASSIGN(
      const auto connection,
      database::Connection::open({.address = address, .application_name = "tradepost migrate"}));
  return postgres::distribute(*connection);
}

ExitStatus distribute(const Options& options) {
  if (options.print) {
    for (const std::string& statement : postgres::distributing_statements()) {
      fmt::print("{};\n", statement);
    }
    return ExitStatus::good;
  }
  const auto distributed = distribute(options.to);
  if (!distributed) return tell_refusal(distributed.error());
  Printout out({.is_json = options.json});
  out.list("distributed", *distributed, [&](const std::string& table) {
    out.member("table", table);
    out.say("distributed: {}\n", table);
  });
  out.say("All tables are in their places.\n");
  std::move(out).print_json();
  return ExitStatus::good;
}

ExitStatus migrate(const Options& options) {
  if (database::has_password(options.to)) {
    fmt::print(stderr,
               "tradepost: The address has a password, which other users of this machine can read. "
               "Use a file that PGPASSFILE names, or PGPASSWORD.\n");
    return ExitStatus::usage;
  }
  if (options.to.empty() && !options.print) {
    fmt::print(stderr, "tradepost: --to names the database. Use it.\n");
    return ExitStatus::usage;
  }
  if (options.citus) return distribute(options);
  if (options.check) return check(options);
  if (options.from.empty()) {
    fmt::print(stderr,
               "tradepost: --from names the folder of the network. Use it, or --check, or "
               "--citus.\n");
    return ExitStatus::usage;
  }
  const auto moved = with_progress([&](const embedded::Tell& tell) { return move(options, tell); });
  if (!moved) return tell_refusal(moved.error());
  Printout out({.is_json = options.json});
  out.member("finished", moved->is_finished).member("lastSequence", moved->sequence);
  out.say("moved: records up to {}\n", moved->sequence);
  describe(out, moved->compared);
  if (moved->is_finished) {
    out.say(
        "The network is in the database, with the key of the file seal-key. Do not serve the "
        "folder "
        "again.\n");
  } else if (moved->compared.is_same()) {
    out.say("The exchange is running. Stop it, and run this command again to finish.\n");
  }
  std::move(out).print_json();
  return moved->is_finished ? ExitStatus::good : ExitStatus::faulty;
}

}  // namespace

void add_migrate_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand("migrate", "Move a network from a folder to a PostgreSQL");
  command.footer(
      "Run it twice: first while the exchange is running, which goes on as before, and again when\n"
      "it has stopped, which moves the rest. An interrupted move continues where it was. The\n"
      "database must be empty. A copy of the journal is in DIR.migrating meanwhile. Exit codes:\n"
      "0 the move is finished, 1 the exchange is still running or something differs.\n\n"
      "Examples:\n"
      "  tradepost migrate --check --to postgres://tradepost@db.example/tradepost\n"
      "  tradepost migrate --from /srv/tradepost --to postgres://tradepost@db.example/tradepost\n"
      "  tradepost migrate --citus --to postgres://tradepost@coordinator.example/tradepost");
  const auto options = std::make_shared<Options>();
  command.add_option("--from", options->from, "The network's folder").type_name("DIR");
  command.add_option("--to", options->to, "The address of the database, without a password")
      .type_name("URL");
  command.add_flag("--check", options->check,
                   "Only say whether the database can lose what was acknowledged");
  command.add_flag("--citus", options->citus,
                   "Only distribute the tables of the database over the servers of its Citus");
  command.add_flag("--print", options->print, "With --citus: only print the statements");
  command.add_flag(
      "--verify-new", options->verify_new,
      "Verify only the rows that changed since the last run, and all lists and counts");
  command.add_flag("--json", options->json, "Print JSON");
  command.callback([options, &status] { status = migrate(*options); });
}

}  // namespace tradepost::app
