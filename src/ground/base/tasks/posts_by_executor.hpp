#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "base/tasks/executor.hpp"

namespace tradepost::base {

// Collects work for several executors and posts it with one call to each, because a call may have
// to wake a thread.
class PostsByExecutor {
 public:
  using Work = std::move_only_function<void()>;

  void add(Executor& executor, Work work) { works_[&executor].push_back(std::move(work)); }

  // Posts the work. Each executor gets it in the order of addition.
  void post() {
    for (auto& [executor, works] : works_) {
      // A job of an executor is copyable, so the work that it owns is shared.
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
