#pragma once

#include <memory>
#include <span>

#include "api/request/visit.hpp"
#include "api/request/workplace.hpp"
#include "api/routes.hpp"
#include "base/tasks/executor.hpp"
#include "http/message/service.hpp"

namespace tradepost::api {

// The exchange as one loop's connections see it.
class Api final : public http::Service {
 public:
  // `table` is what it answers; it outlives this.
  Api(const Network& network, base::Executor& loop, std::span<const Route> table = routes());

  std::unique_ptr<http::Visit> admit(const http::Request& request) override;
  http::Response refuse(const base::Error& error, const http::Request* request) override;
  void answered(const http::Answered& told) override;

 private:
  Workplace place_;
  Ways ways_;
};

}  // namespace tradepost::api
