#include "request_log/logged_request.hpp"

namespace tradepost::request_log {
namespace {

// The bookkeeping of the log and of the allocator for one request.
constexpr std::size_t bookkeeping_bytes = 192;

}  // namespace

std::size_t memory_of(const LoggedRequest& request) {
  std::size_t bytes = bookkeeping_bytes + sizeof(LoggedRequest) + request.target.capacity() +
                      request.request_id.capacity();
  if (!request.refusal) return bytes;
  const Refusal& refusal = *request.refusal;
  bytes += sizeof(Refusal) + refusal.message.capacity();
  if (refusal.body) bytes += refusal.body->capacity();
  for (const exchange::Finding& fault : refusal.faults) {
    bytes += sizeof(fault) + fault.code.size() + fault.path.size() + fault.message.size();
  }
  return bytes;
}

}  // namespace tradepost::request_log
