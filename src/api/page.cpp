#include "api/page.hpp"

#include <string_view>
#include <utility>

#include "base/json_writer.hpp"
#include "document/schema.hpp"

namespace tradepost::api {
namespace {

using exchange::Incoming;
using exchange::Named;

void write_id(base::JsonWriter& json, const std::optional<exchange::TransactionId>& id) {
  if (id) {
    json.string(id->to_string());
  } else {
    json.null();
  }
}

void write_named(base::JsonWriter& json, const Named& named) {
  json.begin_object().key("id");
  if (named.id) {
    json.string(named.id->to_string());
  } else {
    json.null();
  }
  json.key("name").string(named.name).end_object();
}

// Everything but its content.
std::string head_of(const Incoming& item, const FieldNames& names) {
  const exchange::Transaction& row = *item.row;
  base::JsonWriter json;
  json.begin_object().key(names.transaction_id).string(row.id.to_string());
  json.key("type").string(document::row_of(row.kind).name);
  json.key(names.replaces);
  write_id(json, row.delivered_replaces);
  json.key(names.replaced_by);
  write_id(json, row.delivered_replaced_by);
  json.key("isLatestVersion").boolean(item.is_latest());
  json.key("sender");
  write_named(json, item.sender);
  if (item.agent) {
    json.key("agent");
    write_named(json, *item.agent);
  }
  json.key("flow").string(exchange::name_of(row.flow));
  json.key("createdAt").string(base::to_string(row.created));
  json.end_object();
  return std::move(json).finish();
}

void append_item(http::Body& body, const Incoming& item, const FieldNames& names) {
  std::string head = head_of(item, names);
  head.pop_back();  // its brace closes behind the content
  body.append(head);
  body.append(",\"content\":");
  if (item.content.view.empty()) {
    body.append("null");
  } else {
    body.append(item.content.view, item.content.owner);
  }
  body.append("}");
}

std::string tail_of(std::size_t count, std::uint32_t per_page,
                    const std::optional<NextPage>& next) {
  base::JsonWriter json;
  json.begin_object().key("hasMore").boolean(next.has_value());
  json.key("perPage").integer(per_page).key("count").integer(count);
  json.key("nextCursor");
  if (next) {
    json.string(next->cursor).key("nextPageUrl").string(next->url);
  } else {
    json.null().key("nextPageUrl").null();
  }
  json.end_object();
  return std::move(json).finish();
}

}  // namespace

http::Response page_of_incoming(const exchange::IncomingPage& page, const FieldNames& names,
                                std::uint32_t per_page, const std::optional<NextPage>& next) {
  http::Response response(200);
  response.header("Content-Type", "application/json");
  response.body.append("{\"items\":[");
  for (std::size_t i = 0; i < page.items.size(); ++i) {
    if (i > 0) response.body.append(",");
    append_item(response.body, page.items[i], names);
  }
  response.body.append("],");
  response.body.append(tail_of(page.items.size(), per_page, next).substr(1));
  return response;
}

}  // namespace tradepost::api
