#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "exchange/port/history_filter.hpp"
#include "store/postgres/reads/reads.hpp"
#include "store/postgres/tables/columns.hpp"
#include "store/postgres/tables/stored.hpp"

// Reads a page of history: the list of a viewer leads to the rows, which are stored with their
// recipients.
namespace tradepost::store::postgres {

using database::Connection;
using database::Parameters;
using database::Rows;
using database::Statement;
using enum database::Type;
using exchange::HistoryPlace;
using exchange::Transaction;
using exchange::TransactionPtr;

namespace {

constexpr std::string_view begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

template <typename Value>
std::optional<std::int64_t> number_in(const std::optional<Value>& value) {
  if (!value) return std::nullopt;
  return number_of(*value);
}

struct Listed {
  HistoryPlace place;
  base::Uuid recipient;
};

// Macros, because every statement is one literal: it is prepared by its text, and a test finds it.
#define IN_ALL "SELECT created, id, recipient FROM transaction WHERE NOT removed "
#define IN_OWN "SELECT created, id, recipient FROM history WHERE viewer = $8 AND flow = $9 "
#define FILTERED                                                     \
  "AND (created, id) < ($1, $2) AND ($4 IS NULL OR kind = $4) "      \
  "AND ($5 IS NULL OR flow = $5) AND ($6 IS NULL OR created >= $6) " \
  "AND ($7 IS NULL OR created < $7) "
#define FILTERED_OWN "AND ($10 IS NULL OR status = $10) AND ($11 IS NULL OR is_sent = $11) "
#define NEWEST_FIRST "ORDER BY created DESC, id DESC LIMIT $3"

constexpr std::string_view all = IN_ALL FILTERED NEWEST_FIRST;
// A recipient sees the numbers of its documents, so the index by viewer leads to all of them.
constexpr std::string_view all_with_sscc = IN_ALL
    "AND id IN (SELECT s.id FROM queue q JOIN sscc s ON s.viewer = q.recipient "
    "AND s.number = $8) " FILTERED NEWEST_FIRST;
constexpr std::string_view all_held =
    IN_ALL "AND (recipient, id) IN (SELECT recipient, id FROM held) " FILTERED NEWEST_FIRST;
constexpr std::string_view own = IN_OWN FILTERED FILTERED_OWN NEWEST_FIRST;
constexpr std::string_view own_with_sscc = IN_OWN
    "AND id IN (SELECT id FROM sscc WHERE viewer = $8 AND number = $12) " FILTERED FILTERED_OWN
        NEWEST_FIRST;
constexpr std::string_view own_held =
    IN_OWN "AND id IN (SELECT id FROM held) " FILTERED FILTERED_OWN NEWEST_FIRST;
constexpr std::string_view own_with_number =
    IN_OWN "AND substring(number, 1, 64) = $12 " FILTERED FILTERED_OWN NEWEST_FIRST;
constexpr std::string_view own_with_prefix = IN_OWN
    "AND substring(number, 1, 64) >= $12 "
    "AND substring(number, 1, length($12)) = $12 " FILTERED FILTERED_OWN NEWEST_FIRST;

constexpr std::string_view own_naming = IN_OWN
    "AND id IN (SELECT id FROM reference WHERE viewer = $8 AND number = $12 "
    "AND kinds & $13 <> 0) " FILTERED FILTERED_OWN NEWEST_FIRST;

// Lists the first `count` places after `before`, newest first. Numbers are compared up to the
// indexed length, and partners are not compared: matches() decides. It also decides if a document
// with a number is held.
Statement listing(const exchange::HistoryQuery& query, const HistoryPlace& before,
                  std::int64_t count) {
  const exchange::HistoryFilter& filter = query.filter;
  const bool is_held = filter.held == true;
  const bool is_whole = filter.number.has_value();
  const auto& asked = is_whole ? filter.number : filter.number_prefix;
  const std::string number = asked ? indexed(*asked) : std::string();
  std::optional<std::int64_t> status;
  if (filter.status) status = static_cast<std::int64_t>(*filter.status);
  std::optional<bool> is_sent;
  if (filter.direction) is_sent = *filter.direction == exchange::Direction::sent;
  std::optional<std::int64_t> created_from = number_in(filter.created_from);
  std::optional<std::int64_t> created_before = number_in(filter.created_before);
  Parameters parameters;
  parameters.number(number_of(before.created))
      .uuid(before.id.uuid())
      .number(count)
      .number(number_in(filter.kind))
      .number(number_in(filter.flow))
      .number(created_from)
      .number(created_before);
  std::optional<std::int64_t> sscc;
  if (filter.sscc) sscc = static_cast<std::int64_t>(*filter.sscc);
  if (!query.viewer.participant) {
    if (sscc) {
      parameters.number(sscc);
      return {.sql = all_with_sscc, .parameters = std::move(parameters)};
    }
    return {.sql = is_held ? all_held : all, .parameters = std::move(parameters)};
  }
  parameters.uuid(query.viewer.participant->uuid())
      .number(number_of(query.viewer.flow))
      .number(status)
      .boolean(is_sent);
  if (sscc) {
    parameters.number(sscc);
    return {.sql = own_with_sscc, .parameters = std::move(parameters)};
  }
  if (filter.naming) {
    parameters.bytes(indexed(filter.naming->number)).number(std::int64_t{filter.naming->kinds});
    return {.sql = own_naming, .parameters = std::move(parameters)};
  }
  if (!asked && is_held) return {.sql = own_held, .parameters = std::move(parameters)};
  if (!asked) return {.sql = own, .parameters = std::move(parameters)};
  parameters.bytes(number);
  return {.sql = is_whole ? own_with_number : own_with_prefix, .parameters = std::move(parameters)};
}

base::Result<std::map<exchange::TransactionId, TransactionPtr>> rows_of(
    Connection& connection, const std::vector<Listed>& listed) {
  Columns<uuid, uuid> places;
  for (const Listed& one : listed) places.add(one.place.id.uuid(), one.recipient);
  TRY_ASSIGN(const Rows found,
             connection.ask({.sql = "SELECT value FROM transaction WHERE (id, recipient) IN "
                                    "(SELECT * FROM unnest($1, $2)) AND recipient = ANY($2)",
                             .parameters = std::move(places).parameters()}));
  std::map<exchange::TransactionId, TransactionPtr> rows;
  for (std::size_t i = 0; i < found.count(); ++i) {
    const auto row = std::make_shared<const Transaction>(read<Transaction>(found.bytes(i, 0)));
    rows[row->id] = row;
  }
  return rows;
}

base::Done add_contents(Connection& connection, exchange::HistoryPage& page) {
  Columns<uuid, uuid> places;
  for (const exchange::PendingItem& item : page.items)
    places.add(item.row->id.uuid(), item.row->recipient.uuid());
  TRY_ASSIGN(const Rows found,
             connection.ask({.sql = "SELECT id, content FROM transaction WHERE (id, recipient) IN "
                                    "(SELECT * FROM unnest($1, $2)) AND recipient = ANY($2) "
                                    "AND content IS NOT NULL",
                             .parameters = std::move(places).parameters()}));
  const auto owner = std::make_shared<const Rows>(found);
  std::map<exchange::TransactionId, std::string_view> contents;
  for (std::size_t i = 0; i < found.count(); ++i) {
    contents[exchange::TransactionId(found.uuid(i, 0))] = found.bytes(i, 1);
  }
  for (exchange::PendingItem& item : page.items) {
    const auto content = contents.find(item.row->id);
    if (content != contents.end()) item.content = {.view = content->second, .owner = owner};
  }
  return {};
}

base::Result<exchange::HistoryPage> read_within(Connection& connection,
                                                const exchange::HistoryQuery& query) {
  constexpr std::int64_t listed_max = 256;
  const bool with_content = query.content == exchange::WithContent::yes;
  const std::int64_t count = std::min(std::int64_t{query.count_max} + 1, listed_max);
  base::Uuid last_id;
  last_id.bytes.fill(0xff);
  HistoryPlace before = query.before.value_or(
      HistoryPlace{.created = exchange::Instant::max(), .id = exchange::TransactionId(last_id)});
  exchange::HistoryPage page;
  std::uint64_t bytes = 0;
  for (bool has_more = true; has_more;) {
    TRY_ASSIGN(const Rows next, connection.ask(listing(query, before, count)));
    std::vector<Listed> listed;
    for (std::size_t i = 0; i < next.count(); ++i) {
      listed.push_back({.place = {.created = base::instant_of(next.number(i, 0)),
                                  .id = exchange::TransactionId(next.uuid(i, 1))},
                        .recipient = next.uuid(i, 2)});
    }
    has_more = static_cast<std::int64_t>(listed.size()) == count;
    if (listed.empty()) break;
    before = listed.back().place;
    TRY_ASSIGN(auto rows, rows_of(connection, listed));
    for (const Listed& one : listed) {
      const TransactionPtr& row = rows[one.place.id];
      const bool is_wanted =
          row && query.viewer.sees(*row) && exchange::matches(*row, query.viewer, query.filter);
      if (!is_wanted) continue;
      const bool has_content = with_content && !row->content.removed_at;
      const std::uint64_t size = has_content ? row->content.bytes : 0;
      const bool is_full =
          page.items.size() == query.count_max ||
          (!page.items.empty() && query.bytes_max != 0 && bytes + size > query.bytes_max);
      if (is_full) {
        page.more = !page.items.empty();
        has_more = false;
        break;
      }
      bytes += size;
      page.items.push_back({.row = row, .content = {}});
    }
  }
  if (with_content && !page.items.empty()) TRY(add_contents(connection, page));
  return page;
}

}  // namespace

base::Result<exchange::HistoryPage> read_history(Connection& connection,
                                                 const exchange::HistoryQuery& query) {
  TRY(connection.run(std::string(begin)));
  auto page = read_within(connection, query);
  if (!connection.is_alive()) return page;
  TRY(connection.run("ROLLBACK"));
  return page;
}

}  // namespace tradepost::store::postgres
