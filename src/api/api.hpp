#pragma once

#include <optional>
#include <string>
#include <variant>

#include "api/routes.hpp"
#include "api/workplace.hpp"
#include "base/executor.hpp"
#include "http/router.hpp"
#include "http/service.hpp"

namespace tradepost::api {

// The exchange as one loop's connections see it.
class Api final : public http::Service {
 public:
  Api(const Network& network, base::Executor& loop);

  std::variant<http::Accepted, http::Response> admit(const http::Request& request) override;
  http::Response refuse(const base::Error& error) override;

 private:
  std::optional<std::string> base_url_of(const http::Request& request) const;

  Workplace place_;
  http::Router router_;
};

}  // namespace tradepost::api
