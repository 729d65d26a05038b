#include "agent/sinks/program_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <system_error>

#include "base/files/descriptor.hpp"
#include "base/files/whole_file.hpp"

namespace tradepost::agent {
namespace {

constexpr std::size_t errors_bytes_max = 32'768;
constexpr int not_started = 127;  // like in a shell

base::Error cannot(std::string_view what, int error) {
  return {base::ErrorCode::unavailable,
          base::CallerText(fmt::format("{}: {}.", what, std::generic_category().message(error)))};
}

base::Descriptor opened(const std::string& path, int flags) {
  return base::Descriptor(::open(path.c_str(), flags | O_CLOEXEC, 0600));
}

std::vector<char*> pointers_to(const std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (const std::string& text : texts) pointers.push_back(const_cast<char*>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

// Data of the watching process. It is forked from a process with threads, any of which may have
// held a lock: until its end it only makes system calls, and allocates no memory.
struct Watch {
  char* const* command;
  char* const* environment;
  std::int64_t timeout_ms;
  const char* unfinished_result;
  const char* result;
  const char* folder;
  int input;
  int lock;
  std::array<char, errors_bytes_max> errors;
  std::size_t error_bytes;
};

std::int64_t steady_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000 + now.tv_nsec / 1'000'000;
}

[[noreturn]] void become_program(const Watch& watch, int errors) {
  ::setpgid(0, 0);  // its child processes can be killed with it
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) ::signal(signal, SIG_DFL);
  const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (::dup2(watch.input, 0) == 0 && ::dup2(nothing, 1) == 1 && ::dup2(errors, 2) == 2) {
    ::syscall(SYS_close_range, 3, ~0u, 0);
    ::execve(watch.command[0], watch.command, watch.environment);
    const char* const why = ::strerrordesc_np(errno);
    static_cast<void>(!::write(2, why, ::strlen(why)));
  }
  ::_exit(not_started);
}

// Reads the available bytes, but at most so many that the deadline is checked in time. Returns
// false at the end of the stream.
bool take_errors(Watch& watch, int errors) {
  for (int reads = 0; reads < 256; ++reads) {
    std::array<char, 4'096> rest;
    const std::size_t room = watch.errors.size() - watch.error_bytes;
    char* const to = room > 0 ? watch.errors.data() + watch.error_bytes : rest.data();
    const auto count = ::read(errors, to, room > 0 ? room : rest.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 && errno == EAGAIN;
    if (room > 0) watch.error_bytes += static_cast<std::size_t>(count);
  }
  return true;
}

constexpr std::size_t head_bytes = 5;

// Reserves the space for the longest result: a full disk refuses the run, not its result.
int open_result(const Watch& watch) {
  const int file = ::open(watch.unfinished_result, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (file < 0) return -1;
  const bool has_space =
      ::fallocate(file, 0, 0, head_bytes + errors_bytes_max) == 0 || errno == EOPNOTSUPP;
  return has_space ? file : -1;
}

// Writes one letter, three digits, a line feed, and the program's error output.
bool write_result(const Watch& watch, int file, char how, int number) {
  const std::array<char, head_bytes> head{how, static_cast<char>('0' + number / 100 % 10),
                                          static_cast<char>('0' + number / 10 % 10),
                                          static_cast<char>('0' + number % 10), '\n'};
  bool is_kept = ::write(file, head.data(), head.size()) == std::ssize(head);
  const auto bytes = static_cast<ssize_t>(watch.error_bytes);
  is_kept = is_kept && ::write(file, watch.errors.data(), watch.error_bytes) == bytes;
  is_kept = is_kept && ::ftruncate(file, std::ssize(head) + bytes) == 0 && ::fsync(file) == 0;
  ::close(file);
  if (!is_kept || ::rename(watch.unfinished_result, watch.result) != 0) return false;
  const int folder = ::open(watch.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  return folder >= 0 && ::fsync(folder) == 0;
}

void close_all_but(int one, int other) {
  const auto low = static_cast<unsigned>(std::min(one, other));
  const auto high = static_cast<unsigned>(std::max(one, other));
  if (low > 3) ::syscall(SYS_close_range, 3u, low - 1, 0);
  if (high > low + 1) ::syscall(SYS_close_range, low + 1, high - 1, 0);
  ::syscall(SYS_close_range, high + 1, ~0u, 0);
}

[[noreturn]] void watch_over(Watch& watch) {
  ::setsid();
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGPIPE}) ::signal(signal, SIG_IGN);
  close_all_but(watch.input, watch.lock);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  const int result = open_result(watch);
  std::array<int, 2> errors{};
  if (result < 0 || ::pipe2(errors.data(), O_CLOEXEC | O_NONBLOCK) != 0) ::_exit(1);
  const pid_t program = ::fork();
  if (program < 0) ::_exit(1);
  if (program == 0) {
    ::fcntl(errors[1], F_SETFL, 0);
    become_program(watch, errors[1]);
  }
  ::close(errors[1]);

  const int ended = static_cast<int>(::syscall(SYS_pidfd_open, program, 0));
  const std::int64_t deadline = steady_ms() + watch.timeout_ms;
  bool is_timed_out = false;
  std::array<pollfd, 2> waits{{{ended, POLLIN, 0}, {errors[0], POLLIN, 0}}};
  for (;;) {
    const std::int64_t left = deadline - steady_ms();
    if (left <= 0) {
      is_timed_out = true;
      break;
    }
    ::poll(waits.data(), waits.size(), static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    if ((waits[1].revents & ~POLLNVAL) != 0 && !take_errors(watch, errors[0])) waits[1].fd = -1;
    if (waits[0].revents != 0) break;
  }
  if (is_timed_out) {
    ::kill(-program, SIGKILL);
    ::kill(program, SIGKILL);  // if it has not created its process group yet
  }
  int status = 0;
  while (::waitpid(program, &status, 0) < 0 && errno == EINTR) {
  }
  take_errors(watch, errors[0]);
  const char how = is_timed_out ? 't' : WIFSIGNALED(status) ? 'k' : 'e';
  const int number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  ::_exit(write_result(watch, result, how, number) ? 0 : 1);
}

base::Result<std::optional<RunEnd>> end_of(const std::string& files) {
  auto text = base::read_whole(files + ".result", errors_bytes_max + 64);
  if (!text && text.error().code() == base::ErrorCode::not_found) return std::optional<RunEnd>();
  if (!text) return base::refuse(text.error());
  RunEnd end;
  const char* const digits = text->data() + 1;
  if (text->size() < head_bytes ||
      std::from_chars(digits, digits + 3, end.number).ptr != digits + 3) {
    return base::refuse(
        {base::ErrorCode::damaged, base::CallerText(files + ".result is not the end of a run.")});
  }
  end.how = text->front() == 't'   ? RunEnd::How::timed_out
            : text->front() == 'k' ? RunEnd::How::killed
                                   : RunEnd::How::exited;
  end.errors = text->substr(head_bytes);
  return std::optional(std::move(end));
}

}  // namespace

base::Result<RunEnd> run_program(const ProgramRun& run) {
  const base::Descriptor input = opened(run.files + ".input", O_RDONLY);
  if (input.get() < 0) return base::refuse(cannot(run.files + ".input can't be read", errno));
  const base::Descriptor lock = opened(run.files + ".lock", O_RDWR | O_CREAT);
  if (lock.get() < 0 || ::flock(lock.get(), LOCK_EX | LOCK_NB) != 0) {
    return base::refuse(cannot(run.files + ".lock can't be locked", errno));
  }
  const std::string result = run.files + ".result";
  const std::string unfinished = result + ".unfinished";
  const std::string folder = run.files.substr(0, run.files.rfind('/'));
  const auto command = pointers_to(run.command);
  const auto environment = pointers_to(run.environment);
  Watch watch{.command = command.data(),
              .environment = environment.data(),
              .timeout_ms = std::chrono::milliseconds(run.timeout).count(),
              .unfinished_result = unfinished.c_str(),
              .result = result.c_str(),
              .folder = folder.c_str(),
              .input = input.get(),
              .lock = lock.get(),
              .errors = {},
              .error_bytes = 0};
  const pid_t watcher = ::fork();
  if (watcher < 0) return base::refuse(cannot("No process can be started", errno));
  if (watcher == 0) watch_over(watch);
  int status = 0;
  while (::waitpid(watcher, &status, 0) < 0 && errno == EINTR) {
  }
  TRY_ASSIGN(auto end, end_of(run.files));
  if (end) return *std::move(end);
  return base::refuse(
      {base::ErrorCode::unavailable,
       base::CallerText(fmt::format("The exit status of {} is unknown.", run.command.front()))});
}

base::Result<std::optional<RunEnd>> recall_run(const ProgramRun& run) {
  const base::Descriptor lock = opened(run.files + ".lock", O_RDWR);
  if (lock.get() < 0 && errno == ENOENT) return std::optional<RunEnd>();
  if (lock.get() < 0) return base::refuse(cannot(run.files + ".lock can't be opened", errno));
  // Waits at most for the timeout of the run, because its watcher ends then.
  while (::flock(lock.get(), LOCK_EX) != 0) {
    if (errno != EINTR) return base::refuse(cannot(run.files + ".lock can't be locked", errno));
  }
  return end_of(run.files);
}

void forget_run(const std::string& files) {
  for (const char* const end : {".lock", ".input", ".result", ".result.unfinished"}) {
    ::unlink((files + end).c_str());
  }
}

}  // namespace tradepost::agent
