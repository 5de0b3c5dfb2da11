/*
 * Imitates a slower disk: preloaded into a process, it lets every fsync and fdatasync sleep for SLOW_FSYNC_US
 * microseconds after the real call.
 *
 *   gcc -O2 -shared -fPIC -o slow_fsync.so slow_fsync.c -ldl
 *   SLOW_FSYNC_US=1000 LD_PRELOAD=./slow_fsync.so PROGRAM
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <time.h>

typedef int (*sync_call)(int);

static sync_call real_fsync;
static sync_call real_fdatasync;
static struct timespec delay;

__attribute__((constructor)) static void prepare(void)
{
	const char *micros = getenv("SLOW_FSYNC_US");
	long us = micros != NULL ? atol(micros) : 0;

	delay.tv_sec = us / 1000000;
	delay.tv_nsec = us % 1000000 * 1000;
	real_fsync = (sync_call)dlsym(RTLD_NEXT, "fsync");
	real_fdatasync = (sync_call)dlsym(RTLD_NEXT, "fdatasync");
}

static int slowly(sync_call call, int fd)
{
	int result = call(fd);
	int error = errno;
	struct timespec rest = delay;

	while (nanosleep(&rest, &rest) == -1 && errno == EINTR)
		;
	errno = error;
	return result;
}

int fsync(int fd)
{
	return slowly(real_fsync, fd);
}

int fdatasync(int fd)
{
	return slowly(real_fdatasync, fd);
}
