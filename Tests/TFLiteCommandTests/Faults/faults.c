// Preloaded into a program, lets one of its calls fail: the n-th of a kind.
//
// FAULT_KIND says what fails: `allocation` is memory for libpng, libjpeg, zlib and libarchive, `file` a call on a file or
// pipe, `interruption` one that a signal comes into, and `shortness` a read or write that ends after one byte. (The latter
// two are kept from Foundation, which takes them for failures and for the file's end.) `outage` is `file`, but for all calls
// from the n-th on. Memory for cairo is left out, which ends the process for want of it, and so is all that libraries do which
// are only opened later.
// FAULT_NUMBER says which, from 1; 0 is none. The file that FAULT_REPORT names gets a line for each call that there was, with
// its kind and the function's name.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The functions behind malloc and its kin, which can be called before anything is loaded.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

enum kind { ALLOCATION, FILE_CALL, INTERRUPTION, SHORTNESS, KIND_COUNT };
static const char *const kind_names[KIND_COUNT] = {"allocation", "file", "interruption", "shortness"};

// What fails; KIND_COUNT is nothing.
static enum kind chosen = KIND_COUNT;
static long number;
static int is_lasting;

enum { maximum_calls = 1 << 15, maximum_ranges = 64, maximum_files = 1 << 12 };

// All calls that there were, of each kind.
static atomic_long counts[KIND_COUNT];
static const char *calls[KIND_COUNT][maximum_calls];

// Where the code lies whose calls can fail, and which of them.
static struct {
  uintptr_t start, end;
  int is_meant[KIND_COUNT];
} ranges[maximum_ranges];
static int range_count;

static int is_meant(const char *path, enum kind kind) {
  static const char *const codecs[] = {"/libpng", "/libjpeg", "/libz.so", "/libarchive", NULL};
  static const char *const readers[] = {"/libarchive", "/libswift", "/libFoundation", NULL};
  // The program itself has no path here.
  if (path[0] == 0) return kind != ALLOCATION;
  for (const char *const *name = kind == ALLOCATION ? codecs : readers; *name; name++)
    if (strstr(path, *name)) return kind == ALLOCATION || kind == FILE_CALL || !strstr(path, "/libFoundation");
  return 0;
}

static int note_ranges(struct dl_phdr_info *image, size_t size, void *unused) {
  (void)size, (void)unused;
  for (int i = 0; i < image->dlpi_phnum && range_count < maximum_ranges; i++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    int is_any = 0;
    for (enum kind kind = 0; kind < KIND_COUNT; kind++)
      is_any |= ranges[range_count].is_meant[kind] = is_meant(image->dlpi_name, kind);
    if (!is_any) return 0;
    ranges[range_count].start = image->dlpi_addr + segment->p_vaddr;
    ranges[range_count].end = ranges[range_count].start + segment->p_memsz;
    range_count++;
  }
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  const char *name = getenv("FAULT_KIND"), *place = getenv("FAULT_NUMBER");
  if (!name || !place) return;
  is_lasting = !strcmp(name, "outage");
  for (enum kind kind = 0; kind < KIND_COUNT; kind++)
    if (!strcmp(is_lasting ? kind_names[FILE_CALL] : name, kind_names[kind])) chosen = kind;
  number = atol(place);
  if (number < 1) chosen = KIND_COUNT;
  dl_iterate_phdr(note_ranges, NULL);
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_REPORT");
  chosen = KIND_COUNT;
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  for (enum kind kind = 0; kind < KIND_COUNT; kind++)
    for (long i = 0; i < atomic_load(&counts[kind]) && i < maximum_calls; i++)
      if (calls[kind][i]) fprintf(file, "%s %s\n", kind_names[kind], calls[kind][i]);
  fclose(file);
}

// Whether calls that come from `caller` can fail.
static int is_watched(enum kind kind, void *caller) {
  for (int i = 0; i < range_count; i++)
    if ((uintptr_t)caller >= ranges[i].start && (uintptr_t)caller < ranges[i].end) return ranges[i].is_meant[kind];
  return 0;
}

// Counts a call, and says whether it is its turn.
static int strikes(enum kind kind, const char *call, void *caller) {
  if (!is_watched(kind, caller)) return 0;
  long place = atomic_fetch_add(&counts[kind], 1);
  if (place < maximum_calls) calls[kind][place] = call;
  return kind == chosen && (is_lasting ? place + 1 >= number : place + 1 == number);
}

#define CALLER __builtin_return_address(0)
#define IS_FAULTY(kind) strikes((kind), __func__, CALLER)
// The function that would be called without this one.
#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

static int failure(int code) {
  errno = chosen == INTERRUPTION ? EINTR : code;
  return -1;
}

static void *nothing(int code) {
  failure(code);
  return NULL;
}

void *malloc(size_t size) { return IS_FAULTY(ALLOCATION) ? nothing(ENOMEM) : __libc_malloc(size); }

void *calloc(size_t elements, size_t size) {
  return IS_FAULTY(ALLOCATION) ? nothing(ENOMEM) : __libc_calloc(elements, size);
}

void *realloc(void *old, size_t size) { return IS_FAULTY(ALLOCATION) ? nothing(ENOMEM) : __libc_realloc(old, size); }

// Permissions are only given where a file may be made.
#define PERMISSIONS(flags)                       \
  mode_t permissions = 0;                        \
  if ((flags) & (O_CREAT | O_TMPFILE)) {         \
    va_list list;                                \
    va_start(list, flags);                       \
    permissions = va_arg(list, mode_t);          \
    va_end(list);                                \
  }

int open(const char *path, int flags, ...) {
  PERMISSIONS(flags)
  return IS_FAULTY(FILE_CALL) ? failure(EMFILE) : REAL(open)(path, flags, permissions);
}

int open64(const char *path, int flags, ...) {
  PERMISSIONS(flags)
  return IS_FAULTY(FILE_CALL) ? failure(EMFILE) : REAL(open64)(path, flags, permissions);
}

int openat(int folder, const char *path, int flags, ...) {
  PERMISSIONS(flags)
  return IS_FAULTY(FILE_CALL) ? failure(EMFILE) : REAL(openat)(folder, path, flags, permissions);
}

ssize_t read(int file, void *bytes, size_t size) {
  if (IS_FAULTY(FILE_CALL) || IS_FAULTY(INTERRUPTION)) return failure(EIO);
  return REAL(read)(file, bytes, size > 1 && IS_FAULTY(SHORTNESS) ? 1 : size);
}

ssize_t pread(int file, void *bytes, size_t size, off_t offset) {
  if (IS_FAULTY(FILE_CALL) || IS_FAULTY(INTERRUPTION)) return failure(EIO);
  return REAL(pread)(file, bytes, size > 1 && IS_FAULTY(SHORTNESS) ? 1 : size, offset);
}

// Files that were written to and not synchronized since: what becomes of that, some systems say only when they are closed.
static atomic_bool is_unsynchronized[maximum_files];

static atomic_bool *unsynchronized(int file) {
  static atomic_bool other;
  return file >= 0 && file < maximum_files ? &is_unsynchronized[file] : &other;
}

ssize_t write(int file, const void *bytes, size_t size) {
  if (IS_FAULTY(FILE_CALL) || IS_FAULTY(INTERRUPTION)) return failure(ENOSPC);
  if (is_watched(FILE_CALL, CALLER)) atomic_store(unsynchronized(file), 1);
  return REAL(write)(file, bytes, size > 1 && IS_FAULTY(SHORTNESS) ? 1 : size);
}

int fsync(int file) {
  if (IS_FAULTY(FILE_CALL)) return failure(EIO);
  atomic_store(unsynchronized(file), 0);
  return REAL(fsync)(file);
}

// The file is closed all the same, as by Linux.
int close(int file) {
  int is_written = atomic_exchange(unsynchronized(file), 0);
  int is_faulty = strikes(FILE_CALL, is_written ? "close-written" : "close", CALLER);
  int result = REAL(close)(file);
  return is_faulty ? failure(EIO) : result;
}

size_t fread(void *bytes, size_t size, size_t elements, FILE *file) {
  if (!IS_FAULTY(FILE_CALL)) return REAL(fread)(bytes, size, elements, file);
  failure(EIO);
  return 0;
}

// As the GNU C library marks a stream whose data are lost.
enum { stream_error = 0x20 };

size_t fwrite(const void *bytes, size_t size, size_t elements, FILE *file) {
  if (!IS_FAULTY(FILE_CALL)) return REAL(fwrite)(bytes, size, elements, file);
  failure(ENOSPC);
  file->_flags |= stream_error;
  return 0;
}

int fflush(FILE *file) { return IS_FAULTY(FILE_CALL) ? failure(ENOSPC) : REAL(fflush)(file); }

FILE *fopen(const char *path, const char *mode) {
  return IS_FAULTY(FILE_CALL) ? nothing(EMFILE) : REAL(fopen)(path, mode);
}

int ftruncate(int file, off_t size) { return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(ftruncate)(file, size); }

off_t lseek(int file, off_t offset, int origin) {
  return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(lseek)(file, offset, origin);
}

int flock(int file, int operation) { return IS_FAULTY(FILE_CALL) ? failure(ENOLCK) : REAL(flock)(file, operation); }

int fchmod(int file, mode_t permissions) {
  return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(fchmod)(file, permissions);
}

int fstat(int file, struct stat *status) { return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(fstat)(file, status); }

int stat(const char *path, struct stat *status) {
  return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(stat)(path, status);
}

int lstat(const char *path, struct stat *status) {
  return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(lstat)(path, status);
}

int access(const char *path, int mode) { return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(access)(path, mode); }

char *realpath(const char *path, char *resolved) {
  return IS_FAULTY(FILE_CALL) ? nothing(EIO) : REAL(realpath)(path, resolved);
}

ssize_t readlink(const char *path, char *target, size_t size) {
  return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(readlink)(path, target, size);
}

DIR *opendir(const char *path) { return IS_FAULTY(FILE_CALL) ? nothing(EMFILE) : REAL(opendir)(path); }

struct dirent *readdir(DIR *folder) { return IS_FAULTY(FILE_CALL) ? nothing(EIO) : REAL(readdir)(folder); }

int rename(const char *old, const char *new) {
  return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(rename)(old, new);
}

int link(const char *old, const char *new) { return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(link)(old, new); }

int symlink(const char *old, const char *new) {
  return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(symlink)(old, new);
}

int unlink(const char *path) { return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(unlink)(path); }

int rmdir(const char *path) { return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(rmdir)(path); }

int mkdir(const char *path, mode_t permissions) {
  return IS_FAULTY(FILE_CALL) ? failure(ENOSPC) : REAL(mkdir)(path, permissions);
}

void *mmap(void *start, size_t size, int protection, int flags, int file, off_t offset) {
  if (file < 0 || !IS_FAULTY(FILE_CALL)) return REAL(mmap)(start, size, protection, flags, file, offset);
  failure(ENOMEM);
  return MAP_FAILED;
}
