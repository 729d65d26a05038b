#include "exchange/trade/judging_body.hpp"

#include <utility>

#include "base/ground/limits.hpp"
#include "exchange/trade/judging_pool.hpp"

namespace tradepost::exchange {

base::Task<JudgedBody> judge_body(Desk& desk, DirectoryPtr directory, ToJudge asked) {
  const bool is_large = asked.body.view.size() > base::limits::judged_at_once_bytes_max;
  if (is_large && desk.large_bodies != nullptr) {
    JudgedBody judged = co_await desk.large_bodies->judge(std::move(directory), std::move(asked));
    co_return judged;
  }
  JudgedBody judged = judge(*directory, desk.reader, std::move(asked));
  co_return judged;
}

}  // namespace tradepost::exchange
