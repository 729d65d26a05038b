#include "api/request/kept_body.hpp"

#include <memory>
#include <string>
#include <utility>

#include "http/wire/memory_budget.hpp"

namespace tradepost::api {
namespace {

struct Kept {
  std::string text;
  http::MemoryShare memory;
};

}  // namespace

exchange::Bytes kept_body(http::Request& request) {
  auto kept = std::make_shared<const Kept>(request.take_body(), request.take_memory());
  const std::string_view view = kept->text;
  return {.view = view, .owner = std::move(kept)};
}

}  // namespace tradepost::api
