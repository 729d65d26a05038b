#pragma once

#include <memory>
#include <span>

#include "api/request/loop_context.hpp"
#include "api/request/request_context.hpp"
#include "api/routes.hpp"
#include "base/tasks/executor.hpp"
#include "http/message/service.hpp"

namespace tradepost::api {

// The API of the exchange for the connections of one loop.
class Api final : public http::Service {
 public:
  // `table` has the routes to serve; it outlives this object.
  Api(const Services& services, base::Executor& loop, std::span<const Route> table = routes());

  std::unique_ptr<http::RequestHandler> admit(const http::Request& request) override;
  http::Response refuse(const base::Error& error, const http::Request* request) override;
  void answered(const http::Answered& outcome) override;

 private:
  LoopContext context_;
  RouteTable route_table_;
};

}  // namespace tradepost::api
