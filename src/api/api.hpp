#pragma once

#include <span>
#include <variant>

#include "api/meters.hpp"
#include "api/request_log.hpp"
#include "api/routes.hpp"
#include "api/workplace.hpp"
#include "base/executor.hpp"
#include "http/router.hpp"
#include "http/service.hpp"

namespace tradepost::api {

// The exchange as one loop's connections see it.
class Api final : public http::Service {
 public:
  // `table` is what it answers; it outlives this.
  Api(const Network& network, base::Executor& loop, std::span<const Route> table = routes());

  std::variant<http::Accepted, http::Response> admit(const http::Request& request) override;
  http::Response refuse(const base::Error& error, const http::Request* request) override;
  void answered(const http::Answered& told) override;

 private:
  std::variant<http::Accepted, http::Response> admit_as(const http::Request& request,
                                                        const Signature& signature);
  http::Accepted refused_slowly(http::Response refusal, const Signature& signature);

  Workplace place_;
  const std::span<const Route> table_;
  http::Router router_;
  std::optional<Meters::Counting> counting_;
};

}  // namespace tradepost::api
