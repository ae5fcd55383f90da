/*
 * Loaded before libc (LD_PRELOAD): records a process's operations on files below one folder in order, so that
 * `power-disk.ts` can compute the contents of a disk after a power failure at any moment. Each entry is a line
 * `what inode offset length path`, then `length` bytes and a line break.
 *
 * TEST_RECORD: file of the record. TEST_FOLDER: watched folder.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST_FILES 4096

static char *paths[MOST_FILES];
static ino_t inodes[MOST_FILES];
static int record = -1;
static const char *folder;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int watches(const char *path) {
  if (folder == NULL) {
    const char *file = getenv("TEST_RECORD");
    folder = getenv("TEST_FOLDER");
    if (file == NULL || folder == NULL) {
      folder = "";
    } else {
      record = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    }
  }
  return record >= 0 && path != NULL && strncmp(path, folder, strlen(folder)) == 0;
}

static void note(const char *what, ino_t inode, off_t offset, const char *path, const void *bytes, size_t length) {
  char head[4400];
  int size = snprintf(head, sizeof head, "%s %lu %ld %zu %s\n", what, (unsigned long)inode, (long)offset, length, path);
  struct iovec parts[] = {{head, (size_t)size}, {(void *)bytes, length}, {"\n", 1}};
  syscall(SYS_writev, record, parts, 3);
}

static ino_t inode_of(int fd) {
  struct stat found = {0};
  fstat(fd, &found);
  return found.st_ino;
}

/* Some ways of closing a file bypass this library, so the descriptor may belong to another file by now. */
static const char *path_of(int fd) {
  int is_known = fd >= 0 && fd < MOST_FILES && paths[fd] != NULL;
  return is_known && inode_of(fd) == inodes[fd] ? paths[fd] : NULL;
}

static int opened(int fd, const char *path, int flags, int was_there) {
  if (fd >= 0 && fd < MOST_FILES && watches(path)) {
    free(paths[fd]);
    paths[fd] = strdup(path);
    inodes[fd] = inode_of(fd);
    if (!was_there) {
      note("create", inodes[fd], 0, path, NULL, 0);
    } else if (flags & O_TRUNC) {
      note("cut", inodes[fd], 0, path, NULL, 0);
    }
  }
  return fd;
}

#define OPEN(name)                                                       \
  int name(const char *path, int flags, ...) {                           \
    va_list rest;                                                        \
    va_start(rest, flags);                                               \
    mode_t mode = va_arg(rest, mode_t);                                  \
    va_end(rest);                                                        \
    int was_there = access(path, F_OK) == 0;                             \
    return opened(REAL(name)(path, flags, mode), path, flags, was_there); \
  }
OPEN(open)
OPEN(open64)

static ssize_t written(int fd, const void *bytes, ssize_t length, off_t offset) {
  if (length > 0 && path_of(fd) != NULL) {
    off_t at = offset >= 0 ? offset : lseek(fd, 0, SEEK_CUR) - length;
    note("write", inodes[fd], at, paths[fd], bytes, (size_t)length);
  }
  return length;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  return written(fd, bytes, REAL(write)(fd, bytes, length), -1);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return written(fd, bytes, REAL(pwrite)(fd, bytes, length, offset), offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  return written(fd, bytes, REAL(pwrite64)(fd, bytes, length, offset), offset);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  ssize_t length = REAL(writev)(fd, parts, count);
  if (length > 0 && path_of(fd) != NULL) {
    off_t at = lseek(fd, 0, SEEK_CUR) - length;
    for (int part = 0; part < count; part += 1) {
      written(fd, parts[part].iov_base, (ssize_t)parts[part].iov_len, at);
      at += (off_t)parts[part].iov_len;
    }
  }
  return length;
}

#define CUT(name, type)                                         \
  int name(int fd, type size) {                                 \
    int result = REAL(name)(fd, size);                          \
    if (result == 0 && path_of(fd) != NULL) {                   \
      note("cut", inodes[fd], size, paths[fd], NULL, 0);  \
    }                                                           \
    return result;                                              \
  }
CUT(ftruncate, off_t)
CUT(ftruncate64, off64_t)

#define SYNC(name)                                              \
  int name(int fd) {                                            \
    int result = REAL(name)(fd);                                \
    if (result == 0 && path_of(fd) != NULL) {                   \
      note("sync", inodes[fd], 0, paths[fd], NULL, 0);    \
    }                                                           \
    return result;                                              \
  }
SYNC(fsync)
SYNC(fdatasync)

int rename(const char *from, const char *to) {
  int result = REAL(rename)(from, to);
  if (result == 0 && watches(to)) {
    note("rename", 0, 0, from, to, strlen(to));
  }
  return result;
}

int unlink(const char *path) {
  int result = REAL(unlink)(path);
  if (result == 0 && watches(path)) {
    note("remove", 0, 0, path, NULL, 0);
  }
  return result;
}

int mkdir(const char *path, mode_t mode) {
  int result = REAL(mkdir)(path, mode);
  if (result == 0 && watches(path)) {
    note("create", 0, 0, path, NULL, 0);
  }
  return result;
}

int symlink(const char *target, const char *path) {
  int result = REAL(symlink)(target, path);
  if (result == 0 && watches(path)) {
    struct stat made = {0};
    lstat(path, &made);
    note("create", made.st_ino, 0, path, NULL, 0);
  }
  return result;
}
