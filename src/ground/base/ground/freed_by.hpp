#pragma once

namespace tradepost::base {

// Deleter for an object of a C library: std::unique_ptr<SSL, FreedBy<SSL_free>>.
template <auto Free>
struct FreedBy {
  template <typename T>
  void operator()(T* thing) const {
    Free(thing);
  }
};

}  // namespace tradepost::base
