#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/tasks/executor.hpp"

namespace tradepost::base {

// Work for several executors, with one call to each: a call may have to wake a thread.
class PostsByExecutor {
 public:
  using Work = std::move_only_function<void()>;

  void add(Executor& executor, Work work) { works_[&executor].push_back(std::move(work)); }

  // In the order in which it was added, for each executor.
  void post() {
    for (auto& [executor, works] : works_) {
      // A job of an executor can be copied, so what it owns is shared.
      const auto owned = std::make_shared<std::vector<Work>>(std::move(works));
      executor->post([owned] {
        for (Work& work : *owned) work();
      });
    }
    works_.clear();
  }

 private:
  std::map<Executor*, std::vector<Work>> works_;
};

}  // namespace tradepost::base
