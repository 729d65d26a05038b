#pragma once

#include <string>
#include <vector>

#include "base/clock.hpp"
#include "simulation/documents/articles.hpp"
#include "simulation/documents/lines.hpp"

// The documents of a buyer.
namespace tradepost::simulation {

struct PurchaseLine {
  const Article* article = nullptr;
  Decimal quantity = {};
};

enum class OrderFault : std::uint8_t { none, date, quantity, unit };

struct Purchase {
  std::string number = {};
  Party buyer = {};
  Party supplier = {};
  base::Instant at = {};
  base::Instant requested = {};
  std::int64_t version = 1;
  std::vector<PurchaseLine> lines = {};
};

// Returns an order. The exchange refuses an order with a fault.
std::string order(const Purchase& purchase, OrderFault fault = OrderFault::none);

// A line of a shipping notice and the received quantity.
struct ReceivedLine {
  Line line = {};
  Decimal received = {};
  std::string why_less = {};
};

struct ReceivedUnit {
  std::string identifier = {};
  std::vector<ReceivedLine> lines = {};
};

struct Receival {
  std::string number = {};
  std::string notice_number = {};
  std::string order_number = {};
  Party customer = {};
  Party supplier = {};
  base::Instant at = {};
  std::vector<ReceivedUnit> units = {};
};

std::string receival_notice(const Receival& receival);

struct Payment {
  std::string number = {};
  std::string invoice_number = {};
  std::string invoice_date = {};
  std::string currency = {};
  Party buyer = {};
  Party supplier = {};
  base::Instant at = {};
  Decimal due = {};
  Decimal discount_percentage = {};
};

std::string remittance_advice(const Payment& payment);

// A report of a buyer to a supplier about a period: goods that were sold, or goods in stock.
struct PeriodicReport {
  std::string number = {};
  Party buyer = {};
  Party supplier = {};
  base::Instant at = {};
  std::vector<PurchaseLine> lines = {};
};

std::string sales_report(const PeriodicReport& report);  // the previous seven days
std::string inventory_report(const PeriodicReport& report);

}  // namespace tradepost::simulation
