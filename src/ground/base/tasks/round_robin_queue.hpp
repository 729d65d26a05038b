#pragma once

#include <deque>
#include <map>
#include <utility>

namespace tradepost::base {

// A queue that takes one item of each owner in turn, and the items of one owner in their order. An
// owner of a thousand items delays only itself; other owners wait for at most one of its items.
template <typename Whose, typename Item>
class RoundRobinQueue {
 public:
  bool is_empty() const { return turns_.empty(); }
  bool has_of(const Whose& whose) const { return items_.contains(whose); }

  void add(const Whose& whose, Item item) {
    auto& own = items_[whose];
    if (own.empty()) turns_.push_back(whose);
    own.push_back(std::move(item));
  }

  // Removes and returns the next item. The queue must not be empty.
  Item take() {
    const Whose whose = std::move(turns_.front());
    turns_.pop_front();
    const auto own = items_.find(whose);
    Item item = std::move(own->second.front());
    own->second.pop_front();
    if (own->second.empty()) {
      items_.erase(own);
    } else {
      turns_.push_back(whose);
    }
    return item;
  }

 private:
  std::map<Whose, std::deque<Item>> items_;  // none of them empty
  std::deque<Whose> turns_;                  // each once
};

}  // namespace tradepost::base
