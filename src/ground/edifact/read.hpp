#pragma once

#include <cstddef>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "edifact/mapping.hpp"
#include "edifact/message.hpp"
#include "forms/forms.hpp"
#include "forms/loss.hpp"

namespace tradepost::edifact {

struct Fault {
  std::size_t segment = 1;  // of the message, counted from UNH
  std::string place = {};   // 27 QTY+21
  std::string message = {};
};

// The document that a message has.
struct Read {
  const Mapping* mapping = nullptr;
  std::string body = {};           // {"type": …, "content": …}
  std::vector<Fault> faults = {};  // all; empty: the body is a valid document
  forms::Losses losses = {};       // with the place of each segment
};

Read read(const Message& message, const Mapping& mapping, std::span<const forms::Fill> fills = {});

}  // namespace tradepost::edifact
