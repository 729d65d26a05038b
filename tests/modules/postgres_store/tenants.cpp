#include "postgres_store/tenants.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <utility>

#include "base/ground/check.hpp"
#include "store/postgres/tables/distribution.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::store::postgres::testing {
namespace {

namespace fs = std::filesystem;
using database::List;
using database::Parameters;
using database::Type;

constexpr std::string_view shards = "8";

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string unquoted(const std::string& literals) {
  std::string text;
  bool is_inside = false;
  for (std::size_t i = 0; i < literals.size(); ++i) {
    if (literals[i] == '"') {
      is_inside = !is_inside;
    } else if (is_inside && literals[i] == '\\') {
      text.push_back(literals[++i]);
    } else if (is_inside) {
      text.push_back(literals[i]);
    }
  }
  return text;
}

// Adds one value of each type, so that there is one tenant. Numbers are as given, because a range
// between equal numbers is empty.
void add_one(Parameters& parameters, Type type, std::int64_t number) {
  base::Uuid uuid;
  uuid.bytes.fill(7);
  const auto one = [&](Type element, const auto& value) {
    List list(element);
    list.add(value);
    parameters.list(std::move(list));
  };
  switch (type) {
    case Type::boolean:
      parameters.boolean(true);
      break;
    case Type::bytea:
      parameters.bytes("key");
      break;
    case Type::bigint:
      parameters.number(number);
      break;
    case Type::text:
      parameters.text("text");
      break;
    case Type::uuid:
      parameters.uuid(uuid);
      break;
    case Type::byteas:
      one(Type::bytea, std::string_view("key"));
      break;
    case Type::bigints:
      one(Type::bigint, number);
      break;
    case Type::uuids:
      one(Type::uuid, uuid);
      break;
  }
}

std::vector<std::string> parts_of(const std::string& script) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  while (begin < script.size()) {
    const std::size_t end = std::min(script.find(';', begin), script.size());
    const std::string part = script.substr(begin, end - begin);
    const std::size_t first = part.find_first_not_of(" \n");
    if (first != std::string::npos) parts.push_back(part.substr(first));
    begin = end + 1;
  }
  return parts;
}

bool is_planned(const std::string& sql) {
  static const std::regex planned("^(SELECT|INSERT|UPDATE|DELETE|WITH)\\b[^]*");
  return std::regex_match(sql, planned);
}

// A plan has lines such as "  ->  Index Scan using pending_shard_3_pkey on pending_shard_3 p".
std::optional<std::string> complaint_about_plan(const std::string& plan) {
  static const std::regex scan(" on (?:only )?(\\w+)_shard_(\\d+)\\b");
  std::map<std::string, std::set<std::string>> scanned;
  for (std::sregex_iterator at(plan.begin(), plan.end(), scan), end; at != end; ++at) {
    scanned[(*at)[1]].insert((*at)[2]);
  }
  for (const auto& [table, of_table] : scanned) {
    if (of_table.size() == 1) continue;
    return fmt::format("asks {} of {} shards of {} for one tenant", of_table.size(), shards, table);
  }
  return std::nullopt;
}

// Values for the parameter at a place: increasing, decreasing, and repeated ones, so that a range
// is not empty in one of them.
std::int64_t rising(std::int64_t place) {
  return place;
}
std::int64_t falling(std::int64_t place) {
  return 100 - place;
}
std::int64_t repeated(std::int64_t place) {
  return place % 4;
}

void must(const base::Done& done, const std::string& what) {
  ASSERT_TRUE(done.has_value()) << what << ": " << done.error().detail().str();
}

// Replaces macros that are literals by these, in the order of their definitions.
std::string without_macros(std::string text) {
  static const std::regex definition(R"re(\n#define (\w+)( (?:[^\n]*\\\n)*[^\n]*))re");
  std::smatch found;
  while (std::regex_search(text, found, definition)) {
    const std::regex uses("\\b" + found.str(1) + "\\b");
    const std::string literals = std::regex_replace(found.str(2), std::regex("\\\\\n"), " ");
    text.erase(static_cast<std::size_t>(found.position()), found.str().size());
    // In the format of the replacement, $$ is a dollar.
    text = std::regex_replace(text, uses, std::regex_replace(literals, std::regex("\\$"), "$$$$"));
  }
  return text;
}

}  // namespace

void SentStatements::add(const database::Statement& statement) {
  Types types;
  for (const Parameters::Value& value : statement.parameters.values()) types.push_back(value.type);
  const std::lock_guard lock(mutex_);
  all_.try_emplace(std::string(statement.sql), std::move(types));
  ++counts_[std::string(statement.sql)];
}

std::size_t SentStatements::count(const std::string& sql) const {
  const std::lock_guard lock(mutex_);
  const auto found = counts_.find(sql);
  return found == counts_.end() ? 0 : found->second;
}

std::map<std::string, SentStatements::Types> SentStatements::all() const {
  const std::lock_guard lock(mutex_);
  return all_;
}

SentStatements& sent_statements() {
  static SentStatements one;
  return one;
}

std::set<std::string> statements_of_sources() {
  // Adjacent literals are one.
  static const std::regex literals(R"re(("(?:[^"\\\n]|\\.)*"\s*)+)re");
  static const std::regex begins("^(BEGIN|SELECT|INSERT|UPDATE|DELETE|WITH)\\b[^]*");
  std::set<std::string> found;
  for (const auto& file :
       fs::recursive_directory_iterator(source_dir() + "/src/server/store/postgres")) {
    const bool is_of_tables = file.path().parent_path().filename() == "tables";
    // A network that moves away is read completely, by cursors and not by a node.
    const bool is_of_leaving = file.path().stem() == "carrying" || file.path().stem() == "leaving";
    if (file.path().extension() != ".cpp" || is_of_tables || is_of_leaving) continue;
    const std::string text = without_macros(text_of(file.path()));
    for (std::sregex_iterator at(text.begin(), text.end(), literals), end; at != end; ++at) {
      const std::string literal = unquoted(at->str());
      if (std::regex_match(literal, begins)) found.insert(literal);
    }
  }
  return found;
}

TenantPlans::TenantPlans(const database::Options& database) {
  auto opened = database::Connection::open(
      {.address = database.address, .application_name = "tradepost tests"});
  CHECK(opened.has_value());
  connection_ = *std::move(opened);
  std::string columns_of_keeper;
  for (const Distribution& table : distributions()) {
    if (table.placement != Placement::distributed) continue;
    must(connection_->run(fmt::format(
             "CREATE TABLE by_tenant(LIKE {0} INCLUDING ALL) PARTITION BY HASH ({1}); "
             "DROP TABLE {0}; ALTER TABLE by_tenant RENAME TO {0}; "
             "DO $$ BEGIN FOR i IN 0..{2} - 1 LOOP EXECUTE format('CREATE TABLE {0}_shard_%s "
             "PARTITION OF {0} FOR VALUES WITH (MODULUS {2}, REMAINDER %s)', i, i); "
             "END LOOP; END $$",
             table.table, table.tenant, shards)),
         std::string(table.table));
  }
  must(connection_->run("DROP ROLE IF EXISTS keeper; CREATE ROLE keeper; "
                        "GRANT ALL ON ALL TABLES IN SCHEMA public TO keeper; "
                        "GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO keeper"),
       "role");
  for (const Distribution& table : distributions()) {
    if (table.placement != Placement::distributed) continue;
    must(connection_->run(fmt::format(
             "REVOKE UPDATE ON {0} FROM keeper; "
             "DO $$ BEGIN EXECUTE (SELECT format('GRANT UPDATE (%s) ON {0} TO keeper', "
             "string_agg(quote_ident(attname), ', ')) FROM pg_attribute WHERE attnum > 0 "
             "AND attrelid = '{0}'::regclass AND attname <> '{1}'); END $$",
             table.table, table.tenant)),
         std::string(table.table));
  }
  must(connection_->run("SET ROLE keeper"), "role");
}

std::optional<std::string> TenantPlans::complaint_about(const std::string& sql,
                                                        const SentStatements::Types& types) const {
  for (const std::string& part : parts_of(sql)) {
    if (!is_planned(part)) continue;
    bool finds_anything = false;
    for (const auto number_of : {rising, falling, repeated}) {
      Parameters parameters;
      std::int64_t place = 0;
      for (const Type type : types) add_one(parameters, type, number_of(++place));
      const auto plan = connection_->ask(
          {.sql = "EXPLAIN (COSTS OFF) " + part, .parameters = std::move(parameters)});
      if (!plan) return plan.error().detail().str();
      std::string text;
      for (std::size_t i = 0; i < plan->count(); ++i) {
        text += std::string(plan->bytes(i, 0)) + "\n";
      }
      if (auto complaint = complaint_about_plan(text)) return complaint;
      // Such a plan shows nothing about the statement.
      finds_anything = finds_anything || !text.contains("One-Time Filter: false");
    }
    if (!finds_anything) return "finds nothing, whatever the numbers are";
  }
  return std::nullopt;
}

const std::vector<OfTheWholeNetwork>& of_the_whole_network() {
  static const std::vector<OfTheWholeNetwork> all{
      {"SELECT sequence, removed, value, units_sequence FROM transaction WHERE id = ANY($1)",
       "an operator knows an id only; and a row without its recipient leads to it"},
      {"SELECT value, CASE WHEN $2 THEN content END FROM transaction WHERE id = $1",
       "an operator knows an id only"},
      {"SELECT value, CASE WHEN $2 THEN content END, form, text FROM transaction AS t LEFT JOIN "
       "original AS o ON o.id = t.id AND o.recipient = t.recipient AND NOT t.content_removed",
       "the same, with the original"},
      {"SELECT created, id, recipient FROM transaction WHERE NOT removed AND (created",
       "the history of an operator"},
      {"SELECT created, id, recipient FROM transaction WHERE NOT removed AND id IN",
       "what bears an SSCC, for an operator"},
      {"SELECT created, id, recipient FROM transaction WHERE NOT removed AND (recipient",
       "held documents, for an operator"},
      {"SELECT created, id, recipient FROM history WHERE viewer = $8 AND flow = $9 AND id IN "
       "(SELECT id FROM held)",
       "held documents of a sender, which are stored with their recipients"},
      {"SELECT created / $6 * $6 AS begins, kind::bigint, 1::bigint",
       "the statistics of an operator"},
      {"SELECT recipient, flow::bigint, count, (SELECT created FROM pending WHERE "
       "pending.recipient "
       "= counted",
       "the queues of the network, for an operator and in the background"},
      {"SELECT recipient, flow::bigint, count(*) FROM held GROUP", "the same: what is held"},
      {"SELECT recipient, flow::bigint, count(*) FROM transaction WHERE state",
       "the same: what failed"},
      {"SELECT participant, flow::bigint, last_poll FROM seen", "the same: the last poll"},
      {"SELECT id, recipient FROM transaction WHERE id > $1", "retention, in the background"},
      {"SELECT (SELECT epoch FROM network), last_instant", "a node begins: the last commit"},
      {"SELECT EXISTS(SELECT FROM transaction)", "a network moves into an empty database"},
      {"SELECT count(*) FROM transaction", "a network moves to a folder"},
      {"SELECT epoch, greatest((SELECT last_value FROM happening)", "the same: its last number"},
      {"SELECT id, value, content, removed FROM transaction", "the same: its documents"},
      {"SELECT id, form, text FROM original", "the same: their originals"},
  };
  return all;
}

void expect_tenants_in(const std::map<std::string, SentStatements::Types>& sent,
                       const database::Options& database, bool is_all_sent) {
  const TenantPlans plans(database);
  std::set<std::string_view> used;
  const auto excused = [&](const std::string& sql) {
    const auto at = std::ranges::find_if(
        of_the_whole_network(), [&](const auto& each) { return sql.starts_with(each.begins); });
    if (at == of_the_whole_network().end()) return false;
    EXPECT_TRUE(used.insert(at->begins).second) << "two statements begin with " << at->begins;
    return true;
  };
  for (const auto& [sql, types] : sent) {
    const auto complaint = plans.complaint_about(sql, types);
    if (complaint && !excused(sql)) ADD_FAILURE() << sql << "\n" << *complaint;
  }
  if (!is_all_sent) return;
  for (const std::string& sql : statements_of_sources()) {
    EXPECT_TRUE(sent.contains(sql)) << "no test sends it: " << sql;
  }
  for (const auto& each : of_the_whole_network()) {
    if (used.contains(each.begins)) continue;
    ADD_FAILURE() << "needs no reason: " << each.begins;
    for (const auto& [sql, types] : sent) {
      if (!sql.starts_with(each.begins)) continue;
      ADD_FAILURE() << "sent: " << sql << "\n"
                    << plans.complaint_about(sql, types).value_or("no complaint, this time, too");
    }
  }
}

}  // namespace tradepost::store::postgres::testing
