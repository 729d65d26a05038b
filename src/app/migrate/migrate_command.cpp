#include <fmt/format.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/console/commands.hpp"
#include "app/folder/store_words.hpp"
#include "app/migrate/copied_network.hpp"
#include "app/migrate/effects_compared.hpp"
#include "app/migrate/to_folder.hpp"
#include "app/serve/secrets.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
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

constexpr std::size_t contents_at_once = 16u << 20;

struct Options {
  std::string from;
  std::string to;
  bool check = false;
  bool citus = false;
  bool print = false;
  bool verify_new = false;
  bool give_up = false;
  bool json = false;
};

std::size_t content_bytes(const exchange::Effect& effect) {
  const auto* const sent = std::get_if<exchange::Sent>(&effect);
  return sent == nullptr ? 0 : sent->content.view.size();
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

bool is_address(std::string_view text) {
  return text.starts_with("postgres://") || text.starts_with("postgresql://");
}

ExitStatus tell_of(const Moved& moved, const Options& options, std::string_view finished,
                   std::string_view unfinished) {
  Printout out({.is_json = options.json});
  out.member("finished", moved.is_finished).member("lastSequence", moved.sequence);
  out.say("moved: records up to {}\n", moved.sequence);
  describe(out, moved.compared);
  if (moved.is_finished) {
    out.say("{}\n", finished);
  } else if (moved.compared.is_same()) {
    out.say("{}\n", unfinished);
  }
  std::move(out).print_json();
  return moved.is_finished ? ExitStatus::good : ExitStatus::faulty;
}

ExitStatus give_up(const Options& options) {
  const auto done = give_up_move(options.from);
  if (!done) return tell_refusal(done.error());
  fmt::print("The move was given up. Nodes may serve the database.\n");
  return ExitStatus::good;
}

ExitStatus back(const Options& options) {
  if (options.give_up) return give_up(options);
  const auto moved = with_progress(
      [&](const embedded::Tell& tell) { return move_to_folder(options.from, options.to, tell); });
  if (!moved) return tell_refusal(moved.error());
  return tell_of(*moved, options,
                 "The network is in the folder. Stop the nodes of the database, and serve the "
                 "folder.",
                 "");
}

// Of what can't be done with these options, a sentence.
std::string_view wrong_in(const Options& options) {
  if (database::has_password(options.to) || database::has_password(options.from)) {
    return "The address has a password, which other users of this machine can read. Use a file "
           "that PGPASSFILE names, or PGPASSWORD.";
  }
  if (options.citus && options.print) return "";
  if (options.check || options.citus) {
    return is_address(options.to) ? "" : "--to names the database. Use it.";
  }
  if (options.give_up) {
    return is_address(options.from) ? "" : "--give-up needs --from, the address of the database.";
  }
  if (options.from.empty() || options.to.empty()) {
    return "--from and --to name the folder of the network and a database. Use both, or "
           "--check, or --citus.";
  }
  if (is_address(options.from) && is_address(options.to)) {
    return "One of --from and --to must be a folder.";
  }
  return "";
}

ExitStatus migrate(const Options& options) {
  if (const auto wrong = wrong_in(options); !wrong.empty()) {
    fmt::print(stderr, "tradepost: {}\n", wrong);
    return ExitStatus::usage;
  }
  if (options.citus) return distribute(options);
  if (options.check) return check(options);
  if (is_address(options.from)) return back(options);
  const auto moved = with_progress([&](const embedded::Tell& tell) { return move(options, tell); });
  if (!moved) return tell_refusal(moved.error());
  return tell_of(*moved, options,
                 "The network is in the database, with the key of the file seal-key. Do not serve "
                 "the folder again.",
                 "The exchange is running. Stop it, and run this command again to finish.");
}

}  // namespace

void add_migrate_command(Command program, ExitStatus& status) {
  auto command =
      program.add_subcommand("migrate", "Move a network from a folder to a PostgreSQL, or back");
  command.footer(
      "Run it twice: first while the exchange is running, which goes on as before, and again when\n"
      "it has stopped, which moves the rest. An interrupted move continues where it was. The\n"
      "database must be empty. A copy of the journal is in DIR.migrating meanwhile. Exit codes:\n"
      "0 the move is finished, 1 the exchange is still running or something differs.\n\n"
      "The way back takes one run. The nodes of the database answer reads meanwhile, and writes\n"
      "with 503. The folder must be empty or not there; the network is made in DIR.migrating.\n\n"
      "Examples:\n"
      "  tradepost migrate --check --to postgres://tradepost@db.example/tradepost\n"
      "  tradepost migrate --from /srv/tradepost --to postgres://tradepost@db.example/tradepost\n"
      "  tradepost migrate --from postgres://tradepost@db.example/tradepost --to /srv/tradepost\n"
      "  tradepost migrate --citus --to postgres://tradepost@coordinator.example/tradepost");
  const auto options = std::make_shared<Options>();
  command
      .add_option("--from", options->from,
                  "The network's folder, or the address of its database, without a password")
      .type_name("DIR|URL");
  command.add_option("--to", options->to, "The address of the database, or the folder")
      .type_name("URL|DIR");
  command.add_flag("--check", options->check,
                   "Only say whether the database can lose what was acknowledged");
  command.add_flag("--citus", options->citus,
                   "Only distribute the tables of the database over the servers of its Citus");
  command.add_flag("--print", options->print, "With --citus: only print the statements");
  command.add_flag(
      "--verify-new", options->verify_new,
      "Verify only the rows that changed since the last run, and all lists and counts");
  command.add_flag("--give-up", options->give_up,
                   "Give up a move to a folder: the database takes its nodes again");
  command.add_flag("--json", options->json, "Print JSON");
  command.callback([options, &status] { status = migrate(*options); });
}

}  // namespace tradepost::app
