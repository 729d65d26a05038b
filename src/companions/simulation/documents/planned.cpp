#include "simulation/documents/planned.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text/text.hpp"
#include "simulation/ground/draws.hpp"

namespace tradepost::simulation {

std::string_view name_of(Trait trait) {
  switch (trait) {
    case Trait::late:
      return "late";
    case Trait::partial:
      return "partial";
    case Trait::rejected:
      return "rejected";
    case Trait::twice:
      return "twice";
    case Trait::new_version:
      return "newVersion";
    case Trait::faulty:
      return "faulty";
    case Trait::mended:
      break;
  }
  return "mended";
}

bool has(const Planned& planned, Trait trait) {
  return std::ranges::find(planned.traits, trait) != planned.traits.end();
}

std::string number_after(std::string_view prefix, std::string_view number) {
  if (base::code_points(number) <= 200) return fmt::format("{}{}", prefix, number);
  return fmt::format("{}{}-{:016x}", prefix, base::beginning_of(number, 200),
                     Draws(0, {number}).next());
}

}  // namespace tradepost::simulation
