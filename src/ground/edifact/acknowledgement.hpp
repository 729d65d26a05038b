#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "edifact/interchange.hpp"
#include "edifact/message.hpp"
#include "edifact/read.hpp"

// The answers to messages: CONTRL says which messages of an interchange were read, and APERAK why a
// document was refused.
namespace tradepost::edifact {

// A message that was received.
struct Receipt {
  std::string type = {};           // ORDERS
  std::string directory = {};      // D.01B
  std::string association = {};    // EAN010
  std::string reference = {};      // of UNH
  std::string code = {};           // of BGM
  std::string number = {};         // of the document
  std::vector<Fault> faults = {};  // empty: it was read
};
Receipt receipt_of(const Message& message);

// Returns a CONTRL for the messages of an interchange.
std::string contrl_of(const Envelope& envelope, std::span<const Receipt> receipts,
                      base::Instant now);
// Returns a CONTRL for an interchange with a faulty structure.
std::string rejection_of(const Envelope& envelope, base::Instant now);
// Returns an APERAK with the reasons against a document that was read.
std::string aperak_of(const Envelope& envelope, const Receipt& receipt,
                      std::span<const std::string> reasons, base::Instant now);

// A CONTRL or an APERAK of a partner.
struct Acknowledgement {
  std::string interchange = {};  // the reference of the interchange that it is about
  std::string number = {};       // of the document that an APERAK is about
  enum class Verdict : std::uint8_t { none, good, refusal };
  Verdict verdict = Verdict::none;  // none: the interchange has arrived, but was not checked
  std::string reason = {};          // of a refusal; at most limits::reason_length_max bytes
};
// Returns nothing for other messages.
std::optional<Acknowledgement> acknowledgement_of(const Message& message);

}  // namespace tradepost::edifact
