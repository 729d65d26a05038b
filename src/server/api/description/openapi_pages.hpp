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

// A page that differs between clients only in the exchange's address. It is built once; answers
// share its bytes.
class ReferencePage {
 public:
  // `text` contains {base_url} only in place of the address. The address is inserted without
  // escaping.
  explicit ReferencePage(std::string text);

  // Returns 200, or 304 if the client has the current page. Sets no Content-Type.
  http::Response answer_to(const http::Request& request, std::string_view base_url) const;

  void write_to(http::Response& response, std::string_view base_url) const;

 private:
  struct Text {
    std::string whole;
    std::vector<std::string_view> parts;  // the address belongs between each two
    base::Digest digest;
  };
  std::shared_ptr<const Text> text_;
};

// The pages of one loop. Each is built at its first request.
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
