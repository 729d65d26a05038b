#pragma once

#include "document/json_reader.hpp"
#include "sales/entering/entry.hpp"
#include "sales/ground/books.hpp"
#include "tradepost/transactions.hpp"

namespace tradepost::sales {

// Books what comes from an exchange: orders, notices of receipt and advices of payment; other kinds
// are kept as they are. What became of a document, and the booking itself, are one change of the
// database: a document that comes a second time gets the first answer.
class Importer {
 public:
  explicit Importer(Books& books) : books_(&books) {}

  // The report for its sender. An error: nothing is known of the document, it is to come again.
  base::Result<client::Report> take(const client::Transaction& document);

 private:
  struct Taken {
    std::string outcome = {};
    std::int64_t order = 0;  // 0: none
    Objections objections = {};
    std::vector<std::string> notes = {};
  };
  base::Result<Taken> judge(const client::Transaction& document);
  base::Result<Taken> take_order(const client::Transaction& document,
                                 const document::View& content);
  base::Result<Taken> take_receipt(const document::View& content);
  base::Done keep(const client::Transaction& document, const Taken& taken,
                  const client::Report& report);

  Books* books_;
  document::JsonReader reader_;
};

}  // namespace tradepost::sales
