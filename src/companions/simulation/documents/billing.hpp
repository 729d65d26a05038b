#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulation/documents/delivery.hpp"

// The invoices and credit notes of a supplier.
namespace tradepost::simulation {

enum class InvoiceFault : std::uint8_t { none, wrong_sum, unknown_order };

struct InvoiceHead {
  std::string number = {};
  std::string notice_number = {};
  std::int64_t version = 1;
  InvoiceFault fault = InvoiceFault::none;
};

struct Bill {
  std::string json = {};
  Decimal gross = {};  // the gross amount in the document
};

Bill invoice(const Delivery& delivery, const InvoiceHead& head);

// Goods that did not arrive, or that the customer refused.
struct Shortage {
  const DeliveryLine* line = nullptr;
  Decimal quantity = {};
};

struct CreditNoteHead {
  std::string number = {};
  std::string notice_number = {};  // empty: unknown
  base::Instant at = {};
};

Bill credit_note(const Delivery& delivery, const CreditNoteHead& head,
                 const std::vector<Shortage>& shortages);

}  // namespace tradepost::simulation
