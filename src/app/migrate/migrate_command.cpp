
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/console/commands.hpp"
#include "app/console/database_words.hpp"
#include "app/console/saying.hpp"
#include "app/folder/store_words.hpp"
#include "app/migrate/comparison.hpp"
#include "app/migrate/effects_compared.hpp"
#include "app/migrate/to_database.hpp"
#include "app/migrate/to_folder.hpp"
#include "app/migrate/upgrade_plan.hpp"
#include "database/address.hpp"
#include "database/connection.hpp"
#include "store/postgres/node/durability.hpp"
#include "store/postgres/tables/distribution.hpp"

namespace tradepost::app {
namespace {

namespace embedded = store::embedded;
namespace postgres = store::postgres;

struct Options {
  std::string from;
  std::string to;
  bool check = false;
  bool plan = false;
  bool citus = false;
  bool print = false;
  bool verify_new = false;
  bool give_up = false;
  bool close = false;
  bool json = false;
};

void describe(Printout& out, const Compared& compared) {
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
  if (!found) return print_refusal(found.error());
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
      say_lines(stdout, statement + ";\n");
    }
    return ExitStatus::good;
  }
  const auto distributed = distribute(options.to);
  if (!distributed) return print_refusal(distributed.error());
  Printout out({.is_json = options.json});
  out.list("distributed", *distributed, [&](const std::string& table) {
    out.member("table", table);
    out.say("distributed: {}\n", table);
  });
  out.say("All tables are in their places.\n");
  std::move(out).print_json();
  return ExitStatus::good;
}

ExitStatus print_moved(const Moved& moved, const Options& options, std::string_view finished,
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
  const bool is_database = is_database_address(options.from);
  const auto done = is_database ? give_up_move(options.from) : give_up_move_of_folder(options.from);
  if (!done) return print_refusal(done.error());
  say("The move was given up. {}\n",
      is_database ? "Nodes may serve the database." : "The folder may be served.");
  return ExitStatus::good;
}

ExitStatus back(const Options& options) {
  const auto moved = with_progress([&](const embedded::OnProgress& on_progress) {
    return move_to_folder(options.from, options.to, on_progress);
  });
  if (!moved) return print_refusal(moved.error());
  return print_moved(*moved, options,
                     "The network is in the folder. Stop the nodes of the database, and serve the "
                     "folder.",
                     "");
}

// Returns a sentence if the options are wrong, otherwise an empty text.
std::string wrong_in(const Options& options) {
  for (const std::string& address : {options.to, options.from}) {
    const auto password = visible_password(address, "use PGPASSWORD");
    if (password) return "The address " + *password;
  }
  if (options.citus && options.print) return "";
  if (options.plan) return options.to.empty() ? "--plan requires --to, the network." : "";
  if (options.check || options.citus) {
    return is_database_address(options.to) ? "" : "Give the address of the database: --to.";
  }
  if (options.give_up) {
    return options.from.empty() ? "--give-up requires --from, the source of the move." : "";
  }
  if (options.from.empty() || options.to.empty()) {
    return "--from and --to must be the folder of the network and a database. Give both, or use "
           "--plan, --check or --citus.";
  }
  if (is_database_address(options.from) && is_database_address(options.to)) {
    return "One of --from and --to must be a folder.";
  }
  return "";
}

ExitStatus migrate(const Options& options) {
  if (const auto wrong = wrong_in(options); !wrong.empty()) {
    say(stderr, "tradepost: {}\n", wrong);
    return ExitStatus::usage;
  }
  if (options.plan) return print_upgrade_plan(options.to, options.json);
  if (options.citus) return distribute(options);
  if (options.check) return check(options);
  if (options.give_up) return give_up(options);
  if (is_database_address(options.from)) return back(options);
  const ToDatabase move_request{.folder = options.from,
                                .address = options.to,
                                .verify_new = options.verify_new,
                                .close = options.close};
  const auto moved = with_progress([&](const embedded::OnProgress& on_progress) {
    return move_to_database(move_request, on_progress);
  });
  if (!moved) return print_refusal(moved.error());
  return print_moved(
      *moved, options,
      "The network is in the database, with the key of the file seal-key. The folder is "
      "not served again.",
      "The exchange is running. Stop it, and run this command again to finish; or run "
      "it with --close.");
}

}  // namespace

void add_migrate_command(Command program, ExitStatus& status) {
  auto command = program.add_subcommand(
      "migrate", "Move a network from a folder to a PostgreSQL database, or back");
  command.footer(
      "From a folder to a database: run the command while the exchange is running. The exchange\n"
      "continues to serve, and all records up to that moment are moved and verified. To finish,\n"
      "run the command again with --close: the exchange refuses writes with 503 and answers\n"
      "reads until the rest is moved, and then exits. Without --close, stop the exchange and\n"
      "run the command again. If a move is interrupted, the next run continues it. The database\n"
      "must be empty. During the move, DIR.migrating has a copy of the journal.\n"
      "\n"
      "From a database to a folder: one run is enough. During the move, the nodes answer reads,\n"
      "and refuse writes with 503. The folder must be empty or must not exist. The network is\n"
      "created in DIR.migrating, which is renamed at the end.\n"
      "\n"
      "An upgrade needs no command: `serve` changes tables and formats. --plan shows the changes.\n"
      "\n"
      "docs/guides/migration.md describes both moves. Exit codes: 0 the move is finished; 1 the\n"
      "exchange is still running, or the copies differ; 3 the move failed.\n"
      "\n"
      "Examples:\n"
      "  tradepost migrate --plan --to /srv/tradepost\n"
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
  command.add_flag("--plan", options->plan,
                   "Only show what this version changes in the network when it serves it");
  command.add_flag("--check", options->check,
                   "Only check whether the database can lose acknowledged operations");
  command.add_flag("--citus", options->citus,
                   "Only distribute the tables over the servers of a Citus cluster");
  command.add_flag("--print", options->print, "With --citus: only print the SQL statements");
  command.add_flag(
      "--verify-new", options->verify_new,
      "Verify only the rows that changed since the last run, and all lists and counts");
  command.add_flag("--close", options->close,
                   "Close a running exchange for writes, move the rest, and end the exchange");
  command.add_flag("--give-up", options->give_up,
                   "Cancel a move; the source, --from, can be served again");
  command.add_flag("--json", options->json, "Print JSON");
  command.callback([options, &status] { status = migrate(*options); });
}

}  // namespace tradepost::app
