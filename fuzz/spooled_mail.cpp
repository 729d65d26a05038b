// Reads arbitrary bytes as a message of the mail spool.
//
// Any message that is read is the same after it is written, can be sent, and has an end of its
// attempts.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ground/check.hpp"
#include "mail/address.hpp"
#include "mail/spooled.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace mail = tradepost::mail;
  const auto spooled =
      mail::spooled_in(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!spooled) return 0;
  CHECK(mail::spooled_in(mail::bytes_of(*spooled)) == spooled);
  CHECK(mail::address_fault(spooled->letter.from) == mail::AddressFault::none &&
        mail::address_fault(spooled->letter.to) == mail::AddressFault::none);
  std::uint32_t attempts = spooled->attempts;
  auto next = mail::next_attempt_after(attempts, spooled->made, spooled->next_attempt);
  for (int count = 0; next; ++count) {
    CHECK(count <= 20 && mail::is_due(*next, *next));
    next = mail::next_attempt_after(++attempts, spooled->made, *next);
  }
  return 0;
}
