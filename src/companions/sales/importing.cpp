#include "sales/importing.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "base/text/json_writer.hpp"
#include "client/reading.hpp"
#include "sales/entering/order_document.hpp"

namespace tradepost::sales {
namespace {

using client::text_in;
using document::View;

std::string json_of(const std::map<std::string, std::string>& context) {
  base::JsonWriter json;
  json.begin_object();
  for (const auto& [name, value] : context) json.key(name).string(value);
  return std::move(json.end_object()).finish();
}

// Returns the report that the document got when it was delivered before.
base::Result<std::optional<client::Report>> first_report(Books& books, const std::string& id) {
  TRY_ASSIGN(Statement row,
             books.prepare("SELECT outcome, reason, error_type, context FROM received WHERE "
                           "transaction_id = ?"));
  TRY_ASSIGN(const bool is_there, row.text(id).next());
  if (!is_there) return std::nullopt;
  client::Report report{
      .success = row.text_at(1).empty(), .reason = row.text_at(1), .error_type = row.text_at(2)};
  document::JsonReader reader;
  const std::string context = row.text_at(3);
  if (const auto read = reader.read(context)) {
    read->each_member([&](const View& name, const View& value) {
      if (value.is_text()) report.context.emplace(name.text(), value.text());
    });
  }
  return report;
}

}  // namespace

base::Result<client::Report> Importer::take(const client::Transaction& document) {
  TRY_ASSIGN(Change begun, books_->begin());
  std::optional<Change> change(std::move(begun));
  TRY_ASSIGN(auto before, first_report(*books_, document.id));
  if (before) return *std::move(before);
  TRY_ASSIGN(Taken taken, validate(document));
  if (document.flow == "TEST") {
    // A document of the TEST flow is judged like any other, and its booking is rolled back.
    change.reset();
    TRY_ASSIGN(Change again, books_->begin());
    change.emplace(std::move(again));
    if (taken.objections.empty()) taken.outcome = "test";
    taken.order = 0;
  }
  client::Report report{.success = taken.objections.empty()};
  if (!report.success) {
    report.reason = reason_of(taken.objections);
    report.error_type = error_type_of(taken.objections);
    report.context = context_of(taken.objections);
  }
  TRY(keep(document, taken, report));
  TRY(change->commit());
  return report;
}

base::Result<Importer::Taken> Importer::validate(const client::Transaction& document) {
  const auto content = reader_.read(document.content);
  if (!content) {
    return Taken{.outcome = "refused",
                 .objections = {{.sentence = "The document can't be read as JSON."}}};
  }
  if (document.type == "ORDER") return take_order(document, *content);
  if (document.type == "RECEIVAL_NOTICE") return take_receipt(*content);
  return Taken{.outcome = "kept"};
}

base::Result<Importer::Taken> Importer::take_order(const client::Transaction& document,
                                                   const View& content) {
  Entry entry = entry_of(content);
  entry.source = document.id;
  const auto existing = document.replaces_id.empty() ? Existing::refuse : Existing::update;
  TRY_ASSIGN(Booked booked, book(*books_, entry, existing));
  return Taken{.outcome = std::string(name_of(booked.outcome)),
               .order = booked.order,
               .objections = std::move(booked.objections),
               .notes = std::move(booked.notes)};
}

// Finds the order by the number of the supplier's delivery, otherwise by the customer's number.
base::Result<Importer::Taken> Importer::take_receipt(const View& content) {
  const View header = content.member("header");
  const std::string notice = text_in(header, "deliveryNoteNumber");
  const std::string number = text_in(header, "customerOrderNumber");
  TRY_ASSIGN(Statement row,
             books_->prepare("SELECT order_number FROM delivery WHERE number = ? UNION "
                             "SELECT number FROM sales_order WHERE ? = '' AND customer_order = ?"));
  TRY_ASSIGN(const bool is_there, row.text(notice).text(notice).text(number).next());
  const std::int64_t order = is_there ? row.integer_at(0) : 0;
  bool is_another = false;
  if (is_there) {
    TRY_ASSIGN(is_another, row.next());
  }
  if (is_there && !is_another) return Taken{.outcome = "kept", .order = order};
  const std::string_view what = is_there ? "matches more than one order" : "is unknown";
  Objection objection{.path = "content.header.deliveryNoteNumber", .found = notice};
  if (notice.empty()) {
    objection.path = "content.header.customerOrderNumber";
    objection.found = number;
    objection.sentence = fmt::format("The order number {} {}.", number, what);
  } else {
    objection.sentence = fmt::format("The delivery note {} {}.", notice, what);
  }
  return Taken{.outcome = "refused", .objections = {std::move(objection)}};
}

base::Done Importer::keep(const client::Transaction& document, const Taken& taken,
                          const client::Report& report) {
  TRY_ASSIGN(Statement row,
             books_->prepare("INSERT INTO received VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  row.text(document.id).text(document.type).text(document.flow).text(document.sender.name);
  row.text(document.replaces_id).integer(taken.order).text(taken.outcome).text(report.reason);
  row.text(report.error_type).text(json_of(report.context));
  row.text(fmt::format("{}", fmt::join(taken.notes, " "))).text(document.content);
  return row.text(books_->now()).run();
}

}  // namespace tradepost::sales
