#include "api/routes.hpp"

#include <array>

#include "api/transactions.hpp"

namespace tradepost::api {
namespace {

using exchange::Scopes;

constexpr std::array table = {
    Route{"GET", "/v2/ping", Who::with_any_token(), Body::none, ping},
    Route{"GET", "/v2/transactions", Who::with(Scopes::read), Body::none, list_incoming},
    Route{"POST", "/v2/transactions", Who::with(Scopes::send), Body::json, send_document},
    Route{"POST", "/v2/transactions/{id}", Who::with(Scopes::report), Body::json, report_one},
    Route{"PUT", "/v2/transactions/{id}", Who::with(Scopes::report), Body::json, report_one},
    Route{"POST", "/v2/transactions/bulk/mark-processed", Who::with(Scopes::report), Body::json,
          report_many},
};

}  // namespace

std::span<const Route> routes() {
  return table;
}

}  // namespace tradepost::api
