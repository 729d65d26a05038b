#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "document/model/fault.hpp"

namespace tradepost::exchange {

// The warnings of an accepted document. A transaction is copied many times on its way to the store,
// and its warnings never change after that, so copies share one list.
class Warnings {
 public:
  Warnings() = default;
  explicit Warnings(std::vector<document::Finding> list) {
    if (!list.empty()) list_ = std::make_shared<std::vector<document::Finding>>(std::move(list));
  }

  const std::vector<document::Finding>& list() const {
    static const std::vector<document::Finding> none;
    return list_ ? *list_ : none;
  }
  bool empty() const { return list().empty(); }
  std::size_t size() const { return list().size(); }
  auto begin() const { return list().begin(); }
  auto end() const { return list().end(); }
  const document::Finding& back() const { return list().back(); }
  const document::Finding& operator[](std::size_t index) const { return list()[index]; }

  // Copies of these warnings do not change. Each call copies the list, so add several findings at
  // once.
  void add(std::vector<document::Finding> more) {
    if (more.empty()) return;
    auto longer = list();
    std::ranges::move(more, std::back_inserter(longer));
    *this = Warnings(std::move(longer));
  }

  bool operator==(const Warnings& other) const { return list() == other.list(); }

 private:
  std::shared_ptr<const std::vector<document::Finding>> list_;
};

}  // namespace tradepost::exchange
