// Hyperscan, for bench/filter.ts and bench/scan.ts: `hyperscan literals WORDS` compiles the words of a file, one a line, in its literal
// mode, `hyperscan expressions FILE` those of a file's expressions that it accepts, each of which tells once a slice that it matches. Says
// "ready" and how many these are, and then answers each line "TEXT CHARS" with the nanoseconds of this thread that it takes to look
// through all slices of so many bytes, and the hits.
#include <hs/hs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file) exit(2);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *data = malloc(*size + 1);
  if (fread(data, 1, *size, file) != *size) exit(2);
  data[*size] = 0;
  fclose(file);
  return data;
}

static int on_match(unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *context) {
  (void)id, (void)from, (void)to, (void)flags;
  ++*(unsigned long long *)context;
  return 0;
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Moves those that Hyperscan compiles by themselves to the front; answers how many they are.
static unsigned accepted(const char **expressions, unsigned *flags, unsigned lines) {
  unsigned kept = 0;
  for (unsigned i = 0; i < lines; i++) {
    hs_database_t *database;
    hs_compile_error_t *error;
    if (hs_compile(expressions[i], flags[i], HS_MODE_BLOCK, NULL, &database, &error)) {
      hs_free_compile_error(error);
      continue;
    }
    hs_free_database(database);
    expressions[kept++] = expressions[i];
  }
  return kept;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  int literals = !strcmp(arguments[1], "literals");
  size_t size;
  char *words = read_file(arguments[2], &size);
  unsigned lines = 0;
  for (size_t i = 0; i < size; i++) lines += words[i] == '\n';
  const char **expressions = malloc(lines * sizeof *expressions);
  unsigned *flags = malloc(lines * sizeof *flags), *ids = malloc(lines * sizeof *ids);
  size_t *lengths = malloc(lines * sizeof *lengths);
  char *word = words;
  for (unsigned i = 0; i < lines; i++) {
    char *end = strchr(word, '\n');
    *end = 0;
    expressions[i] = word;
    lengths[i] = (size_t)(end - word);
    flags[i] = literals ? HS_FLAG_CASELESS : HS_FLAG_SINGLEMATCH | HS_FLAG_ALLOWEMPTY;
    ids[i] = i;
    word = end + 1;
  }
  hs_database_t *database;
  hs_compile_error_t *error;
  hs_scratch_t *scratch = NULL;
  if (!literals) lines = accepted(expressions, flags, lines);
  int failed = literals
    ? hs_compile_lit_multi(expressions, flags, ids, lengths, lines, HS_MODE_BLOCK, NULL, &database, &error)
    : hs_compile_multi(expressions, flags, ids, lines, HS_MODE_BLOCK, NULL, &database, &error);
  if (failed) {
    fprintf(stderr, "%s\n", error->message);
    return 1;
  }
  if (hs_alloc_scratch(database, &scratch)) return 1;
  printf("ready %u\n", lines);
  fflush(stdout);
  char path[4096];
  size_t chars;
  while (scanf("%4095s %zu", path, &chars) == 2) {
    char *text = read_file(path, &size);
    unsigned long long hits = 0;
    long long start = now();
    for (size_t at = 0; at + chars <= size; at += chars)
      hs_scan(database, text + at, (unsigned)chars, 0, scratch, on_match, &hits);
    printf("%lld %llu\n", now() - start, hits);
    fflush(stdout);
    free(text);
  }
  return 0;
}
