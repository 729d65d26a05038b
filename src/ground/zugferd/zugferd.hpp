#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>

#include "base/ground/limits.hpp"
#include "base/ground/result.hpp"

// ZUGFeRD 2 and Factur-X: a PDF/A-3 file for people that has the same invoice, in CII, for
// programs.
namespace tradepost::zugferd {

// Returns the PDF file, of this program, as a PDF/A-3b file with the invoice of the profile EN
// 16931 attached. The same input always gives the same bytes.
base::Result<std::string> with_invoice(std::string_view pdf, std::string_view invoice);

bool is_pdf(std::string_view file);

struct Bounds {
  std::size_t invoice_bytes = base::limits::body_bytes_max;
  std::size_t inflated_bytes = 64u << 20;  // of all streams of a file that are read
  std::size_t objects = 400'000;
  std::size_t values = 100'000;  // of one object
};

struct Attached {
  std::string name = {};  // factur-x.xml
  std::string invoice = {};
};

// Returns the e-invoice of a PDF file: of ZUGFeRD 1 and 2, Factur-X, or an XRechnung. The error is
// a sentence. Only compressed objects and the invoice are inflated, up to the bounds; a stream with
// more than one compression is refused.
std::expected<Attached, std::string_view> attached_invoice(std::string_view pdf,
                                                           const Bounds& bounds = {});

}  // namespace tradepost::zugferd
