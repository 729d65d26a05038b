#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/ids.hpp"
#include "base/log.hpp"
#include "mail/spool.hpp"

namespace tradepost::mail_tests {

// A spool in a folder that other processes of the test may also open, one after another.
class SpoolOfTest {
 public:
  explicit SpoolOfTest(const std::string& folder);

  mail::Spool& spool() { return *spool_; }
  // Returns the id after the spool has synced the message.
  base::Uuid add(const std::string& to);

 private:
  class Silence final : public base::LogSink {
   public:
    void write(base::LogLevel, std::string_view) override {}
  };

  base::SystemClock clock_;
  Silence silence_;
  base::Log log_{clock_, silence_};
  base::SystemRandom random_;
  base::UuidGenerator ids_{clock_, random_};
  std::unique_ptr<mail::Spool> spool_;
};

// Returns the id in the header Message-ID.
base::Uuid id_in(const std::string& mime);

}  // namespace tradepost::mail_tests
