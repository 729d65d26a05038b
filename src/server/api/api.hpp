#pragma once

#include <memory>
#include <span>

#include "api/request/visit.hpp"
#include "api/request/workplace.hpp"
#include "api/routes.hpp"
#include "base/tasks/executor.hpp"
#include "http/message/service.hpp"

namespace tradepost::api {

// The API of the exchange for the connections of one loop.
class Api final : public http::Service {
 public:
  // `table` has the routes to serve; it outlives this object.
  Api(const Network& network, base::Executor& loop, std::span<const Route> table = routes());

  std::unique_ptr<http::Visit> admit(const http::Request& request) override;
  http::Response refuse(const base::Error& error, const http::Request* request) override;
  void answered(const http::Answered& told) override;

 private:
  Workplace place_;
  Ways ways_;
};

}  // namespace tradepost::api
