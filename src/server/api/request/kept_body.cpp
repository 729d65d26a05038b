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

exchange::Bytes kept_body(const OpenCall& call) {
  auto kept = std::make_shared<const Kept>(call.request.take_body(), call.request.take_memory());
  const std::string_view view = kept->text;
  call.sent_body = {.view = view, .owner = std::move(kept)};
  return call.sent_body;
}

}  // namespace tradepost::api
