#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "simulation/documents/delivery.hpp"

// What a supplier charges and gives back.
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
  Decimal gross = {};  // as it is written there
};

Bill invoice(const Delivery& delivery, const InvoiceHead& head);

// What did not arrive, or was refused by the customer.
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
