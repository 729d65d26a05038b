#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "exchange/port/store_format.hpp"

// The state of one node, as its parts know it without waiting for a disk or a database.
namespace tradepost::api {

enum class IndexState : std::uint8_t { whole, behind, rebuilt, damaged };

// The store in a folder.
struct FolderFacts {
  std::uint64_t free_bytes = 0;
  bool has_room = true;  // the disk has space for new documents
  std::uint64_t journal_bytes = 0;
  std::uint64_t index_bytes = 0;
  IndexState index{};
  base::Instant last_record_at{};
  std::uint64_t clock_falls = 0;  // since the start
};

// A process that serves the network.
struct NodeFacts {
  std::string id = {};  // empty: the store has one node
  std::string version = {};
  exchange::StoreFormat newest_format = exchange::newest_format;
  base::Instant serving_since{};
  base::Instant seen_at{};
  bool is_this = false;
};

// The nodes that serve a database, and its clock, at the same moment.
struct DatabaseNodes {
  std::vector<NodeFacts> nodes;
  base::Instant read_at{};
  base::Instant::duration ahead{};  // of this node's clock, before that of the database
};

struct DatabaseFacts {
  base::Instant answered_at{};         // the last change of the directory, or that it has none
  bool is_away = false;                // the last answer is too old
  std::optional<DatabaseNodes> nodes;  // nullopt: not read yet
};

struct BackupFacts {
  enum class Reading : std::uint8_t { off, not_yet, refused, done } reading{};
  std::optional<base::Instant> newest = {};  // of the complete ones
};

struct ClockFacts {
  std::optional<bool> is_synchronised;  // nullopt: the system does not say
  bool has_jumped = false;              // forward, within the last hour
};

// Work that is tried again.
struct RetriedWork {
  std::size_t waiting = 0;
  std::optional<base::Instant> oldest = {};
};

struct MailFacts {
  bool is_on = false;                     // the settings have a mail server
  std::optional<RetriedWork> queue = {};  // nullopt: it can't be used
};

struct HealthFacts {
  std::string version = {};
  base::Instant started_at{};
  bool has_failed = false;  // the store can write nothing any more
  std::optional<FolderFacts> folder = {};
  std::optional<DatabaseFacts> database = {};
  exchange::StoreFormat format = exchange::newest_format;
  bool is_format_refused = false;  // a try to raise it was refused
  BackupFacts backup = {};
  std::optional<base::Instant> certificate_ends_at = {};  // nullopt: without TLS
  ClockFacts clock = {};
  MailFacts mail = {};
  RetriedWork webhooks = {};
  bool loses_requests = false;  // refused requests are not written
};

}  // namespace tradepost::api
