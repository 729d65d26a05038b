#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "simulation/documents/identifiers.hpp"

namespace tradepost::simulation {

// The frequency of situations that an integration must handle, in percent.
struct Habits {
  std::uint64_t seed = 1;
  std::uint32_t orders_a_day = 3;
  // The share of orders_a_day that each weekday has, in percent; Monday first.
  std::array<std::uint32_t, 7> week = {100, 100, 100, 100, 100, 100, 100};
  std::uint32_t late = 10;
  std::uint32_t partial = 15;
  std::uint32_t rejected = 5;
  std::uint32_t twice = 5;
  std::uint32_t new_version = 10;
  std::uint32_t faulty = 10;
};

// An intended irregularity of a document.
enum class Trait : std::uint8_t { late, partial, rejected, twice, new_version, faulty, mended };
std::string_view name_of(Trait trait);

// A document to send.
struct Planned {
  base::Instant at = {};
  std::string_view kind = {};  // ORDER
  std::string number = {};
  Party to = {};
  std::string body = {};         // {"type": …, "content": …}
  std::string about = {};        // for people: 3 lines, 118.20 EUR
  std::string faulty_body = {};  // sent first, and refused by the exchange; empty: none
  std::vector<Trait> traits = {};
  std::string order = {};   // the number of its order; empty: none
  Party buyer = {};         // who placed that order
  bool is_firm = true;      // otherwise a change of that order cancels it
  bool goes_twice = false;  // sent again immediately
};

bool has(const Planned& planned, Trait trait);

// Returns the number of a document that answers another one: RE-4500871234. At most 255 characters.
std::string number_after(std::string_view prefix, std::string_view number);

}  // namespace tradepost::simulation
