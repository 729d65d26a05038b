#pragma once

#include <expected>

#include "base/tasks/task.hpp"
#include "exchange/desk/desk.hpp"
#include "exchange/trade/judging.hpp"

namespace tradepost::exchange {

using JudgedBody = std::expected<Judged, document::Unreadable>;

// As judge(). Reads a large body on another thread, so that no other request waits for it.
base::Task<JudgedBody> judge_body(Desk& desk, DirectoryPtr directory, ToJudge asked);

}  // namespace tradepost::exchange
