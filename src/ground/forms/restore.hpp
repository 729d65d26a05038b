#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "document/model/schema.hpp"
#include "forms/draft.hpp"
#include "forms/group.hpp"
#include "forms/loss.hpp"

namespace tradepost::forms {

// A value of a form that the model refuses, such as a text for a number.
struct WrongValue {
  std::string path = {};  // of the field
  std::uint32_t element = no_element;
};

struct Unused {
  std::uint32_t element = no_element;
  LossReason reason = LossReason::absent;
};

struct Restored {
  Draft draft;
  std::vector<WrongValue> wrong = {};
  std::vector<Unused> unused = {};  // elements whose terms or codes the model does not have
};

// Returns the document that the terms have.
Restored restored(const document::KindRow& kind, const Group& root);

}  // namespace tradepost::forms
