#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/crypto/seal.hpp"
#include "credentials/one_time_code.hpp"
#include "exchange/model/person.hpp"
#include "exchange/people/subscriptions.hpp"

namespace tradepost::exchange {

enum class Language : std::uint8_t { english = 1, german = 2 };

// A person as the recipient of a message.
struct Addressee {
  std::string name;
  std::string email;
  Language language = Language::english;
};

// The browser of a session, as the person recognises it.
struct Browser {
  SessionId session;
  std::string agent;    // from User-Agent
  std::string address;  // of the client

  bool operator==(const Browser&) const = default;
};

// The sealed text of a person's entry.
struct PersonData {
  std::string name;
  std::string email;
  Language language = Language::english;
  std::string time_zone;
  std::string password_hash;       // empty: the person has no password
  std::optional<Digest> identity;  // at an OpenID provider (NamedPerson)
  // The person has used a link that reached the address, or an operator. Without it, the password
  // may belong to the administrator who got the link.
  bool has_proven_address = false;
  bool link_proves_address = false;                    // of the present link
  std::optional<credentials::CodeSecret> code_secret;  // of the second factor
  std::int64_t code_step = -1;                         // of the last accepted code
  std::vector<Digest> recovery_codes;
  std::vector<Browser> browsers;
  // SHA-256 of the secrets that browsers keep after a sign-out, newest last.
  std::vector<Digest> known_devices;
  Subscriptions subscriptions = {};
  Announced announced = {};

  bool operator==(const PersonData&) const = default;
};

Addressee addressee_of(const PersonData& data);

std::string sealed(const PersonData& data, PersonId person, const base::SealKey& key);
// Returns nullopt if the key is not the person's, or a newer version wrote the text.
std::optional<PersonData> opened(const Person& person, const base::SealKey& key);

// Returns the digest by which the key of a person is found. Upper and lower case are equal.
Digest address_digest(const base::SealKey& network, std::string_view email);

}  // namespace tradepost::exchange
