#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/limits.hpp"

namespace tradepost::forms {

enum class LossReason : std::uint8_t {
  absent,          // the other form has no place for it
  shortened,       // the other form has a part of it only
  no_counterpart,  // a code that the other form does not have
};

// A value that the other form does not carry.
struct Loss {
  std::string path = {};  // of the field, or of the element
  LossReason reason = LossReason::absent;
};

using Losses = std::vector<Loss>;

// Keeps the first findings, as many as an answer names.
template <typename Found>
void shorten(std::vector<Found>& all) {
  if (all.size() > base::limits::faults_named_max) all.resize(base::limits::faults_named_max);
}

// Returns the name of a reason: no_counterpart.
std::string_view name_of(LossReason reason);
// Returns the reason as a sentence.
std::string_view sentence_of(LossReason reason);

}  // namespace tradepost::forms
