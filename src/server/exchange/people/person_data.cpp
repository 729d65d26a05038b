#include "exchange/people/person_data.hpp"

#include <algorithm>

#include "base/crypto/hmac.hpp"
#include "base/text/text.hpp"
#include "exchange/records/stored_parts.hpp"
#include "exchange/records/stored_reader.hpp"
#include "exchange/records/stored_writer.hpp"

namespace tradepost::exchange {

template <>
inline constexpr auto last_value<Subject> = Subject::index_damaged;
template <>
inline constexpr auto last_value<Rhythm> = Rhythm::daily;

namespace {

// Version 1 has no identity and no proof of the address, version 2 no subscriptions.
constexpr char written_version = 3;

class Writer : public StoredWriter<Writer> {
 public:
  using StoredWriter::StoredWriter;
};

class Reader : public StoredReader<Reader> {
 public:
  using StoredReader::StoredReader;
};

template <typename Io>
void fields(Io& io, Like<Browser> auto& browser) {
  io(browser.session, browser.agent, browser.address);
}

template <typename Io>
void fields(Io& io, Like<Subscription> auto& subscription) {
  io(subscription.about, subscription.rhythm);
}

template <typename Io>
void fields(Io& io, Like<Subscriptions> auto& subscriptions) {
  io(subscriptions.list, subscriptions.unread_hours, subscriptions.flows);
}

template <typename Io>
void fields(Io& io, Like<Announced> auto& announced) {
  io(announced.immediately, announced.hourly, announced.daily, announced.undated);
}

// A code secret is stored as text, and no second factor as an empty one.
template <typename Io>
void write(Io& io, const PersonData& data) {
  const std::string secret =
      data.code_secret ? std::string(data.code_secret->begin(), data.code_secret->end()) : "";
  const auto language = static_cast<std::uint8_t>(data.language);
  io(data.name, data.email, language, data.time_zone, data.password_hash, secret, data.code_step,
     data.recovery_codes, data.browsers, data.known_devices, data.identity, data.has_proven_address,
     data.link_proves_address, data.subscriptions, data.announced);
}

bool read(Reader& io, char version, PersonData& data) {
  std::string secret;
  std::uint8_t language = 0;
  io(data.name, data.email, language, data.time_zone, data.password_hash, secret, data.code_step,
     data.recovery_codes, data.browsers, data.known_devices);
  if (version > 1) io(data.identity, data.has_proven_address, data.link_proves_address);
  if (version > 2) io(data.subscriptions, data.announced);
  if (!io.is_whole() || language < 1 || language > 2) return false;
  data.language = static_cast<Language>(language);
  if (secret.empty()) return true;
  auto& bytes = data.code_secret.emplace();
  if (secret.size() != bytes.size()) return false;
  std::ranges::transform(secret, bytes.begin(),
                         [](char byte) { return static_cast<std::uint8_t>(byte); });
  return true;
}

}  // namespace

Addressee addressee_of(const PersonData& data) {
  return {.name = data.name, .email = data.email, .language = data.language};
}

std::string sealed(const PersonData& data, PersonId person, const base::SealKey& key) {
  std::string bytes(1, written_version);
  Writer io(bytes);
  write(io, data);
  return base::Sealer(key).seal(bytes, "person " + person.to_string());
}

std::optional<PersonData> opened(const Person& person, const base::SealKey& key) {
  const auto bytes = base::Sealer(key).open(person.sealed, "person " + person.id.to_string());
  if (!bytes || bytes->empty()) return std::nullopt;
  const char version = bytes->front();
  if (version < 1 || version > written_version) return std::nullopt;
  Reader io(std::string_view(*bytes).substr(1));
  PersonData data;
  if (!read(io, version, data)) return std::nullopt;
  return data;
}

Digest address_digest(const base::SealKey& network, std::string_view email) {
  const std::string_view key(reinterpret_cast<const char*>(network.data()), network.size());
  return base::hmac_sha256(key, "address " + base::ascii_lowered(std::string(email)));
}

}  // namespace tradepost::exchange
