#pragma once

#include "document/json_reader.hpp"
#include "sales/entering/entry.hpp"
#include "sales/ground/books.hpp"
#include "tradepost/transactions.hpp"

namespace tradepost::sales {

// Imports documents from an exchange: books orders, assigns notices of receipt to their orders, and
// stores other kinds. Booking and report are one transaction of the database, so a document that is
// delivered again gets its first report.
class Importer {
 public:
  explicit Importer(Books& books) : books_(&books) {}

  // Returns the report for the sender. After an error, the document must be delivered again.
  base::Result<client::Report> take(const client::Transaction& document);

 private:
  struct Taken {
    std::string outcome = {};
    std::int64_t order = 0;  // 0: none
    Objections objections = {};
    std::vector<std::string> notes = {};
  };
  base::Result<Taken> validate(const client::Transaction& document);
  base::Result<Taken> take_order(const client::Transaction& document,
                                 const document::View& content);
  base::Result<Taken> take_receipt(const document::View& content);
  base::Done keep(const client::Transaction& document, const Taken& taken,
                  const client::Report& report);

  Books* books_;
  document::JsonReader reader_;
};

}  // namespace tradepost::sales
