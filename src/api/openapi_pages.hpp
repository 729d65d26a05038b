#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/settings.hpp"
#include "base/sha256.hpp"
#include "document/schema.hpp"
#include "http/request.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// A page that is the same for all who ask but for the address of the exchange in it. Made once;
// answers share its bytes.
class ReferencePage {
 public:
  // `text` has {base_url} where the address belongs, and for nothing else. The address goes in as
  // it is.
  explicit ReferencePage(std::string text);

  // 200, or 304 where the client has it already; without a Content-Type.
  http::Response answer_to(const http::Request& request, std::string_view base_url) const;

 private:
  struct Text {
    std::string whole;
    std::vector<std::string_view> parts;  // an address between each two
    base::Digest digest;
  };
  std::shared_ptr<const Text> text_;
};

// The pages of one loop, each made when it is first asked for.
class ReferencePages {
 public:
  explicit ReferencePages(const FieldNames& names) : names_(names) {}

  const ReferencePage& openapi();
  const ReferencePage& docs();
  const ReferencePage& docs_of(const document::KindRow& kind);

 private:
  const FieldNames names_;
  std::optional<ReferencePage> openapi_;
  std::optional<ReferencePage> docs_;
  std::map<std::string_view, ReferencePage> docs_of_;
};

}  // namespace tradepost::api
