#include "http/message/compressors.hpp"

#include <libdeflate.h>
#include <zstd.h>

#include <memory>
#include <new>
#include <string>
#include <utility>

#include "base/ground/check.hpp"
#include "base/ground/freed_by.hpp"
#include "base/ground/limits.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"

namespace tradepost::http {
namespace {

// The fastest level of both libraries, because each answer is compressed once and read once.
constexpr int level = 1;

}  // namespace

// The compressors of one thread.
class Compressors::Compressor {
 public:
  Compressor() : gzip_(libdeflate_alloc_compressor(level)), zstd_(ZSTD_createCCtx()) {
    CHECK(gzip_ != nullptr && zstd_ != nullptr);
  }

  CodedBody compressed(CodedBody wanted) const {
    try {
      if (auto smaller = coded(wanted.body, wanted.coding)) {
        return {.body = *std::move(smaller), .coding = wanted.coding};
      }
    } catch (const std::bad_alloc&) {
      // Without memory the body stays uncompressed.
    }
    return {.body = std::move(wanted.body), .coding = Coding::identity};
  }

 private:
  // Returns nullopt if the body does not get smaller.
  std::optional<Body> coded(const Body& plain, Coding coding) const {
    const std::string joined = plain.part_count() > 1 ? plain.joined() : std::string();
    const std::string_view whole = joined.empty() ? plain.part(0) : joined;
    // Less than an eighth saved is not worth the client's work.
    const std::size_t room_bytes = whole.size() - whole.size() / 8;
    const auto room = std::make_unique_for_overwrite<char[]>(room_bytes);
    const std::size_t bytes = write(whole, {room.get(), room_bytes}, coding);
    if (bytes == 0) return std::nullopt;
    const auto owner = std::make_shared<const std::string>(room.get(), bytes);
    Body body;
    body.append(*owner, owner);
    return body;
  }

  // Returns 0 if the result does not fit.
  std::size_t write(std::string_view whole, std::span<char> room, Coding coding) const {
    if (coding == Coding::gzip) {
      return libdeflate_gzip_compress(gzip_.get(), whole.data(), whole.size(), room.data(),
                                      room.size());
    }
    const std::size_t bytes =
        ZSTD_compressCCtx(zstd_.get(), room.data(), room.size(), whole.data(), whole.size(), level);
    return ZSTD_isError(bytes) != 0 ? 0 : bytes;
  }

  std::unique_ptr<libdeflate_compressor, base::FreedBy<libdeflate_free_compressor>> gzip_;
  std::unique_ptr<ZSTD_CCtx, base::FreedBy<ZSTD_freeCCtx>> zstd_;
};

Compressors::Compressors(std::size_t threads)
    : workers_({.name = "compressor",
                .threads = threads,
                .priority = Pool::Priority::low,
                .waiting_max = base::limits::compressions_waiting_max},
               [] { return Compressor(); }) {}

Compressors::~Compressors() {
  is_ending_ = true;
}

base::Task<CodedBody> Compressors::compress(Body body, Coding coding) {
  CHECK(coding != Coding::identity && !body.empty());
  base::Executor& executor = co_await base::this_executor();
  base::Completion<CodedBody> compressed(executor);
  // Shared, because the body is returned uncompressed if the pool is full.
  auto wanted = std::make_shared<CodedBody>(CodedBody{.body = std::move(body), .coding = coding});
  const bool is_taken = workers_.post(
      [this, wanted, done = compressed.completer()](const Compressor& compressor) mutable {
        if (is_ending_) {
          wanted->coding = Coding::identity;
          done.fulfil(std::move(*wanted));
        } else {
          done.fulfil(compressor.compressed(std::move(*wanted)));
        }
      });
  if (!is_taken) {
    CodedBody plain{.body = std::move(wanted->body), .coding = Coding::identity};
    co_return plain;
  }
  CodedBody coded = co_await compressed.wait();
  co_return coded;
}

}  // namespace tradepost::http
