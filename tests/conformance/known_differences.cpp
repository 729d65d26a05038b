#include "conformance/oracle.hpp"

namespace tradepost::conformance {

namespace {

constexpr Milliseconds nearly_closed_ms = Milliseconds{390} * 24 * 60 * 60 * 1000;

}  // namespace

// B1: held by a requeue without a relationship, it makes none.
// A15: what a requeue of a chain that is closed means is not decided.
bool Oracle::is_off(const Requeue& command) const {
  const auto& known = network_.transactions[*transaction_of(command.transaction)];
  if (present() - known.created > nearly_closed_ms) return true;
  // B7: what stood alone is a version that others follow once it is requeued.
  if (known.stands_alone && known.letter.has_action) return true;
  // B6: what lies behind a version that was never delivered is left as it is.
  if (!known.was_delivered() && known.replaces) return true;
  return must_be_held(known.principal.member, known.recipient) &&
         !relationship(known.principal.member, known.recipient);
}

// B5: what was taken is not found as a duplicate where it has no number.
// B2: a closed chain's versions are compared with what came after it was closed.
bool Oracle::is_off(const Send& command) const {
  // B8: of a party's identifiers the first is said to have decided, also if it means several.
  for (const Party& party : command.letter.parties) {
    if (party.identities.size() > 1 && party.identities.front().domain == "VAT_DE") return true;
  }
  for (const KnownTransaction& known : network_.transactions) {
    if (known.chain == 0 && known.recipient != known.sent_to &&
        known.content == content_of(command.letter)) {
      return true;
    }
    if (known.letter.kind != command.letter.kind || known.letter.number != command.letter.number ||
        known.chain == 0) {
      continue;
    }
    if (present() - known.created > nearly_closed_ms) return true;
  }
  return false;
}

}  // namespace tradepost::conformance
