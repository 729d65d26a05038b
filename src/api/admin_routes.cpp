#include "api/admin_routes.hpp"

#include <array>

#include "api/admin_participants.hpp"
#include "api/admin_relationships.hpp"
#include "api/admin_tokens.hpp"

namespace tradepost::api {
namespace {

constexpr ForOperators by_operators(Answer (*handler)(Workplace&, OperatorCall)) {
  return {.handler = handler};
}

constexpr std::array table = {
    Route{"POST", "/admin/participants", Body::json, by_operators(post_participant)},
    Route{"GET", "/admin/participants", Body::none, by_operators(list_participants)},
    Route{"GET", "/admin/participants/{id}", Body::none, by_operators(get_participant)},
    Route{"PATCH", "/admin/participants/{id}", Body::json, by_operators(patch_participant)},
    Route{"DELETE", "/admin/participants/{id}", Body::none, by_operators(delete_participant)},
    Route{"POST", "/admin/tokens", Body::json, by_operators(post_token)},
    Route{"GET", "/admin/tokens", Body::none, by_operators(list_tokens)},
    Route{"DELETE", "/admin/tokens/{id}", Body::none, by_operators(delete_token)},
    Route{"PUT", "/admin/relationships", Body::json, by_operators(put_relationships)},
    Route{"GET", "/admin/relationships", Body::none, by_operators(list_relationships)},
};

}  // namespace

std::span<const Route> admin_routes() {
  return table;
}

}  // namespace tradepost::api
