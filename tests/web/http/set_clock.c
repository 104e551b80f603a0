/* A computer whose clock is set: the time of day is wrong by as many seconds as stand in the file CLOCK_SET_BY.
   Loaded before the C library (LD_PRELOAD); the counter that nobody can set is left alone. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long set_by(void) {
    static int file = -1;
    char text[32] = {0};
    if (file < 0) {
        const char *name = getenv("CLOCK_SET_BY");
        file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    }
    return file < 0 || pread(file, text, sizeof text - 1, 0) <= 0 ? 0 : strtol(text, NULL, 10);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    long failed = syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += set_by();
    return (int)failed;
}
