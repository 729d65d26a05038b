#include "exchange/model/viewer.hpp"

namespace tradepost::exchange {

bool Viewer::sees(const Transaction& row) const {
  if (!participant) return true;
  if (row.flow != flow || !row.is_viewer(*participant)) return false;
  return row.was_delivered() || row.is_senders(*participant);
}

}  // namespace tradepost::exchange
