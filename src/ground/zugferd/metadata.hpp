#pragma once

#include <string>
#include <string_view>

namespace tradepost::zugferd {

inline constexpr std::string_view attachment = "factur-x.xml";
inline constexpr std::string_view program = "tradepost";

// The facts in a file about itself.
struct Metadata {
  std::string title = {};
  std::string made = {};  // 20260309000000Z, also with D: before it

  std::string pdf_date() const;  // D:20260309000000Z
  std::string xmp_date() const;  // 2026-03-09T00:00:00Z
};

// Returns the XMP packet of a PDF/A-3b file with a Factur-X invoice of the profile EN 16931. PDF/A
// requires a description of the four properties that Factur-X adds.
std::string xmp_of(const Metadata& metadata);

}  // namespace tradepost::zugferd
