#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forms/forms.hpp"
#include "forms/loss.hpp"
#include "ubl/mapping.hpp"
#include "xml/reader.hpp"

namespace tradepost::ubl {

// The document that a file of UBL has.
struct Read {
  const Mapping* mapping = nullptr;
  std::string body = {};                      // {"type": …, "content": …}
  std::vector<forms::FormFault> faults = {};  // all; empty: the body is a valid document
  forms::Losses losses = {};                  // with the XPath of each element
};

// The reason of a text whose root is not one of these documents: it can be an e-invoice.
inline constexpr std::string_view other_root = "The root is not one of a document of UBL.";

// Recognizes the kind by the root element and its namespace. A text that is not XML, or has another
// root, is unreadable.
std::expected<Read, xml::Unreadable> read(std::string_view text,
                                          std::span<const forms::Fill> fills = {});

}  // namespace tradepost::ubl
