#include "simulation/documents/particulars.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace tradepost::simulation {
namespace {

using base::JsonWriter;

struct Place {
  std::string_view street, postal_code, city;
};

constexpr std::array places = {Place{"Am Güterbahnhof", "22844", "Norderstedt"},
                               Place{"Hafenstraße", "51063", "Köln"},
                               Place{"Mühlenweg", "34123", "Kassel"},
                               Place{"Lange Reihe", "28195", "Bremen"},
                               Place{"Marktplatz", "90403", "Nürnberg"},
                               Place{"Industriestraße", "04329", "Leipzig"},
                               Place{"Talstraße", "70188", "Stuttgart"}};

struct Person {
  std::string_view first_name, last_name;
};

constexpr std::array people = {Person{"Käthe", "Petersen"}, Person{"Yusuf", "Demir"},
                               Person{"Svenja", "Brandt"}, Person{"Jan", "Nowak"},
                               Person{"Maria", "Lindner"}};

// Returns the FNV-1a hash of the first identifier, so that a party keeps its particulars.
std::uint32_t hash_of(const Party& party) {
  std::uint32_t hash = 2'166'136'261;
  if (party.identifiers.empty()) return hash;
  for (const char c : party.identifiers.front().identifier) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619;
  }
  return hash;
}

template <typename Choices>
const auto& one_of(const Choices& choices, std::uint32_t hash) {
  return choices.at(hash % choices.size());
}

// Returns the IBAN of an account at a bank with a code that no bank has.
std::string iban_of(std::uint32_t hash) {
  const std::string account = fmt::format("00000000{:010}", hash);
  std::uint32_t remainder = 0;
  for (const char c : account + "131400") {  // 1314: DE
    remainder = (remainder * 10 + static_cast<std::uint32_t>(c - '0')) % 97;
  }
  return fmt::format("DE{:02}{}", 98 - remainder, account);
}

void write_contact(JsonWriter& json, std::uint32_t hash) {
  const Person& person = one_of(people, hash / 7);
  json.key("contacts").begin_array().begin_object();
  json.key("firstName").string(person.first_name).key("lastName").string(person.last_name);
  json.key("phone").string(fmt::format("+49 30 23125 {:03}", hash % 1000));
  json.key("email").string("accounts@company.example");
  json.end_object().end_array();
}

}  // namespace

Party with_address(Party party) {
  const std::uint32_t hash = hash_of(party);
  const Place& place = one_of(places, hash);
  JsonWriter json;
  json.begin_object().key("street").string(fmt::format("{} {}", place.street, hash % 90 + 1));
  json.key("city").string(place.city).key("postalCode").string(place.postal_code);
  json.key("countryCode").string("DE").end_object();
  party.postal_address = std::move(json).finish();
  return party;
}

void write_issuer(JsonWriter& json, const Party& party) {
  const std::uint32_t hash = hash_of(party);
  std::vector<Identifier> identifiers = party.identifiers;
  // The number of a company does not begin with 0.
  identifiers.push_back(
      {.domain = "VAT_DE", .identifier = fmt::format("DE0{:08}", hash % 100'000'000)});
  json.begin_object();
  if (!party.name.empty()) json.key("name").string(party.name);
  json.key("identifiers");
  write(json, identifiers);
  write_address(json, party);
  write_contact(json, hash);
  json.key("financialInstitution").begin_object().key("name").string("Handelsbank Rheinland eG");
  json.key("institutionId").string("HBRLDE3KXXX").key("institutionIdDomain").string("BIC");
  json.key("accountNumber").string(iban_of(hash)).end_object().end_object();
}

}  // namespace tradepost::simulation
