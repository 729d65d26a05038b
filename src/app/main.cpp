#include <cstdio>

int main() {
  std::puts("tradepost " TRADEPOST_VERSION);
  return 0;
}
