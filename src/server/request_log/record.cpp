#include "request_log/record.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "base/crypto/sha256.hpp"

namespace tradepost::request_log {
namespace {

constexpr std::size_t length_bytes = 4;
constexpr std::size_t digest_bytes = 8;
constexpr std::size_t texts_of_faults_max = 3 * faults_kept_max;

std::string beginning_of_digest(std::string_view fields) {
  const base::Digest digest = base::sha256(fields);
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest_bytes};
}

class Fields {
 public:
  void put(std::uint64_t number, int bytes = 8) {
    for (int shift = 8 * (bytes - 1); shift >= 0; shift -= 8)
      bytes_ += static_cast<char>(number >> shift & 0xFFu);
  }
  void put(const base::Uuid& uuid) {
    bytes_.append(reinterpret_cast<const char*>(uuid.bytes.data()), uuid.bytes.size());
  }
  void put(std::string_view text) {
    put(text.size());
    bytes_ += text;
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

// Reads fields. After the first one that is incomplete, all are empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number(std::size_t bytes = 8) {
    std::uint64_t number = 0;
    for (const char c : take(bytes)) number = number << 8 | static_cast<unsigned char>(c);
    return number;
  }
  base::Uuid uuid() {
    base::Uuid uuid;
    const std::string_view bytes = take(uuid.bytes.size());
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(uuid.bytes.data()));
    return uuid;
  }
  std::string text() { return std::string(take(number())); }
  bool is_good() const { return is_good_; }

 private:
  std::string_view take(std::uint64_t count) {
    is_good_ = is_good_ && count <= rest_.size();
    const std::string_view taken = is_good_ ? rest_.substr(0, count) : std::string_view();
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
  bool is_good_ = true;
};

void put_refusal(Fields& fields, const Refusal& refusal) {
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

std::unique_ptr<const Refusal> refusal_in(Reader& fields) {
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
  Fields fields;
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
  const std::string written = fields.take();
  Fields record;
  record.put(written.size(), length_bytes);
  return record.take() + beginning_of_digest(written) + written;
}

std::optional<Record> take_record(std::string_view& bytes) {
  constexpr std::size_t head_bytes = length_bytes + digest_bytes;
  if (bytes.size() < head_bytes) return std::nullopt;
  const std::uint64_t length = Reader(bytes).number(length_bytes);
  const std::string_view digest = bytes.substr(length_bytes, digest_bytes);
  if (length > bytes.size() - head_bytes) return std::nullopt;
  const std::string_view written = bytes.substr(head_bytes, length);
  if (beginning_of_digest(written) != digest) return std::nullopt;
  Reader fields(written);
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
  bytes.remove_prefix(head_bytes + length);
  record.request = std::make_shared<const LoggedRequest>(std::move(request));
  return record;
}

}  // namespace tradepost::request_log
