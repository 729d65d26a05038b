#include "request_log/record.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "base/framed_fields.hpp"

namespace tradepost::request_log {
namespace {

using base::FieldsReader;
using base::FieldsWriter;

constexpr std::size_t texts_of_faults_max = 3 * faults_kept_max;

void put_refusal(FieldsWriter& fields, const Refusal& refusal) {
  fields.put(refusal.code);
  fields.put(refusal.detail_code);
  fields.put(refusal.message);
  fields.put(refusal.fault_count);
  fields.put(refusal.faults.size());
  for (const exchange::Finding& fault : refusal.faults) {
    fields.put(fault.code);
    fields.put(fault.path);
    fields.put(fault.message);
  }
  fields.put(std::uint64_t{refusal.body.has_value()});
  fields.put(refusal.body.value_or(""));
}

std::unique_ptr<const Refusal> refusal_in(FieldsReader& fields) {
  Refusal refusal;
  refusal.code = fields.text();
  refusal.detail_code = fields.text();
  refusal.message = fields.text();
  refusal.fault_count = fields.number();
  const std::uint64_t named = std::min<std::uint64_t>(fields.number(), texts_of_faults_max);
  for (std::uint64_t i = 0; i < named && fields.is_good(); ++i) {
    exchange::Finding fault;
    fault.code = fields.text();
    fault.path = fields.text();
    fault.message = fields.text();
    refusal.faults.push_back(std::move(fault));
  }
  const bool has_body = fields.number() == 1;
  std::string body = fields.text();
  if (has_body) refusal.body = std::move(body);
  return std::make_unique<const Refusal>(std::move(refusal));
}

}  // namespace

std::string bytes_of(const Owner& owner, const LoggedRequest& request) {
  FieldsWriter fields;
  fields.put(owner.participant.uuid());
  fields.put(static_cast<std::uint64_t>(owner.flow));
  fields.put(request.id);
  fields.put(static_cast<std::uint64_t>(base::epoch_ms(request.at)));
  fields.put(request.method);
  fields.put(request.target);
  fields.put(request.request_id);
  fields.put(request.body_bytes);
  fields.put(static_cast<std::uint64_t>(request.took.count()));
  fields.put(static_cast<std::uint64_t>(request.status));
  fields.put(request.token.uuid());
  fields.put(request.person.uuid());
  put_refusal(fields, request.refusal ? *request.refusal : Refusal());
  return base::framed(fields.take());
}

std::optional<Record> take_record(std::string_view& bytes) {
  std::string_view rest = bytes;
  const auto written = base::take_framed(rest);
  if (!written) return std::nullopt;
  FieldsReader fields(*written);
  Record record;
  record.owner.participant = exchange::ParticipantId(fields.uuid());
  record.owner.flow = static_cast<exchange::Flow>(fields.number());
  LoggedRequest request;
  request.id = fields.uuid();
  request.at = base::instant_of(static_cast<std::int64_t>(fields.number()));
  request.method = fields.text();
  request.target = fields.text();
  request.request_id = fields.text();
  request.body_bytes = fields.number();
  request.took = std::chrono::milliseconds(fields.number());
  request.status = static_cast<int>(fields.number());
  request.token = exchange::TokenId(fields.uuid());
  request.person = exchange::PersonId(fields.uuid());
  request.refusal = refusal_in(fields);
  if (!fields.is_good()) return std::nullopt;
  bytes = rest;
  record.request = std::make_shared<const LoggedRequest>(std::move(request));
  return record;
}

}  // namespace tradepost::request_log
