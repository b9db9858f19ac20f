// Preloaded into a program, lets one of its calls fail: the n-th of a kind.
//
// FAULT_KIND says what fails: `allocation` is memory for libpng, libjpeg, zlib and libarchive, `file` a call on a file or
// pipe, `interruption` one that a signal comes into, and `shortness` a read or write that ends after one byte. (The latter
// two are kept from Foundation, which takes them for failures and for the file's end.)
// FAULT_NUMBER says which, from 1; 0 is none. The file that FAULT_REPORT names gets the number of calls that there were.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// The functions behind malloc and its kin, which can be called before anything is loaded.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);

static enum { NOTHING, ALLOCATION, FILE_CALL, INTERRUPTION, SHORTNESS } kind;
static long number;
static atomic_long count;

// Where the code lies whose calls fail.
enum { maximum_ranges = 64 };
static struct {
  uintptr_t start, end;
} ranges[maximum_ranges];
static int range_count;

static int is_meant(const char *path) {
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
  if (!is_meant(image->dlpi_name)) return 0;
  for (int i = 0; i < image->dlpi_phnum && range_count < maximum_ranges; i++) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[i];
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    ranges[range_count].start = image->dlpi_addr + segment->p_vaddr;
    ranges[range_count].end = ranges[range_count].start + segment->p_memsz;
    range_count++;
  }
  return 0;
}

__attribute__((constructor)) static void begin(void) {
  static const char *const names[] = {"nothing", "allocation", "file", "interruption", "shortness"};
  const char *name = getenv("FAULT_KIND"), *chosen = getenv("FAULT_NUMBER");
  if (!name || !chosen) return;
  for (int i = ALLOCATION; i <= SHORTNESS; i++)
    if (!strcmp(name, names[i])) kind = i;
  number = atol(chosen);
  dl_iterate_phdr(note_ranges, NULL);
}

__attribute__((destructor)) static void end(void) {
  const char *path = getenv("FAULT_REPORT");
  kind = NOTHING;
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", atomic_load(&count));
  fclose(file);
}

// Whether it is the turn of a call that comes from `caller`.
static int strikes(void *caller) {
  for (int i = 0; i < range_count; i++)
    if ((uintptr_t)caller >= ranges[i].start && (uintptr_t)caller < ranges[i].end)
      return atomic_fetch_add(&count, 1) + 1 == number;
  return 0;
}

#define CALLER __builtin_return_address(0)
#define IS_FAULTY(which) (kind == (which) && strikes(CALLER))
// The function that would be called without this one.
#define REAL(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

static int failure(int code) {
  errno = kind == INTERRUPTION ? EINTR : code;
  return -1;
}

void *malloc(size_t size) {
  if (!IS_FAULTY(ALLOCATION)) return __libc_malloc(size);
  errno = ENOMEM;
  return NULL;
}

void *calloc(size_t elements, size_t size) {
  if (!IS_FAULTY(ALLOCATION)) return __libc_calloc(elements, size);
  errno = ENOMEM;
  return NULL;
}

void *realloc(void *old, size_t size) {
  if (!IS_FAULTY(ALLOCATION)) return __libc_realloc(old, size);
  errno = ENOMEM;
  return NULL;
}

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

ssize_t write(int file, const void *bytes, size_t size) {
  if (IS_FAULTY(FILE_CALL) || IS_FAULTY(INTERRUPTION)) return failure(ENOSPC);
  return REAL(write)(file, bytes, size > 1 && IS_FAULTY(SHORTNESS) ? 1 : size);
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

FILE *fopen(const char *path, const char *mode) {
  if (!IS_FAULTY(FILE_CALL)) return REAL(fopen)(path, mode);
  failure(EMFILE);
  return NULL;
}

int fsync(int file) { return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(fsync)(file); }

int ftruncate(int file, off_t size) { return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(ftruncate)(file, size); }

int fstat(int file, struct stat *status) { return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(fstat)(file, status); }

int rename(const char *old, const char *new) {
  return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(rename)(old, new);
}

int link(const char *old, const char *new) { return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(link)(old, new); }

int symlink(const char *old, const char *new) {
  return IS_FAULTY(FILE_CALL) ? failure(EIO) : REAL(symlink)(old, new);
}

int mkdir(const char *path, mode_t permissions) {
  return IS_FAULTY(FILE_CALL) ? failure(ENOSPC) : REAL(mkdir)(path, permissions);
}

void *mmap(void *start, size_t size, int protection, int flags, int file, off_t offset) {
  if (file < 0 || !IS_FAULTY(FILE_CALL)) return REAL(mmap)(start, size, protection, flags, file, offset);
  failure(ENOMEM);
  return MAP_FAILED;
}
