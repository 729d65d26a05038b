#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "store/embedded/index/index.hpp"

namespace tradepost::store::embedded {

// Iterates over the keys with a prefix, in slices, so that it holds no iterator for long.
class SlicedWalk {
 public:
  SlicedWalk(const Index& index, std::string prefix, std::string_view from, ReadContext& context)
      : index_(index), prefix_(std::move(prefix)), context_(context) {
    walk_.emplace(index.walk(prefix_, from, context));
  }

  bool next() {
    if (in_slice_ == slice_max) {
      // The first key after this one.
      const std::string from = std::string(walk_->key()) + '\0';
      walk_.emplace(index_.walk(prefix_, from, context_));
      in_slice_ = 0;
    }
    ++in_slice_;
    return walk_->next();
  }
  std::string_view key() const { return walk_->key(); }
  std::string_view value() const { return walk_->value(); }
  Done done() { return walk_->done(); }

 private:
  static constexpr std::size_t slice_max = 1'000;

  const Index& index_;
  const std::string prefix_;
  ReadContext& context_;
  std::optional<Index::Walk> walk_;
  std::size_t in_slice_ = 0;
};

}  // namespace tradepost::store::embedded
