#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/wire/settings.hpp"
#include "base/crypto/sha256.hpp"
#include "http/message/request.hpp"
#include "http/message/response.hpp"

namespace tradepost::api {

// A page that is the same for all clients except for the exchange's address in it. Made once;
// answers share its bytes.
class ReferencePage {
 public:
  // `text` has {base_url} where the address belongs, and for nothing else. The address goes in as
  // it is.
  explicit ReferencePage(std::string text);

  // 200, or 304 where the client has it already; without a Content-Type.
  http::Response answer_to(const http::Request& request, std::string_view base_url) const;

  void write_to(http::Response& response, std::string_view base_url) const;

 private:
  struct Text {
    std::string whole;
    std::vector<std::string_view> parts;  // an address between each two
    base::Digest digest;
  };
  std::shared_ptr<const Text> text_;
};

// The pages of one loop, made when first asked for.
class ReferencePages {
 public:
  explicit ReferencePages(const FieldNames& names) : names_(names) {}

  const ReferencePage& openapi();
  const ReferencePage& console();

 private:
  const FieldNames names_;
  std::optional<ReferencePage> openapi_;
  std::optional<ReferencePage> console_;
};

}  // namespace tradepost::api
